"""Two processes never work on the same shard, nor on the same file; a lock dies with its process."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from bot.problems import Problem
from bot.store.locks import hold
from bot.store.shards import ALL, Shards
from tests.fixtures.postgres import PostgresServer

ROOT = Path(__file__).resolve().parents[2]


async def test_a_shard_is_held_once(url: str) -> None:
    async with hold(url, ALL) as held:
        assert await held.still()
        with pytest.raises(Problem, match=r"^Another process "):
            async with hold(url, ALL):
                pass
    async with hold(url, ALL):
        pass


async def test_processes_with_different_shards_work_side_by_side(postgres_url: str) -> None:
    async with (
        hold(postgres_url, Shards(4, frozenset({0, 1}))),
        hold(postgres_url, Shards(4, frozenset({3}))),
    ):
        with pytest.raises(Problem, match=r"^Another process runs shard 1 on this database\."):
            async with hold(postgres_url, Shards(4, frozenset({1, 2}))):
                pass
        async with hold(postgres_url, Shards(4, frozenset({2}))):
            pass


async def test_processes_agree_on_the_number_of_shards(postgres_url: str) -> None:
    async with hold(postgres_url, Shards(4, frozenset({3}))):
        with pytest.raises(Problem, match="counts 4 shards and this one 1"):
            async with hold(postgres_url, ALL):
                pass
    async with hold(postgres_url, ALL):
        pass


async def hold_until_killed(url: str) -> None:
    """The process that will be killed."""
    async with hold(url, ALL):
        print("held", flush=True)
        await asyncio.Event().wait()


async def test_a_lock_dies_with_its_process(url: str) -> None:
    program = f"import asyncio; from {__name__} import hold_until_killed as h; asyncio.run(h({url!r}))"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), 30) == b"held\n"
    with pytest.raises(Problem):
        async with hold(url, ALL):
            pass
    process.send_signal(signal.SIGKILL)
    await process.wait()
    # the server notices in its own time that its client is gone
    async with asyncio.timeout(10):
        while not await free(url):
            pass


async def free(url: str) -> bool:
    try:
        async with hold(url, ALL):
            return True
    except Problem:
        return False


async def test_a_broken_connection_is_noticed(postgres_url: str, postgres_server: PostgresServer) -> None:
    async with hold(postgres_url, ALL) as held:
        assert await held.still()
        await postgres_server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 0"
        )
        assert not await held.still()

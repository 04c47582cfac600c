"""SQLite's writer: acts of several channels that wait together share one commit.

A commit has to reach the disk, which takes longer than writing the act. One thread holds one connection;
whatever has queued up while it was committing is its next transaction. An act that is refused takes nothing
of the others with it: then all are written again, each in a savepoint of its own.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")
Work = Callable[[Connection], T]
MOST_TOGETHER = 64


@dataclass(frozen=True, slots=True)
class _Job(Generic[T]):
    work: Work[T]
    result: asyncio.Future[T]


class ThreadWriter:
    """Runs pieces of work on the file's one writing connection, several to a commit.

    turn: the lock that every other writer of this process takes too, so that writers queue in order instead
    of polling the file's own lock.
    """

    def __init__(self, engine: Engine, turn: asyncio.Lock) -> None:
        self._engine = engine
        self._turn = turn
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._waiting: list[_Job[Any]] = []
        self._running: asyncio.Task[None] | None = None

    async def run(self, work: Work[T]) -> T:
        """What `work` returns, once it is committed; its exception, and then nothing of it is kept.

        When the caller is cancelled the work may be done all the same.
        """
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Job(work, result))
        if self._running is None:
            self._running = asyncio.create_task(self._work_off())
        return await result

    async def close(self) -> None:
        """Finish what waits and let go of the connection."""
        while self._running is not None:
            await asyncio.wait((self._running,))
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    async def _work_off(self) -> None:
        try:
            while self._waiting:
                async with self._turn:
                    jobs, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                    await self._commit(jobs)
        finally:
            self._running = None

    async def _commit(self, jobs: list[_Job[Any]]) -> None:
        loop = asyncio.get_running_loop()
        try:
            outcomes = await loop.run_in_executor(self._thread, self._transact, [job.work for job in jobs])
        except Exception as error:  # noqa: BLE001 - whatever it is belongs to those who wait for it
            outcomes = [error] * len(jobs)
        except asyncio.CancelledError:
            for job in (*jobs, *self._waiting):
                job.result.cancel()
            raise
        for job, outcome in zip(jobs, outcomes, strict=True):
            if job.result.done():
                continue
            if isinstance(outcome, BaseException):
                job.result.set_exception(outcome)
            else:
                job.result.set_result(outcome)

    def _transact(self, works: list[Work[Any]]) -> list[Any]:
        """All of them as they are; where one of several fails, again with each in a savepoint of its own."""
        with self._engine.begin() as connection:
            try:
                return [work(connection) for work in works]
            except Exception:
                if len(works) == 1:
                    raise
                connection.rollback()
        with self._engine.begin() as connection:
            return [_apart(connection, work) for work in works]


def _apart(connection: Connection, work: Work[Any]) -> Any:
    """What the work returns, or the exception that its savepoint was rolled back for."""
    savepoint = connection.begin_nested()
    try:
        outcome = work(connection)
    except Exception as error:  # noqa: BLE001 - handed to the one who waits for it
        savepoint.rollback()
        return error
    savepoint.commit()
    return outcome

"""Logs: who may have them, what is in them, and that they can be checked."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest

from bot.table import acts, config, encounters, history, verifying
from bot.table.people import Person, Place
from bot.table.tables import Tables
from bot.table.verifying import Verifier
from rules.engine.procedures import Refused
from rules.engine.verify import LogError
from tests.table.conftest import ANA, BEN, ELSEWHERE, GM, GUILD, HERE, MANAGER, OUTSIDER, begun, undone


async def fought(tables: Tables) -> None:
    """A shot that is undone and made again, a hidden goblin, and the end."""
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.add(table, GM, encounters.Addition("Goblin", "Lurker", hidden=True))
    for again in (False, True):
        async with tables.at(HERE) as table:
            assert table.state.actor == "bela"
            given = {"target": "foe", "weapon": "Long bow"}
            await acts.declare(table, BEN, "attack", given)
            while table.asks():
                ask = table.asks()[0]
                await table.answer(ask.key, ask.choices[0].value, GM)
        if not again:
            await undone(tables)


async def ended(tables: Tables) -> None:
    await fought(tables)
    async with tables.at(HERE) as table:
        await encounters.end(table, GM)


# ------------------------------------------------------------------ who
async def test_where_nothing_happened_there_is_no_log(tables: Tables) -> None:
    with pytest.raises(Refused, match="no encounter in this channel"):
        await history.find(tables, HERE, ANA, None)
    with pytest.raises(Refused, match="no encounter 7"):
        await history.find(tables, HERE, ANA, 7)


async def test_the_channels_log_is_for_all_who_are_in_it(tables: Tables) -> None:
    await ended(tables)
    window = await history.find(tables, HERE, OUTSIDER, None)
    number = window.row.id
    assert (await history.find(tables, HERE, OUTSIDER, number)).row.id == number
    # elsewhere by number: who had a part in it
    for person in (ANA, BEN, GM):
        assert (await history.find(tables, ELSEWHERE, person, number)).row.id == number
    for place, person in ((ELSEWHERE, OUTSIDER), (Place(GUILD + 1, 70), ANA), (Place(GUILD + 1, 70), GM)):
        with pytest.raises(Refused, match=f"no encounter {number}"):
            await history.find(tables, place, person, number)


async def test_a_server_may_keep_logs_for_its_gms(tables: Tables) -> None:
    await config.set_flag(tables, HERE, MANAGER, "public", "log_by_players", False)
    await ended(tables)
    with pytest.raises(Refused, match="only the GM gets the log"):
        await history.find(tables, HERE, ANA, None)
    assert (await history.logs(tables, HERE, GM, None, {})).complete is not None


async def test_the_newest_encounter_of_the_channel_is_meant(tables: Tables) -> None:
    await ended(tables)
    first = (await history.find(tables, HERE, ANA, None)).row.id
    await encounters.start(tables, HERE, GM, "c22", "Another")
    assert (await history.find(tables, HERE, ANA, None)).row.id != first


async def test_the_gm_role_counts_as_when_the_fight_began(tables: Tables) -> None:
    await config.set_role(tables, HERE, MANAGER, "gm", 77)
    await ended(tables)
    by_role = Person(8, "Rolf", roles=frozenset({77}))
    assert (await history.logs(tables, HERE, by_role, None, {})).complete is not None
    assert (await history.logs(tables, HERE, OUTSIDER, None, {})).complete is None


# ------------------------------------------------------------------ what
async def test_a_transcript_tells_all_and_strikes_what_was_undone(tables: Tables) -> None:
    await fought(tables)
    complete, shared = await history.transcripts(tables, HERE, GM, None)
    (own,) = await history.transcripts(tables, HERE, BEN, None)
    assert [e.text for e in shared.entries if e.round] == ["Round 1"]
    struck = [e.text for e in shared.entries if e.struck]
    again = [e.text for e in shared.entries if not e.struck]
    assert struck
    # the same declaration after an undo has the same faces, and so the same lines
    assert [text for text in again if text in struck] == struck
    assert "Lurker joins" in [e.text for e in complete.entries]
    assert not any("Lurker" in e.text for e in (*shared.entries, *own.entries))
    assert (shared.seeds, complete.seeds, shared.ended) == ({}, {}, None)


async def test_seeds_are_revealed_at_the_end(tables: Tables) -> None:
    await ended(tables)
    complete, shared = await history.transcripts(tables, HERE, GM, None)
    assert shared.seeds.keys() == {"public"}
    assert complete.seeds.keys() == {"public", "secret"}
    assert shared.ended is not None


async def test_a_players_log_holds_nothing_secret(tables: Tables) -> None:
    await ended(tables)
    mine = await history.logs(tables, HERE, ANA, None, {"2": "Ana"})
    assert mine.complete is None
    text = history.written(mine.open)
    window = await history.find(tables, HERE, ANA, None)
    assert "Lurker" not in text
    assert "lurker" not in text
    assert window.seeds.secret.hex() not in text
    assert window.seeds.public.hex() in text
    whole = history.written((await history.logs(tables, HERE, GM, None, {})).complete)
    assert "Lurker" in whole
    assert window.seeds.secret.hex() in whole


async def test_a_log_is_json_with_a_line_for_each_step(tables: Tables) -> None:
    await ended(tables)
    log = await history.logs(tables, HERE, GM, None, {})
    assert log.complete is not None
    for one in (log.open, log.complete):
        text = history.written(one)
        assert json.loads(text) == json.loads(json.dumps(one))
        assert sum(line.startswith('{"no":') for line in text.splitlines()) == len(one["steps"])
    empty = {"steps": [], "title": "“é” \u2028"}
    assert json.loads(history.written(empty)) == empty


async def test_files_have_plain_names(tables: Tables) -> None:
    await encounters.start(tables, HERE, GM, "c22", "../„Die“ Brücke *am* Fluß " + "x" * 30)
    row = (await history.find(tables, HERE, ANA, None)).row
    assert history.file_stem(row) == f"die-br-cke-am-flu-{row.id}-2025-03-01"


# ------------------------------------------------------------------ checked
@pytest.fixture
async def files(tables: Tables) -> tuple[bytes, bytes]:
    """The players' and the GM's log of a fight that has ended."""
    await ended(tables)
    log = await history.logs(tables, HERE, GM, None, {})
    return history.written(log.open).encode(), history.written(log.complete).encode()


async def test_logs_stand_up_to_being_checked(files: tuple[bytes, bytes]) -> None:
    for content in files:
        report = verifying.check(content)
        assert report.ok, report.lines()
        assert verifying.check(gzip.compress(content)) == report
    assert await Verifier().check(files[1]) == verifying.check(files[1])


async def test_a_face_that_was_changed_is_found(files: tuple[bytes, bytes]) -> None:
    log = json.loads(files[0])
    step = next(
        s for s in log["steps"] if any(r["faces"] for r in s.get("rolls", [])) and s["status"] == "done"
    )
    roll = next(r for r in step["rolls"] if r["faces"])
    roll["faces"][0] = roll["faces"][0] % roll["sides"][0] + 1
    report = await Verifier().check(json.dumps(log).encode())
    assert not report.ok
    rolls = next(c for c in report.checks if c.name == "Rolls")
    assert rolls.problems[0].startswith(f"Step {step['no']}, ")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b"[" * 100_000,
        b"\x1f\x8b\x08broken",
        b'{"format": 1}',
        b"1" * 5000,
    ],
)
async def test_what_is_no_log_is_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(LogError):
        verifying.check(content)


async def test_files_from_anybody_are_bounded() -> None:
    verifier = Verifier()
    with pytest.raises(Refused, match="too large"):
        await verifier.check(b" " * (verifying.LARGEST_FILE + 1))
    bomb = gzip.compress(b" " * (verifying.LARGEST_LOG + 1))
    with pytest.raises(Refused, match="at most 40 MiB"):
        await verifier.check(bomb)
    with pytest.raises(Refused, match="does not hold JSON"):
        await verifier.check(b"hello")


async def test_checking_is_given_up_when_its_time_is_up(files: tuple[bytes, bytes]) -> None:
    with pytest.raises(Refused, match="took longer than"):
        await Verifier(seconds=0.001).check(files[0])


async def test_the_process_apart_knows_no_secrets(
    files: tuple[bytes, bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = tmp_path / "environment"
    fake = tmp_path / "python"
    fake.write_text(f"#!/bin/sh\nenv > {seen}\n")
    fake.chmod(0o755)
    monkeypatch.setenv("DISCORD_TOKEN", "the-token")
    monkeypatch.setattr(sys, "executable", str(fake))
    with pytest.raises(Refused, match="could not be checked"):
        await Verifier().check(files[0])
    assert "PATH=" in seen.read_text()
    assert "the-token" not in seen.read_text()

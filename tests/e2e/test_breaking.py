"""What befalls a bot in a year: Discord's bad days, a process that dies, a disk that fills, a channel that
goes. Nothing is lost, nothing is told twice, and nobody learns what they must not.
"""

from __future__ import annotations

import asyncio
import resource
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, select

from bot.features.kit import words
from bot.practice.discord import BodyCheck, Outcome, Person
from bot.practice.discord.message import Message
from bot.store import models as m
from bot.table.cards import lines_for
from rules.engine.live import CHANCE
from rules.engine.ruleset import PUBLIC
from rules.engine.steps import STANDING
from tests.e2e.at_random import Fight
from tests.e2e.company import CARD, PATIENCE, Company, company

GAMES = {
    "openquest": ("Sellsword", "Goblin count:2", "Goblin"),
    "c22": ("Blade", "Thug count:2", "Thug"),
    "katzbalger": ("Soldier", "Spearman count:2", "Spearman"),
    "24-system": ("Guard", "Bandit count:2", "Bandit"),
}
LURKER = "Xyzzy"
"""Who is hidden and never does anything."""


@pytest.fixture
async def here(tmp_path: Path, check_body: BodyCheck | None) -> AsyncIterator[Company]:
    """A company."""
    settings = {"IDENTIFY_SECONDS": "0"}
    async with company(tmp_path, check_body=check_body, settings=settings) as table:
        yield table


async def begun(here: Company, ruleset: str = "openquest", *, name: str = "fight") -> Fight:
    """A fight of Ana's against two foes and one whom nobody sees, in round 1, in a channel of its own."""
    character, foes, hidden = GAMES[ruleset]
    channel = here.channel if name == "fight" else here.guild.add_channel(name)
    gm, ana = here.person("gm"), here.person("ana")
    fight = Fight(here, channel, gm, 3, here.bot.database_url)
    fight.people[ana.id] = ana
    fight.idle.add(LURKER)
    await fight.say(gm, f"encounter start ruleset:{ruleset}")
    await fight.say(ana, f"encounter join character:{character} name:Ana")
    await fight.say(gm, f"encounter add creature:{foes}")
    await fight.say(gm, f"encounter add creature:{hidden} name:{LURKER} hidden:true")
    await fight.say(gm, "encounter begin")
    await fight.answered()
    return fight


async def asked(fight: Fight) -> tuple[Message, str]:
    """Turns pass and Ana attacks until a goblin has to defend: its card and the button of its parry."""
    ana = next(p for p in fight.people.values() if p is not fight.gm)
    for _ in range(60):
        fight.follower.read()
        if fight.state.actor == "ana":
            await fight.company.say(ana, "attack target:Goblin 1", at=fight.channel)
            found = fight.company.button(fight.gm, "Parry", fight.channel)
            if found is not None:
                await fight.settled()
                return found
            await fight.settled()
            await fight.answered()
        await fight.say(fight.gm, "encounter next")
        await fight.answered()
    raise AssertionError("Ana never hit")


def told_once(fight: Fight) -> None:
    """Every step with something for everybody stands in one message, and no other step does."""
    cards = fight.company.cards(fight.follower.id, fight.channel)
    assert {no: len(told) for no, told in cards.items() if len(told) != 1} == {}
    fight.follower.read()
    for no, step in fight.follower.steps.items():
        lines = lines_for(step, fight.follower.before(no), fight.state, PUBLIC)
        assert bool(lines) == (no in cards), f"step {no}: {lines}"


async def test_a_bad_day_of_discords(here: Company) -> None:
    fight = await begun(here)
    faults, gateway = here.discord.faults, here.discord.gateway
    troubles = (
        lambda: faults.rate_limit("POST", "/interactions/*", retry_after=0.1),
        lambda: faults.rate_limit("PATCH", "/channels/*", retry_after=0.1, times=2),
        lambda: faults.rate_limit("PATCH", "/channels/*", retry_after=0.1, scope="global"),
        lambda: faults.fail("POST", "/interactions/*", status=502),
        lambda: faults.fail("PATCH", "/channels/*", status=503),
        lambda: faults.lose_answer("POST", "/interactions/*"),
        lambda: faults.lose_answer("PATCH", "/channels/*"),
        faults.deliver_twice,
    )
    for trouble in troubles:
        before = fight.follower.verbs()
        trouble()
        await here.say(fight.gm, "encounter next", at=fight.channel)
        await fight.settled()
        assert fight.follower.verbs() == [*before, "next"]
    for cut in (gateway.drop, gateway.ask_reconnect, gateway.invalidate):
        await cut()
        await here.discord.bot_ready(timeout=PATIENCE)
        await fight.say(fight.gm, "encounter next")
    told_once(fight)


async def test_what_is_refused_twice_is_said_once_and_changes_nothing(here: Company) -> None:
    fight = await begun(here)
    seen = len(fight.channel.messages)
    for person, line in (
        (fight.gm, "attack target:Nobody"),
        (here.person("zoe"), "encounter next"),
        (here.person("zoe"), "encounter end"),
    ):
        here.discord.faults.deliver_twice()
        await fight.refused_to(person, line)
    private = fight.channel.messages[seen:]
    assert len(private) == 3
    assert all(message.ephemeral for message in private)


async def test_killed_while_the_board_is_drawn_and_the_board_deleted_meanwhile(here: Company) -> None:
    fight = await begun(here)
    card, parry = await asked(fight)
    old = fight.board()
    assert old is not None
    gate = here.discord.faults.hold("PATCH", "/channels/*")
    answered = await here.press(fight.gm, card, parry)
    assert answered.kind == "updated"
    await gate.reached(PATIENCE)
    second = await said_by_another_process(here)
    assert second[0] == 1
    assert "Another process works on this database" in second[1]
    await here.bot.kill()
    here.discord.faults.clear()
    await here.bot.start()
    await fight.settled()
    assert here.boards(fight.channel) == [old], "it was found again"
    told_once(fight)
    await fight.answered()
    await fight.say(fight.gm, "encounter next")
    await here.bot.kill()
    old.delete()
    await here.bot.start()
    await here.press(fight.gm, card, parry, stale=True)
    await fight.say(fight.gm, "encounter next")
    assert len(here.boards(fight.channel)) == 1
    told_once(fight)


async def said_by_another_process(here: Company) -> tuple[int | None, str]:
    """What `python -m bot run` with the same settings comes to."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "run"),
        cwd=here.bot.folder,
        env=here.bot._environment(),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    return process.returncode, said.decode()


async def test_stopped_under_load_it_ends_what_it_has_begun(here: Company) -> None:
    fight = await begun(here)
    before = len(fight.follower.steps)
    line = "encounter set combatant:ana value:hp to:-1"
    acts = [asyncio.create_task(fight.gm.slash(fight.channel, line)) for _ in range(60)]
    await asyncio.wait(acts, return_when=asyncio.FIRST_COMPLETED)
    assert await here.bot.stop() == 0
    outcomes = [await act for act in acts]
    fight.follower.read()
    fresh = [step for no, step in fight.follower.steps.items() if no > before]
    done = [out for out in outcomes if CARD.search(out.text)]
    assert done, {_why_not(out) for out in outcomes}
    assert len(fresh) == len(done), "what was answered was saved, and what was saved was answered"
    assert {_why_not(out) for out in outcomes if out not in done} <= {words.DRAINING, "failed"}
    await here.bot.start()
    await fight.say(fight.gm, "encounter next")
    told_once(fight)


def _why_not(out: Outcome) -> str:
    return "failed" if out.kind == "failed" else out.text


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="a disk can be made full on Linux only")
async def test_a_full_disk_is_said_and_when_there_is_room_the_fight_goes_on(here: Company) -> None:
    fight = await begun(here)
    files = [here.bot.folder / f"skirmish.db{end}" for end in ("", "-wal")]
    full = max(file.stat().st_size for file in files) // 4096 * 4096
    _limit(here, full)
    here.bot.log.unlink()
    for line in ("encounter next", "encounter set combatant:ana value:hp to:-1", "encounter end"):
        out = await fight.refused_to(fight.gm, line, "The bot's database cannot be used just now")
        reference = out.text.rsplit(" ", 1)[1]
        assert len(reference) == 6
    shown = await here.say(fight.gm, "encounter board", at=fight.channel)
    assert "cannot be used" not in shown.text, "what is there can still be looked at"
    _limit(here, resource.RLIM_INFINITY)
    await fight.say(fight.gm, "encounter next")
    await here.bot.restart()
    await fight.say(fight.gm, "encounter next")
    told_once(fight)


def _limit(here: Company, size: int) -> None:
    """No file of the bot's may be larger than this from now on."""
    assert here.bot.pid is not None
    resource.prlimit(here.bot.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def test_a_server_that_turned_the_bot_out_and_lets_it_in_again_finds_its_fight(here: Company) -> None:
    fight = await begun(here)
    card, parry = await asked(fight)
    for meanwhile in (here.bot.restart, None):
        here.guild.remove_bot()
        out = await fight.gm.press(card, parry)
        assert out.kind == "failed"
        if meanwhile is not None:
            await meanwhile()
        here.guild.invite_bot()
        await here.discord.bot_ready(timeout=PATIENCE)
    out = await here.press(fight.gm, card, parry)
    assert out.kind == "updated"
    await fight.settled()
    await fight.answered()
    told_once(fight)


async def test_a_thread_deleted_in_mid_fight_troubles_no_other(here: Company) -> None:
    fight = await begun(here)
    thread = here.channel.add_thread("cellar")
    await here.say(fight.gm, "encounter start ruleset:openquest", at=thread)
    await here.say(fight.gm, "encounter add creature:Goblin count:2", at=thread)
    gate = here.discord.faults.hold("POST", "/interactions/*")
    begins = asyncio.create_task(fight.gm.slash(thread, "encounter begin"))
    await gate.reached(PATIENCE)
    thread.delete()
    here.discord.faults.clear()
    await begins
    await fight.say(fight.gm, "encounter next")
    await here.bot.restart()
    await fight.say(fight.gm, "encounter next")
    assert open_in(here) == {here.channel.id}, "the fight in the thread has ended with it"
    other = here.channel.add_thread("attic")
    out = await here.say(fight.gm, "encounter start ruleset:openquest", at=other)
    assert "encounter opens" in out.text


def open_in(here: Company) -> set[int]:
    """The channels in which a fight is open, as the database has it."""
    engine = create_engine(here.bot.database_url.replace("+aiosqlite", ""))
    with engine.connect() as connection:
        wanted = select(m.Encounter.channel_id).where(m.Encounter.ended_at.is_(None))
        found = set(connection.execute(wanted).scalars())
    engine.dispose()
    return found


async def test_undoing_is_no_way_to_other_dice(here: Company) -> None:
    fight = await begun(here)
    ana = next(p for p in fight.people.values() if p is not fight.gm)
    while fight.state.actor != "ana":
        await fight.say(fight.gm, "encounter next")
    attacks = (
        "target:Goblin 1",
        "target:Goblin 2",
        "target:Goblin 1 modifier:20",
        "target:Goblin 2 modifier:-20",
        "target:Goblin 1 weapon:Unarmed",
        "target:Goblin 1 manner:Great Attack",
    )
    first: set[Any] = set()
    for options in attacks:
        await fight.say(ana, f"attack {options}")
        rolled = [given.value for given in fight.follower.last.inputs if given.kind == CHANCE]
        first.add(rolled[0])
        await fight.say(fight.gm, "encounter undo")
        await fight.say(fight.gm, "encounter set combatant:ana value:hp to:+1")
    assert len(first) == 1
    undone = [step for step in fight.follower.steps.values() if step.status not in STANDING]
    assert len(undone) == len(attacks), "and whoever reads the log sees every try"


async def test_in_all_games_players_learn_nothing_before_its_time(here: Company) -> None:
    here.bot.settings["LOG_LEVEL"] = "DEBUG"
    await here.bot.restart()
    for ruleset in GAMES:
        fight = await begun(here, ruleset, name=ruleset)
        await fight.round(3)
        await fight.round(3)
        ana = next(p for p in fight.people.values() if p is not fight.gm)
        blind = await here.say(ana, "roll", {"dice": "1d1000000", "see": "gm"}, at=fight.channel)
        seeds = {seed.hex() for seed in (fight.follower._seeds.public, fight.follower._seeds.secret)}
        mine, gms = await files_of(fight, ana), await files_of(fight, fight.gm)
        assert len(mine) == 2
        assert len(gms) == 4
        for name, text in {**mine, **gms}.items():
            assert not any(seed in text for seed in seeds), f"{ruleset}: {name} tells a seed while it runs"
            assert (LURKER in text) == ("-gm." in name), f"{ruleset}: {name} and {LURKER}"
        told = [m.text for m in fight.channel.messages if m.ephemeral_for != fight.gm.id]
        assert not any(LURKER in text for text in told), f"{ruleset}: everybody was told of {LURKER}"
        assert blind.text
        fight.follower.close()
    log = here.bot.log.read_text(encoding="utf-8")
    tokens = {r.path.split("/")[3] for r in here.discord.requests if r.path.startswith("/interactions/")}
    assert len(tokens) > 20
    assert '"level": "debug"' in log
    assert [token for token in tokens if token in log] == []
    assert here.world.application.token not in log


async def files_of(fight: Fight, person: Person) -> dict[str, str]:
    """The logs of both forms that a person gets."""
    found: dict[str, str] = {}
    for form in ("transcript", "json"):
        out = await fight.company.say(person, "encounter log", {"form": form}, at=fight.channel)
        found.update({file.filename: file.data.decode() for file in out.reply.attachments})
    return found

"""A whole evening, played at random by what is offered, with everything that befalls a table in it.

After every step the journal on disk, folded anew, is held against the board; at the end of every round each
step of it is run again from its inputs, and every roll computed again from the seeds.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.practice.discord import BodyCheck, Person
from rules.engine.encounter import ENDED, FIGHTING
from rules.engine.verify import verify
from tests.e2e.at_random import Fight
from tests.e2e.company import PATIENCE, Company, company
from tests.e2e.events import (
    LURKER,
    WHISPER,
    a_deadline_while_the_bot_is_down,
    a_standing_answer,
    a_tie_by_hand,
    able,
    an_offer_taken_up,
    another_gm,
    effects_that_last,
    foes_that_hide,
    handed_over_with_an_open_ask,
    killed,
    mended,
    named,
    notes_open_and_secret,
    one_leaves_the_fight,
    one_leaves_the_server,
    paused_and_resumed,
    player,
    removed_at_every_place,
    seated,
    stopped_and_started,
    told_once,
    two_more_fights,
    undone_and_done_again,
)


@pytest.fixture
async def table(tmp_path: Path, check_body: BodyCheck | None) -> AsyncIterator[Company]:
    """A bot that comes back from an outage with three seconds of grace."""
    async with company(tmp_path, check_body=check_body, settings={"GRACE_SECONDS": "3"}) as here:
        yield here


PLAN: dict[int, Callable[[Fight], Awaitable[None]]] = {
    2: a_tie_by_hand,
    3: effects_that_last,
    5: notes_open_and_secret,
    6: foes_that_hide,
    8: handed_over_with_an_open_ask,
    10: another_gm,
    11: a_standing_answer,
    12: an_offer_taken_up,
    13: undone_and_done_again,
    15: stopped_and_started,
    17: removed_at_every_place,
    19: killed,
    20: paused_and_resumed,
    21: two_more_fights,
    23: one_leaves_the_server,
    25: one_leaves_the_fight,
    27: a_deadline_while_the_bot_is_down,
}


async def test_an_evening_of_thirty_rounds(table: Company) -> None:
    fight = seated(table, 11, "ana", "ben", "cleo", "dora")
    ana = player(fight, "ana")
    await own_sheet(table, ana)
    await fight.say(fight.gm, "encounter start ruleset:openquest name:The ford")
    await fight.say(ana, "encounter join character:Rurik name:Ana")
    for name, character in (("ben", "Hunter"), ("cleo", "Berserk"), ("dora", "Spear")):
        await fight.say(player(fight, name), f"encounter join character:{character} name:{name.title()}")
    for foes in ("Goblin count:3", "Orc", "Wolf count:3", "Skeleton count:2"):
        await fight.say(fight.gm, f"encounter add creature:{foes}")
    await fight.say(fight.gm, "encounter begin")
    await fight.answered()
    assert len(able(fight)) == 13
    plan = dict(PLAN)
    while fight.state.round <= 30:
        number = fight.state.round
        await mended(fight)
        due = next((at for at in plan if at <= number), None)
        if due is not None:
            await plan.pop(due)(fight)
            told_once(fight)
        if fight.state.round == number:
            await fight.round(4)
    assert not plan, "all that was planned befell the table"
    assert fight.done["/react"] >= 1
    assert fight.done["answer"] >= 10
    assert fight.done["attack"] >= 20
    await ended(fight, ana)


async def own_sheet(here: Company, owner: Person) -> None:
    """Make a character of one's own, from a ready one, as it is offered."""
    out = await here.say(owner, "character new name:Rurik ruleset:openquest from:Sellsword")
    await here.press(owner, out.reply, "Save")


async def ended(fight: Fight, ana: Person) -> None:
    """The end: the seed, how it went, what lasts written back, and both logs right."""
    here = fight.company
    hurt = fight.state[named(fight, "Ana")].stats.hp
    await here.say(fight.gm, "encounter end", at=fight.channel)
    await fight.settled()
    assert fight.state.phase == ENDED
    told_once(fight)
    fight.follower.executed_again()
    await fight.channel.world.until(
        lambda: here.button(ana, "Write what lasts") is not None, timeout=PATIENCE
    )
    refused = await here.press_newest(fight.people[player(fight, "ben").id], "Write what lasts")
    assert "Only Ana's player" in refused.text
    await here.press_newest(ana, "Write what lasts")
    shown = await here.say(ana, "character show")
    assert str(hurt) in shown.text
    files = {
        a.filename: a.data for a in (await here.say(fight.gm, "encounter log form:json")).reply.attachments
    }
    reports = {name: verify(json.loads(data)) for name, data in files.items()}
    assert len(reports) == 2
    assert [report.lines() for report in reports.values() if not report.ok] == []
    text = await here.say(ana, "encounter log")
    for name, data in {**files, **{a.filename: a.data for a in text.reply.attachments}}.items():
        assert (WHISPER in data.decode()) == name.endswith("-gm.json"), f"{name} tells of {WHISPER}"
        assert LURKER in data.decode()
    assert not any(WHISPER in m.text for m in fight.channel.messages if m.ephemeral_for != fight.gm.id)
    fight.follower.close()


@pytest.mark.parametrize(
    ("ruleset", "characters", "foes"),
    [
        ("c22", ("Blade", "Gunner", "Heavy", "Marksman"), ("Thug count:3", "Sniper count:2")),
        ("katzbalger", ("Soldier", "Fencer", "Bruiser", "Soldier"), ("Spearman count:3", "Thug count:2")),
        ("24-system", ("Guard", "Scout", "Duelist", "Scout"), ("Bandit count:3", "Brute", "Hound")),
    ],
)
async def test_five_rounds_of_every_other_game(
    table: Company, ruleset: str, characters: tuple[str, ...], foes: tuple[str, ...]
) -> None:
    names = ("ana", "ben", "cleo", "dora")
    fight = seated(table, 3, *names)
    gm = fight.gm
    await fight.say(gm, f"encounter start ruleset:{ruleset} name:The mill")
    for name, character in zip(names, characters, strict=True):
        await fight.say(player(fight, name), f"encounter join character:{character} name:{name.title()}")
    for one in foes:
        await fight.say(gm, f"encounter add creature:{one}")
    await fight.say(gm, "encounter begin")
    await fight.answered()
    await fight.round(6)
    await fight.say(gm, "encounter effect label:blessed combatant:Ana rounds:1")
    await fight.round(6)
    before = fight.state
    await fight.say(gm, "encounter note text:Something")
    await fight.say(gm, "encounter undo")
    assert fight.state == before
    await table.bot.restart()
    await fight.round(6)
    assert not fight.state.lasting or fight.state.lasting[0].label != "blessed"
    acting = fight.state.actor
    if acting:
        await fight.say(gm, "encounter remove", {"combatant": acting})
        assert fight.state.actor != acting
    await fight.answered()
    await fight.round(6)
    await fight.round(6)
    assert fight.state.phase == FIGHTING
    told_once(fight)
    await table.say(gm, "encounter end")
    await fight.settled()
    fight.follower.executed_again()
    files = (await table.say(gm, "encounter log form:json")).reply.attachments
    assert [
        verify(json.loads(file.data)).lines() for file in files if not verify(json.loads(file.data)).ok
    ] == []
    fight.follower.close()

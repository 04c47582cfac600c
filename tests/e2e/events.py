"""What befalls a table in an evening: ties, effects, hiding, handing over, restarts, leaving, deadlines."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from sqlalchemy import create_engine, update

from bot.practice.discord import Person
from bot.store import models as m
from rules.engine.encounter import ENDED
from rules.engine.ruleset import rules_of
from tests.e2e.at_random import Fight
from tests.e2e.company import PATIENCE, Company

WHISPER, LURKER = "Whisper", "Lurker"
"""Two whom the players never learn of, and learn of late."""


def seated(here: Company, seed: int, *names: str) -> Fight:
    """A fight to come in the company's channel, its GM and its players."""
    fight = Fight(here, here.channel, here.person("gunnar"), seed, here.bot.database_url)
    for name in names:
        player = here.person(name)
        fight.people[player.id] = player
    fight.outsider = here.person("olga")
    fight.idle = {WHISPER}
    return fight


def named(fight: Fight, name: str) -> str:
    """The id of the combatant with this name."""
    return next(c.id for c in fight.state.present() if c.name == name)


def player(fight: Fight, name: str) -> Person:
    """The person with this name."""
    return next(p for p in fight.people.values() if p.name == name)


def able(fight: Fight) -> list[str]:
    """Those who have a turn this round, in their order."""
    s = fight.state
    return list(dict.fromkeys(x.who for x in s.order if s.here(x.who) and rules_of(s).able(s, x.who)))


def is_open_foe(fight: Fight, who: str) -> bool:
    """Whether it is the GM's and not to stay in the dark."""
    return bool(who) and not fight.state[who].player and fight.state[who].name not in fight.idle


async def until_turn_of(fight: Fight, who: str) -> None:
    """Turns pass until it is this one's."""
    for _ in range(60):
        if fight.state.actor == who:
            return
        await fight.passes()
    raise AssertionError(f"{who} never has a turn")


async def mended(fight: Fight) -> None:
    """The GM lets those stand up again whom the last round laid low, so that the evening goes on."""
    for c in list(fight.state.present()):
        if not rules_of(fight.state).able(fight.state, c.id):
            await fight.say(fight.gm, "encounter set", {"combatant": c.id, "value": "state", "to": "up"})
            await fight.say(fight.gm, "encounter set", {"combatant": c.id, "value": "hp", "to": "12"})


async def asked_to_defend(fight: Fight, name: str) -> None:
    """Foes attack a player's combatant until it has to choose a defence."""
    who = named(fight, name)
    for _ in range(80):
        acting = fight.state.actor
        if is_open_foe(fight, acting):
            await fight.company.say(fight.gm, f"attack target:{name}", at=fight.channel)
            await fight.settled()
            waiting = fight.asks()
            if any(ask.who == who and ask.topic == "defence" for ask in waiting):
                return
            await fight.answered()
        if fight.state.actor == acting:
            await fight.passes()
        if not rules_of(fight.state).able(fight.state, who):
            await mended(fight)
    raise AssertionError(f"{name} is never hit")


# ------------------------------------------------------------------ what befalls the table
async def a_tie_by_hand(fight: Fight) -> None:
    s = fight.state
    goblins = [x.who for x in s.order if s[x.who].name.startswith("Goblin")]
    first, second = goblins[0], goblins[-1]
    before, acting = [x.who for x in s.order], s.acting
    await fight.say(fight.gm, "encounter order", {"combatant": second, "before": first})
    order = [x.who for x in fight.state.order]
    at, others = before.index(first), [x for x in before if x != second]
    assert order == [*others[:at], second, *others[at:]]
    assert fight.state.acting == acting
    await fight.say(fight.gm, "encounter undo")
    assert [x.who for x in fight.state.order] == before
    await fight.say(fight.gm, "encounter redo")
    assert [x.who for x in fight.state.order] == order


async def effects_that_last(fight: Fight) -> None:
    number, ana, ben = fight.state.round, named(fight, "Ana"), named(fight, "Ben")
    await fight.say(fight.gm, "encounter effect label:blessed combatant:Ana rounds:1")
    await fight.say(fight.gm, "encounter effect label:cursed combatant:Orc rounds:1 until:Ben at:start")
    await fight.say(fight.gm, "encounter effect label:a storm rounds:0")
    stepped_back = False
    while fight.state.round < number + 2:
        s = fight.state
        labels = {e.label for e in s.lasting}
        slots = [x.who for x in s.order]
        at = slots.index(s.actor) if s.actor else len(slots)
        late = s.round == number + 1
        assert ("a storm" in labels) == (s.round == number), (labels, s.round)
        assert ("blessed" in labels) == (not late or at <= slots.index(ana)), (labels, s.actor)
        assert ("cursed" in labels) == (not late or at < slots.index(ben)), (labels, s.actor)
        if late and at == len(slots) - 1 and not stepped_back:
            stepped_back = True
            await fight.say(fight.gm, "encounter back")
            assert {e.label for e in fight.state.lasting} == labels
        await fight.passes()
    assert not fight.state.lasting


async def notes_open_and_secret(fight: Fight) -> None:
    await fight.say(fight.gm, "encounter note text:The bridge is out about:Ana")
    await fight.say(fight.gm, "encounter note text:The baron lies secret:True")
    board = fight.board()
    assert board is not None
    assert "Ana: The bridge is out" in board.text
    assert "baron" not in board.text
    assert not any("baron" in m.text for m in fight.channel.messages if not m.ephemeral)
    await fight.refused_to(player(fight, "ana"), "encounter note text:mine", "Only the Referee")
    await fight.say(fight.gm, "encounter note clear:The bridge")
    assert [n.text for n in fight.state.notes] == ["The baron lies"]


async def foes_that_hide(fight: Fight) -> None:
    await fight.say(fight.gm, f"encounter add creature:Goblin name:{WHISPER} hidden:True")
    await fight.say(fight.gm, f"encounter add creature:Goblin name:{LURKER} hidden:True")
    lurker, ana = named(fight, LURKER), player(fight, "ana")
    await until_turn_of(fight, lurker)
    await fight.passes()
    await until_turn_of(fight, named(fight, "Ana"))
    for command, option in (("attack", "target"), ("encounter leave", "combatant")):
        out = await ana.autocomplete(fight.channel, command, option, "")
        assert not {LURKER, WHISPER} & {choice.name.split(" —")[0] for choice in out.choices}
    await fight.refused_to(ana, f"attack target:{lurker}", "not possible now", target=lurker)
    assert not any(LURKER in m.text for m in fight.channel.messages if m.ephemeral_for != fight.gm.id)
    await fight.say(fight.gm, "encounter set", {"combatant": lurker, "value": "hidden", "to": "no"})
    assert any(f"{LURKER} comes into view" in m.text for m in fight.channel.messages if not m.ephemeral)
    await fight.say(fight.gm, "encounter remove", {"combatant": lurker})


async def handed_over_with_an_open_ask(fight: Fight) -> None:
    ana, ben = player(fight, "ana"), player(fight, "ben")
    await asked_to_defend(fight, "Ana")
    ask = next(ask for ask in fight.asks() if ask.topic == "defence")
    assert ask.user_id == ana.id
    await fight.refused_to(ben, "dodge", "Nothing is asked of you")
    await fight.refused_to(fight.gm, "encounter next", "First Ana must choose")
    await fight.say(fight.gm, "encounter hand combatant:Ana", {"to": ben})
    assert next(x for x in fight.asks() if x.id == ask.id).user_id == ben.id
    await fight.refused_to(ana, "dodge", "Nothing is asked of you")
    await fight.answer(ask, ben)
    await fight.settled()
    await fight.answered()
    await fight.say(fight.gm, "encounter hand combatant:Ana", {"to": ana})
    assert fight.state[named(fight, "Ana")].controller == str(ana.id)


async def another_gm(fight: Fight) -> None:
    eva, first = fight.company.person("eva"), fight.gm
    await fight.refused_to(eva, "encounter next", "only your own turn")
    await fight.say(first, "encounter gm", {"person": eva})
    assert set(fight.follower.row.gms) == {first.id, eva.id}
    await fight.say(eva, "encounter next")
    await fight.answered()
    await fight.say(first, "encounter gm", {"person": eva, "how": "instead of me"})
    assert set(fight.follower.row.gms) == {eva.id}
    await fight.refused_to(first, "encounter add creature:Goblin", "Only the Referee")
    await fight.refused_to(eva, "encounter gm", "needs a GM", person=eva, how="no longer")
    await fight.say(eva, "encounter gm", {"person": first, "how": "instead of me"})


async def a_standing_answer(fight: Fight) -> None:
    cleo = player(fight, "cleo")
    await fight.say(cleo, "standing question:Defence answer:Always dodge")
    who = named(fight, "Cleo")
    assert dict(fight.state[who].standing) == {"defence": "dodge"}
    answers = 0
    for _ in range(40):
        acting = fight.state.actor
        if is_open_foe(fight, acting):
            await fight.company.say(fight.gm, "attack target:Cleo", at=fight.channel)
            await fight.settled()
            assert not any(ask.who == who and ask.topic == "defence" for ask in fight.asks())
            inputs = fight.follower.last.inputs
            answers += sum(given.by == "standing" for given in inputs)
            await fight.answered()
        if answers:
            break
        if fight.state.actor == acting:
            await fight.passes()
    assert answers, "Cleo was never hit"
    await fight.say(cleo, "standing question:Defence")
    assert not fight.state[who].standing


async def an_offer_taken_up(fight: Fight) -> None:
    for _ in range(60):
        acting = fight.state.actor
        if acting and fight.state[acting].player and await fight.by_command(fight.plays(acting), "attack"):
            await fight.settled()
            await fight.answered()
            number, before = fight.follower.last.no, fight.follower.last.inputs
            if await fight.offer_taken():
                step = fight.follower.steps[number]
                assert fight.follower.last.no == number, "the same step, run again from there"
                assert step.inputs[: len(before)] != before
                assert sum(given.by == "offer" for given in before) > 0
                return
        if fight.state.actor == acting:
            await fight.passes()
    raise AssertionError("nobody was made an offer")


async def undone_and_done_again(fight: Fight) -> None:
    if fight.state.actor == named(fight, "Ana"):
        await fight.passes()
    await until_turn_of(fight, named(fight, "Ana"))
    target = (await player(fight, "ana").autocomplete(fight.channel, "attack", "target")).choices[0]
    start = fight.state
    for change in ("-1", "-2", "+3"):
        await fight.say(fight.gm, "encounter set", {"combatant": "ben", "value": "hp", "to": change})
    end = fight.state
    for _ in range(3):
        await fight.say(fight.gm, "encounter undo")
    assert fight.state == start
    for _ in range(3):
        await fight.say(fight.gm, "encounter redo")
    assert fight.state == end
    await fight.refused_to(fight.gm, "encounter redo", "nothing to redo")
    await fight.say(fight.gm, "encounter undo")
    faces = []
    for _ in range(2):
        out = await fight.company.say(player(fight, "ana"), "attack", {"target": target}, at=fight.channel)
        await fight.settled()
        assert fight.follower.last.verb == "attack", out.text
        faces.append([given.value for given in fight.follower.last.inputs if given.kind == "chance"])
        await fight.say(fight.gm, "encounter undo")
    assert faces[0], "an attack rolls"
    assert faces[0] == faces[1]
    struck = fight.company.card(fight.follower.id, fight.follower.last.no, fight.channel)
    assert struck is not None
    await fight.company.world.until(lambda: "~~" in struck.text, timeout=PATIENCE, what="struck lines")


async def stopped_and_started(fight: Fight) -> None:
    await asked_to_defend(fight, "Dora")
    steps = dict(fight.follower.steps)
    ask = next(ask for ask in fight.asks() if ask.topic == "defence")
    await fight.company.bot.restart()
    fight.follower.read()
    assert fight.follower.steps == steps
    assert ask.id in [x.id for x in fight.asks()]
    await fight.answer(ask)
    await fight.settled()
    await fight.answered()


async def killed(fight: Fight) -> None:
    gate = fight.company.discord.faults.hold("POST", "/interactions/*")
    pressed = asyncio.create_task(fight.gm.slash(fight.channel, "encounter next"))
    await gate.reached()
    await fight.company.bot.kill()
    gate.open()
    await asyncio.gather(pressed, return_exceptions=True)
    fight.follower.read()
    assert fight.follower.last.verb == "next"
    await fight.company.bot.start()
    await fight.settled()
    await fight.answered()
    told_once(fight)


async def removed_at_every_place(fight: Fight) -> None:
    gm = fight.gm
    await fight.say(gm, "encounter add creature:Wolf count:5 name:Stray")
    # the acting one: the next able one's turn begins
    await until_turn_of(fight, named(fight, "Stray 2"))
    turns = able(fight)
    after = turns[turns.index(fight.state.actor) + 1]
    await fight.say(gm, "encounter remove combatant:Stray 2")
    assert fight.state.actor == after
    # one above, one below: the turn stays
    for name in ("Stray 1", "Stray 5"):
        acting = fight.state.acting
        await fight.say(gm, "encounter remove", {"combatant": named(fight, name)})
        assert fight.state.acting == acting
    # the last one at the round's end: the next round begins with its first
    number = fight.state.round
    while fight.state.actor != able(fight)[-1]:
        await fight.passes()
    assert fight.state.round == number
    await fight.say(gm, "encounter remove", {"combatant": fight.state.actor})
    assert (fight.state.round, fight.state.actor) == (number + 1, able(fight)[0])
    # and the first one, acting
    second = able(fight)[1]
    if not fight.state[fight.state.actor].player:
        await fight.say(gm, "encounter remove", {"combatant": fight.state.actor})
        assert fight.state.actor == second
    for c in list(fight.state.present()):
        if c.name.startswith("Stray"):
            await fight.say(gm, "encounter remove", {"combatant": c.id})
    await fight.refused_to(gm, "encounter remove combatant:stray", "not possible now", combatant="Stray 2")


async def paused_and_resumed(fight: Fight) -> None:
    await fight.say(fight.gm, "encounter pause")
    board = fight.board()
    assert board is not None
    assert "paused" in board.text
    await fight.refused_to(fight.gm, "encounter pause", "paused already")
    await fight.say(fight.gm, "encounter resume")
    await fight.refused_to(fight.gm, "encounter resume", "not paused")


async def one_leaves_the_server(fight: Fight) -> None:
    dora = player(fight, "dora")
    await asked_to_defend(fight, "Dora")
    dora.member(fight.company.guild).leave()
    del fight.people[dora.id]
    ask = next(ask for ask in fight.asks() if ask.topic == "defence")
    assert ask.user_id == dora.id
    await fight.answer(ask, fight.gm)
    await fight.settled()
    await fight.answered()
    await mended(fight)  # the blow may have laid Dora low
    await until_turn_of(fight, named(fight, "Dora"))
    assert await fight.by_panel(fight.gm)
    await fight.settled()
    await fight.answered()


async def one_leaves_the_fight(fight: Fight) -> None:
    cleo = player(fight, "cleo")
    await until_turn_of(fight, named(fight, "Cleo"))
    turns = able(fight)
    after = turns[(turns.index(fight.state.actor) + 1) % len(turns)]
    await fight.say(cleo, "encounter leave")
    assert not any(c.name == "Cleo" for c in fight.state.present())
    assert fight.state.actor == after
    await fight.refused_to(cleo, "encounter leave", "no combatant in this fight")


async def two_more_fights(fight: Fight) -> None:
    """One in a thread, one on another server, all at the same time."""
    here, url = fight.company, fight.company.bot.database_url
    thread = here.channel.add_thread("cellar")
    hall = here.world.add_guild("Table Two")
    dora, eva = here.person("eva"), here.world.person("dora")
    side = Fight(here, thread, dora, 5, url)
    far = Fight(here, hall.add_channel("hall"), here.person("hugo", hall), 6, url)
    players = {side: [player(fight, "ana"), player(fight, "ben")], far: [eva, here.person("pia", hall)]}
    here.world.add_member(hall, eva.user)
    for other, names in ((side, ("Rurik", "Bela")), (far, ("Ida", "Jon"))):
        await other.say(other.gm, "encounter start ruleset:openquest")
        for person, name in zip(players[other], names, strict=True):
            other.people[person.id] = person
            await other.say(person, f"encounter join character:Sellsword name:{name}")
        await other.say(other.gm, "encounter add creature:Orc count:2")
        await other.say(other.gm, "encounter begin")
    before = fight.state.round
    await asyncio.gather(fight.round(3), side.round(3), far.round(3))
    await asyncio.gather(side.round(3), far.round(3))
    assert (fight.state.round, side.state.round, far.state.round) == (before + 1, 3, 3)
    shown = await far.gm.autocomplete(far.channel, "encounter remove", "combatant", "")
    assert {c.name.split(" —")[0] for c in shown.choices} == {"Ida", "Jon", "Orc 1", "Orc 2"}
    # whoever may Manage Server ends a fight that is not theirs
    mara = here.manager("mara")
    await side.refused_to(mara, "encounter next", "only your own turn")
    out = await here.say(mara, "encounter end", at=thread)
    assert not out.ephemeral
    await side.settled()
    assert side.state.phase == ENDED
    side.follower.close()
    far.follower.close()


async def a_deadline_while_the_bot_is_down(fight: Fight) -> None:
    """The grace leaves the choice open; then the default is taken. A fight of its own, in a thread."""
    here = fight.company
    mara = here.manager("mara")
    await here.say(mara, "config deadline time:1h", at=fight.channel)
    thread = here.channel.add_thread("alley")
    late = Fight(here, thread, fight.gm, 7, here.bot.database_url)
    ana = player(fight, "ana")
    late.people[ana.id] = ana
    await late.say(late.gm, "encounter start ruleset:openquest")
    await late.say(ana, "encounter join character:Sellsword name:Ana")
    await late.say(late.gm, "encounter add creature:Orc count:2")
    await late.say(late.gm, "encounter begin")
    await asked_to_defend(late, "Ana")
    ask = next(ask for ask in late.asks() if ask.topic == "defence")
    await here.bot.stop()
    passed = datetime.now(UTC) - timedelta(hours=2)
    engine = create_engine(here.bot.database_url.replace("+aiosqlite", ""))
    with engine.begin() as connection:
        connection.execute(update(m.Ask).where(m.Ask.id == ask.id).values(deadline_at=passed))
    engine.dispose()
    started = datetime.now(UTC)
    await here.bot.start()
    await here.world.until(
        lambda: not any(x.id == ask.id for x in late.asks()), timeout=PATIENCE, what="default"
    )
    assert datetime.now(UTC) - started >= timedelta(seconds=3), "our outage cost a choice"
    await late.settled()
    assert any(given.by == "0" for given in late.follower.last.inputs), "the default was taken for nobody"
    await here.say(mara, "config deadline time:off", at=fight.channel)
    await here.say(late.gm, "encounter end", at=thread)
    late.follower.close()


def told_once(fight: Fight) -> None:
    """Every step that the table may see stands in exactly one message."""
    cards = fight.company.cards(fight.follower.id, fight.channel)
    assert {no: len(told) for no, told in cards.items() if len(told) != 1} == {}

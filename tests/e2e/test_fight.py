"""One real fight, end to end."""

from __future__ import annotations

import asyncio

from tests.e2e.evening import PATIENCE, Evening


async def attack_until_asked(evening: Evening) -> None:
    """Ana attacks on her turns until a hit asks the goblin to defend."""
    for _ in range(12):
        await evening.say(evening.ana, "attack target:Goblin")
        if evening.has_button(evening.gm, "Parry"):
            return
        if evening.has_button(evening.gm, "Falls prone"):
            await evening.press(evening.gm, "Misses a round")
        await evening.say(evening.gm, "encounter next")
        await evening.say(evening.gm, "encounter next")
    raise AssertionError("Ana never hit")


async def test_a_fight_from_start_to_end(evening: Evening) -> None:
    await evening.open_fight()
    assert evening.told("Ana's turn") == 1
    await attack_until_asked(evening)
    refused = await evening.press(evening.outsider, "Parry")
    assert refused.ephemeral
    assert "This is Goblin's choice" in refused.text
    assert evening.has_button(evening.gm, "Parry"), "nothing was changed by the refused press"
    answered = await evening.press(evening.gm, "Parry")
    assert answered.kind == "updated"
    assert not evening.has_button(evening.gm, "Parry")
    await evening.board(lambda text: "round" in text)
    ended = await evening.say(evening.gm, "encounter end")
    assert "seed of the public dice" in ended.text
    again = await evening.say(evening.ana, "attack target:Goblin", pick=False)
    assert again.ephemeral
    assert "no encounter" in again.text


async def test_a_kill_between_attack_and_defence_loses_nothing(evening_on_both: Evening) -> None:
    evening = evening_on_both
    await evening.open_fight()
    await attack_until_asked(evening)
    card = evening.with_button(evening.gm, "Parry")
    before = (await evening.window()).journal()
    await evening.bot.kill()
    await evening.bot.start()
    assert (await evening.window()).journal() == before
    answered = await evening.press(evening.gm, "Parry", on=card)
    assert answered.kind == "updated", answered.text
    after = (await evening.window()).journal()
    assert after.open is None or after.tail[-1].no == before.tail[-1].no


async def test_what_was_committed_and_not_told_is_told_once(evening: Evening) -> None:
    await evening.open_fight()
    gate = evening.discord.faults.hold("POST", "/interactions/*")
    pressed = asyncio.create_task(evening.ana.slash(evening.channel, "attack target:goblin"))
    await gate.reached()
    steps = [step for step in (await evening.window()).steps if step.verb == "attack"]
    assert len(steps) == 1, "the attack was committed before it was told"
    await evening.bot.kill()
    gate.open()
    await asyncio.gather(pressed, return_exceptions=True)
    told = evening.told("Ana attacks")
    await evening.bot.start()
    await evening.world.until(lambda: evening.told("Ana attacks") == 1, timeout=PATIENCE)
    assert told in (0, 1)
    await evening.bot.restart()
    await evening.say(evening.ana, "encounter board")
    assert evening.told("Ana attacks") == 1


async def test_the_same_interaction_twice_applies_once(evening: Evening) -> None:
    await evening.open_fight()
    before = len((await evening.window()).steps)
    evening.discord.faults.deliver_twice(times=1)
    await evening.say(evening.gm, "encounter next")
    window = await evening.window()
    assert [step.verb for step in window.steps[before:]] == ["next"]


async def test_twenty_presses_of_next_move_one_turn(evening: Evening) -> None:
    await evening.open_fight(goblins=2)
    board = await evening.board(lambda text: "Ana" in text and "turn" in text)
    before = (await evening.window()).journal().state
    label = next(b for b in board.buttons if b["label"] == "Next")
    people = [evening.gm] * 20
    outcomes = await asyncio.gather(*(p.press(board, str(label["custom_id"]), stale=True) for p in people))
    assert all(out.kind != "failed" for out in outcomes)
    window = await evening.window()
    assert [step.verb for step in window.steps].count("next") == 1
    assert window.journal().state.acting != before.acting


async def test_two_hundred_commands_at_once_lose_nothing(evening_on_both: Evening) -> None:
    evening = evening_on_both
    await evening.open_fight()
    before = (await evening.window()).journal().state["ana"].stats.hp
    assert before > 0
    changes = [
        evening.gm.slash(evening.channel, "encounter set combatant:ana value:hp to:-1") for _ in range(200)
    ]
    await asyncio.gather(*changes)
    # On a slow machine the last ones are saved after Discord gave up on them.
    async with asyncio.timeout(60):
        while len(sets := [s for s in (await evening.window()).steps if s.verb == "set"]) < 200:  # noqa: ASYNC110 - another process saves
            await asyncio.sleep(0.2)
    window = await evening.window()
    assert len(sets) == 200
    assert window.journal().state["ana"].stats.hp == before - 200
    assert sorted(s.no for s in window.steps) == list(range(1, len(window.steps) + 1))

"""`/roll` and `/check` at the practice Discord, and who reads what of them."""

from __future__ import annotations

import re

import pytest

from bot.features.app import App
from bot.practice.discord import Channel, Guild, Person
from bot.practice.discord.people import ClientRefusal, Outcome

SEES = {"me": "only me", "gm": "only the GM (I roll blind)", "me-gm": "me and the GM"}


def read(person: Person, channel: Channel) -> str:
    """All that a person reads in the channel."""
    return "\n".join(message.text for message in person.sees(channel))


async def roll(person: Person, channel: Channel, dice: str, see: str = "") -> Outcome:
    values = {"dice": dice, **({"see": SEES[see]} if see else {})}
    return await person.slash(channel, "roll", values)


# ------------------------------------------------------------------ /roll
async def test_everybody_sees_a_roll(app: App, ana: Person, ben: Person, fight: Channel) -> None:
    out = await roll(ana, fight, "2d6 + 3 [fire] # for *glory*")
    assert not out.ephemeral
    found = re.fullmatch(
        r"ana rolls 2d6 \((\d), (\d)\) \+ 3 \\\[fire\\\] = \*\*(\d+)\*\* \\# for \\\*glory\\\*", out.text
    )
    assert found
    assert int(found[1]) + int(found[2]) + 3 == int(found[3])
    assert out.text in read(ben, fight)


async def test_what_is_no_roll_is_pointed_at_privately(
    app: App, ana: Person, ben: Person, fight: Channel
) -> None:
    out = await roll(ana, fight, "2d6 dex")
    assert out.ephemeral
    assert "▸dex◂" in out.text
    assert read(ben, fight) == ""


async def test_nobody_is_pinged_by_a_roll(app: App, ana: Person, ben: Person, fight: Channel) -> None:
    out = await roll(ana, fight, f"1d6 # @everyone <@{ben.id}>")
    assert not out.reply.mentions_everyone
    assert ben.pings() == []


async def test_the_longest_roll_shows_its_total(app: App, ana: Person, fight: Channel) -> None:
    out = await roll(ana, fight, " + ".join(["5d10000"] * 20) + " # " + "x" * 150)
    assert re.search(r"= \*\*\d+\*\* ", out.text)
    assert len(out.text) <= 2000


async def test_a_roll_for_oneself(begun: App, ana: Person, ben: Person, gm: Person, fight: Channel) -> None:
    before = read(ben, fight)
    out = await roll(ana, fight, "1d6", "me")
    assert out.ephemeral
    assert out.text.startswith("ana rolls 1d6 (")
    assert read(ben, fight) == before
    assert "1d6 (" not in read(gm, fight)


async def test_a_blind_roll(begun: App, ana: Person, ben: Person, gm: Person, fight: Channel) -> None:
    out = await roll(ana, fight, "1d6", "gm")
    public = out.reply
    assert public.text.startswith("ana rolls blind: only the Referee sees the result")
    assert (await out.followup()).text == "Rolled. Only the Referee sees the result."
    for person in (ana, ben):
        pressed = await person.press(public, "For the Referee's eyes")
        assert pressed.ephemeral
        assert pressed.text == "Nothing waits for your eyes here."
        assert "1d6 (" not in read(person, fight)
    pressed = await gm.press(public, "For the Referee's eyes")
    assert pressed.ephemeral
    assert pressed.text.startswith("ana rolls 1d6 (")
    again = await gm.press(public, "For the Referee's eyes")
    assert again.text == "Nothing waits for your eyes here."


async def test_a_roll_with_the_gm(begun: App, ana: Person, ben: Person, gm: Person, fight: Channel) -> None:
    out = await roll(ana, fight, "1d6", "me-gm")
    assert out.text.startswith("ana rolls in secret with the Referee")
    mine = await out.followup()
    assert mine.text.startswith("ana rolls 1d6 (")
    assert "1d6 (" not in read(ben, fight)
    seen = await gm.press(out.reply, "For the Referee's eyes")
    assert seen.text.replace("*", "") == mine.text.replace("*", "")


async def test_what_waits_for_the_gm_comes_with_their_next_act_too(
    begun: App, ana: Person, gm: Person, fight: Channel
) -> None:
    await roll(ana, fight, "1d6", "gm")
    out = await gm.slash(fight, "encounter board")
    assert "ana rolls 1d6 (" in out.text
    assert out.ephemeral


@pytest.mark.parametrize("see", ["gm", "me-gm"])
async def test_without_a_gm_there_is_no_secret_roll(app: App, ana: Person, fight: Channel, see: str) -> None:
    out = await roll(ana, fight, "1d6", see)
    assert out.ephemeral
    assert "Nobody is GM here" in out.text


# ------------------------------------------------------------------ /check
async def check(person: Person, channel: Channel, see: str = "", more: str = "") -> Outcome:
    values = {"see": SEES[see]} if see else {}
    return await person.slash(channel, f"check skill:perception {more}", values, pick=True)


async def test_a_check_in_a_fight_is_a_step_of_it(
    begun: App, ana: Person, ben: Person, fight: Channel
) -> None:
    out = await check(ana, fight)
    assert out.text.startswith("Rurik rolls Perception 20%: ")
    assert re.search(r"-# #\d+ of fight 1", out.text)
    assert "Rurik rolls Perception" in read(ben, fight)


async def test_a_blind_check_tells_its_player_nothing(
    begun: App, ana: Person, ben: Person, gm: Person, fight: Channel
) -> None:
    out = await check(ana, fight, "gm")
    assert out.text.startswith("Rurik rolls blind: only the Referee sees the result")
    assert (await out.followup()).text == "Rolled. Only the Referee sees the result."
    for person in (ana, ben):
        assert "Perception" not in read(person, fight)
    assert "Rurik rolls Perception 20%: " in (await gm.slash(fight, "encounter board")).text


async def test_a_check_with_the_gm(begun: App, ana: Person, ben: Person, gm: Person, fight: Channel) -> None:
    out = await check(ana, fight, "me-gm")
    assert out.text.startswith("Rurik rolls in secret with the Referee")
    mine = (await out.followup()).text
    assert mine.startswith("Rurik rolls Perception 20%: ")
    assert "Perception" not in read(ben, fight)
    assert mine in (await gm.slash(fight, "encounter board")).text


async def test_a_check_for_oneself(begun: App, ana: Person, ben: Person, fight: Channel) -> None:
    before = read(ben, fight)
    out = await check(ana, fight, "me")
    assert out.ephemeral
    assert out.text.startswith("Rurik rolls Perception 20%: ")
    assert read(ben, fight) == before


async def test_what_a_hidden_foe_rolls_stays_with_the_gm(
    begun: App, ana: Person, gm: Person, fight: Channel
) -> None:
    await gm.slash(fight, "encounter add creature:Goblin name:Lurker hidden:True", pick=True)
    out = await check(gm, fight, more="combatant:Lurker")
    assert out.ephemeral
    assert "Lurker rolls Perception" in out.text
    assert "Lurker" not in read(ana, fight)
    for option in ("combatant", "target"):
        offered = await ana.autocomplete(fight, "check", option, "", {"skill": "dodge"})
        assert not [c for c in offered.choices if "Lurker" in c.name]
    out = await ana.slash(fight, "check", {"skill": "perception", "combatant": "lurker"})
    assert out.ephemeral
    assert "Lurker" not in out.text


async def test_nobody_checks_for_the_combatant_of_another(
    begun: App, ana: Person, ben: Person, gm: Person, olga: Person, fight: Channel
) -> None:
    for person, named in ((ben, "rurik"), (ana, "foe"), (olga, "rurik")):
        out = await person.slash(fight, "check", {"skill": "perception", "combatant": named})
        assert out.ephemeral
        assert "not yours" in out.text
    out = await gm.slash(fight, "check", {"skill": "perception", "combatant": "rurik"})
    assert out.text.startswith("Rurik rolls Perception")


async def test_opposed_where_the_game_has_it(begun: App, ana: Person, fight: Channel) -> None:
    offered = await ana.autocomplete(fight, "check", "target", "", {"skill": "deception"})
    assert [c.name for c in offered.choices] == [
        "Bela — opposed by Perception",
        "Foe — opposed by Perception",
    ]
    out = await ana.slash(fight, "check", {"skill": "deception", "target": "foe"})
    assert "Rurik" in out.text
    assert "Foe" in out.text


async def test_an_onlooker_checks_with_a_ready_character(begun: App, olga: Person, fight: Channel) -> None:
    out = await olga.slash(fight, "check skill:perception")
    assert out.ephemeral
    assert "With which character?" in out.text
    out = await olga.slash(fight, "check skill:dodge character:hunter modifier:20", pick=True)
    assert out.text.startswith("Hunter: Dodge 50%, modifier +20: 70%\nHunter rolls Dodge 70%: ")


async def test_options_that_are_wrong_are_named(begun: App, ana: Person, fight: Channel) -> None:
    for values, sentence in (
        ({"skill": "cooking"}, "Skill: “cooking” is not possible now"),
        ({"skill": "dodge", "modifier": "lots"}, "is not a whole number"),
        ({"skill": "dodge", "target": "dragon"}, "“dragon” is not possible now"),
    ):
        out = await ana.slash(fight, "check", values)
        assert out.ephemeral
        assert sentence in out.text
    with pytest.raises(ClientRefusal):
        await ana.slash(fight, "check")


async def test_skills_are_offered_with_their_values(
    begun: App, ana: Person, olga: Person, fight: Channel
) -> None:
    offered = await ana.autocomplete(fight, "check", "skill", "perc")
    assert [c.name for c in offered.choices] == ["Perception — 20%"]
    given = {"character": "openquest:ready:hunter"}
    offered = await olga.autocomplete(fight, "check", "skill", "dodge", given)
    assert [c.name for c in offered.choices] == ["Dodge — 50%"]
    assert (await olga.autocomplete(fight, "check", "skill", "dodge")).choices == []


async def test_in_a_thread_it_is_the_same(app: App, table: Guild, ana: Person, fight: Channel) -> None:
    thread = fight.add_thread("duel")
    out = await ana.slash(thread, "check skill:dodge character:hunter", pick=True)
    assert out.text.startswith("Hunter rolls Dodge 50%")

"""Rolls and checks: what they are, and above all who learns of them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store import AlreadyDelivered, Server, Store
from bot.table import config, encounters, history, rolls, sheets
from bot.table.people import Person, State
from bot.table.rolls import Rolled, See
from bot.table.tables import Tables
from bot.table.updates import Update
from rules.engine.procedures import Refused
from rules.engine.ruleset import Ruleset, ruleset
from tests.table.conftest import ANA, BEN, ELSEWHERE, GM, GUILD, HERE, MANAGER, OUTSIDER, begun, undone


async def kept_for(tables: Tables, person: Person) -> tuple[str, ...]:
    async with tables.at(HERE) as table:
        return await table.take_private(person)


# ------------------------------------------------------------------ dice
async def test_a_roll_shows_every_face_and_is_counted(tables: Tables, store: Store) -> None:
    rolled = await rolls.roll(tables, HERE, ANA, "2D6 + 3 # *fire*", See.ALL)
    async with store.read() as tx:
        (row,) = await tx.rolls.of(GUILD)
    first, second = row.faces
    assert all(1 <= face <= 6 for face in row.faces)
    assert row.total == first + second + 3
    assert rolled == Rolled(
        public=f"Ana rolls 2d6 ({first}, {second}) + 3 = {row.total} # *fire*", total=str(row.total)
    )
    assert not row.secret


@pytest.mark.parametrize(
    "typed", ["", "d", "2d6+", "2d6 dex", "9999999d999999999", "1d0", "__import__", "1" * 5000]
)
async def test_what_is_no_roll_is_refused_and_nothing_is_rolled(
    tables: Tables, store: Store, typed: str
) -> None:
    with pytest.raises(Refused):
        await rolls.roll(tables, HERE, ANA, typed, See.ALL)
    async with store.read() as tx:
        assert await tx.rolls.of(GUILD) == ()


async def test_every_face_comes_up_about_as_often(tables: Tables) -> None:
    counts = [0] * 6
    for _ in range(6000):
        counts[rolls.below(tables, 6)] += 1
    # chi-square with 5 degrees of freedom: 20.5 is passed once in a thousand times; the entropy is fixed
    assert sum((n - 1000) ** 2 / 1000 for n in counts) < 20.5


def test_the_ragged_end_is_drawn_again() -> None:
    draws = iter([(2**64 - 1).to_bytes(8, "big"), (7).to_bytes(8, "big")])

    class Fixed:
        @staticmethod
        def entropy(size: int) -> bytes:
            assert size == 8
            return next(draws)

    # 2**64 - 1 is beyond the last multiple of 6 (2**64 % 6 = 4), so it is not 3 but drawn again: 7 % 6 = 1
    assert rolls.below(Fixed(), 6) == 1  # type: ignore[arg-type]


async def test_what_comes_twice_is_rolled_once(tables: Tables, store: Store) -> None:
    await rolls.roll(tables, HERE, ANA, "1d6", See.ALL, "interaction 1")
    with pytest.raises(AlreadyDelivered):
        await rolls.roll(tables, HERE, ANA, "1d6", See.ALL, "interaction 1")
    async with store.read() as tx:
        assert len(await tx.rolls.of(GUILD)) == 1


async def test_a_roll_for_oneself_is_told_to_nobody_else(tables: Tables) -> None:
    await begun(tables)
    rolled = await rolls.roll(tables, HERE, ANA, "1d6", See.ME)
    assert (rolled.public, rolled.gms, rolled.gm_users) == ("", "", ())
    assert rolled.mine.startswith("Ana rolls 1d6 (")
    assert await kept_for(tables, GM) == ()


async def test_a_blind_roll_is_the_gms_alone(tables: Tables) -> None:
    await begun(tables)
    rolled = await rolls.roll(tables, HERE, ANA, "1d6", See.GM)
    assert rolled.public == "Ana rolls blind: only the Referee sees the result"
    assert rolled.mine == "Rolled. Only the Referee sees the result."
    assert rolled.gm_users == (GM.id,)
    assert await kept_for(tables, ANA) == ()
    assert await kept_for(tables, GM) == (rolled.gms,)
    assert await kept_for(tables, GM) == ()


async def test_what_was_kept_outlives_the_encounter(tables: Tables) -> None:
    await begun(tables)
    rolled = await rolls.roll(tables, HERE, ANA, "1d6", See.GM)
    async with tables.at(HERE) as table:
        table.held.kept.clear()  # as where the one who ends it has nothing to see
        await encounters.end(table, MANAGER)
    assert await rolls.for_ones_eyes(tables, rolled.encounter, BEN) == ()
    assert await rolls.for_ones_eyes(tables, rolled.encounter, GM) == (rolled.gms,)
    assert await rolls.for_ones_eyes(tables, rolled.encounter, GM) == ()


async def test_a_gms_own_blind_roll_is_seen_by_them_and_the_other_gms(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.name_gm(table, GM, BEN.id, leaving=False)
    rolled = await rolls.roll(tables, HERE, GM, "1d6", See.GM)
    assert rolled.mine.startswith("Gunnar rolls 1d6 (")
    assert rolled.gm_users == (BEN.id,)


async def test_a_roll_with_the_gm_is_seen_by_both(tables: Tables) -> None:
    await begun(tables)
    rolled = await rolls.roll(tables, HERE, ANA, "1d6", See.ME_AND_GM)
    assert rolled.public == "Ana rolls in secret with the Referee"
    assert rolled.mine == rolled.gms
    assert await kept_for(tables, GM) == (rolled.gms,)


@pytest.mark.parametrize("see", [See.GM, See.ME_AND_GM])
async def test_without_a_gm_nothing_is_rolled_for_one(tables: Tables, store: Store, see: See) -> None:
    with pytest.raises(Refused, match="Nobody is GM here"):
        await rolls.roll(tables, HERE, ANA, "1d6", see)
    with pytest.raises(Refused, match="Nobody is GM here"):
        await rolls.check_outside(tables, HERE, ANA, "openquest:ready:hunter", {"skill": "dodge"}, see)
    async with store.read() as tx:
        assert await tx.rolls.of(GUILD) == ()


# ------------------------------------------------------------------ checks in a fight
async def check(tables: Tables, person: Person, who: str, see: See, delivery: str = "") -> Update | Rolled:
    async with tables.at(HERE) as table:
        return await rolls.check_in_fight(table, person, who, {"skill": "perception"}, see, delivery)


async def told_to(tables: Tables, person: Person) -> str:
    """All that a person can read of the fight: the board, their transcript, the log for players."""
    made = await history.transcripts(tables, HERE, person, None)
    log = await history.logs(tables, HERE, person, None, {})
    async with tables.at(HERE) as table:
        board = table.board(table.viewer(person))
    lines = [entry.text for one in made for entry in one.entries]
    return "\n".join([*lines, history.written(log.open), str(board)])


async def test_an_open_check_is_told_to_the_table(tables: Tables) -> None:
    await begun(tables)
    update = await check(tables, ANA, "rurik", See.ALL)
    assert isinstance(update, Update)
    assert update.cards[0].lines[0].startswith("Rurik rolls Perception ")
    assert "Rurik rolls Perception" in await told_to(tables, BEN)


async def test_a_blind_check_is_read_by_the_gm_alone(tables: Tables) -> None:
    await begun(tables)
    update = await check(tables, ANA, "rurik", See.GM)
    assert isinstance(update, Update)
    assert update.cards[0].lines == ("Rurik rolls blind: only the Referee sees the result",)
    assert update.private == ()
    assert update.note == "Rolled. Only the Referee sees the result."
    (kept,) = await kept_for(tables, GM)
    assert kept.startswith("Rurik rolls Perception ")
    for person in (ANA, BEN, OUTSIDER):
        assert "Perception" not in await told_to(tables, person)
    assert kept in await told_to(tables, GM)


async def test_a_check_with_the_gm_is_read_by_its_player_and_the_gm(tables: Tables) -> None:
    await begun(tables)
    update = await check(tables, ANA, "rurik", See.ME_AND_GM)
    assert isinstance(update, Update)
    assert update.cards[0].lines == ("Rurik rolls in secret with the Referee",)
    (mine,) = update.private
    assert mine.user == ANA.id
    assert await kept_for(tables, GM) == mine.lines
    assert mine.lines[0] in await told_to(tables, ANA)
    assert "Perception" not in await told_to(tables, BEN)
    assert "Perception" not in history.written((await history.logs(tables, HERE, ANA, None, {})).open)


async def test_a_gm_by_role_reads_what_they_roll_and_what_is_for_gms(tables: Tables, store: Store) -> None:
    role = Person(8, "Rolf", roles=frozenset({77}))
    async with store.write() as tx:
        await tx.servers.put(Server(GUILD, gm_role=77))
    await begun(tables)
    async with tables.at(HERE) as table:
        number = table.row.id
        update = await encounters.add(table, role, encounters.Addition("Goblin", "Lurker", hidden=True))
        assert [(p.user, p.lines) for p in update.private] == [(role.id, ("Lurker joins",))]
    rolled = await check(tables, role, "foe", See.GM)
    assert isinstance(rolled, Update)
    (mine,) = rolled.private
    assert mine.lines[0].startswith("Foe rolls Perception ")
    blind = await check(tables, ANA, "rurik", See.GM)
    assert isinstance(blind, Update)
    assert blind.private == ()
    for _ in range(2):
        (line,) = await rolls.for_ones_eyes(tables, number, role)
        assert line.startswith("Rurik rolls Perception ")
    assert await rolls.for_ones_eyes(tables, number, ANA) == ()
    assert await rolls.for_ones_eyes(tables, number, MANAGER) == ()


async def test_a_check_for_oneself_leaves_no_trace(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        before = table.row.last
    rolled = await check(tables, ANA, "rurik", See.ME)
    assert isinstance(rolled, Rolled)
    assert rolled.mine.startswith("Rurik rolls Perception ")
    assert rolled == Rolled(mine=rolled.mine)
    async with tables.at(HERE) as table:
        assert table.row.last == before
    assert await kept_for(tables, GM) == ()


async def test_what_a_hidden_combatant_rolls_the_table_never_sees(tables: Tables) -> None:
    await begun(tables, "openquest", encounters.Addition("Goblin", "Lurker", hidden=True))
    for see in (See.ALL, See.GM, See.ME_AND_GM):
        update = await check(tables, GM, "lurker", see)
        assert isinstance(update, Update)
        assert not any(card.lines for card in update.cards)
        assert [line for mine in update.private for line in mine.lines if "Perception" in line]
    assert "Lurker" not in await told_to(tables, ANA)
    with pytest.raises(Refused):
        await rolls_of(tables, ANA, "Lurker")


async def rolls_of(tables: Tables, person: Person, named: str | None) -> str:
    async with tables.at(HERE) as table:
        return rolls.checker(table, person, named)


async def test_who_makes_the_check(tables: Tables) -> None:
    await begun(tables)
    assert await rolls_of(tables, ANA, None) == "rurik"
    assert await rolls_of(tables, GM, None) == "foe"
    assert await rolls_of(tables, GM, "Rurik") == "rurik"
    with pytest.raises(Refused, match="not yours"):
        await rolls_of(tables, BEN, "Rurik")
    with pytest.raises(Refused, match="no combatant"):
        await rolls_of(tables, OUTSIDER, None)
    with pytest.raises(Refused, match="not yours"):
        await check(tables, BEN, "rurik", See.ALL)
    async with tables.at(HERE) as table:
        await encounters.join(table, ANA, "Spear", name="Olaf")
        acting = table.state.actor
    if acting not in ("rurik", "olaf"):
        with pytest.raises(Refused, match="Rurik, Olaf"):
            await rolls_of(tables, ANA, None)


async def test_a_secret_check_undone_and_made_again_is_the_same(tables: Tables) -> None:
    await begun(tables)
    first = await check(tables, ANA, "rurik", See.ME_AND_GM)
    await undone(tables)
    again = await check(tables, ANA, "rurik", See.ME_AND_GM)
    assert isinstance(first, Update)
    assert isinstance(again, Update)
    assert first.private == again.private


async def test_wrong_options_of_a_check_are_named(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        for given, words in (
            ({}, "Skill is needed"),
            ({"skill": "cooking"}, "cooking"),
            ({"skill": "dodge", "modifier": "many"}, "not a whole number"),
            ({"skill": "dodge", "modifier": "999"}, "from -200 to 200"),
            ({"skill": "dodge", "luck": "1"}, "does not take"),
        ):
            with pytest.raises(Refused, match=words):
                await rolls.check_in_fight(table, ANA, "rurik", given, See.ALL)


def first_of(rules: Ruleset[Any, Any], state: State, who: str) -> dict[str, str]:
    """The first choice for everything that a check needs; 5 for numbers."""
    given: dict[str, str] = {}
    for param in rules.check_params:
        if param.required or param.kind == "number":
            found = rolls.check_choices(rules, state, who, param.name, given)
            given[param.name] = found[0].value if found else "5"
    return given


@pytest.mark.parametrize("game", ["24-system", "openquest", "c22", "katzbalger"])
async def test_every_game_has_its_own_check_in_all_kinds_of_secrecy(tables: Tables, game: str) -> None:
    await begun(tables, game)
    async with tables.at(HERE) as table:
        given = first_of(table.rules, table.sees(ANA), "rurik")
    for see in See:
        async with tables.at(HERE) as table:
            done = await rolls.check_in_fight(table, ANA, "rurik", given, see)
        assert isinstance(done, Rolled) == (see is See.ME)
        if isinstance(done, Update) and see in (See.GM, See.ME_AND_GM):
            assert all("Rurik rolls" in line for card in done.cards for line in card.lines)
            assert [card.lines for card in done.cards if len(card.lines) > 1] == []


@pytest.mark.parametrize("game", ["24-system", "openquest", "c22", "katzbalger"])
async def test_every_game_has_its_check_outside_a_fight(tables: Tables, game: str) -> None:
    entry = next(
        c.value for c in await rolls.characters(tables, ELSEWHERE, ANA) if c.value.startswith(f"{game}:")
    )
    found = await rolls.beside(tables, ELSEWHERE, ANA, entry)
    given = first_of(found.rules, found.state, rolls.OWN)
    rolled = await rolls.check_outside(tables, ELSEWHERE, ANA, entry, given, See.ALL)
    assert found.state[rolls.OWN].name in rolled.public


# ------------------------------------------------------------------ checks beside a fight
async def test_a_check_with_ones_sheet_needs_no_fight(tables: Tables) -> None:
    with pytest.raises(Refused, match="Choose one of your sheets"):
        await rolls.check_outside(tables, HERE, ANA, None, {"skill": "dodge"}, See.ALL)
    draft = await sheets.begin_new(tables, HERE, ANA, ruleset("openquest"), "Rurik", None)
    draft, _ = await sheets.fill(tables, draft, {"dex": "13"})
    await sheets.save(tables, HERE, ANA, draft)
    rolled = await rolls.check_outside(tables, HERE, ANA, None, {"skill": "dodge"}, See.ALL)
    # OQ-01: Dodge is DEX + 10
    assert rolled.public.startswith("Rurik rolls Dodge 23%: ")
    mine = await rolls.check_outside(tables, HERE, ANA, "Rurik", {"skill": "dodge"}, See.ME)
    assert (mine.public, mine.mine[:11]) == ("", "Rurik rolls")


async def test_the_servers_game_comes_before_all_others(tables: Tables) -> None:
    every = await rolls.characters(tables, HERE, ANA)
    assert {c.value.partition(":")[0] for c in every} >= {"openquest", "c22", "katzbalger"}
    await config.set_ruleset(tables, HERE, MANAGER, ruleset("c22"))
    assert {c.value.partition(":")[0] for c in await rolls.characters(tables, HERE, ANA)} == {"c22"}


async def test_a_check_beside_a_fight_is_shown_to_its_gm_when_wanted(tables: Tables) -> None:
    await begun(tables)
    given = {"skill": "dodge"}
    blind = await rolls.check_outside(tables, HERE, OUTSIDER, "openquest:ready:hunter", given, See.GM)
    assert (blind.public, blind.gm_users) == (
        "Olga rolls blind: only the Referee sees the result",
        (GM.id,),
    )
    assert await kept_for(tables, GM) == (blind.gms,)
    with pytest.raises(Refused, match="Nobody is GM here"):
        await rolls.check_outside(tables, ELSEWHERE, OUTSIDER, "openquest:ready:hunter", given, See.GM)


async def test_nobody_checks_with_the_sheet_of_another(tables: Tables) -> None:
    draft = await sheets.begin_new(tables, HERE, ANA, ruleset("openquest"), "Secret", None)
    sheet = await sheets.save(tables, HERE, ANA, draft)
    for typed in ("Secret", f"openquest:sheet:{sheet.id}", f"sheet:{sheet.id}"):
        with pytest.raises(Refused):
            await rolls.beside(tables, HERE, BEN, typed)

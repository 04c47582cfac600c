"""The life of an encounter: opening, people, turns, pause, GMs, the end."""

from __future__ import annotations

import pytest

from bot.store import Server
from bot.table import acts, encounters
from bot.table.board import turn_token
from bot.table.encounters import Addition
from bot.table.people import Person
from bot.table.tables import Tables
from rules.engine.dice import commitment
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC

from .conftest import ANA, BEN, ELSEWHERE, GM, HERE, MANAGER, OUTSIDER, Clock, begun


async def test_who_starts_is_gm_and_the_dice_are_bound(tables: Tables) -> None:
    update = await encounters.start(tables, HERE, GM, "openquest", "The ford")
    async with tables.at(HERE) as table:
        assert list(table.gms) == [GM.id]
        seeds = table.held.journal.seeds
        assert update.cards[0].lines == ("The encounter opens",)
        (line,) = update.cards[0].asides
        assert commitment(seeds.public) in line
        assert commitment(seeds.secret) in line


async def test_a_second_encounter_in_the_channel_is_refused_and_elsewhere_is_not(tables: Tables) -> None:
    await encounters.start(tables, HERE, GM, "openquest", None)
    with pytest.raises(Refused, match="has an encounter already"):
        await encounters.start(tables, HERE, ANA, "c22", None)
    await encounters.start(tables, ELSEWHERE, ANA, "c22", None)


async def test_the_game_must_be_known_or_set(tables: Tables) -> None:
    with pytest.raises(Refused, match="no game of this bot"):
        await encounters.start(tables, HERE, GM, "chess", None)
    with pytest.raises(Refused, match="Which game"):
        await encounters.start(tables, HERE, GM, None, None)
    async with tables.store.write() as tx:
        await tx.servers.put(Server(HERE.guild, ruleset="c22"))
    await encounters.start(tables, HERE, GM, None, None)
    async with tables.at(HERE) as table:
        assert table.rules.id == "c22"


async def test_a_start_role_keeps_others_out(tables: Tables) -> None:
    async with tables.store.write() as tx:
        await tx.servers.put(Server(HERE.guild, start_role=77))
    with pytest.raises(Refused, match="certain role"):
        await encounters.start(tables, HERE, ANA, "openquest", None)
    with_role = Person(ANA.id, ANA.name, roles=frozenset({77}))
    await encounters.start(tables, HERE, with_role, "openquest", None)


async def test_an_encounter_keeps_the_options_it_began_with(tables: Tables) -> None:
    async with tables.store.write() as tx:
        await tx.servers.put(Server(HERE.guild, options={"openquest": {"intent": "declare"}}, deadline=60))
    await encounters.start(tables, HERE, GM, "openquest", None)
    async with tables.store.write() as tx:
        await tx.servers.put(Server(HERE.guild, deadline=None))
    async with tables.at(HERE) as table:
        assert table.state.option("intent") == "declare"
        assert table.row.settings["deadline"] == 60


async def test_joining_and_adding(tables: Tables) -> None:
    await encounters.start(tables, HERE, GM, "openquest", None)
    async with tables.at(HERE) as table:
        await encounters.join(table, ANA, "Sellsword", name="Rurik")
        with pytest.raises(Refused, match="With which character"):
            await encounters.join(table, BEN, None)
        with pytest.raises(Refused, match="Only the Referee"):
            await encounters.add(table, ANA, Addition("Goblin"))
        await encounters.add(table, GM, Addition("Goblin", count=3))
        await encounters.add(table, GM, Addition(name="Mayor", health=7, side="townsfolk"))
        await encounters.add(table, GM, Addition("Troll", hidden=True))
        with pytest.raises(Refused, match="name and a health"):
            await encounters.add(table, GM, Addition(health=3))
        s = table.state
        assert [c.name for c in s.present()] == [
            "Rurik",
            "Goblin 1",
            "Goblin 2",
            "Goblin 3",
            "Mayor",
            "Troll",
        ]
        assert s["rurik"].controller == ANA.user
        assert s["mayor"].stats.hp == 7
        assert len({c.group for c in s.present() if c.name.startswith("Goblin")}) == 1
        assert [r.name for r in table.board(PUBLIC).rows] == [
            "Rurik",
            "Goblin 1",
            "Goblin 2",
            "Goblin 3",
            "Mayor",
        ]
        assert "Troll" in [r.name for r in table.board(table.viewer(GM)).rows]


async def test_the_gm_alone_begins_and_removes_and_a_player_leaves(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        foe = next(c.id for c in table.state.present() if not c.player)
        with pytest.raises(Refused, match="Only the Referee"):
            await encounters.remove(table, ANA, foe)
        with pytest.raises(Refused, match="Your combatant: “foe” is not possible"):
            await encounters.leave(table, ANA, foe)
        await encounters.leave(table, ANA, None)
        assert "rurik" not in [c.id for c in table.state.present()]
        with pytest.raises(Refused, match="no combatant"):
            await encounters.leave(table, ANA, None)


async def test_removing_the_acting_one_gives_the_turn_to_the_next(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        order = [slot.who for slot in table.state.order]
        assert table.state.actor == order[0]
        await encounters.remove(table, GM, order[0])
        assert table.state.actor == order[1]
        await encounters.next_turn(table, GM)
        assert table.state.actor == order[2]
        await encounters.remove(table, GM, order[2])
        assert (table.state.actor, table.state.round) == (order[1], 2)


async def test_a_late_press_of_next_moves_nothing(tables: Tables, clock: Clock) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        token = turn_token(table.state)
        await encounters.next_turn(table, GM, "a", turn=token)
        moved = turn_token(table.state)
        update = await encounters.next_turn(table, GM, "b", turn=token)
        assert update.note == "That turn has passed already."
        assert turn_token(table.state) == moved


async def test_next_by_two_people_within_two_seconds_counts_once(tables: Tables, clock: Clock) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.name_gm(table, GM, OUTSIDER.id, leaving=False)
        await encounters.next_turn(table, GM)
        after = turn_token(table.state)
        clock.forward(seconds=1)
        await encounters.next_turn(table, OUTSIDER)
        assert turn_token(table.state) == after
        clock.forward(seconds=2)
        await encounters.next_turn(table, OUTSIDER)
        assert turn_token(table.state) != after


async def test_within_two_seconds_the_next_one_may_end_their_own_turn(tables: Tables, clock: Clock) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        players = {ANA.user: ANA, BEN.user: BEN}
        first, second = (players[table.state[slot.who].controller] for slot in table.state.order[:2])
        foe = table.state.order[2].who
        await encounters.next_turn(table, first)
        await encounters.next_turn(table, second)
        assert table.state.actor == foe


async def test_within_two_seconds_next_counts_once_something_was_done(tables: Tables, clock: Clock) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.name_gm(table, GM, OUTSIDER.id, leaving=False)
        await encounters.next_turn(table, GM)
        after = turn_token(table.state)
        await acts.declare(table, OUTSIDER, "act", {"detail": "looks around"}, which="Something else")
        await encounters.next_turn(table, OUTSIDER)
        assert turn_token(table.state) != after


async def test_a_player_ends_only_their_own_turn(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        acting = table.state[table.state.actor]
        mine, other = (ANA, BEN) if acting.controller == ANA.user else (BEN, ANA)
        with pytest.raises(Refused, match=f"only your own turn; it is {acting.name}'s"):
            await encounters.next_turn(table, other)
        await encounters.next_turn(table, mine)
        assert table.state.actor != acting.id


async def test_undo_and_redo_any_number_of_steps(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        states = [table.state]
        for _ in range(80):
            await encounters.next_turn(table, GM)
            states.append(table.state)
        for state in reversed(states[:-1]):
            await encounters.undo(table, GM)
            assert table.state == state
        for state in states[1:]:
            await encounters.redo(table, GM)
            assert table.state == state
        with pytest.raises(Refused, match="nothing to redo"):
            await encounters.redo(table, GM)
        with pytest.raises(Refused, match="Only the Referee"):
            await encounters.undo(table, ANA)


async def test_undo_reaches_behind_what_a_restart_loads(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        for _ in range(100):
            await encounters.next_turn(table, GM)
        rounds = table.state.round
    again = Tables(tables.store, clock=tables.clock, entropy=tables.entropy)
    async with again.at(HERE) as table:
        assert table.state.round == rounds
        for _ in range(100):
            await encounters.undo(table, GM)
        assert (table.state.round, table.state.acting) == (1, table.state.order[0].id)


async def test_gms_are_named_handed_over_and_one_always_stays(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        with pytest.raises(Refused, match="Only the Referee"):
            await encounters.name_gm(table, ANA, ANA.id, leaving=False)
        with pytest.raises(Refused, match="needs a GM"):
            await encounters.drop_gm(table, GM, GM.id)
        await encounters.name_gm(table, MANAGER, MANAGER.id, leaving=False)
        await encounters.name_gm(table, GM, ANA.id, leaving=True)
        assert list(table.gms) == [MANAGER.id, ANA.id]
        await encounters.drop_gm(table, ANA, MANAGER.id)
        assert list(table.gms) == [ANA.id]


async def test_a_handed_combatant_is_the_other_players(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.hand_over(table, GM, "rurik", BEN.id)
        assert set(table.own(BEN)) == {"rurik", "bela"}
        assert table.own(ANA) == ()
        await encounters.hand_over(table, GM, "rurik", None)
        assert "rurik" in table.own(GM)


async def test_pause_and_resume(tables: Tables, clock: Clock) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.pause(table, GM)
        assert table.board(PUBLIC).paused
        with pytest.raises(Refused, match="paused already"):
            await encounters.pause(table, GM)
        clock.forward(days=400)
        await encounters.resume(table, GM)
        assert not table.board(PUBLIC).paused
        with pytest.raises(Refused, match="not paused"):
            await encounters.resume(table, GM)


async def test_the_end_reveals_the_seed_and_frees_the_channel(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        with pytest.raises(Refused, match="Only the Referee"):
            await encounters.end(table, ANA)
        seed = table.held.journal.seeds.public.hex()
        update = await encounters.end(table, MANAGER)
        assert update.ended
        assert update.cards[-1].lines == ("The encounter ends",)
        assert seed in update.cards[-1].asides[-1]
    with pytest.raises(Refused, match="no encounter"):
        async with tables.at(HERE):
            pass
    await encounters.start(tables, HERE, GM, "openquest", None)


async def test_the_same_delivery_counts_once(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.next_turn(table, GM, "press-1")
        after = table.state
        again = await encounters.next_turn(table, GM, "press-1")
        assert again.repeated
        assert table.state == after


async def test_a_players_cards_are_told_to_the_player_and_not_pressed_on_the_gm(tables: Tables) -> None:
    await begun(tables, "c22")
    players = {ANA.user: ANA, BEN.user: BEN}
    drew: set[str] = set()
    async with tables.at(HERE) as table:
        for _ in range(3):
            actor = table.state[table.state.actor]
            update = await encounters.next_turn(table, GM)
            mine = {line for shown in update.private for line in shown.lines}
            told = {p.user: set(await table.take_private(p)) for p in (ANA, BEN)}
            for user in players:
                drew |= {line for line in told[user] if " draws " in line}
            own = {c.name for c in table.state.present() if not c.controller}
            assert all(line.startswith(tuple(own)) for line in mine), (actor.name, mine)
    assert {line.split(" draws ")[0] for line in drew} == {"Rurik", "Bela"}


async def test_an_encounter_is_not_there_for_another_server(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        number = table.row.id
    async with tables.of(number, HERE.guild) as table:
        assert table.row.id == number
    with pytest.raises(Refused, match="has ended"):
        async with tables.of(number, HERE.guild + 1):
            pass

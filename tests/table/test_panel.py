"""The private panel: a whole attack in three presses, what was chosen kept, what is illegal never offered."""

from __future__ import annotations

import pytest

from bot.table import acts, encounters, overrules, panel
from bot.table.panel import PanelDraft
from bot.table.session import Table
from bot.table.tables import Tables
from rules.engine.procedures import Refused

from .conftest import ANA, BEN, GM, HERE, OUTSIDER, begun
from .test_answers import hit


async def until_rurik(table: Table) -> None:
    """Turns pass until Rurik acts."""
    while table.state.actor != "rurik":
        await encounters.next_turn(table, GM)


async def test_open_target_confirm_is_a_whole_attack(tables: Tables) -> None:
    await begun(tables, "openquest", encounters.Addition("Goblin", count=2))
    async with tables.at(HERE) as table:
        await until_rurik(table)
        view, draft = panel.draw(table, ANA, await panel.load(table, ANA))  # press 1: My turn
        assert view.own_turn
        assert view.verb == "attack"
        assert not view.missing
        target = next(p for p in view.params if p.name == "target")
        other = target.choices[1].value
        draft = panel.choose(draft, "target", other)  # press 2
        view, draft = panel.draw(table, ANA, draft)
        steps = table.held.journal.last
        update, draft = await panel.confirm(table, ANA, draft, view.turn)  # press 3
        assert table.held.journal.last == steps + 1
        assert table.held.journal.tail[-1].verb == "attack"
        assert update.cards
        assert draft.last["attack"]["target"] == other


async def test_what_was_chosen_and_not_done_is_there_again_in_this_turn_and_not_in_the_next(
    tables: Tables,
) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await until_rurik(table)
        first, draft = panel.draw(table, ANA, PanelDraft())
        other = next(c.value for c in first.verbs if c.value != "attack")
        _, draft = panel.draw(table, ANA, PanelDraft("rurik", other, {}, draft.last, draft.turn))
        await panel.keep(table, ANA, draft)
        again, _ = panel.draw(table, ANA, panel.reopened(table, await panel.load(table, ANA)))
        assert again.verb == other
        await encounters.next_turn(table, GM)
        await until_rurik(table)
        later, _ = panel.draw(table, ANA, panel.reopened(table, await panel.load(table, ANA)))
        assert later.verb == "attack"


async def test_the_last_action_and_weapon_are_chosen_already(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await until_rurik(table)
        _, draft = panel.draw(
            table, ANA, PanelDraft(last={"attack": {"target": "foe", "weapon": "nothing there"}})
        )
        assert draft.args["target"] == "foe"
        assert draft.args["weapon"] != "nothing there"


async def test_whom_one_attacked_last_is_not_chosen_again_once_they_are_down(tables: Tables) -> None:
    await begun(tables, "openquest", encounters.Addition("Goblin", "Foe", count=2))
    async with tables.at(HERE) as table:
        await until_rurik(table)
        last = PanelDraft(last={"attack": {"target": "foe2", "weapon": "Longsword"}})
        assert panel.draw(table, ANA, last)[1].args["target"] == "foe2"
        await overrules.set_field(table, GM, "foe2", "Hit points", "=-2")
        await overrules.set_field(table, GM, "foe2", "State", "out")
        view, draft = panel.draw(table, ANA, last)
        assert draft.args["target"] == "foe1"
        target = next(p for p in view.params if p.name == "target")
        assert "foe2" in [c.value for c in target.choices], "it can still be chosen"


async def test_the_chance_beside_a_manner_counts_what_is_ticked_and_typed(tables: Tables) -> None:
    # Close Combat 60, +20 from higher ground, +10 typed
    await begun(tables)
    async with tables.at(HERE) as table:
        await until_rurik(table)
        plain = {"target": "foe", "weapon": "Longsword", "manner": "standard"}
        for more, chance in (({}, "60%"), ({"called": "higher", "modifier": "10"}, "90%")):
            draft = PanelDraft("rurik", "attack", {**plain, **more})
            view, _ = panel.draw(table, ANA, draft)
            manner = next(p for p in view.params if p.name == "manner")
            assert next(c.hint for c in manner.choices if c.value == "standard") == chance


async def test_what_was_chosen_is_kept_through_a_restart(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await until_rurik(table)
        _, draft = panel.draw(table, ANA, PanelDraft())
        await panel.keep(table, ANA, panel.choose(draft, "modifier", "-20"))
    again = Tables(tables.store, clock=tables.clock, entropy=tables.entropy)
    async with again.at(HERE) as table:
        assert (await panel.load(table, ANA)).args["modifier"] == "-20"


async def test_a_panel_of_an_earlier_turn_declares_nothing(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await until_rurik(table)
        view, draft = panel.draw(table, ANA, PanelDraft())
        await encounters.next_turn(table, GM)
        with pytest.raises(Refused, match="earlier turn"):
            await panel.confirm(table, ANA, draft, view.turn)


async def test_out_of_turn_the_panel_says_whose_turn_it_is(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await until_rurik(table)
        view, _ = panel.draw(table, BEN, PanelDraft())
        assert view.name == "Bela"
        assert not view.own_turn
        assert "attack" not in [c.value for c in view.verbs]


async def test_an_outsider_has_no_panel(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        with pytest.raises(Refused, match="You play nobody in this fight"):
            panel.draw(table, OUTSIDER, PanelDraft())


async def test_another_verbs_arguments_do_not_carry_over(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await until_rurik(table)
        view, draft = panel.draw(table, ANA, PanelDraft())
        other = next(c.value for c in view.verbs if c.value != "attack")
        _, changed = panel.draw(table, ANA, PanelDraft("rurik", other, draft.args))
        assert changed.verb == other
        assert "modifier" not in changed.args


async def test_attacking_out_of_turn_and_with_anothers_combatant_is_refused(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await until_rurik(table)
        with pytest.raises(Refused, match="It is Rurik's turn"):
            await acts.declare(table, BEN, "attack", {"target": "foe"})
        with pytest.raises(Refused, match="Rurik is not yours"):
            await acts.declare(table, BEN, "attack", {"target": "foe"}, named="Rurik")
        with pytest.raises(Refused, match="“Smaug” is not possible now"):
            await acts.declare(table, ANA, "attack", {"target": "Smaug"})
        with pytest.raises(Refused, match=r"has no /draw\. It has /attack, /move, /act, /trigger\.$"):
            await acts.declare(table, ANA, "draw", {})


async def test_before_the_fight_nothing_is_declared(tables: Tables) -> None:
    await encounters.start(tables, HERE, GM, "openquest", None)
    async with tables.at(HERE) as table:
        await encounters.join(table, ANA, "Sellsword", name="Rurik")
        with pytest.raises(Refused, match="has not begun"):
            await acts.declare(table, ANA, "attack", {"target": "rurik"})


async def test_someone_hidden_who_acts_comes_into_view(tables: Tables) -> None:
    await begun(tables, "openquest", encounters.Addition("Goblin", "Sneak", hidden=True))
    async with tables.at(HERE) as table:
        await until_rurik(table)
        with pytest.raises(Refused, match="Nobody can be attacked now"):
            await acts.declare(table, ANA, "attack", {"target": "sneak"})
        while table.state.actor != "sneak":
            await encounters.next_turn(table, GM)
        assert table.board(table.viewer(ANA)).acting == ""
        await acts.declare(table, GM, "attack", {"target": "rurik"})
        assert not table.state["sneak"].hidden


async def test_a_panel_opens_with_what_can_be_done_as_it_stands(tables: Tables) -> None:
    # C22: with nobody in a sword's reach an attack has no target (a friend is none), so moving comes first
    await begun(tables, "c22")
    async with tables.at(HERE) as table:
        await until_rurik(table)
        view, _ = panel.draw(table, ANA, PanelDraft())
        assert (view.verb, view.missing) == ("attack", ())
        put = {"target": "foe", "where": table.state.ground.zones[-1]}
        await acts.direct(table, GM, acts.verb_for(table, GM, "place", "zone", ""), put)
        view, _ = panel.draw(table, ANA, PanelDraft())
        assert (view.verb, view.missing) == ("move", ())


async def test_a_panel_opens_with_a_move_where_no_attack_as_it_stands_is_possible(tables: Tables) -> None:
    # OpenQuest: 12 m away only a charge reaches, which costs the reactions and is never taken by itself
    await begun(tables)
    async with tables.at(HERE) as table:
        await until_rurik(table)
        far = {"target": "rurik", "where": "foe", "detail": "12"}
        await acts.direct(table, GM, acts.verb_for(table, GM, "place", "range", ""), far)
        view, _ = panel.draw(table, ANA, PanelDraft())
        assert (view.verb, view.missing) == ("attack", ()), "the free move reaches"
        await acts.direct(table, GM, acts.verb_for(table, GM, "place", "range", ""), far | {"detail": "25"})
        for last in ({}, {"attack": {"target": "foe"}}):
            view, _ = panel.draw(table, ANA, PanelDraft(last=last))
            assert view.verb == "close"
        view, _ = panel.draw(table, ANA, PanelDraft("rurik", "attack"))
        assert view.verb == "attack", "who chooses it sees it"


async def test_out_of_turn_nothing_is_chosen_by_itself(tables: Tables) -> None:
    # 24-System: Guard may be dropped at any time, and "Do it" must not be the button that does so by a slip
    await begun(tables, "24-system")
    async with tables.at(HERE) as table:
        await until_rurik(table)
        view, draft = panel.draw(table, BEN, PanelDraft())
        assert [c.words for c in view.verbs] == ["Drop Guard"]
        assert view.verb == ""
        with pytest.raises(Refused):
            await panel.confirm(table, BEN, draft, view.turn)
        chosen, _ = panel.draw(table, BEN, PanelDraft(view.who, view.verbs[0].value))
        assert chosen.verb == view.verbs[0].value


async def test_while_a_choice_waits_the_panel_says_whose(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await hit(table)
        view, _ = panel.draw(table, BEN, PanelDraft())
        assert view.why_not is not None
        assert view.why_not.startswith("First Rurik must choose: ")


async def test_what_is_chosen_at_the_beginning_of_combat_can_be_declared_before_it(tables: Tables) -> None:
    # Katzbalger's melee mode (KB-30); everything else waits for the fight
    await encounters.start(tables, HERE, GM, "katzbalger", "The ford")
    async with tables.at(HERE) as table:
        await encounters.join(table, ANA, "Fencer", name="Rurik")
        await acts.declare(table, ANA, "act", {"detail": "Defensive"}, which="Mode")
        for command, which in (("act", "Take the Groove"), ("attack", None)):
            with pytest.raises(Refused, match="The fight has not begun"):
                await acts.declare(table, ANA, command, {"target": "Rurik"}, which=which)
        await encounters.begin(table, GM)
        assert table.state["rurik"].stats.mode == "defensive"
        assert table.state.round == 2, "its single action is lost in the first round of the mode (KB-31)"


@pytest.mark.parametrize(
    ("words", "kept"),
    [(" -20 ", "-20"), ("nul\x00\ud83d\n2", "nul 2"), ("\udc00", None), ("x" * 500, "x" * 400)],
)
async def test_what_was_typed_is_kept_as_far_as_a_database_takes_it(
    tables: Tables, words: str, kept: str | None
) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await panel.keep(table, ANA, panel.typed(panel.PanelDraft(), "modifier", words))
        assert (await panel.load(table, ANA)).args.get("modifier") == kept


async def test_whose_combatant_is_charmed_is_told_that_it_comes_back(tables: Tables) -> None:
    # C22 (CT-34): Charmed 3 gives the turn to the source's player, here the Dealer
    await encounters.start(tables, HERE, GM, "c22", "The gate")
    async with tables.at(HERE) as table:
        await encounters.join(table, ANA, "Blade", name="Rurik")
        await encounters.add(table, GM, encounters.Addition("Thug", "Foe"))
        effect = acts.verb_for(table, GM, "place", "effect", "")
        await acts.direct(table, GM, effect, {"target": "rurik", "detail": "Charmed (3)"})
        await encounters.begin(table, GM)
        await until_rurik(table)
        with pytest.raises(Refused, match=r"^Somebody else plays Rurik this turn; after it you do again\.$"):
            panel.draw(table, ANA, PanelDraft())
        with pytest.raises(Refused, match="You play nobody in this fight"):
            panel.draw(table, OUTSIDER, PanelDraft())
        await encounters.next_turn(table, GM)
        assert panel.draw(table, ANA, PanelDraft())[0].name == "Rurik"

"""Turns pass, people come and go: the marker, the edges, who is skipped."""

import pytest

from rules.engine import frame, overrule
from rules.engine.effects import GM, TABLE
from rules.engine.encounter import ENDED, FIGHTING
from rules.engine.procedures import Refused
from tests.rules.engine.turning import FOUR, after, done, turns, where
from tests.rules.toy import blows
from tests.rules.toy.people import fighting, gathering, person


# ------------------------------------------------------------------ begin, next, end
def test_the_fight_begins_with_the_best() -> None:
    begun = done(frame.begin(), gathering("ana", "orc"), 2, 9)
    assert (where(begun.s), begun.s.phase) == ((1, "orc"), FIGHTING)
    assert begun.told() == ["Round 1", "orc's turn (14)"]
    assert begun.s["orc"].stats.acts == 1, "the start of the turn has fired"


def test_it_begins_once_and_not_without_anybody_nor_after_its_end() -> None:
    for s, why in (
        (fighting("ana"), "begun already"),
        (gathering(), "Nobody is here"),
        (after(gathering("ana"), frame.end("00")), "has ended"),
    ):
        with pytest.raises(Refused, match=why):
            done(frame.begin(), s)


def test_turns_pass_in_order_and_into_the_next_round() -> None:
    s = fighting(*FOUR)
    seen = [where(s := after(s, frame.pass_turn())) for _ in range(5)]
    assert seen == [(2, "orc"), (2, "ben"), (2, "rat"), (3, "ana"), (3, "orc")]


def test_those_who_cannot_act_are_skipped_and_stay() -> None:
    s = fighting(*FOUR, orc={"hits": 0}, ben={"hits": 0})
    assert where(after(s, frame.pass_turn())) == (2, "rat")
    s = fighting(*FOUR, rat={"hits": 0})
    assert where(after(s, *turns(3))) == (3, "ana")


def test_nothing_passes_before_the_fight() -> None:
    for call in (frame.pass_turn(), frame.back()):
        with pytest.raises(Refused, match="has not begun"):
            done(call, gathering("ana"))


def test_when_nobody_can_act_every_next_is_one_round() -> None:
    s = fighting("ana", "orc", ana={"hits": 0}, orc={"hits": 0})
    stuck = done(frame.pass_turn(), s)
    assert where(stuck.s) == (3, "")
    assert (stuck.lines[-1].to, stuck.told()[-1][:15]) == (GM, "Nobody can act.")
    again = after(stuck.s, frame.pass_turn())
    assert where(again) == (4, "")
    revived = after(again, overrule.set_value("orc", "hits", 3), frame.pass_turn())
    assert where(revived) == (4, "orc")


def test_the_end() -> None:
    ended = done(frame.end("abcd"), fighting("ana"))
    assert (ended.s.phase, ended.told()) == (
        ENDED,
        ["The encounter ends", "The seed of the public dice was abcd"],
    )
    for call in (frame.end("abcd"), frame.join(person("ben"))):
        with pytest.raises(Refused, match="has ended"):
            done(call, ended.s)


def test_a_spent_turn_passes_within_the_step() -> None:
    s = fighting("ana", "orc")
    assert where(done(frame.act("ana", blows.strike("ana", "orc")), s, 9, "keep").s) == (2, "orc")
    two = fighting("ana", "orc", ana={"acts": 2})
    assert where(done(frame.act("ana", blows.strike("ana", "orc")), two, 9, "keep").s) == (2, "ana")


def test_a_step_of_the_gm_does_not_pass_a_spent_turn() -> None:
    s = fighting("ana", "orc", ana={"acts": 0})
    assert where(after(s, frame.act("", overrule.set_value("orc", "hits", 3)))) == (2, "ana")


def test_one_who_acts_out_of_hiding_is_seen() -> None:
    s = fighting("spy", "ana")
    seen = done(frame.act("spy", blows.strike("spy", "ana")), s, 9, "keep")
    assert (seen.s["spy"].hidden, seen.told()[0], seen.lines[0].to) == (False, "spy comes into view", TABLE)


def test_the_turn_of_somebody_hidden_is_told_to_the_gm_alone() -> None:
    passed = done(frame.pass_turn(), fighting("ana", "spy"))
    assert [(line.to, text) for line, text in zip(passed.lines, passed.told(), strict=True)] == [
        (GM, "spy's turn")
    ]


# ------------------------------------------------------------------ leaving
@pytest.mark.parametrize("at", range(4))
def test_when_the_acting_one_is_removed_the_next_one_acts(at: int) -> None:
    s = after(fighting(*FOUR), *turns(at))
    assert s.actor == FOUR[at]
    s = after(s, frame.leave(FOUR[at], True))
    expected = [(2, "orc"), (2, "ben"), (2, "rat"), (3, "ana")]
    assert where(s) == expected[at]
    assert s[s.actor].stats.acts == 1, "its start has fired"


@pytest.mark.parametrize("acting", range(4))
@pytest.mark.parametrize("gone", range(4))
def test_when_another_is_removed_the_turn_stays_and_passes_to_the_right_one(acting: int, gone: int) -> None:
    if acting == gone:
        return
    s = after(fighting(*FOUR), *turns(acting))
    s = s.with_stats(FOUR[acting], acts=7)
    s = after(s, frame.leave(FOUR[gone], True))
    assert (where(s), s[FOUR[acting]].stats.acts) == ((2, FOUR[acting]), 7)
    following = [who for who in FOUR[acting + 1 :] if who != FOUR[gone]]
    first = next(who for who in FOUR if who != FOUR[gone])
    assert where(after(s, frame.pass_turn())) == ((2, following[0]) if following else (3, first))


def test_the_last_one_at_the_rounds_end_with_nobody_else_able() -> None:
    s = fighting("ana", "orc", ana={"hits": 0})
    s = after(s, frame.pass_turn())
    s = after(s, frame.leave("orc", True))
    assert where(s) == (3, "")


def test_who_is_not_there_cannot_leave() -> None:
    s = after(fighting(*FOUR), frame.leave("rat", True))
    for who in ("rat", "nobody"):
        with pytest.raises(Refused, match="not in this fight"):
            done(frame.leave(who, True), s)


def test_names_stay_after_leaving() -> None:
    s = after(fighting(*FOUR), frame.leave("rat", True))
    assert (s["rat"].name, s.here("rat"), len(s.order)) == ("Rat", False, 4)


# ------------------------------------------------------------------ joining
@pytest.mark.parametrize("at", range(3))
def test_joining_moves_no_turn_and_fires_nothing(at: int) -> None:
    three = ("ana", "orc", "ben")
    s = after(fighting(*three), *turns(at)).with_stats(three[at], acts=7)
    s = after(s, frame.join(person("rat")))
    assert (where(s), s[three[at]].stats.acts) == ((2, three[at]), 7)
    assert where(after(s, *turns(3 - at))) == (2, "rat")


def test_joining_a_fight_in_which_nobody_could_act_begins_a_turn() -> None:
    s = after(fighting("ana", ana={"hits": 0}), frame.pass_turn(), frame.join(person("ben")))
    assert (where(s), s["ben"].stats.acts) == ((3, "ben"), 1)


def test_joining_before_the_fight_takes_no_place_yet() -> None:
    s = after(gathering("ana"), frame.arrive((person("ben"), person("orc"))))
    assert ([c.id for c in s.present()], s.order) == (["ana", "ben", "orc"], ())


def test_coming_back_keeps_the_place_and_gives_no_second_turn() -> None:
    s = after(fighting(*FOUR), *turns(2), frame.leave("orc", True), frame.join(person("orc", hits=2)))
    assert ([slot.id for slot in s.order], s["orc"].stats.hits) == (list(FOUR), 2)
    assert [where(s := after(s, frame.pass_turn())) for _ in range(3)] == [(2, "rat"), (3, "ana"), (3, "orc")]


def test_somebody_hidden_joins_and_leaves_for_the_gm_alone() -> None:
    joined = done(frame.join(person("spy")), fighting("ana"))
    left = done(frame.leave("spy", True), joined.s)
    assert [(x.lines[0].to, x.told()) for x in (joined, left)] == [(GM, ["spy joins"]), (GM, ["spy leaves"])]


# ------------------------------------------------------------------ back
def test_back_gives_the_turn_to_the_one_before_and_fires_nothing() -> None:
    s = after(fighting(*FOUR), *turns(2)).with_stats("orc", acts=5)
    s = after(s, frame.back())
    assert (where(s), s["orc"].stats.acts) == ((2, "orc"), 5)
    again = done(frame.pass_turn(), s.with_stats("ben", acts=5))
    assert (where(again.s), again.s["ben"].stats.acts) == ((2, "ben"), 5), "ben's start does not fire twice"
    assert again.told() == ["ben's turn"]


def test_back_does_not_give_a_turn_to_the_dead_or_gone() -> None:
    s = after(fighting(*FOUR), *turns(3))
    s = s.with_stats("ben", hits=0)
    s = after(s, frame.leave("orc", True), frame.back())
    assert where(s) == (2, "ana")


def test_one_who_was_skipped_and_can_act_after_all_has_its_start_fired() -> None:
    s = after(fighting(*FOUR, orc={"hits": 0}), frame.pass_turn(), frame.back())
    s = after(s, overrule.set_value("orc", "hits", 4), frame.pass_turn())
    assert (where(s), s["orc"].stats.acts) == ((2, "orc"), 1)


def test_back_over_the_rounds_edge_and_forth_fires_nothing_again() -> None:
    s = fighting("ana", "orc", number=1)
    s = done(frame.act("ana", blows.strike("ana", "orc")), s, 5, "none", 2).s
    s = after(s, frame.pass_turn())
    assert (where(s), s["orc"].stats.hits) == ((2, "ana"), 4), "what was held back has counted"
    s = after(s, frame.back())
    assert where(s) == (1, "orc")
    s = after(s, overrule.set_value("orc", "hits", 6))
    forth = done(frame.pass_turn(), s)
    assert (where(forth.s), forth.s["orc"].stats.hits) == ((2, "ana"), 6)
    assert forth.told() == ["ana's turn"], "no second “Round 2”"


def test_back_stops_at_the_first_turn_and_after_one_round() -> None:
    with pytest.raises(Refused, match="first turn"):
        done(frame.back(), done(frame.begin(), gathering("ana", "orc"), 9, 1).s)
    s = after(done(frame.begin(), gathering("ana", "orc"), 9, 1).s, *turns(4))
    assert where(s) == (3, "ana")
    s = after(s, frame.back(), frame.back())
    assert where(s) == (2, "ana")
    with pytest.raises(Refused, match="no further: use undo"):
        done(frame.back(), s)
    s = after(s.with_stats("orc", acts=5), frame.pass_turn())
    assert (where(s), s["orc"].stats.acts) == ((2, "orc"), 5), "its start has fired, two rounds ago"
    assert where(after(s, frame.pass_turn())) == (3, "ana")


def test_what_happens_after_a_step_back_over_an_edge_that_has_fired_waits_for_the_next() -> None:
    s = after(fighting("ana", "orc", number=1), *turns(2), frame.back(), frame.back())
    assert where(s) == (1, "ana")
    s = done(frame.act("ana", blows.strike("ana", "orc")), s.with_stats("ana", acts=1), 5, "none", 2).s
    s = after(s, frame.pass_turn())
    assert (where(s), s.ground.held, s["orc"].stats.hits) == ((2, "ana"), (("orc", 2),), 6)
    assert after(s, *turns(2))["orc"].stats.hits == 4


def test_back_to_somebody_hidden_is_told_to_the_gm_alone() -> None:
    s = after(fighting("ana", "spy", "orc"), *turns(2))
    assert [line.to for line in done(frame.back(), s).lines] == [GM]


def test_back_when_nobody_acts_goes_to_the_last_who_can() -> None:
    s = after(fighting("ana", "orc", ana={"hits": 0}, orc={"hits": 0}), frame.pass_turn())
    s = after(s, overrule.set_value("ana", "hits", 2), frame.back())
    assert where(s) == (3, "ana")


def test_back_when_nobody_can_act_is_refused() -> None:
    s = after(fighting("ana", "orc"), *turns(2)).with_stats("orc", hits=0).with_stats("ana", hits=0)
    with pytest.raises(Refused, match="Nobody before"):
        done(frame.back(), s)


# ------------------------------------------------------------------ opening, secrets
def test_the_encounter_opens_with_what_binds_its_dice() -> None:
    opened = done(frame.opened("12ab", "34cd"), gathering())
    assert opened.told() == [
        "The encounter opens",
        "The dice are fixed from now on. SHA-256 of their seeds: public 12ab, secret 34cd",
    ]


def test_of_a_secret_roll_the_table_is_told_that_there_was_one() -> None:
    s = fighting("ana", "spy")
    for who, audience in (("ana", TABLE), ("spy", GM)):
        call = frame.in_secret(who, "{0} listens", blows.tested(who, "listen"))
        told = done(call, s, 3)
        assert (told.result, told.lines[0].to, told.told()) == ("hit", audience, [f"{who} listens"])


# ------------------------------------------------------------------ the GM overrules
def test_a_value_is_overruled() -> None:
    s = fighting("ana", "spy")
    told = done(overrule.set_value("ana", "hits", 3), s)
    assert (told.s["ana"].stats.hits, told.told(), told.lines[0].to) == (3, ["ana: hits now 3"], TABLE)
    assert done(overrule.set_value("spy", "hits", 3), s).lines[0].to == GM


def test_who_has_whom_in_hand_and_where_is_set() -> None:
    s = fighting("ana", "orc")
    handed = done(overrule.set_combatant("ana", "controller", "u-ben"), s)
    assert (handed.s["ana"].controller, handed.told()) == ("u-ben", ["ana is in other hands now"])
    turned = done(overrule.set_combatant("orc", "side", "heroes"), s)
    assert (turned.s.friends("ana"), turned.told()) == (("orc",), ["orc is now on the side of heroes"])
    assert done(overrule.set_combatant("orc", "hidden", True), s).told() == []
    shown = done(
        overrule.set_combatant("orc", "hidden", False),
        after(s, overrule.set_combatant("orc", "hidden", True)),
    )
    assert shown.told() == ["orc comes into view"]


def test_a_tie_is_settled_by_hand_without_moving_the_turn() -> None:
    s = after(fighting(*FOUR), frame.pass_turn())
    s = after(s, overrule.reorder(("ana", "ben", "orc", "rat")))
    assert where(s) == (2, "orc")
    assert where(after(s, frame.pass_turn())) == (2, "rat")
    with pytest.raises(Refused, match="every slot of this round once"):
        done(overrule.reorder(("ana", "ben")), s)


def test_a_standing_answer_is_set_and_taken_back() -> None:
    s = after(fighting("ana"), overrule.set_standing("ana", "defend", "duck"))
    assert dict(s["ana"].standing) == {"defend": "duck"}
    assert dict(after(s, overrule.set_standing("ana", "defend", ""))["ana"].standing) == {}


def test_notes_are_kept_until_cleared() -> None:
    s = fighting("ana")
    open_note = done(overrule.add_note("mind the {0} bridge", "", False), s)
    assert (open_note.told(), open_note.lines[0].to) == (["Noted: mind the {0} bridge"], TABLE)
    secret = done(overrule.add_note("a trap", "ana", True), open_note.s)
    assert (secret.lines[0].to, [n.id for n in secret.s.notes]) == (GM, ["n1", "n2"])
    assert done(overrule.add_note("it sneaks", "spy", False), fighting("ana", "spy")).lines[0].to == GM
    cleared = after(secret.s, overrule.drop_note("n1"))
    assert [n.text for n in cleared.notes] == ["a trap"]
    with pytest.raises(Refused, match="no such note"):
        done(overrule.drop_note("n1"), cleared)


def test_new_ids_are_short_plain_and_not_taken() -> None:
    s = fighting("ana", "orc")
    assert [frame.new_id(s, name) for name in ("Ana", "Gob Lin!", "龍", "GM", "table", "x" * 40)] == [
        "ana-2",
        "goblin",
        "c",
        "gm-2",
        "table-2",
        "x" * 12,
    ]

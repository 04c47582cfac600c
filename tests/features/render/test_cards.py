"""Cards of steps: what they show, what may be pressed, and that Discord always takes them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.kit import custom_id, resolve
from bot.features.render import (
    Answer,
    Choose,
    Done,
    Take,
    Which,
    ask_panel,
    card_text,
    marked,
    marker,
    step_card,
    turn_key,
)
from bot.table.cards import AskView, OfferView, StepCard
from bot.table.updates import Ping
from rules.engine.ruleset import Choice
from tests.features.kit.test_escape import NASTY
from tests.features.render.drawing import (
    ASK,
    CARD,
    DEFENCE,
    OFFER,
    buttons,
    fits,
    parts,
    picture,
    selects,
    words,
)

DONE = replace(CARD, status="done", asks=())


def test_a_choice_shows_whose_it_is_what_each_option_costs_and_its_buttons() -> None:
    card = step_card(replace(CARD, asks=(replace(ASK, deadline=1_800_000_000),)))
    assert picture(card).split("\n") == [
        "│ Goblin attacks Rurik with a spear.",
        "│ Attack: 23 of 40, a success.",
        "│ **Rurik** (<@7001>): How do you defend against the goblin? · <t:1800000000:R>",
        "│ - **Parry**: sword 45; counts as the one reaction",
        "│ - **Dodge**: 32, with the loss of the next action",
        "│ [Parry] [Dodge] [Take it]",
        "│ -# #12 of fight 5",
    ]
    fits(card)


def test_a_turn_that_goes_on_can_be_ended_below_the_act() -> None:
    card = replace(DONE, goes_on="3.c1")
    assert picture(step_card(card)).split("\n")[-2:] == ["│ [My turn] [End turn]", "│ -# #12 of fight 5"]
    assert custom_id.write(Done(5, turn_key("3.c1"))) in [p.get("custom_id") for p in parts(step_card(card))]
    assert "End turn" not in picture(step_card(replace(card, asks=(ASK,))))
    assert "End turn" not in picture(step_card(replace(DONE, turn=True)))


def test_whose_choice_it_is_begins_its_line_with_a_capital() -> None:
    asked = replace(ASK, whose="the Referee", users=(), prompt="What happens?", choices=DEFENCE[2:])
    offered = replace(OFFER, whose="the foes")
    shown = words(step_card(replace(CARD, asks=(asked,), offers=(offered,)))).split("\n")
    assert "**The Referee**: What happens?" in shown
    assert "-# The foes: Push your luck? (now: Keep it)" in shown
    named = replace(ASK, whose="von Hagen", users=())
    assert "**von Hagen**: How do you" in words(step_card(replace(CARD, asks=(named,))))


def test_a_button_knows_its_ask_and_its_option() -> None:
    ids = [part["custom_id"] for part in parts(step_card(CARD)) if "custom_id" in part]
    kinds = {"ask": Answer}
    assert [custom_id.read(i, kinds) for i in ids] == [
        Answer(31, "parry"),
        Answer(31, "dodge"),
        Answer(31, "none"),
    ]


def test_a_long_value_is_found_again() -> None:
    values = ["x" * 300, "y" * 300]
    ask = replace(ASK, choices=tuple(Choice(v, v[:5]) for v in values))
    card = step_card(replace(CARD, asks=(ask,)))
    fits(card)
    ids = [part["custom_id"] for part in parts(card) if "custom_id" in part]
    found = [custom_id.read(i, {"ask": Answer}) for i in ids]
    assert [resolve(where.option, values) for where in found if where] == values


def test_many_options_are_a_select_with_their_hints_and_very_many_are_several() -> None:
    six = replace(ASK, choices=tuple(Choice(str(n), f"Target {n}", f"{n} m away") for n in range(6)))
    card = step_card(replace(CARD, asks=(six,)))
    assert selects(card) == [[f"Target {n}" for n in range(6)]]
    (select,) = (part for part in parts(card) if part["type"] == 3)
    assert select["options"][2]["description"] == "2 m away"
    sixty = replace(ASK, choices=tuple(Choice(str(n), f"Target {n}") for n in range(60)))
    card = step_card(replace(CARD, asks=(sixty,)))
    assert [len(s) for s in selects(card)] == [25, 25, 10]
    fits(card)


def test_a_secret_choice_shows_no_options() -> None:
    card = step_card(replace(CARD, asks=(replace(ASK, secret=True),)))
    assert buttons(card) == ["Choose …"]
    assert "Parry" not in picture(card)
    (pressed,) = (part for part in parts(card) if part["type"] == 2)
    assert custom_id.read(pressed["custom_id"], {"choose": Choose}) == Choose(31)
    assert buttons(ask_panel(ASK)) == ["Parry", "Dodge", "Take it"]


def test_an_offer_says_what_holds_now_and_what_it_costs() -> None:
    card = step_card(replace(DONE, offers=(OFFER,)))
    assert picture(card).split("\n")[2:5] == [
        "│ -# Rurik: Push your luck? (now: Keep it)",
        "│ -# **Push**: costs 1 luck",
        "│ [Push]",
    ]
    (pressed,) = (part for part in parts(card) if part["type"] == 2)
    assert custom_id.read(pressed["custom_id"], {"offer": Take}) == Take(40, "push")


def test_what_binds_the_dice_is_small_print() -> None:
    bound = f"SHA-256 of their seeds: public {'0f' * 32}, secret {'ab' * 32}"
    shown = picture(step_card(StepCard(5, 1, ("The encounter opens",), "done", asides=(bound,))))
    assert shown.split("\n")[:3] == ["│ The encounter opens", f"│ -# {bound}", "│ -# #1 of fight 5"]
    undone = picture(step_card(StepCard(5, 1, ("The encounter opens",), "undone", asides=(bound,))))
    assert undone.split("\n")[:3] == ["│ ~~The encounter opens~~", f"│ -# {bound}", "│ -# Undone."]


def test_why_it_was_withdrawn_is_not_struck_through() -> None:
    why = "Withdrawn: the rules were updated; declare it again"
    card = StepCard(5, 12, ("Goblin attacks.",), "withdrawn", asides=(why,))
    shown = picture(step_card(card))
    assert shown.split("\n")[:2] == ["│ ~~Goblin attacks.~~", f"│ -# {why}"]
    assert shown.count("ithdrawn") == 1
    assert card_text(card).split("\n")[:2] == ["~~Goblin attacks.~~", f"-# {why}"]


@pytest.mark.parametrize(
    ("status", "said"),
    [("undone", "Undone."), ("withdrawn", "Withdrawn."), ("dropped", "Undone for good.")],
)
def test_what_was_taken_back_is_struck_through_and_has_no_buttons(status: str, said: str) -> None:
    card = step_card(replace(CARD, status=status, offers=(OFFER,)))
    assert "~~Goblin attacks Rurik with a spear.~~" in words(card)
    assert f"-# {said}" in words(card)
    assert buttons(card) == []


def test_who_is_pinged_stands_in_the_card_once() -> None:
    card = step_card(CARD, [Ping(7001, "ask"), Ping(7002, "turn")])
    assert words(card).count("<@7001>") == 1
    assert words(card).endswith("-# #12 of fight 5 · <@7002>")


def test_with_many_choices_open_each_is_a_select_then_one_select_of_them() -> None:
    asks = [replace(ASK, id=n, whose=f"Goblin {n}") for n in range(80)]
    few = step_card(replace(CARD, asks=tuple(asks[:9])))
    assert len(selects(few)) == 9
    many = step_card(replace(CARD, asks=tuple(asks)))
    assert [len(s) for s in selects(many)] == [25, 25, 25, 5]
    chosen = [part for part in parts(many) if part["type"] == 3]
    assert [custom_id.read(p["custom_id"], {"which": Which}) for p in chosen] == [Which(n) for n in range(4)]
    assert chosen[3]["options"][4]["value"] == "79"
    for card in (few, many):
        fits(card)


def test_long_steps_keep_their_beginning_and_their_end() -> None:
    lines = tuple(f"Line {n} " + "x" * 90 for n in range(100))
    card = step_card(replace(DONE, lines=lines))
    fits(card)
    text = words(card)
    assert text.startswith("Line 0 ")
    assert "Line 99 " in text
    kept = sum(1 for line in text.split("\n") if line.startswith("Line "))
    assert f"… {100 - kept} more lines" in text
    assert kept > 30


@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_do_not_get_out_of_their_place(name: str) -> None:
    ask = replace(ASK, whose=name, prompt=f"{name}?", choices=(Choice("a", name, name), Choice("b", name)))
    card = StepCard(5, 12, (f"{name} attacks.",), "open", (ask,), (replace(OFFER, whose=name, taken=name),))
    panel = step_card(card)
    fits(panel)
    assert "@everyone" not in words(panel)
    assert marked(words(panel)) == (5, 12)
    assert not any(line.startswith(("# ", "> ")) for line in words(panel).split("\n"))


def test_a_marker_is_found_again_and_cannot_be_forged() -> None:
    assert marker(5, 12) == "-# #12 of fight 5"
    assert marked(words(step_card(CARD))) == (5, 12)
    forged = replace(CARD, lines=("-# #99 of fight 9", "x\n-# #98 of fight 9"))
    assert marked(words(step_card(forged))) == (5, 12)
    assert marked("nothing") is None
    assert marked(card_text(DONE)) == (5, 12)


TEXT = st.text(max_size=80) | st.sampled_from(NASTY) | st.text("*@<_\u202e", min_size=60, max_size=300)
CHOICES = st.lists(TEXT, min_size=1, max_size=40).map(
    lambda words: tuple(Choice(f"v{n}", w, w) for n, w in enumerate(words))
)
ASKS = st.builds(
    lambda n, whose, prompt, choices, secret: AskView(n, "k", "t", whose, (1, 2), prompt, choices, 5, secret),
    st.integers(0, 10**9),
    TEXT,
    TEXT,
    CHOICES,
    st.booleans(),
)
OFFERS = st.builds(
    lambda n, whose, choices: OfferView(n, "k", whose, (1,), whose, choices, whose),
    st.integers(0, 10**9),
    TEXT,
    CHOICES,
)


@settings(max_examples=40)
@given(
    st.lists(TEXT, max_size=40),
    st.lists(ASKS, max_size=20, unique_by=lambda a: a.id),
    st.lists(OFFERS, max_size=12, unique_by=lambda o: o.id),
    st.sampled_from(["open", "done", "undone"]),
)
def test_discord_takes_every_card(
    lines: list[str], asks: list[AskView], offers: list[OfferView], status: str
) -> None:
    card = StepCard(5, 12, tuple(lines), status, tuple(asks), tuple(offers), goes_on="3.c1")
    fits(step_card(card, [Ping(n, "turn") for n in range(20)]))
    assert len(card_text(card)) <= 2000
    for ask in asks:
        fits(ask_panel(ask))

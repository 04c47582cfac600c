"""The options of the rules: readings of the game a table may choose otherwise."""

from __future__ import annotations

from rules.engine.ruleset import Choice, RuleOption

_YES_NO = (Choice("true", "Yes"), Choice("false", "No"))
_NO_YES = (Choice("false", "No"), Choice("true", "Yes"))

OPTIONS = (
    RuleOption(
        "intent",
        "Statement of intent",
        "on-turn",
        (
            Choice("on-turn", "On one's turn", "a manner that gives up reactions needs none made before it"),
            Choice(
                "declare", "At the start of the round", "everyone declares; only declared manners can be used"
            ),
        ),
        "When a manner that changes the defences of the whole round must be chosen (OQ-21).",
    ),
    RuleOption(
        "critical_parry_fumbles_attacker",
        "A critical parry makes the attacker fumble",
        True,
        _YES_NO,
        "Against a plain success, as the text on parries has it (OQ-37).",
    ),
    RuleOption(
        "one_modifier",
        "Only the largest modifiers",
        False,
        _NO_YES,
        "In close combat only the largest situational bonus and the largest penalty count (OQ-39).",
    ),
    RuleOption(
        "charge_loses_reactions",
        "A charge gives up reactions",
        True,
        _YES_NO,
        "Who charges makes no defensive reaction this round (OQ-48).",
    ),
    RuleOption(
        "field_stabilise",
        "Stabilise in the fight",
        True,
        _YES_NO,
        "One action and a Healing test save a dying ally; otherwise it takes minutes no fight has (OQ-63).",
    ),
)

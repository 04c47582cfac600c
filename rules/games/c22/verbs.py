"""Everything that can be declared, under its slash command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.engine.effects import Call
from rules.engine.encounter import GATHERING
from rules.engine.procedures import Refused
from rules.engine.ruleset import Args, Param, Verb

from . import choices, ways
from .attack import attack, not_acting, skill_forbids, use_skill
from .choices import needs_meters, needs_zones
from .dealer import (
    grant,
    put_in_zone,
    set_ambush,
    set_apart,
    set_dealers_deck,
    set_effect,
    set_zones,
    upgrade_deck,
)
from .drawing import draw_freely
from .moving import (
    MOVEMENT,
    cannot_move,
    disengage,
    disengage_forbids,
    move,
    stand_forbids,
    stand_up,
    walk,
    walk_forbids,
)
from .position import between, engaged
from .state import State
from .turns import begin_again, lost_to, play, taken_by

Ready = Callable[[State, str], str | None]


def number(args: Args, key: str, default: int, low: int, high: int) -> int:
    """A number among the arguments. Refused when it is none or out of its range."""
    text = args.get(key, "").strip().replace("−", "-") or str(default)
    try:
        n = int(text)
    except ValueError:
        raise Refused(f"“{text}” is no whole number.") from None
    if not low <= n <= high:
        raise Refused(f"That is a number from {low} to {high}, not {n}.")
    return n


def ids(args: Args, key: str) -> tuple[str, ...]:
    """Several ids among the arguments, comma-separated."""
    return tuple(dict.fromkeys(x.strip() for x in args.get(key, "").split(",") if x.strip()))


def either(*reasons: Callable[[State, str], str | None]) -> Ready:
    """The first reason that speaks against it."""
    return lambda s, who: next((why for reason in reasons if (why := reason(s, who))), None)


# ------------------------------------------------------------------ what they call
def _attack(s: State, who: str, args: Args) -> Call[Any]:
    weapon = args.get("weapon") or ways.default_weapon(s, who, args) or ways.main_weapon(s, who)
    modifier = number(args, "modifier", 0, -20, 20)
    return attack(who, args.get("target", ""), weapon, args.get("manner", ""), modifier)


def _play(s: State, who: str, args: Args) -> Call[Any]:
    return play(who, choices.plan_of(s, who, args.get("card", ""), args.get("as", "weapon")))


def _draw(s: State, who: str, args: Args) -> Call[Any]:
    granted = s[who].stats.granted
    if s.actor == who and not s[who].stats.turn.open and not (granted and taken_by(s, who)):
        return begin_again(who)
    return draw_freely(who, number(args, "count", max(1, granted), 1, 5))


def _walk(away: bool) -> Callable[[State, str, Args], Call[Any]]:
    def call(s: State, who: str, args: Args) -> Call[Any]:
        target, most = args.get("target", ""), s[who].stats.movement
        if not away and target in s.combatants:
            most = min(most, between(s, who, target) or most)
        return walk(who, target, number(args, "where", most, 1, 1000), away)

    return call


def _disengage(s: State, who: str, args: Args) -> Call[Any]:
    foes = ids(args, "target") or ids({"target": choices.everyone_engaging(s, who, args) or ""}, "target")
    return disengage(who, foes, args.get("where", MOVEMENT))


def _skill(s: State, who: str, args: Args) -> Call[Any]:
    target = number(args, "target", 0, 0, 100) if args.get("target") else None
    return use_skill(who, args.get("detail", ""), target)


def _upgrade(s: State, who: str, args: Args) -> Call[Any]:
    old = args.get("where", "")
    return upgrade_deck(args.get("target", ""), "" if old == choices.ADD else old, args.get("detail", ""))


def _effect(s: State, who: str, args: Args) -> Call[Any]:
    effect, _, strength = args.get("detail", "").partition(" ")
    return set_effect(
        args.get("target", ""), effect.lower(), number({"n": strength}, "n", 1, 1, 3), args.get("where", "")
    )


def _ambush(s: State, who: str, args: Args) -> Call[Any]:
    side = args.get("target", "")
    return set_ambush("" if side == "-" else side, ids(args, "detail"))


def _distance(s: State, who: str, args: Args) -> Call[Any]:
    return set_apart(args.get("target", ""), ids(args, "detail"), number(args, "where", 6, 0, 1000))


def _grant(s: State, who: str, args: Args) -> Call[Any]:
    return grant(args.get("target", ""), number(args, "detail", 1, 1, 5), number(args, "where", 0, -1, 1))


# ------------------------------------------------------------------ why not
def _draw_ready(s: State, who: str) -> str | None:
    anew = s.actor == who and not s[who].stats.turn.open
    effect = taken_by(s, who)
    if s[who].stats.granted > 0 or (anew and not effect):
        return None
    if anew:
        return lost_to(effect)
    return "Your two cards of a turn are drawn by themselves. The Dealer can let you draw more."


def _play_ready(s: State, who: str) -> str | None:
    why = not_acting(s, who)
    if why:
        return why
    if any(choices.uses(s, who, {"card": card}) for card in s[who].stats.hand):
        return None
    return "The cards of this turn are played."


def _disengage_ready(s: State, who: str) -> str | None:
    why = not_acting(s, who)
    if why:
        return why
    near = [f for f in engaged(s, who) if f not in s[who].stats.turn.free_of]
    if not near:
        return "No enemy has you in reach."
    return disengage_forbids(s, who, tuple(near[:1]))


def _skill_ready(s: State, who: str) -> str | None:
    why = not_acting(s, who)
    if why or choices.skills(s, who, {}):
        return why
    reasons = [skill_forbids(s, who, k.name) for k in s[who].stats.skills]
    return next((r for r in reasons if r), "There is no skill on this sheet.")


def _stand_ready(s: State, who: str) -> str | None:
    return not_acting(s, who) or stand_forbids(s, who)


def _zone_ready(s: State, who: str) -> str | None:
    if choices.zones(s, who, {}):
        return None
    return "There is no zone you could move to."


def _before_the_fight(s: State, who: str) -> str | None:
    return None if s.phase == GATHERING else "That is set before the fight begins."


def _first_zone(s: State, who: str, args: Args) -> str | None:
    return next((c.value for c in choices.zones(s, who, args)), None)


def _first_meters(away: bool) -> Callable[[State, str, Args], str | None]:
    return lambda s, who, args: next((c.value for c in choices.meters(s, who, args, away=away)), None)


def _meters(away: bool) -> Callable[[State, str, Args], choices.Choices]:
    return lambda s, who, args: choices.meters(s, who, args, away=away)


def _people(away: bool) -> Callable[[State, str, Args], choices.Choices]:
    return lambda s, who, args: choices.people(s, who, args, away=away)


def _next_to_all(s: State, who: str) -> str | None:
    return None if choices.people(s, who, {}, away=False) else "There is nobody you could move nearer to."


def _next_to(s: State, who: str, args: Args) -> choices.Choices:
    everybody = choices.people(s, who, args, away=True)
    return tuple(replace(c, hint=walk_forbids(s, who, c.value, 1, away=False) or "") for c in everybody)


def _walker(name: str, label: str, away: bool) -> Verb:
    return Verb(
        name, "move", label, "CT-25, 50, 57", _walk(away),
        either(lambda s, who: needs_meters(s), cannot_move, *(() if away else (_next_to_all,))),
        (
            Param(
                "target", "Away from whom" if away else "Towards whom", "choice", _people(away),
                barred=None if away else _next_to,
            ),
            Param("where", "Meters", "choice", _meters(away), required=False, default=_first_meters(away)),
        ),
        hint="one movement action",
    )  # fmt: skip


PLAYERS = (
    Verb(
        "attack", "attack", "Attack", "CT-22 to 34", _attack, either(not_acting, ways.attack_ready),
        (
            Param(
                "target", "Target", "choice", ways.targets, default=ways.default_target,
                barred=ways.barred_targets,
            ),
            Param(
                "weapon", "Weapon or power", "choice", ways.weapons, False, ways.default_weapon,
                barred=ways.barred_weapons,
            ),
            Param("manner", "Cards", "choice", ways.manners, False, ways.default_manner),
            Param("modifier", "Modifier to Accuracy", "number", required=False, low=-20, high=20),
        ),
        hint="weapon card + bonuses above Avoidance",
    ),
    Verb(
        "move", "move", "Move to a zone", "CT-25, 57",
        lambda s, who, args: move(who, args.get("where", "")),
        either(lambda s, who: needs_zones(s), cannot_move, _zone_ready),
        (Param("where", "Zone", "choice", choices.zones, default=_first_zone),),
        hint="one movement action",
    ),
    _walker("approach", "Move towards", away=False),
    _walker("withdraw", "Move away", away=True),
    Verb(
        "disengage", "move", "Disengage", "CT-58", _disengage, _disengage_ready,
        (
            Param("target", "Enemies", "many", choices.engaging, default=choices.everyone_engaging),
            Param("where", "Paid with", "choice", choices.payments, required=False,
                  default=lambda s, who, args: choices.payments(s, who, args)[0].value),
        ),
        hint="one movement or main action per enemy, no opening to them",
    ),
    Verb(
        "stand", "move", "Stand up", "CT-34", lambda s, who, args: stand_up(who), _stand_ready,
        hint="one movement action",
    ),
    Verb(
        "play", "play", "Play a card", "CT-26", _play, _play_ready,
        (Param("card", "Card", "choice", choices.hand), Param("as", "Play it as", "choice", choices.uses)),
        hint="a maneuver before you act, or the weapon card",
    ),
    Verb(
        "skill", "act", "Use a skill", "CT-22", _skill, _skill_ready,
        (
            Param("detail", "Skill", "choice", choices.skills, barred=choices.barred_skills),
            Param("target", "Target number", "number", required=False, low=0, high=100),
        ),
        hint="one main action",
    ),
    Verb(
        "draw", "draw", "Draw", "CT-06, 20", _draw, _draw_ready,
        (Param("count", "Cards", "number", required=False, low=1, high=5),),
        who="any", hint="what the Dealer lets you draw",
    ),
)  # fmt: skip

DEALERS = (
    Verb(
        "zones", "place", "Name the zones", "CT-50", lambda s, who, args: set_zones(args.get("detail", "")),
        lambda s, who: needs_zones(s),
        (Param("detail", "Zones: “Gate, Yard, Tower” or “Gate - Yard, Gate - Tower”", "text"),), who="gm",
    ),
    Verb(
        "zone", "place", "Place someone in a zone", "CT-50",
        lambda s, who, args: put_in_zone(ids(args, "target"), args.get("where", "")),
        lambda s, who: needs_zones(s),
        (
            Param("target", "Who", "many", choices.everybody),
            Param("where", "Zone", "choice", choices.all_zones),
        ),
        who="gm", interrupts=True,
    ),
    Verb(
        "distance", "place", "Set a distance", "CT-50",
        _distance,
        lambda s, who: needs_meters(s),
        (
            Param("target", "Who", "choice", choices.everybody),
            Param("detail", "From whom", "many", choices.the_others),
            Param("where", "Meters", "number", low=0, high=1000),
        ),
        who="gm", interrupts=True,
    ),
    Verb(
        "ambush", "place", "Set an ambush", "CT-42", _ambush, _before_the_fight,
        (
            Param("target", "Ambushing side", "choice", choices.sides),
            Param("detail", "Who reacted in time", "many", choices.reacting, required=False),
        ),
        who="gm",
    ),
    Verb(
        "effect", "place", "Put an effect on someone", "CT-34", _effect,
        params=(
            Param("target", "Who", "choice", choices.everybody),
            Param("detail", "Effect and tier", "choice", choices.effects),
            Param("where", "Caused by", "choice", choices.the_others, required=False),
        ),
        who="gm", interrupts=True,
    ),
    Verb(
        "grant", "place", "Let someone draw", "CT-06",
        _grant,
        params=(
            Param("target", "Who", "choice", choices.everybody),
            Param("detail", "Cards", "number", None, False, lambda s, who, args: "1", 1, 5),
            Param("where", "How", "choice", choices.edges, False, lambda s, who, args: "0"),
        ),
        who="gm", interrupts=True,
    ),
    Verb(
        "dealers_deck", "place", "Choose the Dealer's deck", "CT-02",
        lambda s, who, args: set_dealers_deck(args.get("detail", "balanced")), _before_the_fight,
        (Param("detail", "Cards (S2, H8, RJ …) or “balanced”", "text"),), who="gm",
    ),
    Verb(
        "upgrade", "place", "Upgrade a deck", "CT-08", _upgrade, _before_the_fight,
        (
            Param("target", "Whose deck", "choice", choices.deck_owners),
            Param("where", "Card", "choice", choices.old_cards),
            Param("detail", "Becomes", "choice", choices.new_cards),
        ),
        who="gm", hint="between fights",
    ),
)  # fmt: skip

VERBS = (*PLAYERS, *DEALERS)

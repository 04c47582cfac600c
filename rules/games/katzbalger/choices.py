"""What can be chosen now for each parameter of a verb, likeliest first, with cost and effect in words."""

from __future__ import annotations

from rules.engine.effects import Option
from rules.engine.ruleset import Args

from .attack import GROOVE, SUBDUAL, UNAWARE, hit_parts
from .chances import Easy
from .changes import Ranged
from .data import APART, HEALING, RANGES
from .director import common_skills
from .moves import AWAY, CLOSER, break_parts, break_ways
from .rounds import MODE_HINTS, may_be_instant
from .sheet import MODES, State, Weapon
from .values import (
    ATTACK,
    CHARGE,
    LUNGE,
    MANNERS,
    holders,
    holding,
    in_hand,
    range_of,
    tied_together,
    weapon_of,
    why_not,
)

Choices = tuple[Option, ...]
EVERYONE = "all"


# ------------------------------------------------------------------ attack
def targets(s: State, who: str, args: Args) -> Choices:
    """Whom it can attack in some way now: those in reach first, foes before friends."""
    found: list[tuple[tuple[int, ...], Option]] = []
    foes, armed = s.foes(who), _armed(s, who)
    for n, other in enumerate((*foes, *s.friends(who))):
        plain = any(why_not(s, who, other, w, ATTACK) is None for w in armed)
        if not plain and not _some_way(s, who, other, armed):
            continue
        at = range_of(s, who, other)
        rank = (
            int(other not in foes),
            int(not plain),
            0 if in_hand(s, who).gun else at,
            n,
        )
        found.append((rank, Option(other, s[other].name, _target_hint(s, who, other))))
    return tuple(option for _, option in sorted(found, key=lambda x: x[0]))


def any_target(s: State, who: str) -> bool:
    """Whether there is anybody whom it can attack in some way now."""
    armed = _armed(s, who)
    return any(_some_way(s, who, other, armed) for other in (*s.foes(who), *s.friends(who)))


def _some_way(s: State, who: str, target: str, armed: list[Weapon]) -> bool:
    return any(why_not(s, who, target, w, m) is None for w in armed for m in MANNERS)


def _armed(s: State, who: str) -> list[Weapon]:
    """Its weapons, the one in hand first."""
    hand = in_hand(s, who)
    return sorted(s[who].stats.sheet.weapons.values(), key=lambda w: w.name != hand.name) or [hand]


def _target_hint(s: State, who: str, other: str) -> str:
    weapon = in_hand(s, who)
    where = RANGES[range_of(s, who, other)]
    if why_not(s, who, other, weapon, ATTACK) is not None:
        return where
    return f"{where}, {weapon.spoken}{hit_words(s, who, other, weapon, ATTACK)}"


def hit_percent(s: State, who: str, other: str, weapon: Weapon, manner: str, *, aware: bool = True) -> int:
    """The chance to hit in percent, if nobody parries; of a Lunge or Charge at the range where it ends."""
    c = s[who].stats
    if manner in (LUNGE, CHARGE):
        s = Ranged(who, other, weapon.optimum).apply(s)
    less = 2 if manner == LUNGE else 0
    parts = hit_parts(s, who, other, weapon.name, manner, 0, aware=aware, less=less)
    return Easy("attack", who, "", parts, funk=c.funk, twice=c.groove).percent


def hit_words(s: State, who: str, other: str, weapon: Weapon, manner: str) -> str:
    """The chance to hit as a hint, nothing where the foe's numbers are kept from who asks."""
    return "" if s[other].stats.sheet.veiled else f" {hit_percent(s, who, other, weapon, manner)}%"


def _ways(s: State, who: str, target: str) -> list[tuple[Weapon, tuple[str, ...]]]:
    """Weapons with the manners in which each can be used on this target now; the one in hand first."""
    armed = _armed(s, who)
    found = [(w, tuple(m for m in MANNERS if why_not(s, who, target, w, m) is None)) for w in armed]
    return [x for x in found if x[1]]


def weapons(s: State, who: str, args: Args) -> Choices:
    """The weapons that can be used on the target now."""
    return tuple(
        Option(
            w.name,
            w.name,
            f"{w.damage}, class {w.klass}" + ("" if w.gun else f", best at {RANGES[w.optimum]}"),
        )
        for w, _ in _ways(s, who, args.get("target", ""))
    )


def first_target(s: State, who: str, args: Args) -> str | None:
    """The likeliest foe; never one's own side."""
    foes = s.foes(who)
    return next((o.value for o in targets(s, who, args) if o.value in foes), None)


def barred_targets(s: State, who: str, args: Args) -> Choices:
    """Everybody else, with the reason why no plain attack on them is possible now."""
    hand = in_hand(s, who)
    return tuple(
        Option(o, s[o].name, why_not(s, who, o, hand, ATTACK) or "") for o in (*s.foes(who), *s.friends(who))
    )


def barred_weapons(s: State, who: str, args: Args) -> Choices:
    """Every weapon, with the reason why it cannot be used on the target now."""
    target, own = args.get("target", ""), s[who].stats.sheet.weapons.values()
    return tuple(Option(w.name, w.name, why_not(s, who, target, w, ATTACK) or "") for w in own)


def barred_manners(s: State, who: str, args: Args) -> Choices:
    """Every manner, with the reason why it is not possible now."""
    target, weapon = args.get("target", ""), weapon_of(s, who, args.get("weapon", ""))
    return tuple(Option(m, words, why_not(s, who, target, weapon, m) or "") for m, words in MANNERS.items())


def first_weapon(s: State, who: str, args: Args) -> str | None:
    """The weapon in hand, or the first that can be used."""
    found = weapons(s, who, args)
    return found[0].value if found else in_hand(s, who).name


def _odds(s: State, who: str, target: str, weapon: Weapon, manner: str) -> str:
    words = hit_words(s, who, target, weapon, manner)
    return f";{words}" if words else ""


MANNER_HINTS = {
    ATTACK: "no modifier",
    "thrust": "thrusting class; own Dodge lower until the next action",
    "feint": "no damage; the foe loses its next action, +2 on the next attack",
    "great_blow": "two actions, lands on the second; double damage; no Dodge until the action after",
    "charge": "the round's only act; damage × 2 + 2; own Dodge −2 until the next action",
    "lunge": "closes in; damage × 1 1/2; the foe's Dodge −2",
    "grapple": "no damage; the foe is held",
    "throw": "no damage; STR saves, the foe falls",
    "entangle": "no damage; the foe is held at the weapon's range",
}


def manners(s: State, who: str, args: Args) -> Choices:
    """What can be made of the attack now."""
    target, weapon = args.get("target", ""), weapon_of(s, who, args.get("weapon", ""))
    return tuple(
        Option(m, words, f"{MANNER_HINTS[m]}{_odds(s, who, target, weapon, m)}")
        for m, words in MANNERS.items()
        if s.here(target) and why_not(s, who, target, weapon, m) is None
    )


def first_manner(s: State, who: str, args: Args) -> str | None:
    """A plain attack, or the first manner that is possible."""
    found = manners(s, who, args)
    return found[0].value if found else ATTACK


def also(s: State, who: str, args: Args) -> Choices:
    """What can be ticked with an attack."""
    c = s[who].stats
    out = [
        Option(SUBDUAL, "Subdual", "the wounds are subdual"),
        Option(UNAWARE, "Target unaware", "no Dodge and no defence; the Director says whether it is so"),
    ]
    if c.grooves and not c.groove:
        out.insert(
            0, Option(GROOVE, "Take the Groove", f"{c.grooves} stored; rolls twice to the end of the combat")
        )
    return tuple(out)


# ------------------------------------------------------------------ moves and acts
def others(s: State, who: str, args: Args) -> Choices:
    """Those to whom the range can be changed, foes first, by range."""
    foes = s.foes(who)
    every = sorted(foes, key=lambda o: range_of(s, who, o)) + list(s.friends(who))
    return tuple(
        Option(o, s[o].name, RANGES[range_of(s, who, o)]) for o in every if not tied_together(s, who, o)
    )


def directions(s: State, who: str, args: Args) -> Choices:
    """One step closer or away, with the range it leads to."""
    other = args.get("target", "")
    if other not in s.combatants:
        return (Option(CLOSER, "Closer"), Option(AWAY, "Away"))
    now = range_of(s, who, other)
    out = []
    if now > 0:
        out.append(Option(CLOSER, "Closer", f"to {RANGES[now - 1]}"))
    if now < APART:
        out.append(Option(AWAY, "Away", f"to {RANGES[now + 1]}"))
    if now < in_hand(s, who).optimum:
        out.reverse()
    return tuple(out)


def first_direction(s: State, who: str, args: Args) -> str | None:
    """Towards the weapon's best range."""
    return directions(s, who, args)[0].value


def ranges(s: State, who: str, args: Args) -> Choices:
    """All ranges, the weapon's best first."""
    best = in_hand(s, who).optimum if who in s.combatants else 0
    return tuple(Option(str(n), RANGES[n]) for n in sorted(range(APART + 1), key=lambda n: abs(n - best)))


def all_ranges(s: State, who: str, args: Args) -> Choices:
    """All ranges, from Contact on."""
    return tuple(Option(str(n), RANGES[n]) for n in range(APART + 1))


def those_holding(s: State, who: str, args: Args) -> Choices:
    """Who holds it, with what breaking free needs."""
    held = s[who].stats.held
    return tuple(Option(h, s[h].name, f"needs {10 + held[h]}") for h in holders(s, who))


def ways_to_break(s: State, who: str, args: Args) -> Choices:
    """The skills that allow it and STR and DEX, the best first."""
    out = []
    for how in break_ways(s, who):
        word, n = break_parts(s, who, how)[0]
        out.append(Option(how, "STR and DEX" if how == "raw" else word, f"d20 + {n}"))
    return tuple(out)


def those_held(s: State, who: str, args: Args) -> Choices:
    """Whom it holds."""
    return tuple(Option(o, s[o].name) for o in holding(s, who))


def modes(s: State, who: str, args: Args) -> Choices:
    """The three modes, the present one last."""
    now = s[who].stats.mode
    return tuple(
        Option(m, m.capitalize(), MODE_HINTS[m] + (" (now)" if m == now else ""))
        for m in sorted(MODES, key=lambda m: m == now)
    )


def own_weapons(s: State, who: str, args: Args) -> Choices:
    """All its weapons but the one in hand."""
    hand = in_hand(s, who).name
    return tuple(
        Option(w.name, w.name, f"{w.damage}, {w.actions} a round")
        for w in s[who].stats.sheet.weapons.values()
        if w.name != hand
    )


def instant_weapons(s: State, who: str, args: Args) -> Choices:
    """The weapons with which an instant action is allowed, the one in hand first."""
    hand = in_hand(s, who).name
    every = sorted(s[who].stats.sheet.weapons.values(), key=lambda w: w.name != hand)
    return tuple(Option(w.name, w.name, w.damage) for w in every if may_be_instant(s, who, w))


def foes_first(s: State, who: str, args: Args) -> Choices:
    """Everybody else, foes first."""
    return tuple(Option(o, s[o].name) for o in (*s.foes(who), *s.friends(who)))


# ------------------------------------------------------------------ the Director's
def anyone(s: State, who: str, args: Args) -> Choices:
    """Everybody in the fight."""
    return tuple(Option(c.id, c.name) for c in s.present())


def one_or_all(s: State, who: str, args: Args) -> Choices:
    """Everybody in the fight, or all at once."""
    return (*anyone(s, who, args), Option(EVERYONE, "Everyone", "all pairs of foes"))


def the_other(s: State, who: str, args: Args) -> Choices:
    """The second of a pair: foes of the first come first; or all its foes."""
    first = args.get("target", "")
    if first not in s.combatants:
        return (Option(EVERYONE, "Every foe"),)
    return (*foes_first(s, first, args), Option(EVERYONE, "Every foe"))


def duel_skills(s: State, who: str, args: Args) -> Choices:
    """Skills that both of a pair have, or the Scores again."""
    a, b = args.get("target", ""), args.get("detail", "")
    if a not in s.combatants or b not in s.combatants:
        return (Option("score", "The Scores again"),)
    return (*(Option(x) for x in common_skills(s, a, b)), Option("score", "The Scores again"))


def second_of_duel(s: State, who: str, args: Args) -> Choices:
    """The second of a duel."""
    first = args.get("target", "")
    return foes_first(s, first, args) if first in s.combatants else anyone(s, who, args)


def conditions(s: State, who: str, args: Args) -> Choices:
    """What changes a day's healing."""
    aid = tuple(Option(f"aid{n}", f"First aid +{n}", f"effect {5 * n} to {5 * n + 4}") for n in range(1, 5))
    return (*aid, *(Option(key, words, f"{n:+d}".replace("-", "−")) for key, (words, n) in HEALING.items()))

"""What can be chosen in a declaration, as the one who declares may see it: likeliest first, with words
and hints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.engine.ruleset import Args, Choice

from .attack import (
    CALLED,
    MANNERS,
    TICKS,
    attack_anchors,
    strike_problem,
)
from .covering import covering_problem
from .guard import contest
from .sheet import (
    ANCHOR_WORDS,
    GRAPPLING,
    MELEE,
    RANGE_WORDS,
    REGION_WORDS,
    SEPARATED,
    State,
    Stats,
    Weapon,
)
from .state import (
    able,
    anchors_refusal,
    between,
    closer,
    free_anchors,
    grip,
    listed,
    locks_by,
    locks_on,
    same_way,
    weapon_problem,
    wounds_of,
)

Choices = tuple[Choice, ...]


def others(s: State, who: str) -> list[str]:
    """Everybody else: able foes, then friends, then the fallen."""

    def rank(w: str) -> tuple[bool, bool]:
        return (not able(s, w), bool(who) and s[w].side == s[who].side)

    return sorted((c.id for c in s.present() if c.id != who), key=rank)


def somebody(s: State, ids: Iterable[str], who: str = "") -> Choices:
    """Combatants to choose from, with their range state as a hint."""
    return tuple(Choice(w, s[w].name, _where(s, who, w)) for w in ids)


def _where(s: State, who: str, other: str) -> str:
    if not who or who == other:
        return ""
    side = "friend, " if s[who].side == s[other].side else ""
    return side + RANGE_WORDS[between(s, who, other)]


def hands_of(weapon: Weapon) -> tuple[str, ...]:
    """A weapon's choices: one, or both grips of one that may be held either way."""
    return (weapon.name, f"{weapon.name}|2") if weapon.hands == 12 else (weapon.name,)


def arms(me: Stats) -> tuple[str, ...]:
    """Every weapon and grip, the one in hand first, bare hands last."""
    carried = sorted(me.weapons, key=lambda w: w.name != me.held)
    found = [c for w in carried if w.name not in me.dropped for c in hands_of(w)]
    if "L" in me.anchors:
        found.append("unarmed")
    return tuple(found)


def weapon_choice(me: Stats, choice: str) -> Choice:
    """A weapon with what it does."""
    weapon, both = grip(me, choice)
    words = weapon.name + (" in both hands" if both and weapon.hands == 12 else "")
    n = wounds_of(weapon, both)
    hints = [f"{n} wound{'s' if n != 1 else ''}" if n else "1 stamina"]
    hints += [weapon.primary.capitalize()] if weapon.primary else []
    hints += [f"{weapon.ammo} shots left"] if weapon.ammo >= 0 else []
    if weapon.name not in ("unarmed", me.held) and not weapon.has("natural"):
        hints.append("is drawn first")
    return Choice(choice, words, ", ".join(hints))


def manners_for(s: State, who: str, choice: str) -> tuple[str, ...]:
    """Manners of attack whose anchors are free for this weapon."""
    weapon, both = grip(s[who].stats, choice)
    return tuple(m for m in MANNERS if anchors_refusal(s, who, attack_anchors(weapon, both, m), "It") is None)


def arm_problem(s: State, who: str, target: str, choice: str) -> str:
    """Why this weapon does not attack this target now, "" when it does."""
    weapon, both = grip(s[who].stats, choice)
    why = strike_problem(s, who, target, weapon, both)
    if why is None and not manners_for(s, who, choice):
        why = anchors_refusal(s, who, attack_anchors(weapon, both, "wild"), "An attack")
    return why or ""


def arms_in_order(s: State, who: str) -> tuple[str, ...]:
    """Every weapon and grip, the last one used first, bare hands last."""
    me = s[who].stats
    return tuple(sorted(arms(me), key=lambda c: (c != me.last_weapon, c == "unarmed")))


def usable_arms(s: State, who: str, target: str) -> tuple[str, ...]:
    """Weapons with which this target can be attacked now, the last one used first."""
    return tuple(c for c in arms_in_order(s, who) if not arm_problem(s, who, target, c))


def attack_targets(s: State, who: str, args: Args) -> Choices:
    """Whom an attack can reach now."""
    reach = [w for w in others(s, who) if usable_arms(s, who, w)]
    return somebody(s, reach, who)


def likeliest_foe(s: State, who: str, args: Args) -> str | None:
    """The first able foe that can be attacked; never a friend, nor somebody who is down."""
    foes = (
        c.value for c in attack_targets(s, who, args) if s[c.value].side != s[who].side and able(s, c.value)
    )
    return next(foes, None)


def attack_arms(s: State, who: str, args: Args) -> Choices:
    """Weapons for the target chosen."""
    if args.get("target") not in s.combatants:
        return tuple(weapon_choice(s[who].stats, c) for c in arms(s[who].stats))
    return tuple(weapon_choice(s[who].stats, c) for c in usable_arms(s, who, args["target"]))


def first_arm(s: State, who: str, args: Args) -> str | None:
    """The likeliest weapon."""
    return next((c.value for c in attack_arms(s, who, args)), None)


def attack_manners(s: State, who: str, args: Args) -> Choices:
    """Manners of attack for the weapon chosen, with what they commit and do."""
    choice = args.get("weapon") or first_arm(s, who, args) or "unarmed"
    weapon, both = grip(s[who].stats, choice)
    effects = {
        "focused": "no penalty, for called shots",
        "wild": "DC +2",
        "full-leverage": "Leverage +1",
        "full-wound": "1 wound more",
    }
    if s.options.get("focused_bonus") == "leverage":
        effects["focused"] = "Leverage +1 on a called shot"
    me = s[who].stats
    order = sorted(manners_for(s, who, choice), key=lambda m: m != me.last_manner)
    return tuple(
        Choice(m, MANNERS[m], f"{' '.join(attack_anchors(weapon, both, m))}; {effects[m]}") for m in order
    )


def first_manner(s: State, who: str, args: Args) -> str | None:
    """The last manner where it is possible, else the likeliest."""
    return next((c.value for c in attack_manners(s, who, args)), None)


def called_targets(s: State, who: str, args: Args) -> Choices:
    """TF-45: where an attack is called at."""
    called = (
        Choice(c, REGION_WORDS[c].capitalize(), "DC +2" if c == "head" else "DC +0") for c in CALLED[1:]
    )
    return (
        Choice("none", "No called target", "Core; a Partial Critical or better strikes elsewhere"),
        *called,
    )


def ticks(s: State, who: str, args: Args) -> Choices:
    """What else applies."""
    return tuple(Choice(key, words, hint) for key, (words, hint) in TICKS.items())


# ------------------------------------------------------------------ other parameters
def advance_targets(s: State, who: str, args: Args) -> Choices:
    """Those one can come closer to: the nearest foes first."""
    open_to = [w for w in others(s, who) if between(s, who, w) != GRAPPLING]
    nearest = sorted(open_to, key=lambda w: not able(s, w) or s[w].side == s[who].side)
    label = " ".join(args.get("where", "").split()) or who
    counted: dict[tuple[bool, str], int] = {}

    def guards(target: str) -> str:
        """How many guards stand in the way, as the end of a hint. From Separated they are the same for all
        foes, so that a crowd is gone through once.
        """
        friend, step = s[target].side == s[who].side, closer(between(s, who, target))
        key = (friend, step if step == MELEE else target)
        if key not in counted:
            counted[key] = len(contest(s, who, (target,), step, label).guards)
        n = counted[key]
        if not n:
            return "" if friend else ", no Guard in the way"
        return f", {n} guard{'s' if n > 1 else ''} in the way"

    return tuple(Choice(w, s[w].name, _where(s, who, w) + guards(w)) for w in nearest)


def labels(s: State, who: str, args: Args) -> Choices:
    """Approaches by name, one's own last one first, as suggestions: any other words will do."""
    mine = (s[who].stats.approach,) if who in s.combatants else ()
    named = (x for c in s.present() if c.stats.named for x in c.stats.covers)
    found: list[str] = []
    for label in (*mine, *s.ground.approaches, *named):
        if label not in ("", "*") and not any(same_way(label, x) for x in found):
            found.append(label)
    return tuple(Choice(x) for x in found)


def near_ones(s: State, who: str, args: Args) -> Choices:
    """Everyone in Melee or Grappling range."""
    return somebody(s, [w for w in others(s, who) if between(s, who, w) != SEPARATED], who)


def near_foes(s: State, who: str, args: Args) -> Choices:
    """Enemies in Melee or Grappling range first, then friends there."""
    return somebody(
        s, sorted((c.value for c in near_ones(s, who, args)), key=lambda w: s[w].side == s[who].side), who
    )


def leavable(s: State, who: str, args: Args) -> Choices:
    """Those one can leave behind while advancing on another."""
    return tuple(c for c in near_ones(s, who, args) if c.value != args.get("target"))


def advance_leaving_targets(s: State, who: str, args: Args) -> Choices:
    """Those one can come closer to while somebody else is left behind."""
    near = {c.value for c in near_ones(s, who, args)}
    return tuple(c for c in advance_targets(s, who, args) if near - {c.value})


def every_near(s: State, who: str, args: Args) -> str | None:
    """Back away from all of them."""
    found = [c.value for c in near_ones(s, who, args)]
    return ",".join(found) if found else None


def everyone(s: State, who: str, args: Args) -> Choices:
    """Everybody else."""
    return somebody(s, others(s, who), who)


def all_of_them(s: State, who: str, args: Args) -> Choices:
    """Everybody, for the Guide."""
    return tuple(Choice(c.id, c.name, c.side) for c in s.present())


def shooters(s: State, who: str, args: Args) -> Choices:
    """Ranged weapons carried."""
    me = s[who].stats
    return tuple(weapon_choice(me, c) for c in arms(me) if grip(me, c)[0].ranged)


def shot_anchors(s: State, who: str, choice: str) -> str:
    """L(R)H for this weapon."""
    return "LRH" if grip(s[who].stats, choice)[1] else "LH"


def ready_shooters(s: State, who: str, args: Args) -> Choices:
    """Ranged weapons with ammo whose anchors are free."""
    return tuple(
        c
        for c in shooters(s, who, args)
        if weapon_problem(s, who, *grip(s[who].stats, c.value)) is None
        and anchors_refusal(s, who, shot_anchors(s, who, c.value), "It") is None
    )


def covering_shooters(s: State, who: str, args: Args) -> Choices:
    """Ranged weapons that can lay Covering Fire, on the target chosen where one is."""
    target = args.get("target", "")
    found = ready_shooters(s, who, args)
    if target not in s.combatants:
        return found
    return tuple(c for c in found if covering_problem(s, who, target, c.value) is None)


def covering_targets(s: State, who: str, args: Args) -> Choices:
    """Enemies with Guard in reach of a shot."""
    found = [w for w in others(s, who) if covering_shooters(s, who, {"target": w})]
    return somebody(s, found, who)


def rapid_shooters(s: State, who: str, args: Args) -> Choices:
    """Ranged weapons with two shots, for the targets chosen where some are."""
    targets = [t for t in args.get("target", "").split(",") if t in s.combatants]
    me = s[who].stats
    return tuple(
        c
        for c in ready_shooters(s, who, args)
        if grip(me, c.value)[0].ammo != 1
        and all(strike_problem(s, who, t, *grip(me, c.value)) is None for t in targets)
    )


def rapid_targets(s: State, who: str, args: Args) -> Choices:
    """Those within reach of Rapid Fire."""
    return somebody(s, [w for w in others(s, who) if rapid_shooters(s, who, {"target": w})], who)


def first_of(choices: Callable[[State, str, Args], Choices]) -> Callable[[State, str, Args], str | None]:
    """The default that is the first of these choices."""
    return lambda s, who, args: next((c.value for c in choices(s, who, args)), None)


def armed_near(s: State, who: str, args: Args) -> Choices:
    """Those in reach who hold a weapon."""
    return tuple(c for c in near_foes(s, who, args) if holds_weapon(s[c.value].stats))


def holds_weapon(me: Stats) -> bool:
    """Whether there is a weapon in its hand, jaws left aside."""
    return me.in_hand.name != "unarmed" and not me.in_hand.has("natural")


def holders(s: State, who: str, args: Args) -> Choices:
    """Locks that hold one, as holder and anchor."""
    return tuple(
        Choice(
            f"{x.holder}:{x.anchor}",
            f"{s[x.holder].name}'s lock on your {ANCHOR_WORDS[x.anchor]} ({x.anchor})",
        )
        for x in locks_on(s, who)
    )


def held_ones(s: State, who: str, args: Args) -> Choices:
    """Those one holds with a lock."""
    return somebody(s, dict.fromkeys(x.target for x in locks_by(s, who)), who)


def throwable(s: State, who: str, args: Args) -> Choices:
    """Those one holds with a limb that has not thrown yet."""
    thrown = s[who].stats.committed
    found = (x.target for x in locks_by(s, who) if thrown.get(x.limb) != "throw")
    return somebody(s, dict.fromkeys(found), who)


def grapple_details(s: State, who: str, args: Args) -> Choices:
    """Limb, anchor and whether the head goes with it: "R>L+H"."""
    target = args.get("target", "")
    if target not in s.combatants:
        return ()
    free, out = free_anchors(s, who), []
    taken = {x.anchor for x in locks_on(s, target)}
    has_lock = any(x.target == target for x in locks_by(s, who))
    for head in ("+H", ""):
        if head and "H" not in free:
            continue
        for limb in (a for a in "RL" if a in free):
            for anchor in (a for a in s[target].stats.anchors if a not in taken):
                blind = "" if head or has_lock else "; DC +4 without the head"
                words = f"{limb} on their {ANCHOR_WORDS[anchor]} ({anchor})"
                hint = f"commits {' and '.join(limb + head.strip('+'))}{blind}"
                out.append(Choice(f"{limb}>{anchor}{head}", words, hint))
    return tuple(out[:25])


def anchor_sets(s: State, who: str, args: Args) -> Choices:
    """Sets of free anchors for an action in words."""
    free = free_anchors(s, who)
    sets = ("H", "L", "R", "F", "LH", "RH", "HF", "LR", "LF", "RF", "LRH", "LHF", "RHF", "LRF", "LRHF")
    found = [x for x in sets if all(a in free for a in x)]
    return tuple(Choice(x, " and ".join(x), listed(tuple(ANCHOR_WORDS[a] for a in x))) for x in found)

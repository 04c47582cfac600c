"""What is shown of a fight: rows, footer, panel, and what a viewer may not see."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from rules.engine.fmap import FMap
from rules.engine.ruleset import Row, Viewer

from .data import APART, RANGES
from .sheet import NORMAL, Intent, Sheet, State, Stats
from .values import dodge, holders, in_hand, mcl, pinned, range_of, to_come, unspent

V = TypeVar("V")

CONDITIONS = (
    (0, "unhurt"),
    (1, "scratched"),
    (2, "wounded"),
    (4, "badly wounded"),
    (8, "severely injured"),
    (16, "dead"),
)
"""Wounds in eighths of Health, at least, and the words for them."""


def eighths(stats: Stats) -> int:
    """The step of the conditions at which the wounds stand."""
    if not stats.total:
        return 0
    part = 8 * stats.total // stats.sheet.health
    return max(1, *(at for at, _ in CONDITIONS if at <= part))


def condition(stats: Stats) -> str:
    """The wounds in words without numbers."""
    return next(words for at, words in reversed(CONDITIONS) if at <= eighths(stats))


def conceal(stats: Stats) -> Stats:
    """The game part without its numbers; what can be seen of it stays."""
    sheet = Sheet(health=8, weapons=stats.sheet.weapons, armor=stats.sheet.armor, veiled=True)
    plain = replace(stats, sheet=sheet, lethal=eighths(stats), subdual=0, xp=0, grooves=0, debt=0)
    return replace(plain, held=FMap((who, 0) for who in stats.held))


# ------------------------------------------------------------------ the board
def row(s: State, who: str) -> Row:
    """Wounds of Health, and what holds for it."""
    c = s[who].stats
    subdual = f" ({c.subdual} subdual)" if c.subdual else ""
    return Row(f"{c.total}/{c.sheet.health} wounds{subdual}", tags(s, who))


def tags(s: State, who: str) -> tuple[str, ...]:
    """Short words for all that holds for a combatant beside its lasting effects."""
    c = s[who].stats
    held_by = [s[h].name for h in holders(s, who)]
    every = (
        ("dead", c.dead),
        ("severely injured", c.severe and not c.dead),
        ("bleeding", c.bleeds >= 0 and not c.dead),
        ("stabilised", c.stable and c.severe and not c.dead),
        (c.mode.capitalize(), c.mode != NORMAL),
        (f"{c.wants.capitalize()} from {'next' if s.round else 'the first'} round", bool(c.wants)),
        ("Great Blow under way", c.blow is not None),
        ("no Dodge until next action", c.bare and c.blow is None),
        (f"Dodge −{c.guard} until next action", bool(c.guard)),
        (f"held by {', '.join(held_by)}", bool(held_by)),
        ("pinned", pinned(s, who)),
        ("unaware", c.unaware),
        ("loses its next action", c.debt > 0),
        ("Funk", c.funk),
        ("Groove", c.groove),
        (f"{c.grooves} Groove{'s' if c.grooves != 1 else ''} stored", c.grooves > 0),
        ("instant action ready", c.instant is not None),
        ("falling", c.height > 0),
        ("under water", c.water >= 0),
    )
    return tuple(words for words, holds in every if holds)


def footer(s: State) -> tuple[str, ...]:
    """Ranges that are not Apart, duels, and who acts simultaneously."""
    out: list[str] = []
    near: dict[str, list[str]] = {}
    for key, n in s.ground.ranges.items():
        a, b = sorted(key.split("|"), key=lambda x: x in s.combatants and not s[x].player)
        if n != APART and all(s.here(x) and not s[x].stats.dead for x in (a, b)):
            near.setdefault(s[a].name, []).append(f"{s[b].name} {RANGES[n]}")
    if near:
        out.append("Ranges: " + " · ".join(f"{who} – {', '.join(others)}" for who, others in near.items()))
    duels = [f"{a} and {b} by {skill}" for (a, b), skill in _pairs(s, s.ground.duels).items()]
    if duels:
        out.append("Duels: " + " · ".join(duels))
    for group in s.ground.together:
        who = dict.fromkeys(s[x.who].name for x in s.order if x.id in group and s.here(x.who))
        if len(who) > 1:
            out.append(f"Simultaneous: {' and '.join(who)}")
    return tuple(out)


def _pairs(s: State, pairs: FMap[str, V]) -> dict[tuple[str, str], V]:
    out: dict[tuple[str, str], V] = {}
    for key, value in pairs.items():
        a, b = key.split("|")
        if s.here(a) and s.here(b):
            out[s[a].name, s[b].name] = value
    return out


def panel(s: State, who: str) -> tuple[str, ...]:
    """What a combatant has in hand and left this round."""
    c, weapon = s[who].stats, in_hand(s, who)
    sheet = c.sheet
    scores = (
        f"HTH {sheet.hth}, Gun {sheet.gun}, Dodge {dodge(s, who, '')}, Health {c.total}/{sheet.health} wounds"
    )
    reach = "gun" if weapon.gun else f"best at {RANGES[weapon.optimum]}, skill {mcl(s, who, weapon)}"
    hand = f"In hand: {weapon.name} {weapon.damage}, class {weapon.klass}, {reach}"
    left = unspent(s, who) if s.ground.rolled == s.round else 0
    later = [x.label for x in s.order if x.id in to_come(s, who)]
    after = f"{left} more action{'s' if left != 1 else ''} this round" + (
        f" ({', '.join(later)})" if later else ""
    )
    mode = f"{c.mode.capitalize()} mode; {after}"
    held_tags = [x for x in tags(s, who) if x != c.mode.capitalize()]  # the mode has its own line
    near = [f"{s[o].name} {RANGES[range_of(s, who, o)]}" for o in s.foes(who)][:8]
    lines = [hand, scores, mode]
    if near:
        lines.append("Foes: " + ", ".join(near))
    if held_tags:
        lines.append(", ".join(held_tags))
    return tuple(lines)


# ------------------------------------------------------------------ what a viewer may not see
def of_known(s: State, stats: Stats) -> Stats:
    """The game part without the ids of combatants that this view does not hold."""

    def known(intent: Intent | None) -> Intent | None:
        return intent if intent is None or intent.target in s.combatants else replace(intent, target="")

    return replace(
        stats,
        held=FMap((who, n) for who, n in stats.held.items() if who in s.combatants),
        feint=stats.feint if stats.feint in s.combatants else "",
        blow=known(stats.blow),
        instant=known(stats.instant),
    )


def mask(s: State, viewer: Viewer) -> State:
    """Without whatever concerns those the viewer does not see."""
    if viewer.gm:
        return s
    known = s.combatants
    ground = s.ground
    slots = {x.id for x in s.order}
    together = tuple(
        g for g in (tuple(x for x in group if x in slots) for group in ground.together) if len(g) > 1
    )
    for c in known.values():
        stats = of_known(s, c.stats)
        if stats != c.stats:
            s = s.with_combatant(c.id, stats=stats)
    masked = replace(
        ground,
        ranges=FMap((k, v) for k, v in ground.ranges.items() if set(k.split("|")) <= known.keys()),
        duels=FMap((k, v) for k, v in ground.duels.items() if set(k.split("|")) <= known.keys()),
        feints=FMap((k, v) for k, v in ground.feints.items() if set(k.split(">")) <= known.keys()),
        used=ground.used if ground.used.split("/")[-1] in slots else "",
        together=together,
        pending=(),
    )
    return replace(s, ground=masked)

"""What is shown of the state: rows, range states at a glance, the panel, and what is kept from whom."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.fmap import FMap
from rules.engine.ruleset import Row, Viewer

from .defence import dodge_dc, may_block, may_dodge, may_parry, parry_dc
from .guard import guard_refusal, on_guard
from .guide import STATUSES
from .sheet import (
    GRAPPLING,
    MELEE,
    RANGE_WORDS,
    REGION_WORDS,
    REGIONS,
    UNARMED,
    Ground,
    State,
    Stats,
    Trigger,
)
from .state import (
    COMMITTED,
    FREE,
    HELD,
    able,
    anchor_state,
    between,
    engaged_with,
    free_anchors,
    injured,
    listed,
    locks_on,
    names_of,
    near,
    pinned,
    same_way,
    trigger_of,
    turn_now,
)


# ------------------------------------------------------------------ rows
def wounds_shown(me: Stats) -> str:
    """Wounds by region, the Core first."""
    found = [f"{REGION_WORDS[r]} {me.wounded(r)}" for r in REGIONS if me.wounded(r)]
    return ", ".join(found) if found else "unhurt"


def _stamina(me: Stats) -> str:
    return f"Stamina {me.stamina}/{me.stamina_max}".replace("-", "−")


def row(s: State, who: str, viewer: Viewer) -> Row:
    """A combatant on the board: stamina and wounds; Guard, statuses, free anchors, armor."""
    me = s[who].stats
    health = f"{_stamina(me)}, {wounds_shown(me)}"
    if me.out:
        return Row(health, (me.out,))
    tags = [*_guard_tags(s, who), *_status_tags(s, who)]
    free = free_anchors(s, who)
    if s.round and free != me.anchors:
        tags.append(f"free: {' '.join(free) or 'none'}")
    if me.tier:
        tags.append(f"{me.armor} armor {me.integrity}")
    return Row(health, tuple(tags))


def _guard_tags(s: State, who: str) -> list[str]:
    me, tags = s[who].stats, list[str]()
    if on_guard(s, who) and s.round:
        where = [_label(s, x) for x in me.covers]
        tags.append("Guard" + (f": {listed(tuple(where))}" if where else ""))
    waiting = trigger_of(s, who)
    if waiting is not None and able(s, who):
        tags.append(f"waiting ({' '.join(waiting.anchors)})")
    return tags


def _label(s: State, label: str) -> str:
    """An approach in words: the label, or the name of the one who comes."""
    if label == "*":
        return "every approach"
    return s[label].name if label in s.combatants else label


def _status_tags(s: State, who: str, *, numbers: bool = True) -> list[str]:
    me = s[who].stats
    tags = [words for key, words in STATUSES.items() if me.has(key)]
    if numbers and me.statuses.get("blood_pressure"):
        tags.append(f"Pressure {me.statuses['blood_pressure']} from bleeding")
    if numbers and me.statuses.get("blood_progress"):
        tags.append(f"blood {me.statuses['blood_progress']}/3")
    if me.fires:
        tags.append("On Fire")
    if not me.aware:
        tags.append("unaware")
    if me.cover != "none":
        tags.append(f"{me.cover} cover")
    if pinned(s, who):
        tags.append("Pinned")
    elif locks_on(s, who):
        tags.append(f"Grabbed ({' '.join(dict.fromkeys(x.anchor for x in locks_on(s, who)))})")
    if me.bound:
        tags.append(f"Restrained ({' '.join(me.bound)})")
    return tags


def condition(s: State, who: str) -> str:
    """A state in words without numbers, with what everybody sees: Guard, waiting, statuses."""
    me = s[who].stats
    if me.out:
        return me.out
    return ", ".join((_hurt(me), *_guard_tags(s, who), *_status_tags(s, who, numbers=False)))


def _hurt(me: Stats) -> str:
    if me.wounded("core") >= 3:
        return "failing"
    lost = [REGION_WORDS[r] for r in ("left_arm", "right_arm") if me.wounded(r) >= 2]
    if me.lame:
        lost.append("legs")
    if lost:
        return f"crippled ({listed(tuple(lost))})"
    return "wounded" if any(me.wounded(r) for r in REGIONS) else "unhurt"


# ------------------------------------------------------------------ ranges at a glance
def footer(s: State, viewer: Viewer) -> tuple[str, ...]:
    """Who is in reach of whom: one line for each knot of people, the rest in one word; who waits for what."""
    lines = [_knot(s, knot) for knot in knots(s)]
    if lines:
        loose = [c.id for c in s.present() if not near(s, c.id)]
        if loose:
            lines.append(f"Separated from everybody: {names_of(s, tuple(loose))}")
    elif s.round:
        lines.append("Everybody is Separated from everybody")
    lines += _waiting_lines(s)
    return tuple(lines)


def knots(s: State) -> tuple[tuple[str, ...], ...]:
    """Groups of combatants linked by Melee or Grappling, each in the order they came."""
    found: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for c in s.present():
        if c.id in seen or not near(s, c.id):
            continue
        group, todo = [], [c.id]
        while todo:
            who = todo.pop()
            if who in seen:
                continue
            seen.add(who)
            group.append(who)
            todo += [w for w in near(s, who) if w not in seen]
        found.append(tuple(x.id for x in s.present() if x.id in group))
    return tuple(found)


def _knot(s: State, knot: tuple[str, ...]) -> str:
    """One knot: "Melee: Ana and Ben with Bandit and Brute", grappling pairs apart, lone links one by one."""
    left = [w for w in knot if s[w].side == s[knot[0]].side]
    right = [w for w in knot if w not in left]
    links = {
        (a, b): between(s, a, b)
        for a in knot
        for b in knot
        if a < b and between(s, a, b) in (MELEE, GRAPPLING)
    }
    parts: list[str] = []
    grapples = [(a, b) for (a, b), state in links.items() if state == GRAPPLING]
    melee = {frozenset(p) for p, state in links.items() if state == MELEE}
    for state_words, pairs in (("Grappling", {frozenset(p) for p in grapples}), ("Melee", melee)):
        rows = _rows_of(pairs, left, right)
        if rows:
            told = "; ".join(f"{names_of(s, a)} with {names_of(s, b)}" for a, b in rows)
            parts.append(f"{state_words}: {told}")
    return ". ".join(reversed(parts))


def _rows_of(
    pairs: set[frozenset[str]], left: list[str], right: list[str]
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Links as few rows: those of one side who are linked to the same others stand together."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for a in left:
        linked = tuple(b for b in right if frozenset((a, b)) in pairs)
        if linked:
            rows.setdefault(linked, []).append(a)
    out = [(tuple(a), b) for b, a in rows.items()]
    for group in (left, right):
        for n, a in enumerate(group):
            friends = tuple(b for b in group[n + 1 :] if frozenset((a, b)) in pairs)
            if friends:
                out.append(((a,), friends))
    return out


def _waiting_lines(s: State) -> list[str]:
    """What is waited for, as far as it may be read; that somebody waits stands beside their name."""
    return [
        f"{s[t.owner].name} waits ({' '.join(t.anchors)}): {t.wording}"
        for t in s.ground.triggers
        if t.wording and able(s, t.owner)
    ]


# ------------------------------------------------------------------ the panel
def panel(s: State, who: str, viewer: Viewer) -> tuple[str, ...]:
    """What one has this turn: anchors, Guard, body, arms, ranges, what is left to defend with."""
    me = s[who].stats
    lines = [" · ".join(_anchor(s, who, a) for a in "LRHF" if a in me.anchors), _guard_line(s, who)]
    armor = f"; {me.armor} armor turns {me.tier} a hit, integrity {me.integrity}" if me.tier else ""
    lines.append(f"{_stamina(me)}; {wounds_shown(me)}{armor}; movement {me.movement}")
    lines.append(_arms_line(me))
    lines.append(_ranges_line(s, who))
    lines.append(_defence_line(s, who))
    if me.has("stunned"):
        lines.append("Stunned: your next action is lost")
    waiting = trigger_of(s, who)
    if waiting is not None and waiting.wording:
        lines.append(f"You wait: {waiting.wording}")
    return tuple(lines)


def _anchor(s: State, who: str, a: str) -> str:
    state, why = anchor_state(s, who, a)
    if state == FREE:
        word = "injured, free" if injured(s, who, a) else "free"
    elif state in (COMMITTED, HELD):
        word = why.replace(" until your next turn", "")
        word = f"injured, {word}" if injured(s, who, a) else word
    else:
        word = f"lost ({why})"
    return f"{a} {word}"


def _guard_line(s: State, who: str) -> str:
    why = guard_refusal(s, who)
    if why:
        return f"No Guard: {why}"
    covers = listed(tuple(_label(s, x) for x in s[who].stats.covers))
    return f"Guard: covers {covers}" if covers else "Guard: open to the first approach"


def _arms_line(me: Stats) -> str:
    weapon = me.in_hand
    ammo = f", {weapon.ammo} shots" if weapon.ammo >= 0 else ""
    worn = "" if weapon == UNARMED else f", integrity {weapon.integrity}"
    shield = f"; {me.shield} in R, integrity {me.shield_integrity}" if me.shield else ""
    return f"In hand: {'nothing' if weapon == UNARMED else weapon.name}{ammo}{worn}{shield}"


def _ranges_line(s: State, who: str) -> str:
    found = []
    for state in (GRAPPLING, MELEE):
        ids = tuple(w for w in near(s, who) if between(s, who, w) == state)
        if ids:
            found.append(f"{RANGE_WORDS[state]} with {names_of(s, ids)}")
    engaged = " (engaged)" if engaged_with(s, who) else ""
    return ("; ".join(found) + engaged) if found else "Separated from everybody"


def _defence_line(s: State, who: str) -> str:
    found = []
    if may_dodge(s, who):
        found.append(f"Dodge (DC {dodge_dc(s, who)})")
    if may_parry(s, who, UNARMED):
        found.append(f"Parry (DC {parry_dc(s, who)})")
    if may_block(s, who):
        found.append("Block")
    return f"Defences left: {listed(tuple(found)) or 'none'}"


# ------------------------------------------------------------------ what is kept from whom
def mask(s: State, viewer: Viewer) -> State:
    """The state without the wording of other people's triggers, and without anything of those not seen."""
    if viewer.gm:
        return s
    seen = s.combatants
    public = s.options.get("trigger_wording") == "public"
    g = s.ground

    def shown_trigger(t: Trigger) -> bool:
        words = ("", "anyone", *(f"side:{c.side}" for c in seen.values()))
        known = all(x in seen or x in words for x in (t.about, t.subject))
        return viewer.controls(seen[t.owner]) or (public and known)

    triggers = tuple(
        replace(t, about="", subject="")
        if shown_trigger(t)
        else Trigger(t.id, t.owner, "", "", "", "", "", t.anchors)
        for t in g.triggers
        if t.owner in seen
    )
    ground = Ground(
        pairs=FMap((k, v) for k, v in g.pairs.items() if all(x in seen for x in k.split("|"))),
        locks=tuple(x for x in g.locks if x.holder in seen and x.target in seen),
        triggers=triggers,
        unaware=tuple(x for x in g.unaware if x[0] in seen and x[1] in seen and viewer.controls(seen[x[0]])),
        approaches=g.approaches,
        light=g.light,
        poor=g.poor,
    )
    everybody, now = set(seen), turn_now(s) if s.acting else ""
    combatants = FMap(
        (
            who,
            c if not _mentions(c.stats) else replace(c, stats=_forget(c.stats, everybody, g.approaches, now)),
        )
        for who, c in seen.items()
    )
    return replace(s, ground=ground, combatants=combatants)


def _mentions(me: Stats) -> bool:
    return bool(me.attacked or me.covers or me.approach or me.contested)


def _forget(me: Stats, seen: set[str], ways: tuple[str, ...], now: str) -> Stats:
    """Without ids that might be of somebody not seen: attacked, approaches named after the one who came
    (labels stay), and an earlier turn in which it contested.
    """

    def told(label: str) -> bool:
        return me.named or label in seen or any(same_way(label, x) for x in ways)

    return replace(
        me,
        contested=me.contested if me.contested == now else "",
        attacked=tuple(x for x in me.attacked if x in seen),
        covers=tuple(x for x in me.covers if told(x)),
    )


def _coarse(region: str, n: int) -> int:
    """The first number of wounds with which a region is in the state that can be seen."""
    if region == "core":
        return n if n >= 5 else 3 if n >= 3 else 1
    return (n + 1) // 2 * 2 - 1 if region == "legs" else n


def conceal(me: Stats) -> Stats:
    """The game part with its numbers blanked: what one sees of a foe whose numbers are hidden."""
    wounds = FMap((r, _coarse(r, n)) for r, n in me.wounds.items() if n)
    return replace(
        me,
        skills=FMap(),
        stamina=6,
        stamina_max=6,
        wounds=wounds,
        integrity=min(1, me.integrity),
        weapons=tuple(
            replace(w, integrity=min(1, w.integrity), ammo=-1 if w.ammo else 0) for w in me.weapons
        ),
        shield_integrity=min(1, me.shield_integrity),
        fear=0,
        guard_dc=0,
        pack_items=FMap(),
        belt_items=FMap(),
        traits=(),
    )

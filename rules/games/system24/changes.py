"""What can change. Only ever added to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules.engine.codec import stored
from rules.engine.effects import Change
from rules.engine.fmap import FMap

from .sheet import GRAPPLING, LAST_STEP, SEPARATED, Lock, State, Trigger
from .state import pair, same_way


def _weapon(s: State, who: str, name: str, **fields: Any) -> State:
    weapons = tuple(replace(w, **fields) if w.name == name else w for w in s[who].stats.weapons)
    return s.with_stats(who, weapons=weapons)


def _with_label(known: tuple[str, ...], label: str) -> tuple[str, ...]:
    """The approaches in use with one more, unless it is none or there under another spelling."""
    there = label in ("", "*") or any(same_way(label, x) for x in known)
    return known if there else (*known, label)


# ------------------------------------------------------------------ anchors, Guard, the turn
@stored
@dataclass(frozen=True, slots=True)
class Committed(Change[State]):
    """TF-10: anchors are committed to an action until the next turn."""

    who: str
    anchors: str
    by: str

    def apply(self, s: State) -> State:
        held = s[self.who].stats.committed
        for anchor in self.anchors:
            held = held.put(anchor, self.by)
        return s.with_stats(self.who, committed=held)


@stored
@dataclass(frozen=True, slots=True)
class GuardBroken(Change[State]):
    """TF-22: Guard is broken until the next turn; after an attack also by which target."""

    who: str
    why: str
    attacked: str = ""

    def apply(self, s: State) -> State:
        me = s[self.who].stats
        attacked = (*me.attacked, self.attacked) if self.attacked else me.attacked
        return s.with_stats(self.who, broken=self.why, attacked=attacked)


@stored
@dataclass(frozen=True, slots=True)
class Contested(Change[State]):
    """TF-29: this Guard has contested an advance in this turn."""

    who: str
    turn: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, contested=self.turn)


@stored
@dataclass(frozen=True, slots=True)
class Covers(Change[State]):
    """TF-21: the approaches a Guard covers, and whether its owner named them."""

    who: str
    labels: tuple[str, ...]
    named: bool

    def apply(self, s: State) -> State:
        known = s.ground.approaches
        for label in self.labels if self.named else ():
            known = _with_label(known, label)
        return s.with_stats(self.who, covers=self.labels, named=self.named).with_ground(approaches=known)


@stored
@dataclass(frozen=True, slots=True)
class ComesBy(Change[State]):
    """TF-21: the approach somebody moves by; "" is the mover itself."""

    who: str
    label: str

    def apply(self, s: State) -> State:
        known = _with_label(s.ground.approaches, self.label)
        return s.with_stats(self.who, approach=self.label).with_ground(approaches=known)


@stored
@dataclass(frozen=True, slots=True)
class TurnReset(Change[State]):
    """TF-10: at the start of its own turn all anchors are free, Guard can stand again, and it is aware."""

    who: str

    def apply(self, s: State) -> State:
        me = s[self.who].stats
        fresh = replace(
            me,
            committed=FMap(),
            broken="",
            attacked=(),
            covers=me.covers if me.named else (),
            aware=True,
            cover="none" if me.cover in ("active", "structural") else me.cover,
            no_dodge=False,
            late_parry=False,
        )
        return s.with_combatant(self.who, stats=fresh)


@stored
@dataclass(frozen=True, slots=True)
class Footwork(Change[State]):
    """TF-39: Sprint or Leap has taken Dodge away until the next turn."""

    who: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, no_dodge=True)


@stored
@dataclass(frozen=True, slots=True)
class LateParry(Change[State]):
    """TF-57: the one parry after an attack has been used."""

    who: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, late_parry=True)


@stored
@dataclass(frozen=True, slots=True)
class Remembered(Change[State]):
    """Weapon and manner of the last attack, the defaults of the next."""

    who: str
    weapon: str
    manner: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, last_weapon=self.weapon, last_manner=self.manner)


# ------------------------------------------------------------------ ranges, locks
@stored
@dataclass(frozen=True, slots=True)
class SetRange(Change[State]):
    """TF-30: the range state of a pair. Locks between the two need Grappling and end with it."""

    a: str
    b: str
    to: str

    def apply(self, s: State) -> State:
        key, both = pair(self.a, self.b), {self.a, self.b}
        pairs = s.ground.pairs
        pairs = pairs.drop(key) if self.to == SEPARATED else pairs.put(key, self.to)
        locks = s.ground.locks
        if self.to != GRAPPLING:
            locks = tuple(x for x in locks if {x.holder, x.target} != both)
        return s.with_ground(pairs=pairs, locks=locks)


@stored
@dataclass(frozen=True, slots=True)
class Locked(Change[State]):
    """TF-125: a lock holds."""

    lock: Lock

    def apply(self, s: State) -> State:
        return s.with_ground(locks=(*(x for x in s.ground.locks if x != self.lock), self.lock))


@stored
@dataclass(frozen=True, slots=True)
class Unlocked(Change[State]):
    """A lock is over."""

    lock: Lock

    def apply(self, s: State) -> State:
        return s.with_ground(locks=tuple(x for x in s.ground.locks if x != self.lock))


# ------------------------------------------------------------------ wounds, stamina, gear
@stored
@dataclass(frozen=True, slots=True)
class Wounded(Change[State]):
    """TF-62: wounds on a region, never past its last step. by: whose doing, "" for nobody's."""

    who: str
    region: str
    n: int
    by: str = ""

    def apply(self, s: State) -> State:
        wounds = s[self.who].stats.wounds
        now = min(LAST_STEP[self.region], wounds.get(self.region, 0) + self.n)
        return s.with_stats(self.who, wounds=wounds.put(self.region, now))


@stored
@dataclass(frozen=True, slots=True)
class StaminaLost(Change[State]):
    """Stamina is lost; it may fall below 0 (TF-66)."""

    who: str
    n: int

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, stamina=s[self.who].stats.stamina - self.n)


@stored
@dataclass(frozen=True, slots=True)
class ArmorWorn(Change[State]):
    """TF-61: armor loses integrity, not below 0."""

    who: str
    n: int

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, integrity=max(0, s[self.who].stats.integrity - self.n))


@stored
@dataclass(frozen=True, slots=True)
class ShieldWorn(Change[State]):
    """TF-58: the shield or object in R loses integrity, not below 0."""

    who: str
    n: int

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, shield_integrity=max(0, s[self.who].stats.shield_integrity - self.n))


@stored
@dataclass(frozen=True, slots=True)
class WeaponWorn(Change[State]):
    """TF-57: a weapon loses integrity, not below 0."""

    who: str
    weapon: str
    n: int

    def apply(self, s: State) -> State:
        now = max(0, s[self.who].stats.weapon(self.weapon).integrity - self.n)
        return _weapon(s, self.who, self.weapon, integrity=now)


@stored
@dataclass(frozen=True, slots=True)
class AmmoSpent(Change[State]):
    """TF-43: shots are spent, not below 0."""

    who: str
    weapon: str
    n: int = 1

    def apply(self, s: State) -> State:
        now = s[self.who].stats.weapon(self.weapon).ammo
        return s if now < 0 else _weapon(s, self.who, self.weapon, ammo=max(0, now - self.n))


@stored
@dataclass(frozen=True, slots=True)
class Held(Change[State]):
    """The weapon in hand; "" for bare hands."""

    who: str
    weapon: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, held=self.weapon)


@stored
@dataclass(frozen=True, slots=True)
class Dropped(Change[State]):
    """TF-128: a weapon lies on the ground, or (picked up) does not any more."""

    who: str
    weapon: str
    down: bool = True

    def apply(self, s: State) -> State:
        me = s[self.who].stats
        others = tuple(w for w in me.dropped if w != self.weapon)
        held = "" if self.down and me.held == self.weapon else me.held
        return s.with_stats(self.who, dropped=(*others, self.weapon) if self.down else others, held=held)


@stored
@dataclass(frozen=True, slots=True)
class SlotEmptied(Change[State]):
    """TF-47, 72: what was in a slot of belt or pack is out of use."""

    who: str
    where: str
    slot: int

    def apply(self, s: State) -> State:
        me = s[self.who].stats
        if self.where == "belt":
            return s.with_stats(self.who, belt_items=me.belt_items.drop(self.slot))
        return s.with_stats(self.who, pack_items=me.pack_items.drop(self.slot))


# ------------------------------------------------------------------ statuses, the place
@stored
@dataclass(frozen=True, slots=True)
class SetStatus(Change[State]):
    """TF-110..119: a status gets a value; 0 takes it away."""

    who: str
    status: str
    value: int = 1

    def apply(self, s: State) -> State:
        now = s[self.who].stats.statuses
        kept = now.put(self.status, self.value) if self.value else now.drop(self.status)
        return s.with_stats(self.who, statuses=kept)


@stored
@dataclass(frozen=True, slots=True)
class FearGrows(Change[State]):
    """Fear changes, within 0 to 6."""

    who: str
    n: int

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, fear=max(0, min(6, s[self.who].stats.fear + self.n)))


@stored
@dataclass(frozen=True, slots=True)
class SetFires(Change[State]):
    """TF-118: what burns on somebody."""

    who: str
    fires: tuple[str, ...]

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, fires=self.fires)


@stored
@dataclass(frozen=True, slots=True)
class SetCover(Change[State]):
    """TF-52: the cover somebody has."""

    who: str
    cover: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, cover=self.cover)


@stored
@dataclass(frozen=True, slots=True)
class SetBonds(Change[State]):
    """TF-112: the anchors in bonds."""

    who: str
    anchors: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, bound=self.anchors)


@stored
@dataclass(frozen=True, slots=True)
class SetAware(Change[State]):
    """TF-59, 291: whether somebody is aware at all (`of` empty), or aware of one other."""

    who: str
    aware: bool
    of: str = ""

    def apply(self, s: State) -> State:
        if not self.of:
            return s.with_stats(self.who, aware=self.aware)
        others = tuple(x for x in s.ground.unaware if x != (self.who, self.of))
        return s.with_ground(unaware=others if self.aware else (*others, (self.who, self.of)))


@stored
@dataclass(frozen=True, slots=True)
class SetScene(Change[State]):
    """Light (normal, low, dark) and terrain (clear, poor) of the place."""

    light: str
    poor: bool

    def apply(self, s: State) -> State:
        return s.with_ground(light=self.light, poor=self.poor)


# ------------------------------------------------------------------ triggers
@stored
@dataclass(frozen=True, slots=True)
class TriggerSet(Change[State]):
    """TF-81: somebody waits with a Triggered Action."""

    trigger: Trigger

    def apply(self, s: State) -> State:
        return s.with_ground(triggers=(*s.ground.triggers, self.trigger))


@stored
@dataclass(frozen=True, slots=True)
class TriggerGone(Change[State]):
    """A Triggered Action has fired or expired."""

    id: str

    def apply(self, s: State) -> State:
        return s.with_ground(triggers=tuple(t for t in s.ground.triggers if t.id != self.id))

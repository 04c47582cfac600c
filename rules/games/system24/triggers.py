"""Triggered Action: declared, waiting, going off, aborted (TF-80..87)."""

from __future__ import annotations

from rules.engine.changes import CountName, SetCombatant
from rules.engine.effects import GM, Ask, Call, Option
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .attack import TRIGGERED, attack_anchors, attack_words, ready_weapon, strike, strike_problem
from .changes import Committed, GuardBroken, TriggerGone, TriggerSet
from .covering import covering_problem, lay_fire
from .events import EVENTS, FOLLOW_UP
from .lines import TriggerFires, TriggerWaits
from .movement import advance, advance_problem, move
from .sheet import ANCHOR_WORDS, ANCHORS, State, Stats, Trigger
from .state import (
    COMMITTED,
    DISORIENTED,
    able,
    anchor_state,
    anchors_refusal,
    grip,
    lasting,
    locks_on,
    near,
    told_to,
    weapon_problem,
)

PATIENCE = 600


def response_anchors(me: Stats, response: str, extra: str) -> str:
    """TF-80, 81: the anchors a response takes, H always among them. extra: those named for one in free
    words.
    """
    kind, *rest = response.split(":")
    needed = extra
    if kind == "attack":
        weapon, both = grip(me, rest[2])
        needed = attack_anchors(weapon, both, rest[0])
    elif kind == "covering":
        weapon, both = grip(me, rest[0])
        needed = "LR" if both else "L"
    elif kind in ("advance", "withdraw"):
        needed = "F"
    return "".join(a for a in ANCHORS if a in needed or a == "H")


def response_words(me: Stats, response: str) -> str:
    """A response in words: "I make a Focused Attack with the bow on them"."""
    kind, *rest = response.split(":", 1)
    if kind == "attack":
        manner, called, choice = rest[0].split(":")
        weapon, both = grip(me, choice)
        return attack_words(weapon, both, manner, called, " on them")
    if kind == "covering":
        return f"Covering Fire on them with the {grip(me, rest[0])[0].name}"
    if kind == "advance":
        return "Advance on them"
    return "back away from them" if kind == "withdraw" else rest[0]


def subject_words(s: State, subject: str) -> str:
    """Who the trigger watches, in words."""
    if subject == "anyone":
        return "anyone"
    if subject.startswith("side:"):
        return f"any of the {subject.removeprefix('side:')}"
    return s[subject].name


def event_words(s: State, event: str, about: str, subject: str, owner: str, after: bool) -> str:
    """The trigger in words: "If anyone advances on me"."""
    whom = "me" if about == owner else s[about].name if about else "anybody"
    told = EVENTS[event].format(who=subject_words(s, subject), about=whom)
    late = after and event not in FOLLOW_UP
    early = not after and event in FOLLOW_UP
    return ("After " if late else "Just before " if early else "If ") + told


@procedure("TF-80, 81, 86, 87")
async def declare_trigger(
    fight: Fight[State],
    owner: str,
    event: str,
    about: str,
    subject: str,
    after: bool,
    words: str,
    response: str,
    extra: str,
) -> str:
    """Declare a trigger: its anchors are committed now. event "": a spoken one, in `words`."""
    me = fight.s[owner].stats
    kind = response.split(":", 1)[0]
    anchors = response_anchors(me, response, extra)
    problem = anchors_refusal(fight.s, owner, anchors, "This Triggered Action")
    if problem is None and kind in ("attack", "covering"):
        problem = _weapon_refusal(fight.s, owner, response)
    if problem is None and subject not in ("anyone", "") and not subject.startswith("side:"):
        if not fight.s.here(subject) or subject == owner:
            problem = "Name somebody in this fight whom the trigger watches."
        elif lasting(fight.s, owner, DISORIENTED) is not None:
            problem = "You are Disoriented: no trigger that depends on telling one from another."
    if problem:
        raise Refused(problem)
    wording = f"“{words}”" if not event else event_words(fight.s, event, about, subject, owner, after)
    wording = f"{wording}: {response_words(me, response)}"
    await Committed(owner, anchors, "trigger")
    if kind in ("attack", "covering"):
        await ready_weapon(owner, response.rsplit(":", 1)[1])
        if not able(fight.s, owner):
            return "stopped"
    await CountName()
    t = Trigger(f"t{fight.s.named}", owner, event, about, subject, wording, response, anchors, after)
    await TriggerSet(t)
    unseen = told_to(fight.s, about, subject) == GM
    if fight.s.options.get("trigger_wording") == "public" and not unseen:
        await TriggerWaits(owner, anchors, wording)
    else:
        await TriggerWaits(owner, anchors)
        await TriggerWaits(owner, anchors, wording, to=owner)
    return "waits"


def _weapon_refusal(s: State, owner: str, response: str) -> str | None:
    weapon, both = grip(s[owner].stats, response.rsplit(":", 1)[1])
    return weapon_problem(s, owner, weapon, both)


@procedure("TF-82, 84")
async def respond(fight: Fight[State], t: Trigger, cause: str) -> str:
    """The trigger has gone off: the owner fires or aborts, and the response resolves at once, out of turn."""
    if fight.s[t.owner].hidden:
        await SetCombatant(t.owner, "hidden", False)
        await Said("{0} comes into view", (t.owner,))
    await TriggerFires(t.owner, cause, t.wording)
    if await fizzles(t, cause):
        return "fizzles"
    kind = t.response.split(":", 1)[0]
    shot = kind in ("attack", "covering")
    answer = await Ask(
        t.owner,
        "fire or abort",
        f"Your trigger goes off on {fight.s[cause].name}. Fire or abort?",
        (
            Option("fire", "Fire", "it resolves as declared"),
            Option("abort", "Abort", _abort_hint(kind)),
        ),
        "fire",
        patience=deadline(fight.s),
    )
    if await fizzles(t, cause):
        return "fizzles"
    if answer == "abort" and not shot:
        await Said("{0} aborts: nothing happens", (t.owner,))
        return "aborted"
    if kind == "attack":
        await GuardBroken(t.owner, "an attack", cause)
    if answer == "abort":
        await Said("{0} aborts; 2d12 decide what becomes of the shot or blow", (t.owner,))
    call = response_call(fight.s, t, cause, answer == "abort")
    if call is not None:
        return await call
    words = t.response.removeprefix("text:").replace("{", "(").replace("}", ")")
    await Said(f"{{0}}: {words}", (t.owner,))
    return "done"


@procedure("TF-83")
async def fizzles(fight: Fight[State], t: Trigger, cause: str) -> bool:
    """Whether the response has become impossible; its owner is told why."""
    problem = response_problem(fight.s, t, cause)
    if problem is None:
        return False
    await Said("The response of {0} is no longer possible: its anchors stay spent", (t.owner,))
    await Said(problem, to=t.owner)
    return True


def _abort_hint(kind: str) -> str:
    if kind in ("attack", "covering"):
        return "2d12 against the attack's DC; on a hit damage, or none and a Minor Complication"
    return "nothing happens; the anchors stay spent"


def deadline(s: State) -> int:
    """TF-84: the longest wait of this ask in seconds (option `trigger_deadline`)."""
    value = str(s.options.get("trigger_deadline", PATIENCE))
    return int(value) if value.isdigit() else PATIENCE


def response_call(s: State, t: Trigger, cause: str, bare: bool) -> Call[str] | None:
    """The response as the procedure that carries it out (bare: aborted); None for one in free words."""
    kind, *rest = t.response.split(":", 1)
    if kind == "attack":
        manner, called, choice = rest[0].split(":")
        return strike(t.owner, cause, choice, manner, called, (TRIGGERED,), bare)
    if kind == "covering":
        if bare:
            return strike(t.owner, cause, rest[0], "focused", "none", (TRIGGERED,), True)
        return lay_fire(t.owner, cause, rest[0])
    if kind == "advance":
        return advance(t.owner, cause, s[t.owner].stats.approach, (), True)
    return move(t.owner, (cause,), True) if kind == "withdraw" else None


def response_problem(s: State, t: Trigger, cause: str) -> str | None:
    """TF-83: why a response has become impossible, in a sentence to its owner; None while it is possible."""
    if not able(s, t.owner):
        return "You are out of the fight."
    if not s.here(cause):
        return "They are not in this fight any more."
    for anchor in t.anchors:
        state, why = anchor_state(s, t.owner, anchor)
        if state != COMMITTED or s[t.owner].stats.committed.get(anchor) != "trigger":
            return f"Your {ANCHOR_WORDS[anchor]} ({anchor}) {'are' if anchor == 'F' else 'is'} {why}."
    kind, *rest = t.response.split(":", 1)
    if kind == "attack":
        weapon, both = grip(s[t.owner].stats, rest[0].split(":")[2])
        return strike_problem(s, t.owner, cause, weapon, both)
    if kind == "covering":
        return covering_problem(s, t.owner, cause, rest[0])
    if kind in ("advance", "withdraw") and (locks_on(s, t.owner) or s[t.owner].stats.has("prone")):
        return "You are held." if locks_on(s, t.owner) else "You are prone."
    if kind == "advance":
        return advance_problem(s, t.owner, cause)
    if kind == "withdraw" and cause not in near(s, t.owner):
        return f"{s[cause].name} is Separated from you already."
    return None


@procedure("TF-83")
async def spoken_fires(fight: Fight[State], trigger: str, cause: str) -> str:
    """The Guide says that what a spoken trigger waits for has happened, and who caused it."""
    t = next((t for t in fight.s.ground.triggers if t.id == trigger), None)
    if t is None:
        raise Refused("That trigger does not wait any more.")
    if not able(fight.s, t.owner):
        raise Refused("Its owner is out of the fight: the trigger cannot go off.")
    if not fight.s.here(cause):
        raise Refused("Name somebody in this fight who sets it off.")
    await TriggerGone(t.id)
    return await respond(t, cause)

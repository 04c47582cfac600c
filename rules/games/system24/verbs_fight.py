"""Attacks, movement and triggers as verbs: what can be declared under /attack, /move and /trigger."""

from __future__ import annotations

from typing import Any

from rules.engine.effects import Call
from rules.engine.procedures import Refused
from rules.engine.ruleset import Args, Choice, Param, Verb

from . import barred
from . import choices as ch
from .attack import attack
from .data import LEAPS_ACROSS, LEAPS_UP
from .events import EVENTS, FOLLOW_UP
from .movement import advance, face, move, move_by, movement_problem, reposition
from .pressure import dazed
from .rolls import in_play
from .sheet import SEPARATED, State, Stats
from .state import able, anchors_refusal, between, free_anchors, grip, trigger_of, weapon_problem
from .triggers import declare_trigger, event_words, response_anchors, response_words, subject_words
from .turns import any_free, declared
from .wider_moves import GROUNDS, leap, running_problem, sprint, stand_up, tumble

Found = tuple[Choice, ...]


def parts(args: Args, name: str) -> tuple[str, ...]:
    """The values of a parameter that takes many."""
    return tuple(x for x in args.get(name, "").split(",") if x)


def text(args: Args, name: str) -> str:
    """A text in one line."""
    return " ".join(args.get(name, "").split())


# ------------------------------------------------------------------ attack
def _attack(s: State, who: str, args: Args) -> Call[Any]:
    weapon = args.get("weapon") or ch.first_arm(s, who, args)
    if weapon is None:
        raise Refused("None of your weapons can reach them now.")
    manner = args.get("manner") or ch.first_manner(s, who, {**args, "weapon": weapon}) or "wild"
    call = attack(who, args["target"], weapon, manner, args.get("called") or "none", parts(args, "modifier"))
    return declared(who, "attack", call)


def _attack_ready(s: State, who: str) -> str | None:
    if any_free(s, who):
        return any_free(s, who)
    if ch.attack_targets(s, who, {}):
        return None
    if not any(ch.manners_for(s, who, c) for c in ch.arms(s[who].stats)):
        return anchors_refusal(s, who, "L" if "L" in s[who].stats.anchors else "H", "An attack") or (
            "Your anchors do not allow an attack now."
        )
    return "Nobody is in reach of your weapons: Advance first."


ATTACK = Verb(
    "attack", "attack", "Attack", "TF-40..45", _attack, _attack_ready,
    (
        Param(
            "target", "Target",
            choices=ch.attack_targets, default=ch.likeliest_foe, barred=barred.targets,
        ),
        Param("weapon", "Weapon", choices=ch.attack_arms, default=ch.first_arm, barred=barred.arms),
        Param(
            "manner", "Manner",
            choices=ch.attack_manners, default=ch.first_manner, barred=barred.manners,
        ),
        Param("called", "Called target", choices=ch.called_targets, default=lambda s, w, a: "none"),
        Param("modifier", "What else applies", "many", ch.ticks, required=False),
    ),
    hint="Wild Swing, Focused Attack or Full Martial Attack",
)  # fmt: skip


# ------------------------------------------------------------------ movement
def _moves(what: str) -> Any:
    return lambda s, who: movement_problem(s, who, what)


def _no_way_closer(s: State, who: str) -> str | None:
    closer = None if ch.advance_targets(s, who, {}) else "There is nobody to advance on."
    return movement_problem(s, who, "An Advance") or closer


def _away_ready(s: State, who: str) -> str | None:
    near = None if ch.near_ones(s, who, {}) else "Nobody is in Melee or Grappling range of you."
    return movement_problem(s, who, "A Move") or near


def _leaving_ready(s: State, who: str) -> str | None:
    nobody = None if ch.advance_leaving_targets(s, who, {}) else "There is nobody else to advance on."
    return _away_ready(s, who) or nobody


def _stand_ready(s: State, who: str) -> str | None:
    me = s[who].stats
    if not me.has("prone"):
        return "You are standing already."
    if me.lame:
        return "Your legs are disabled: you cannot stand unaided."
    return anchors_refusal(s, who, "F", "Standing up")


def _run_ready(what: str) -> Any:
    return lambda s, who: movement_problem(s, who, what) or running_problem(s, who)


def _leap_ready(s: State, who: str) -> str | None:
    ready = movement_problem(s, who, "A Leap") or running_problem(s, who)
    return ready or anchors_refusal(s, who, "HF", "A Leap")


def _tumble_ready(s: State, who: str) -> str | None:
    return movement_problem(s, who, "A Tumble") or anchors_refusal(s, who, "HF", "A Tumble")


def _leaps(s: State, who: str, args: Args) -> Found:
    across = (
        Choice(f"across:{dc}", f"{feet} feet across", f"DC {in_play(s, dc)} in play")
        for dc, feet in LEAPS_ACROSS.items()
    )
    up = (
        Choice(f"up:{dc}", f"{feet} feet up", f"DC {in_play(s, dc)} in play") for dc, feet in LEAPS_UP.items()
    )
    return (*across, *up)


def _advance_leaving(s: State, who: str, args: Args) -> Call[Any]:
    way = s[who].stats.approach
    return declared(who, "Advance", advance(who, args["target"], way, parts(args, "where"), False))


def _grounds(s: State, who: str, args: Args) -> Found:
    return tuple(
        Choice(k, k.capitalize(), f"DC {in_play(s, dc)} in play" if dc else "no roll")
        for k, dc in GROUNDS.items()
    )


def _tumbles(s: State, who: str, args: Args) -> Found:
    past = Choice("past", "Past them")
    target = args.get("target", "")
    apart = target not in s.combatants or between(s, who, target) == SEPARATED
    return (past,) if apart else (Choice("away", "Away from them", "one range state"), past)


_APPROACH = Param("where", "By which approach", "text", ch.labels, required=False)

MOVES = (
    Verb(
        "advance", "move", "Advance", "TF-31",
        lambda s, w, a: declared(w, "Advance", advance(w, a["target"], text(a, "where"), (), False)),
        _no_way_closer,
        (Param("target", "On whom", choices=ch.advance_targets, barred=barred.advance), _APPROACH),
        hint="F; one range state closer, Guard may contest it",
    ),
    Verb(
        "withdraw", "move", "Back away", "TF-37",
        lambda s, w, a: declared(w, "Move", move(w, parts(a, "target"), False)),
        _away_ready,
        (Param("target", "From whom", "many", ch.near_ones, default=ch.every_near),),
        hint="F; one range state from each; safe unless surrounded",
    ),
    Verb(
        "past", "move", "Move past", "TF-38",
        lambda s, w, a: declared(w, "Move-By", move_by(w, parts(a, "target"), text(a, "where"))),
        _moves("Moving past"),
        (Param("target", "Past whom", "many", ch.everyone), _APPROACH),
        hint="F; one roll against the guards that may contest it",
    ),
    Verb(
        "advance-leaving", "move", "Advance, leaving others", "TF-36",
        _advance_leaving,
        _leaving_ready,
        (
            Param("target", "On whom", choices=ch.advance_leaving_targets),
            Param("where", "Leaving whom", "many", ch.leavable),
        ),
        hint="F; as Advance, backing away from those you name",
    ),
    Verb(
        "stand", "move", "Stand up", "TF-111", lambda s, w, a: declared(w, "standing up", stand_up(w)),
        _stand_ready, hint="F",
    ),
    Verb(
        "face", "move", "Change facing", "TF-21, 37",
        lambda s, w, a: declared(w, "Move", face(w, text(a, "where"))),
        _moves("Changing facing"),
        (Param("where", "Approach to cover", "text", ch.labels),),
        hint="F; your Guard covers another approach",
    ),
    Verb(
        "reposition", "move", "Move elsewhere", "TF-37",
        lambda s, w, a: declared(w, "Move", reposition(w, text(a, "where"))),
        _moves("A Move"),
        (Param("where", "Where to", "text", ch.labels, required=False),),
        hint="F; no range state changes",
    ),
    Verb(
        "sprint", "move", "Sprint", "TF-120",
        lambda s, w, a: declared(w, "Sprint", sprint(w, a["where"])),
        _run_ready("A Sprint"),
        (Param("where", "Over what ground", choices=_grounds, default=lambda s, w, a: "clear"),),
        hint="F and 1 stamina; no Dodge until your next turn",
    ),
    Verb(
        "leap", "move", "Leap", "TF-121",
        lambda s, w, a: declared(w, "Leap", leap(w, a["where"])),
        _leap_ready,
        (Param("where", "How far", choices=_leaps),),
        hint="F and H; no Dodge until your next turn",
    ),
    Verb(
        "tumble", "move", "Tumble", "TF-124",
        lambda s, w, a: declared(w, "Tumble", tumble(w, a["target"], a["where"] == "away")),
        _tumble_ready,
        (
            Param("target", "Past or from whom", choices=ch.everyone),
            Param("where", "Which way", choices=_tumbles, default=lambda s, w, a: _tumbles(s, w, a)[0].value),
        ),
        hint="F and H; without Guard or response",
    ),
)  # fmt: skip


# ------------------------------------------------------------------ triggers
def _events(s: State, who: str, args: Args) -> Found:
    """Events that can be watched: on oneself, then on friends; with the other timing at the end."""
    usual, late = [], []
    friends = [c.id for c in s.present() if c.id != who and c.side == s[who].side and able(s, c.id)]
    for event, words in EVENTS.items():
        if "{about}" not in words:
            continue
        for about in (who, *friends):
            default = event in FOLLOW_UP
            usual.append((event, about, default))
            if about == who:
                late.append((event, about, not default))
    usual += [("draws", "", False), ("casts", "", False)]
    usual.sort(key=lambda e: e[1] not in (who, ""))
    return tuple(
        Choice(f"{event}:{about}:{'after' if after else 'as'}", _event_label(s, event, about, who, after))
        for event, about, after in (*usual, *late)
    )


def _event_label(s: State, event: str, about: str, who: str, after: bool) -> str:
    words = event_words(s, event, about, "anyone", who, after).replace("anyone", "someone")
    return words.removeprefix("If ")


def event_of(s: State, who: str, typed: str) -> tuple[str, str, bool] | None:
    """The watched event that was chosen or typed; None when the words are for the Guide to judge."""
    plain = typed.strip().casefold()
    for c in _events(s, who, {}):
        if plain in (c.value.casefold(), c.words.casefold()):
            event, about, when = c.value.split(":")
            return event, about, when == "after"
    return None


def _responses(s: State, who: str, args: Args) -> Found:
    """What can be done when it happens; any other words are told to the table."""
    me, found = s[who].stats, []
    for choice in ch.arms(me):
        weapon, both = grip(me, choice)
        if (choice == "unarmed" and me.weapons) or weapon_problem(s, who, weapon, both):
            continue
        for manner in ch.manners_for(s, who, choice):
            response = f"attack:{manner}:none:{choice}"
            if anchors_refusal(s, who, response_anchors(me, response, ""), "It") is None:
                found.append(response)
    found += [
        f"covering:{c.value}" for c in ch.shooters(s, who, args) if {"L", "H"} <= set(free_anchors(s, who))
    ]
    if {"F", "H"} <= set(free_anchors(s, who)):
        found += ["advance", "withdraw"]
    found += [r.replace(":none:", ":head:") for r in found if r.startswith("attack:focused")]
    seen = event_of(s, who, args.get("when", ""))
    return tuple(
        Choice(
            r,
            _capital(response_words(me, r)),
            f"takes {' '.join(response_anchors(me, r, ''))}{_out_of_reach(me, r, seen, who)}",
        )
        for r in found
    )


def _out_of_reach(me: Stats, response: str, seen: tuple[str, str, bool] | None, who: str) -> str:
    """TF-83: in what range state an attack would find whom it waits for, where that may not be its own."""
    if seen is None or not response.startswith("attack:") or seen[1] != who:
        return ""
    event, _, after = seen
    weapon = grip(me, response.rsplit(":", 1)[1])[0]
    if event in ("advances", "enters") and not after and not weapon.ranged:
        return "; fizzles on who is not in Melee yet"
    if event in ("advances", "enters") and after and weapon.has("separated"):
        return "; fizzles on who is in Melee then"
    return ""


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def response_of(s: State, who: str, typed: str) -> str:
    """The response that was chosen or typed; free words become a text."""
    plain = typed.strip().casefold()
    for c in _responses(s, who, {}):
        if plain in (c.value.casefold(), c.words.casefold()):
            return c.value
    return f"text:{' '.join(typed.split())}"


AS_WORDED = "words"
"""Whom a spoken trigger watches: a value of its own, so that a panel does not keep it as what was chosen for
a watched one, which watches foes unless told otherwise.
"""


def _subjects(s: State, who: str, args: Args) -> Found:
    """Whom the trigger watches: the broader, the riskier."""
    if event_of(s, who, args.get("when", "")) is None:
        by_words = Choice(AS_WORDED, "As the words say", "the Guide judges them")
        return (by_words, Choice("anyone", "Anyone", "as the words say"))
    sides = dict.fromkeys(c.side for c in s.present())
    enemy = [x for x in sides if x != s[who].side]
    order = [f"side:{x}" for x in (*enemy, *(x for x in sides if x not in enemy))]
    people = [] if dazed(s, who) else ch.others(s, who)
    order = [*order[:1], "anyone", *order[1:]] if enemy else ["anyone", *order]
    hints = {"anyone": "friends too"}
    return tuple(Choice(x, _capital(subject_words(s, x)), hints.get(x, "")) for x in (*order, *people))


def _costs(s: State, who: str, args: Args) -> Found:
    """TF-80: anchors and ammo derived from the response, for confirmation; of free words one chooses them."""
    me = s[who].stats
    response = response_of(s, who, args.get("then", ""))
    if response.startswith("text:"):
        sets = dict.fromkeys(
            "".join(a for a in "LRHF" if a in c.value or a == "H") for c in ch.anchor_sets(s, who, args)
        )
        return tuple(Choice(x, " and ".join(x), "committed now") for x in sets if "H" in free_anchors(s, who))
    anchors = response_anchors(me, response, "")
    shot = response.startswith("covering") or (response.startswith("attack") and _shoots(s, who, response))
    return (
        Choice(anchors, " and ".join(anchors), "committed now" + ("; 1 ammo when it fires" if shot else "")),
    )


def _shoots(s: State, who: str, response: str) -> bool:
    return grip(s[who].stats, response.rsplit(":", 1)[1])[0].ranged


def _trigger(s: State, who: str, args: Args) -> Call[Any]:
    seen = event_of(s, who, args["when"])
    event, about, after = seen or ("", "", False)
    words = "" if seen else " ".join(args["when"].split())
    subject = args.get("who") or AS_WORDED
    call = declare_trigger(
        who, event, about, "anyone" if subject == AS_WORDED else subject, after, words,
        response_of(s, who, args["then"]), args.get("anchors") or "H",
    )  # fmt: skip
    return declared(who, "Triggered Action", call)


def _trigger_ready(s: State, who: str) -> str | None:
    if trigger_of(s, who) is not None:
        return "You wait with a Triggered Action already."
    return anchors_refusal(s, who, "H", "A Triggered Action")


TRIGGER = Verb(
    "trigger", "trigger", "Triggered Action", "TF-80", _trigger, _trigger_ready,
    (
        Param("when", "When", "text", _events),
        Param("then", "Then", "text", _responses),
        Param("who", "Whom it watches", choices=_subjects, default=ch.first_of(_subjects)),
        Param("anchors", "Anchors and costs", choices=_costs, default=ch.first_of(_costs)),
    ),
    hint="say what you wait for and what you do then; H is always among the anchors",
)  # fmt: skip

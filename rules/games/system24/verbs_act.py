"""Every other action of a turn as verbs under /act."""

from __future__ import annotations

from typing import Any

from rules.engine.procedures import Refused
from rules.engine.ruleset import Args, Choice, Param, Verb

from . import barred
from . import choices as ch
from .covering import covering_fire
from .data import DIFFICULTIES
from .deeds import (
    draw,
    drop_guard,
    fire_words,
    handle_gear,
    headwork,
    other_deed,
    put_out,
    staunch,
    take_cover,
)
from .guard import on_guard
from .movement import name_approach
from .rolls import in_play
from .sheet import ANCHOR_WORDS, State
from .state import anchors_refusal, free_anchors, grip, locks_by, locks_on, weapon_problem
from .turns import any_free, declared, delay, delay_places
from .verbs_fight import parts, text
from .wider_grapple import bind, break_free, break_free_anchors, disarm, grapple, let_loose, throw
from .wider_moves import shove
from .wider_ranged import LANES, aim, rapid_fire, suppress

Found = tuple[Choice, ...]


def _no_hand(s: State, who: str, what: str) -> str | None:
    return None if set("LR") & set(free_anchors(s, who)) else f"{what} needs a free hand (L or R)."


def _hand_ready(what: str) -> Any:
    return lambda s, who: _no_hand(s, who, what)


def _needs(anchors: str, what: str) -> Any:
    return lambda s, who: anchors_refusal(s, who, anchors, what)


def _close(anchors: str, what: str, whom: Any = ch.near_ones) -> Any:
    def ready(s: State, who: str) -> str | None:
        problem = anchors_refusal(s, who, anchors, what)
        if problem or whom(s, who, {}):
            return problem
        armed = " and armed" if whom is ch.armed_near else ""
        return f"Nobody is in Melee or Grappling range of you{armed}."

    return ready


def _shoots(what: str) -> Any:
    def ready(s: State, who: str) -> str | None:
        if not ch.shooters(s, who, {}):
            return f"{what} needs a ranged weapon."
        problem = anchors_refusal(s, who, "LH", what)
        if problem is None and not ch.ready_shooters(s, who, {}):
            first = ch.shooters(s, who, {})[0].value
            problem = weapon_problem(s, who, *grip(s[who].stats, first))
            problem = problem or anchors_refusal(s, who, ch.shot_anchors(s, who, first), what)
        return problem

    return ready


def _aim_ready(s: State, who: str) -> str | None:
    """TF-129: L and H alone, with a bow too; nothing is shot yet."""
    shooters = [grip(s[who].stats, c.value) for c in ch.shooters(s, who, {})]
    if not shooters:
        return "Aiming needs a ranged weapon."
    problems = [weapon_problem(s, who, *shooter) for shooter in shooters]
    return anchors_refusal(s, who, "LH", "Aiming") or (None if None in problems else problems[0])


def _covering_ready(s: State, who: str) -> str | None:
    problem: str | None = _shoots("Covering Fire")(s, who)
    return problem or (
        None if ch.covering_targets(s, who, {}) else "No enemy in reach of your shots has Guard."
    )


def _rapid_ready(s: State, who: str) -> str | None:
    problem: str | None = _shoots("Rapid Fire")(s, who)
    return problem or (None if ch.rapid_targets(s, who, {}) else "Nobody is in reach of two shots of yours.")


# ------------------------------------------------------------------ details
def _covers(s: State, who: str, args: Args) -> Found:
    return (
        Choice("active", "Active cover", "DC +2 for ranged attacks"),
        Choice("structural", "Structural cover", "DC +1 in melee"),
    )


def _drawable(s: State, who: str, args: Args) -> Found:
    me = s[who].stats
    arms = [
        Choice(w.name, w.name, "picked up with a free hand" if w.name in me.dropped else "drawn")
        for w in me.weapons
        if w.name != me.held
    ]
    return (*arms, Choice("stow", "Stow the weapon in hand")) if me.held else tuple(arms)


def _draw_ready(s: State, who: str) -> str | None:
    if s[who].stats.lost("L"):
        return "Your primary hand (L) is lost."
    return None if _drawable(s, who, {}) else "You carry nothing else."


def _difficulties(s: State, who: str, args: Args) -> Found:
    none = Choice("0", "No roll", "the Guide says what comes of it")
    rolls = (
        Choice(str(n), words.capitalize(), f"DC {in_play(s, n)} in play") for n, words in DIFFICULTIES.items()
    )
    return (none, *rolls)


def _fires(s: State, who: str, args: Args) -> Found:
    return tuple(Choice(f, fire_words(f)) for f in s[who].stats.fires)


def _bleeders(s: State, who: str, args: Args) -> Found:
    ids = [c.id for c in s.present() if c.stats.has("bleeding")]
    return ch.somebody(s, sorted(ids, key=lambda w: (w != who, s[w].side != s[who].side)), who)


def _later(s: State, who: str, args: Args) -> Found:
    return tuple(Choice(slot.who, f"After {s[slot.who].name}") for slot in delay_places(s, who))


def _cheapest(s: State, who: str, args: Args) -> Found:
    free = free_anchors(s, who)
    return tuple(Choice(a, f"{a}, {ANCHOR_WORDS[a]}") for a in "RLFH" if a in free)


def _lanes(s: State, who: str, args: Args) -> Found:
    return tuple(Choice(k, k.capitalize(), f"DC {in_play(s, dc)} in play") for k, dc in LANES.items())


def _sights(s: State, who: str, args: Args) -> Found:
    return (
        Choice("clear", "In the open", f"DC {in_play(s, 10)}"),
        Choice("obscured", "Obscured", f"DC {in_play(s, 12)}"),
    )


_first = ch.first_of


# ------------------------------------------------------------------ why not now
def _delay_ready(s: State, who: str) -> str | None:
    return any_free(s, who) or (None if delay_places(s, who) else "Nobody acts after you in this round.")


def _guard_ready(s: State, who: str) -> str | None:
    if s[who].stats.covers:
        return "Your Guard covers an approach already: change facing (a Move) to cover another."
    return None


def _drop_ready(s: State, who: str) -> str | None:
    return None if on_guard(s, who) else "You have no Guard to drop."


def _break_ready(s: State, who: str) -> str | None:
    if not locks_on(s, who):
        return "Nobody holds you."
    return (
        None if break_free_anchors(s, who) else "Breaking free needs a hand or your feet, and none is left."
    )


def _holding(s: State, who: str) -> str | None:
    return None if locks_by(s, who) else "You hold nobody."


def _throw_ready(s: State, who: str) -> str | None:
    if not locks_by(s, who):
        return "You hold nobody."
    return None if ch.throwable(s, who, {}) else "Your holding limb has thrown already this turn."


def _burning(s: State, who: str) -> str | None:
    return _no_hand(s, who, "Putting out a fire") if s[who].stats.fires else "Nothing burns on you."


def _bleeding(s: State, who: str) -> str | None:
    return _no_hand(s, who, "Staunching") if _bleeders(s, who, {}) else "Nobody bleeds."


def _voice(what: str) -> Any:
    def ready(s: State, who: str) -> str | None:
        if s[who].stats.has("silenced"):
            return "You are Silenced: no casting, no commands."
        return anchors_refusal(s, who, "H", what)

    return ready


def _grapple_ready(s: State, who: str) -> str | None:
    problem: str | None = _hand_ready("A Grapple")(s, who)
    return problem or (None if ch.near_ones(s, who, {}) else "Nobody is in Melee or Grappling range of you.")


# ------------------------------------------------------------------ calls with a parsed detail
def _grapple(s: State, who: str, args: Args) -> Any:
    limb, _, rest = args["detail"].partition(">")
    anchor, plus, _ = rest.partition("+")
    return declared(who, "Grapple", grapple(who, args["target"], limb, anchor, bool(plus)))


def _break_free(s: State, who: str, args: Args) -> Any:
    holder, _, anchor = args["target"].partition(":")
    return declared(who, "Break Free", break_free(who, holder, anchor))


def _draw(s: State, who: str, args: Args) -> Any:
    return draw(who, "" if args["detail"] == "stow" else args["detail"])


def _suppress(s: State, who: str, args: Args) -> Any:
    weapon = next((c.value for c in ch.ready_shooters(s, who, args)), None)
    if weapon is None:
        raise Refused("Suppress needs a ranged weapon.")
    return declared(who, "Suppress", suppress(who, weapon, args["target"], text(args, "detail")))


def _headwork(kind: str) -> Any:
    return lambda s, w, a: declared(w, kind, headwork(w, kind, int(a.get("detail") or 0)))


_TARGET = Param("target", "Target", choices=ch.near_foes, barred=barred.near)
_ARMED = Param("target", "Target", choices=ch.armed_near, barred=barred.armed)
_ROLL = Param("detail", "Difficulty", choices=_difficulties, default=lambda s, w, a: "0")

ACTS = (
    Verb(
        "covering", "act", "Covering Fire", "TF-90",
        lambda s, w, a: declared(w, "Covering Fire", covering_fire(w, a["target"], a["detail"])),
        _covering_ready,
        (
            Param("target", "On whom", choices=ch.covering_targets, barred=barred.covering),
            Param("detail", "Weapon", choices=ch.covering_shooters, default=_first(ch.covering_shooters)),
        ),
        hint="L and H; an enemy loses its Guard or stands in the fire",
    ),
    Verb(
        "break-free", "act", "Break Free", "TF-126", _break_free, _break_ready,
        (Param("target", "Which lock", choices=ch.holders, default=_first(ch.holders)),),
        hint="hands and feet as far as free; ends one lock",
    ),
    Verb(
        "take-cover", "act", "Take cover", "TF-52",
        lambda s, w, a: declared(w, "taking cover", take_cover(w, a["detail"])),
        _needs("F", "Taking cover"),
        (Param("detail", "Which cover", choices=_covers, default=lambda s, w, a: "active"),),
        hint="F; you can still Dodge",
    ),
    Verb(
        "draw", "act", "Draw or stow", "TF-23", _draw, _draw_ready,
        (Param("detail", "What", choices=_drawable),), hint="breaks no Guard",
    ),
    Verb(
        "grapple", "act", "Grapple", "TF-125", _grapple, _grapple_ready,
        (
            _TARGET,
            Param(
                "detail", "Limb and anchor",
                choices=ch.grapple_details, default=_first(ch.grapple_details),
            ),
        ),
        hint="L or R; locks one anchor",
    ),
    Verb(
        "throw", "act", "Throw", "TF-127", lambda s, w, a: declared(w, "Throw", throw(w, a["target"])),
        _throw_ready, (Param("target", "Whom", choices=ch.throwable),), hint="Prone and Separated",
    ),
    Verb(
        "let-go", "act", "Let go", "TF-126", lambda s, w, a: let_loose(w, a["target"]), _holding,
        (Param("target", "Whom", choices=ch.held_ones),), hint="no action",
    ),
    Verb(
        "shove", "act", "Shove", "TF-123", lambda s, w, a: declared(w, "Shove", shove(w, a["target"])),
        _close("LHF", "A Shove"), (_TARGET,), hint="L, H and F; one state apart, by 4 Prone",
    ),
    Verb(
        "disarm", "act", "Disarm", "TF-128", lambda s, w, a: declared(w, "Disarm", disarm(w, a["target"])),
        _close("LHF", "A Disarm", ch.armed_near), (_ARMED,), hint="L, H and F; the weapon is dropped",
    ),
    Verb(
        "bind", "act", "Bind", "TF-128", lambda s, w, a: declared(w, "Bind", bind(w, a["target"])),
        _close("LRHF", "A Bind", ch.armed_near), (_ARMED,),
        hint="L, R, H and F; the weapon is useless for an action",
    ),
    Verb(
        "aim", "act", "Aim", "TF-129",
        lambda s, w, a: declared(w, "Aim", aim(w, a["detail"] == "obscured")),
        _aim_ready,
        (Param("detail", "The target is", choices=_sights, default=lambda s, w, a: "clear"),),
        hint="L and H; Leverage +1 on the next shot",
    ),
    Verb(
        "rapid", "act", "Rapid Fire", "TF-129",
        lambda s, w, a: declared(w, "Rapid Fire", rapid_fire(w, a["detail"], parts(a, "target"))),
        _rapid_ready,
        (
            Param("target", "One or two targets", "many", ch.rapid_targets),
            Param("detail", "Weapon", choices=ch.rapid_shooters, default=_first(ch.rapid_shooters)),
        ),
        hint="L and H; DC +2, two hits at one wound fewer",
    ),
    Verb(
        "suppress", "act", "Suppress", "TF-129", _suppress, _shoots("Suppress"),
        (
            Param("target", "How wide", choices=_lanes, default=lambda s, w, a: "doorway"),
            Param("detail", "Which approach", "text", ch.labels),
        ),
        hint="L and H; DC +2 for enemies who advance there",
    ),
    Verb(
        "guard", "act", "Name the approach you cover", "TF-21",
        lambda s, w, a: name_approach(w, text(a, "detail")), _guard_ready,
        (Param("detail", "Approach", "text", ch.labels),), hint="no action",
    ),
    Verb(
        "drop-guard", "act", "Drop Guard", "TF-24", lambda s, w, a: drop_guard(w), _drop_ready,
        who="any", hint="no action, at any time",
    ),
    Verb(
        "delay", "act", "Delay", "TF-102", lambda s, w, a: delay(w, a["target"], a["detail"]), _delay_ready,
        (
            Param("target", "Until after whom", choices=_later),
            Param("detail", "Which anchor it costs", choices=_cheapest, default=_first(_cheapest)),
        ),
        hint="costs one free anchor",
    ),
    Verb(
        "put-out", "act", "Put out a fire", "TF-118",
        lambda s, w, a: declared(w, "putting out a fire", put_out(w, a["detail"])), _burning,
        (Param("detail", "What burns", choices=_fires, default=_first(_fires)),), hint="L or R",
    ),
    Verb(
        "staunch", "act", "Staunch bleeding", "TF-117",
        lambda s, w, a: declared(w, "staunching", staunch(w, a["target"])), _bleeding,
        (Param("target", "Whose", choices=_bleeders, default=_first(_bleeders)),), hint="the free hands",
    ),
    Verb(
        "cast", "act", "Cast a spell", "TF-22, 115", _headwork("cast"), _voice("Casting"), (_ROLL,),
        hint="H; breaks Guard",
    ),
    Verb(
        "search", "act", "Search", "TF-22", _headwork("search"), _needs("H", "Searching"), (_ROLL,),
        hint="H; breaks Guard",
    ),
    Verb(
        "command", "act", "Give complex commands", "TF-22, 115", _headwork("command"), _voice("Commanding"),
        (_ROLL,), hint="H; breaks Guard",
    ),
    Verb(
        "gear", "act", "Reload or handle gear", "TF-23",
        lambda s, w, a: declared(w, "gear", handle_gear(w, text(a, "detail"))), _hand_ready("Handling gear"),
        (Param("detail", "What, in words", "text", required=False),), hint="L or R; breaks no Guard",
    ),
    Verb(
        "other", "act", "Another action", "TF-13",
        lambda s, w, a: declared(w, "action", other_deed(w, a["target"], text(a, "detail"))), any_free,
        (
            Param("target", "Anchors", choices=ch.anchor_sets),
            Param("detail", "What, in words", "text", required=False),
        ),
        hint="in words, with the anchors it takes",
    ),
)  # fmt: skip

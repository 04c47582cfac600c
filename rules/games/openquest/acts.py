"""Every other act that can be declared (`/act`, `/trigger`)."""

from __future__ import annotations

from rules.engine.effects import Call
from rules.engine.ruleset import PUBLIC, Args, Choice, Choices, Param, Verb

from . import actions, choices, healing, influence
from .board import condition, row
from .choices import there
from .lines import signed
from .manners import no_action, unable
from .model import DYING, SKILLS, State, percent, secretive
from .rounds import bonus_refused, delay, keep_bonus, to_come
from .skills import DIFFICULTIES

Why = str | None


def _target(label: str, who_can: Choices) -> Param:
    return Param("target", label, choices=who_can)


def _detail(label: str, which: Choices) -> Param:
    return Param("detail", label, choices=which)


def _people(s: State, ids: list[str]) -> tuple[Choice, ...]:
    return tuple(Choice(x, s[x].name) for x in ids)


def _foes(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    return _people(s, [f for f in s.foes(who) if influence.intimidate_refused(s, who, f) is None])


def _shot_at(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    aimed = s[who].stats.aim_at
    foes = [f for f in s.foes(who) if s[f].stats.state != "dead"]
    return _people(s, sorted(foes, key=lambda f: f != aimed))


def _hurt(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    ids = [who, *s.friends(who)]
    return tuple(
        Choice(x, s[x].name, condition(s, x) if secretive(s, x) else row(s, x, PUBLIC).health)
        for x in ids
        if healing.aid_refused(s, x) is None
    )


def _dying(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    ids = [*s.friends(who), *s.foes(who)]
    return _people(s, [x for x in ids if healing.stabilise_refused(s, x) is None])


def _after(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    later = list(dict.fromkeys(slot.who for slot in s.order if slot.who != who and to_come(s, slot.who)))
    return (*_people(s, later), Choice("-", "The round's end"))


def _stances(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    return tuple(
        Choice(key, words)
        for key, (words, *_) in actions.STANCES.items()
        if actions.stance_refused(s, who, key) is None
    )


def _gear(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    return tuple(Choice(value, words) for value, words in actions.readiable(s, who))


def _lying(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    own = sorted(s.ground.lying, key=lambda x: x.owner != who)
    free = s[who].stats.shield == "none"
    return tuple(Choice(x.id, x.name, f"{x.metres} m") for x in own if x.weapon is not None or free)


def _laden(s: State, who: str) -> Why:
    """Why nothing of what lies on the ground can be taken up, or None."""
    only_shields = s.ground.lying and all(x.weapon is None for x in s.ground.lying)
    return f"{s[who].name} has a shield already." if only_shields and s[who].stats.shield != "none" else None


def _threats(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    return tuple(Choice(key, words, signed(n)) for key, (words, n) in influence.INTIMIDATION.items())


def skill_choices(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    """Every skill at Normal difficulty, then at the others (OQ-15)."""
    c = s[who].stats if who in s.combatants else None
    known = [(key, label, c.skill(key) if c else 0) for key, label in SKILLS.items()]
    plain = [Choice(key, label, f"{value}%") for key, label, value in known]
    return (
        *plain,
        *(
            Choice(f"{key}:{name}", f"{label} ({name})", percent(value + n))
            for name, n in DIFFICULTIES.items()
            if n
            for key, label, value in known
        ),
    )


def _use(s: State, who: str, args: Args) -> Call[object]:
    key, _, difficulty = args["detail"].partition(":")
    return influence.use_skill(who, key, DIFFICULTIES.get(difficulty, 0))


def _nothing(s: State, who: str) -> Why:
    return None


def _act(
    name: str,
    label: str,
    clause: str,
    call: choices.Calls,
    why: choices.Ready = _nothing,
    *params: Param,
    hint: str = "",
    nothing: str = "There is nothing to choose now.",
    command: str = "act",
) -> Verb:
    """An act that takes the action: ready when there is one, nothing forbids it, and something can be
    chosen; `nothing` says that it cannot.
    """

    def ready(s: State, who: str) -> Why:
        if reason := no_action(s, who) or why(s, who):
            return reason
        for param in params:
            if param.kind == "choice" and param.choices and not param.choices(s, who, {}):
                return nothing
        return None

    return Verb(name, command, label, clause, call, ready, params, hint=hint)


ACTS = (
    _act(
        "shield",
        "Shield Defence",
        "OQ-51",
        lambda s, who, args: actions.shield_defence(who),
        actions.shield_refused,
        hint="no attack; shield parries +20 and no cumulative penalty, a critical strikes back",
    ),
    _act(
        "stance",
        "Change stance",
        "OQ-23",
        lambda s, who, args: actions.stance(who, args["detail"]),
        _nothing,
        _detail("How", _stances),
        nothing="Whoever is held keeps its stance: break free first.",
    ),
    _act(
        "ready",
        "Ready a weapon",
        "OQ-23",
        lambda s, who, args: actions.ready(who, args["detail"]),
        _nothing,
        _detail("Which", _gear),
        hint="parries are at −20 this round",
        nothing="It carries no other weapon.",
    ),
    _act(
        "pick-up",
        "Pick up",
        "OQ-23",
        lambda s, who, args: actions.pick_up(who, args["detail"]),
        _laden,
        _detail("What", _lying),
        nothing="Nothing lies on the ground.",
    ),
    _act(
        "aim",
        "Aim",
        "OQ-55",
        lambda s, who, args: actions.aim(who, there(s, args["target"])),
        actions.aim_refused,
        _target("At whom", _shot_at),
        hint="+20 for each full round",
        nothing="There is no enemy to aim at.",
    ),
    _act(
        "break-free",
        "Break free",
        "OQ-50",
        lambda s, who, args: actions.break_free(who),
        actions.held_refused,
        hint="opposed Unarmed",
    ),
    _act(
        "first-aid",
        "First aid",
        "OQ-63",
        lambda s, who, args: healing.first_aid(who, there(s, args["target"])),
        _nothing,
        _target("For whom", _hurt),
        hint="Healing; 1D6 for a minor wound",
        nothing="Nobody on its side has a minor wound that is not dressed yet.",
    ),
    _act(
        "stabilise",
        "Stabilise",
        "OQ-63",
        lambda s, who, args: healing.stabilise(who, there(s, args["target"])),
        lambda s, who: None if s.option("field_stabilise") else healing.stabilise_refused(s, who),
        _target("Whom", _dying),
        hint="Healing; the dying will live",
        nothing="Nobody is dying.",
    ),
    _act(
        "intimidate",
        "Intimidate",
        "OQ-58",
        lambda s, who, args: influence.intimidate(
            who, there(s, args["target"]), tuple(t for t in args.get("detail", "").split(",") if t)
        ),
        _nothing,
        _target("Whom", _foes),
        Param("detail", "Circumstances", "many", _threats, required=False),
        hint="Influence; a critical brings surrender or flight",
        nothing="There is no enemy who can be intimidated.",
    ),
    _act("skill", "Use a skill", "OQ-23", _use, _nothing, _detail("Skill", skill_choices)),
    _act(
        "cast",
        "Cast a spell",
        "OQ-23",
        lambda s, who, args: influence.cast(who, args["detail"]),
        _nothing,
        Param("detail", "Spell", "text"),
        hint="a Casting test; the spell is the Referee's",
    ),
    _act(
        "other",
        "Something else",
        "OQ-20",
        lambda s, who, args: influence.other(who, args["detail"]),
        _nothing,
        Param("detail", "What", "text"),
        hint="takes the action",
    ),
    _act(
        "delay",
        "Wait",
        "OQ-23",
        lambda s, who, args: delay(
            who, args["target"] if args["target"] == "-" else there(s, args["target"])
        ),
        lambda s, who: None if s.acting == who else "One can wait once a round only.",
        _target("For whom", _after),
        hint="act after somebody, or at the round's end",
    ),
    _act(
        "set-weapon",
        "Set weapon against a charge",
        "OQ-47",
        lambda s, who, args: actions.set_weapon(who),
        actions.set_refused,
        hint="an attack at +20 before a charge; any other action or reaction unsets it",
        command="trigger",
    ),
)


def _survive_ready(s: State, who: str) -> Why:
    c = s[who].stats
    if c.state != DYING:
        return f"{s[who].name} is not dying."
    return None if c.fortune else f"{s[who].name} has no Fortune point left."


def _holding(s: State, who: str) -> Why:
    held = any(c.stats.held_by == who for c in s.present())
    return unable(s, who) or (None if held else f"{s[who].name} holds nobody.")


FREE = (
    Verb(
        "bonus",
        "act",
        "Keep a bonus attack",
        "OQ-49",
        lambda s, who, args: keep_bonus(who),
        lambda s, who: "The fight has not begun." if not s.acting else bonus_refused(s, who),
        who="any",
        hint="a standard attack at −20, at half the skill in the order; no extra parry then",
    ),
    Verb(
        "let-go",
        "act",
        "Let go",
        "OQ-50",
        lambda s, who, args: actions.let_go(who),
        _holding,
        who="any",
        hint="ends a hold",
    ),
    Verb(
        "survive",
        "act",
        "Spend Fortune to live",
        "OQ-62",
        lambda s, who, args: healing.survive(who),
        _survive_ready,
        who="any",
        hint="a Fortune point: unconscious until the fight ends, then 1 hit point",
    ),
)

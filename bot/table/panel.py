"""The private panel: what one's combatant can do now, with the last action and weapon already chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine.encounter import FIGHTING
from rules.engine.procedures import Refused
from rules.engine.ruleset import Args, Choice, Param, Verb, rules_of

from .acts import actor_for, choices_of, declare_verb, doable
from .board import turn_token
from .choosing import LONGEST_TEXT, arguments
from .encounters import require_fighting
from .naming import clean_text
from .people import Person, State
from .session import Table
from .updates import Update


@dataclass(frozen=True, slots=True)
class PanelDraft:
    """What has been chosen so far: for whom, which verb, which arguments; per verb what was taken last time;
    and the token of the turn all this was chosen in.
    """

    who: str = ""
    verb: str = ""
    args: Mapping[str, str] = field(default_factory=dict)
    last: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    turn: str = ""

    def json(self) -> dict[str, Any]:
        """As it is stored."""
        last = {verb: dict(args) for verb, args in self.last.items()}
        return {
            "who": self.who, "verb": self.verb, "args": dict(self.args), "last": last, "turn": self.turn,
        }  # fmt: skip

    @classmethod
    def of(cls, stored: Any) -> PanelDraft:
        """From its stored form; a fresh one where nothing is stored."""
        if not isinstance(stored, dict):
            return cls()
        return cls(
            str(stored.get("who", "")),
            str(stored.get("verb", "")),
            dict(stored.get("args", {})),
            dict(stored.get("last", {})),
            str(stored.get("turn", "")),
        )


@dataclass(frozen=True, slots=True)
class PanelParam:
    """One parameter on the panel: what may be chosen and what is chosen now."""

    name: str
    label: str
    kind: str
    choices: tuple[Choice, ...]
    value: str | None
    required: bool

    @property
    def words(self) -> str:
        """The chosen value in words, "" for none."""
        if self.value is None:
            return ""
        chosen = self.value.split(",") if self.kind == "many" else [self.value]
        known = {c.value: c.words for c in self.choices}
        return ", ".join(known.get(v, v) for v in chosen)


@dataclass(frozen=True, slots=True)
class PanelView:
    """The panel as it stands. missing: labels of what must still be chosen; why_not: why it cannot be
    declared now; acting: the name of whose turn it is, "" for nobody's or somebody's unseen.
    """

    encounter: int
    who: str
    name: str
    turn: str
    own_turn: bool
    lines: tuple[str, ...]
    verbs: tuple[Choice, ...]
    verb: str
    params: tuple[PanelParam, ...]
    missing: tuple[str, ...]
    why_not: str | None
    others: tuple[Choice, ...]
    acting: str = ""


async def load(table: Table, person: Person) -> PanelDraft:
    """What the panel remembers of this person in this encounter."""
    async with table.tables.store.read() as tx:
        return PanelDraft.of(await tx.panels.get(table.row.id, person.id))


async def keep(table: Table, person: Person, draft: PanelDraft) -> None:
    """Remember what has been chosen so far."""
    async with table.tables.store.write() as tx:
        await tx.panels.put(table.row.id, person.id, draft.json())


def reopened(table: Table, draft: PanelDraft) -> PanelDraft:
    """What My turn opens with: whoever acts; what was chosen in an earlier turn and never done is dropped."""
    if draft.turn == turn_token(table.state):
        return replace(draft, who="")
    return PanelDraft(last=draft.last)


def going_on(table: Table, person: Person, who: str) -> PanelView | None:
    """The panel after an act, while the turn goes on and no choice waits. Nothing is chosen on it, so that no
    second press does the same again.
    """
    if table.state.phase != FIGHTING or table.state.actor != who or table.awaited(person) is not None:
        return None
    return draw(table, person, PanelDraft(who), chosen=False)[0]


def draw(
    table: Table, person: Person, draft: PanelDraft, *, chosen: bool = True
) -> tuple[PanelView, PanelDraft]:
    """The panel for a draft, and the draft with everything filled in that can be.

    chosen: whether a verb is chosen where the draft has none.
    """
    require_fighting(table)
    who = draft.who if _can_act(table, person, draft.who) else actor_for(table, person)
    seen = table.sees(person)
    ready = [d for d in doable(table, person, who) if d.why_not is None]
    verb = _chosen_verb([d.verb for d in ready], draft, seen, who) if chosen else None
    args = dict(draft.args) if verb and verb.name == draft.verb and who == draft.who else {}
    params: tuple[PanelParam, ...] = ()
    missing: tuple[str, ...] = ()
    if verb is not None:
        params = _params(verb, seen, who, args, draft.last.get(verb.name, {}))
        missing = tuple(p.label for p in params if p.required and p.value is None)
    filled = PanelDraft(
        who,
        verb.name if verb else "",
        {p.name: p.value for p in params if p.value is not None},
        draft.last,
        turn_token(table.state),
    )
    others = tuple(Choice(o, seen[o].name) for o in _actors(table, person) if o != who)
    reason = table.awaited(person) or (None if ready else _reason(table, person, who))
    view = PanelView(
        table.row.id,
        who,
        seen[who].name,
        turn_token(table.state),
        seen.actor == who,
        table.rules.panel(seen, who, table.viewer(person)),
        tuple(choices_of([d.verb for d in ready])),
        verb.name if verb else "",
        params,
        missing,
        reason,
        others,
        seen[seen.actor].name if seen.actor else "",
    )
    return view, filled


def _can_act(table: Table, person: Person, who: str) -> bool:
    return (
        bool(who) and table.state.here(who) and table.may_play(person, who) and who in _actors(table, person)
    )


def _actors(table: Table, person: Person) -> tuple[str, ...]:
    """Those a person may act with here: their own, and for a GM the acting one."""
    acting = table.state.actor
    first = (acting,) if acting and table.may_play(person, acting) else ()
    return tuple(dict.fromkeys((*first, *table.own(person))))


def _reason(table: Table, person: Person, who: str) -> str:
    """Why nothing can be done now: the likeliest of the reasons."""
    reasons = [d.why_not for d in doable(table, person, who) if d.why_not]
    return max(set(reasons), key=reasons.count) if reasons else "There is nothing to do now."


def _chosen_verb(ready: list[Verb], draft: PanelDraft, s: State, who: str) -> Verb | None:
    """The verb chosen, else the one used last, else an attack, else the game's first: one that lacks
    nothing. Out of turn none by itself, so that what can be done then is not done by a slip.
    """
    for verb in ready:
        if verb.name == draft.verb:
            return verb
    if s.actor != who and s.phase == FIGHTING:
        return None
    used = next(iter(reversed(list(draft.last))), "")
    ready = sorted(ready, key=lambda verb: (verb.name != used, verb.command != "attack"))
    for verb in ready:
        params = _params(verb, s, who, {}, draft.last.get(verb.name, {}))
        if all(_settled(p) or not p.required for p in params):
            return verb
    return ready[0] if ready else None


def _settled(param: PanelParam) -> bool:
    """Whether it has a value, one of its choices where it has such."""
    if param.kind != "choice":
        return param.value is not None
    return any(c.value == param.value for c in param.choices)


def _params(
    verb: Verb, s: State, who: str, args: dict[str, str], last: Mapping[str, str]
) -> tuple[PanelParam, ...]:
    """Each parameter with its choices; a value that is no longer possible is dropped, one used last is
    kept, but for somebody who is out of the fight by now.
    """
    settled: dict[str, str] = {}
    out: list[PanelParam] = []
    for param in verb.params:
        choices = param.choices(s, who, settled) if param.choices else ()
        legal = {c.value for c in choices}
        value = args.get(param.name)
        if value is None and param.kind == "choice" and last.get(param.name) in legal - _out(s):
            value = last[param.name]
        if param.kind == "choice" and value not in legal:
            value = None
        if param.kind == "many" and value is not None:
            value = ",".join(v for v in value.split(",") if v in legal) or None
        if value is None:
            value = _default(param, s, who, settled, choices)
        if value is not None:
            settled[param.name] = value
        out.append(PanelParam(param.name, param.label, param.kind, choices, value, param.required))
    return tuple(_with_all(verb.params[n], shown, s, who, settled) for n, shown in enumerate(out))


def _out(s: State) -> set[str]:
    """Those who can do nothing any more."""
    rules = rules_of(s)
    return {c.id for c in s.present() if not rules.able(s, c.id)}


def _with_all(param: Param, shown: PanelParam, s: State, who: str, args: Args) -> PanelParam:
    """The parameter with the hints that its choices have once the later ones are settled too."""
    if param.kind != "choice" or param.choices is None or not shown.choices:
        return shown
    others = {name: value for name, value in args.items() if name != param.name}
    hints = {c.value: c.hint for c in param.choices(s, who, others)}
    choices = tuple(replace(c, hint=hints.get(c.value, c.hint)) for c in shown.choices)
    return replace(shown, choices=choices)


def _default(
    param: Param, s: State, who: str, args: Mapping[str, str], choices: tuple[Choice, ...]
) -> str | None:
    if param.default is not None:
        return param.default(s, who, args)
    return choices[0].value if param.required and param.kind == "choice" and choices else None


def choose(draft: PanelDraft, name: str, value: str) -> PanelDraft:
    """The draft with one parameter chosen; "" takes it back."""
    args = dict(draft.args)
    if value:
        args[name] = value
    else:
        args.pop(name, None)
    return replace(draft, args=args)


def typed(draft: PanelDraft, name: str, words: str) -> PanelDraft:
    """The draft with what was typed for a parameter, without what no database takes; "" takes it back."""
    return choose(draft, name, clean_text(words, LONGEST_TEXT))


async def confirm(
    table: Table, person: Person, draft: PanelDraft, turn: str, delivery: str = ""
) -> tuple[Update, PanelDraft]:
    """Declare what the panel shows, and remember it for next time in the same save. Refused when the turn
    it was drawn in has passed, or something is missing.
    """
    if turn != turn_token(table.state):
        raise Refused("This panel is of an earlier turn. Press My turn again.")
    view, filled = draw(table, person, draft)
    if not view.verb:
        raise Refused(view.why_not or "There is nothing to do now.")
    if view.missing:
        raise Refused(f"Still to be chosen: {', '.join(view.missing)}.")
    verb = table.rules.verb(view.verb)
    args = arguments(verb, table.sees(person), view.who, filled.args)
    last = {name: kept for name, kept in filled.last.items() if name != verb.name}
    after = PanelDraft(view.who, verb.name, {}, {**last, verb.name: args}, filled.turn)
    table.remember = {person.id: after.json()}
    update = await declare_verb(table, person, verb, view.who, args, delivery=delivery)
    return update, after

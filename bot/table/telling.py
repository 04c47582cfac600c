"""What there is to tell after an act: cards for the channel, lines for single persons, whom to call."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from rules.engine import frame
from rules.engine.changes import SetMarker
from rules.engine.effects import Call
from rules.engine.encounter import FIGHTING
from rules.engine.ruleset import PUBLIC, Viewer, rules_of
from rules.engine.steps import DONE, STANDING, Step

from .asking import asks, offered_unseen, offers
from .board import turn_token
from .cards import AskView, StepCard, asides_for, lines_for, private_lines
from .held import Held
from .updates import ASK, TURN, Ping, Private


# ------------------------------------------------------------------ for the channel
def card(held: Held, step: Step) -> StepCard:
    """A step as the channel sees it."""
    newest = held.newest
    current = newest is not None and newest.no == step.no
    return StepCard(
        held.row.id,
        step.no,
        lines_for(step, held.journal.state_before(step.no), held.state, PUBLIC),
        step.status,
        tuple(asks(held)) if current else (),
        tuple(offer for offer in offers(held) if not offer.secret) if current else (),
        held.told.get(step.no),
        current and _begins_a_turn(held, step),
        rules_of(held.state).gm_word if _is_for_gms_eyes(held, step) else "",
        asides_for(step, held.state, PUBLIC),
        turn_token(held.state) if current and _goes_on(held, step) else "",
    )


def _is_for_gms_eyes(held: Held, step: Step) -> bool:
    """Whether the step is a player's roll of which everybody knows that the GM sees it."""
    call = step.call.args[1] if step.call.name == frame.act.name else step.call
    secret = isinstance(call, Call) and call.name == frame.in_secret.name
    return secret and step.status in STANDING and step.by not in map(str, held.row.gms)


def _begins_a_turn(held: Held, step: Step) -> bool:
    """Whether the turn that it is began in this step, and is nobody's who is hidden."""
    s = held.state
    began = any(isinstance(x, SetMarker) and x.slot == s.acting for x in step.changes)
    return s.phase == FIGHTING and bool(s.actor) and began and not s[s.actor].hidden


def _goes_on(held: Held, step: Step) -> bool:
    """Whether it was an act of the one whose turn it is still, and who is hidden from nobody."""
    s = held.state
    acted = step.status == DONE and bool(step.actor) and step.actor == s.actor
    return s.phase == FIGHTING and acted and not s[s.actor].hidden and not _begins_a_turn(held, step)


def passed(before: Held, after: Held, closed: Iterable[int], changed: Iterable[Step]) -> tuple[Step, ...]:
    """Earlier steps whose offers have passed with an act: their buttons go. closed: their ids."""
    gone = {before.asks[n].step for n in closed if n in before.asks} - {step.no for step in changed}
    return tuple(step for step in after.journal.tail if step.no in gone and step.no in after.told)


# ------------------------------------------------------------------ for single persons
def privates(
    changed: Iterable[Step],
    before: Held,
    after: Held,
    actor: Viewer | None,
    offered: Collection[str] = (),
) -> tuple[Private, ...]:
    """What an act told to single persons and not to the table: each line once, to each who may see it.

    actor: who acted, who may be GM by a role and so be known by nothing else. offered: keys of the offers
    new with it.
    """
    old = {step.no: step for step in before.journal.tail}
    state, gms = after.state, set(after.row.gms)
    users = {int(c.controller) for c in state.present() if c.controller} | gms
    if actor is not None and actor.gm:
        gms.add(int(actor.user))
    found: dict[int, list[str]] = {}
    for step in changed:
        fresh = replace(step, lines=step.lines[_common(old.get(step.no), step) :])
        for user in sorted(users | gms):
            lines = private_lines(fresh, state, str(user), user in gms)
            if lines:
                found.setdefault(user, []).extend(lines)
    for askees, sentence in offered_unseen(after, offered):
        for user in askees:
            found.setdefault(user, []).append(sentence)
    return tuple(Private(user, tuple(lines)) for user, lines in found.items())


def _common(known: Step | None, step: Step) -> int:
    """How many lines at the beginning have been told before."""
    if known is None:
        return 0
    n = 0
    for a, b in zip(known.lines, step.lines, strict=False):
        if a != b:
            break
        n += 1
    return n


def to_choose_unseen(held: Held, fresh: set[int], user: int, viewer: Viewer) -> tuple[AskView, ...]:
    """Of these choices those that are this person's and whose options the channel does not see."""
    unseen = {ask.id for ask in asks(held) if ask.secret and ask.id in fresh}
    return tuple(ask for ask in asks(held, viewer) if ask.id in unseen and user in ask.users)


def pings(held: Held, fresh: set[int], turned: bool) -> Iterator[Ping]:
    """Whom an act calls. fresh: ids of the choices it has opened. turned: whether a turn has begun in it."""
    yield from (Ping(user, ASK) for ask in asks(held) if ask.id in fresh for user in ask.users)
    acting = held.state.combatants.get(held.state.actor)
    if turned and acting is not None and acting.controller:
        yield Ping(int(acting.controller), TURN)

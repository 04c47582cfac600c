"""The live and the replay interpreter: a step runs from its start with its saved inputs, up to an open ask.

Nothing of a procedure under way is kept but its declaration and its inputs in order of arrival. The next
answer runs it again from the start, which takes tens of microseconds, and so a restart in the middle of an
attack needs no hand-written state machine.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

from .dice import Dice
from .driver import Diverged, Rolled, Stop, Trace, drive, short
from .effects import All, Ask, Call, Chance, Change, Effect, Faces
from .procedures import Fight, Refused

CHANCE, ASK, INTERRUPT = "chance", "ask", "interrupt"
BY_OFFER, BY_STANDING, BY_DEFAULT = "offer", "standing", "default"


@dataclass(frozen=True, slots=True)
class Input:
    """One thing that reached a procedure from outside.

    kind: chance, ask or interrupt. place: where in the procedure (of an interrupt: the root of its places).
    what: of a chance itself, of an ask (topic, who, digest of the changes seen before it), of an interrupt
    its call.
    value: the faces, or the value of the option taken. sides: of a chance. by: who answered: a user id, or
    how the value came about ("offer", "standing", "default"). secret: not for the table's eyes.
    prompt: of an ask, a digest of what was asked, so that an unchanged question can be recognised.
    """

    kind: str
    place: str
    what: Any
    value: Any = None
    sides: tuple[int, ...] = ()
    by: str = ""
    secret: bool = False
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """An ask that waits: its key within the step (place and index), and itself."""

    key: str
    ask: Ask


@dataclass(frozen=True, slots=True)
class Run:
    """Where a run got to.

    s: the state with every change so far. done: whether the procedure ended (then `result`). open: the asks
    it waits for. stop: place and digest of what the table has seen, to check that a later re-run waits there
    too. offered: the offers that took their default, in the order they were made.
    """

    s: Any
    done: bool
    result: Any
    changes: tuple[Change[Any], ...]
    lines: tuple[Any, ...]
    inputs: tuple[Input, ...]
    open: tuple[OpenAsk, ...] = ()
    stop: str = ""
    offered: tuple[OpenAsk, ...] = ()


def digest(changes: list[Change[Any]]) -> str:
    """Short digest of the changes the table has seen; reprs of frozen dataclasses hold every field and no
    address.
    """
    body = hashlib.blake2b(repr(changes).encode(), digest_size=4).hexdigest()
    return f"{len(changes)}-{body}"


def _question(ask: Ask, s: Any) -> str:
    """Digest of what a person is shown: the prompt and every option's words."""
    shown = repr((ask.who, ask.topic, ask.prompt, ask.legal(s), ask.secret))
    return hashlib.blake2b(shown.encode(), digest_size=4).hexdigest()


class _Resolver:
    """Feeds one run: first the saved inputs in order, then fresh faces and what answers itself, then it
    stops.
    """

    def __init__(
        self, saved: tuple[Input, ...], key: str, dice: Dice | None, carry: tuple[Input, ...]
    ) -> None:
        self.saved = saved
        self.key = key
        self.dice = dice
        self.carry = list(carry)
        self.taken: list[Input] = []
        self.i = 0
        self.trace = Trace()
        self.open: tuple[OpenAsk, ...] = ()
        self.offered: list[OpenAsk] = []
        self.place = ""

    # -- entry
    def __call__(self, effect: Effect[Any], place: str, fight: Fight[Any]) -> Any:
        self.interrupts(fight)
        if isinstance(effect, Chance):
            return self._chance(effect, place, fight)
        if isinstance(effect, Ask):
            return self._asks((effect,), place, fight)[0]
        if isinstance(effect, All):
            return self._asks(effect.asks, place, fight)
        raise TypeError(f"a procedure awaited {effect!r}, which no interpreter knows")

    def interrupts(self, fight: Fight[Any]) -> None:
        """Run what came in between here: a GM's change, a spoken trigger."""
        while self.i < len(self.saved) and self.saved[self.i].kind == INTERRUPT:
            self._interrupt(self._take(), fight)
        while self.i == len(self.saved) and self.carry and self.carry[0].kind == INTERRUPT:
            self._interrupt(self._keep(self.carry.pop(0)), fight)

    def _interrupt(self, given: Input, fight: Fight[Any]) -> None:
        before = len(self.taken)
        try:
            drive(given.what, fight, self, self.trace, root=given.place)
        except Refused as why:
            if len(self.taken) == before and self.i >= len(self.saved):
                raise
            raise RuntimeError(f"refused after an input, a fault of {given.what.name}: {why}") from None

    def _take(self) -> Input:
        given = self.saved[self.i]
        self.i += 1
        self.taken.append(given)
        return given

    def _keep(self, given: Input) -> Input:
        self.taken.append(given)
        return given

    @property
    def _used_up(self) -> bool:
        return self.i == len(self.saved)

    # -- chances
    def _chance(self, chance: Chance[Any], place: str, fight: Fight[Any]) -> Any:
        sides = chance.sides(fight.s)
        if self._used_up:
            if self.dice is None:
                raise Diverged("the saved inputs ended before the procedure did")
            rolled = self.dice(chance, self.key, place, sides)
            given = self._keep(Input(CHANCE, place, chance, rolled, sides, secret=chance.audience != "table"))
        else:
            given = self._take()
            if (given.kind, given.place, given.what, given.sides) != (CHANCE, place, chance, sides):
                raise Diverged(
                    f"saved was {given.kind} at {given.place}, the rules now want a roll at {place}"
                )
        self.trace.lines.append(Rolled(len(self.taken) - 1))
        faces: Faces = tuple(given.value)
        return chance.read(faces, fight.s)

    # -- asks
    def _asks(self, asks: tuple[Ask, ...], place: str, fight: Fight[Any]) -> tuple[str, ...]:
        keyed = {f"{place}.{n}": ask for n, ask in enumerate(asks)} if len(asks) > 1 else {place: asks[0]}
        answers: dict[str, str] = {}
        while len(answers) < len(keyed):
            self.interrupts(fight)
            waiting = {key: ask for key, ask in keyed.items() if key not in answers}
            given = (
                self._saved_answer(waiting, fight) if not self._used_up else self._own_answer(waiting, fight)
            )
            answers[given.place] = given.value
            if given.by == BY_OFFER:
                self.offered.append(OpenAsk(given.place, keyed[given.place]))
        return tuple(answers[key] for key in keyed)

    def _saved_answer(self, waiting: dict[str, Ask], fight: Fight[Any]) -> Input:
        given = self._take()
        ask = waiting.get(given.place)
        if given.kind != ASK or ask is None:
            raise Diverged(
                f"saved was {given.kind} at {given.place}, the rules now ask at {', '.join(waiting)}"
            )
        if given.what != (ask.topic, ask.who, digest(self.trace.changes)):
            raise Diverged(f"the question at {given.place} is not the one that was answered")
        if given.value not in [o.value for o in ask.legal(fight.s)]:
            raise Diverged(f"{given.value} was chosen at {given.place} and is not among the options any more")
        return given

    def _own_answer(self, waiting: dict[str, Ask], fight: Fight[Any]) -> Input:
        """An answer nobody has to be waited for: carried over, standing, of someone gone, or an offer's
        default.
        """
        for key, ask in waiting.items():
            settled = self._carried(key, ask, fight) or self._settled(ask, fight.s)
            if settled:
                value, by = settled
                return self._keep(answer_input(key, ask, value, by, self.trace, fight.s))
        if self.dice is None:
            raise Diverged("the saved inputs ended before the procedure did")
        if any(left.kind == INTERRUPT for left in self.carry):
            # what the GM did meanwhile is never lost, even where the question before it has changed
            self.carry = [left for left in self.carry if left.kind == INTERRUPT]
            self.interrupts(fight)
            return self._own_answer(waiting, fight)
        self.place = next(iter(waiting))
        self.open = tuple(OpenAsk(key, ask) for key, ask in waiting.items())
        raise Stop

    def _carried(self, key: str, ask: Ask, fight: Fight[Any]) -> tuple[str, str] | None:
        """The answer given to the same question before an offer was revised."""
        for n, old in enumerate(self.carry):
            if old.kind == ASK and old.place == key and old.prompt == _question(ask, fight.s):
                for skipped in self.carry[:n]:
                    if skipped.kind == INTERRUPT:
                        self._interrupt(self._keep(skipped), fight)
                del self.carry[: n + 1]
                legal = [o.value for o in ask.legal(fight.s)]
                return (old.value, old.by) if old.value in legal else None
        return None

    def _settled(self, ask: Ask, s: Any) -> tuple[str, str] | None:
        legal = [o.value for o in ask.legal(s)]
        standing = s.standing_answer(ask)
        if standing in legal:
            return standing, BY_STANDING
        if not ask.wait and not s.offers_wait:
            return ask.settled(s), BY_OFFER
        if s.nobody_answers(ask):
            return ask.settled(s), BY_DEFAULT
        return None


def answer_input(key: str, ask: Ask, value: str, by: str, trace: Trace, s: Any) -> Input:
    """The saved form of an answer."""
    what = (ask.topic, ask.who, digest(trace.changes))
    return Input(ASK, key, what, value, by=by, secret=ask.secret, prompt=_question(ask, s))


def run(
    call: Call[Any],
    base: Any,
    saved: tuple[Input, ...],
    key: str,
    dice: Dice | None,
    carry: tuple[Input, ...] = (),
) -> Run:
    """Run a declaration from its start.

    Live when `dice` is given: fresh faces are rolled where saved inputs end, and it stops at the first ask
    nobody has answered. Replay when `dice` is None: every input must be there. `carry` holds inputs of an
    earlier run after a revised offer; those that still fit are used. Diverged when saved inputs and code
    disagree; Refused when the rules forbid the declaration; LookupError when its procedure no longer exists.
    """
    resolver = _Resolver(saved, key, dice, carry)
    fight = Fight(base)
    try:
        result = drive(call, fight, resolver, resolver.trace)
        resolver.interrupts(fight)
        while resolver.carry and dice is not None:
            resolver.carry = [left for left in resolver.carry if left.kind == INTERRUPT]
            resolver.interrupts(fight)
    except Stop:
        return _result(resolver, fight, False, None)
    except Refused:
        if resolver.taken and resolver.taken[-1].kind != INTERRUPT:
            raise RuntimeError(f"refused after an input, a fault of {call.name}") from None
        raise
    if resolver.i != len(saved):
        raise Diverged(f"{len(saved) - resolver.i} saved inputs were not used")
    return _result(resolver, fight, True, result)


def _result(resolver: _Resolver, fight: Fight[Any], done: bool, result: Any) -> Run:
    trace = resolver.trace
    stop = "" if done else f"{resolver.place} {digest(trace.changes)}"
    return Run(
        fight.s,
        done,
        result,
        tuple(trace.changes),
        tuple(trace.lines),
        tuple(resolver.taken),
        resolver.open,
        stop,
        tuple(resolver.offered),
    )


def with_answer(at: Run, open_ask: OpenAsk, value: str, by: str) -> Input:
    """The input that answers `open_ask` where the run `at` has stopped."""
    trace = Trace(list(at.changes), [])
    return answer_input(open_ask.key, open_ask.ask, value, by, trace, at.s)


def interrupt_input(at: Run, call: Call[Any], by: str) -> Input:
    """The input that lets `call` come in where the run `at` has stopped."""
    earlier = sum(1 for given in at.inputs if given.kind == INTERRUPT and given.what.name == call.name)
    return Input(INTERRUPT, f"!{short(call)}{earlier + 1}", call, by=by)


def revised(given: Input, value: str, by: str) -> Input:
    """An offer's input with another value."""
    return replace(given, value=value, by=by)

"""The live and the replay interpreter: a step runs from its start with its saved inputs, up to an open ask.

Nothing of a procedure under way is kept but its declaration and its inputs in order of arrival. The next
answer runs it again from the start, which takes tens of microseconds, and so a restart in the middle of an
attack needs no hand-written state machine.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from .codec import dumps
from .dice import Dice
from .driver import Diverged, Rolled, Stop, Trace, drive, numbered, short
from .effects import TABLE, All, Ask, Call, Chance, Change, Effect, Faces
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
    too. offered: the offers that took their default, in the order they were made. carry: answers given before
    an offer was revised that may still serve, when their question comes.
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
    carry: tuple[Input, ...] = ()


def digest(changes: list[Change[Any]]) -> str:
    """Short digest of the changes the table has seen, by their stored form."""
    body = hashlib.blake2b(dumps(changes).encode(), digest_size=4).hexdigest()
    return f"{len(changes)}-{body}"


def _question(ask: Ask, s: Any) -> str:
    """Digest of what a person is shown: the prompt and every option's words."""
    shown = repr((ask.who, ask.topic, ask.prompt, ask.legal(s), ask.secret))
    return hashlib.blake2b(shown.encode(), digest_size=4).hexdigest()


class _Resolver:
    """Feeds one run: the saved inputs in order, then fresh faces and what answers itself; then it stops.

    `carry` holds inputs of an earlier run (answers and interrupts, in their order) from behind an offer that
    was revised. An answer among them serves again where the same place asks the same question, once all that
    came in before it has come in again; the rest of what came in comes in before anybody is asked anew.
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
        self.forbidden = False

    # -- entry
    def __call__(self, effect: Effect[Any], place: str, fight: Fight[Any]) -> Any:
        self._saved_interrupts(fight)
        if isinstance(effect, Chance):
            return self._chance(effect, place, fight)
        if isinstance(effect, Ask):
            return self._asks((effect,), place, fight)[0]
        if isinstance(effect, All):
            return self._asks(effect.asks, place, fight)
        raise TypeError(f"a procedure awaited {effect!r}, which no interpreter knows")

    def finish(self, fight: Fight[Any]) -> None:
        """After the procedure: what came in and has found no earlier place."""
        self._saved_interrupts(fight)
        while self._carried_interrupt(fight):
            pass
        if not self._used_up():
            raise Diverged(f"{len(self.saved) - self.i} saved inputs were not used")

    def _take(self) -> Input:
        given = self.saved[self.i]
        self.i += 1
        self.taken.append(given)
        return given

    def _keep(self, given: Input) -> Input:
        self.taken.append(given)
        return given

    def _used_up(self) -> bool:
        return self.i == len(self.saved)

    # -- interrupts
    def _saved_interrupts(self, fight: Fight[Any]) -> None:
        while not self._used_up() and self.saved[self.i].kind == INTERRUPT:
            given = self._take()
            try:
                self._interrupt(given, fight)
            except Refused as why:
                if not self._used_up():
                    raise Diverged(f"what came in at {given.place} is refused now: {why}") from None
                self.forbidden = True
                raise

    def _carried_interrupt(self, fight: Fight[Any]) -> bool:
        """Let the first of those left come in; False when none is. What the rules forbid now is dropped."""
        n = next((n for n, given in enumerate(self.carry) if given.kind == INTERRUPT), None)
        if n is None:
            return False
        s, changes, lines = fight.s, len(self.trace.changes), len(self.trace.lines)
        given = self._keep(self.carry.pop(n))
        try:
            self._interrupt(given, fight)
        except Refused:
            self.taken.pop()
            fight.s = s
            del self.trace.changes[changes:], self.trace.lines[lines:]
        return True

    def _interrupt(self, given: Input, fight: Fight[Any]) -> None:
        before = len(self.taken)
        fight.interrupts += 1
        try:
            drive(given.what, fight, self, self.trace, root=given.place)
        except Refused as why:
            if len(self.taken) > before and not self.forbidden:
                raise RuntimeError(f"refused after an input, a fault of {given.what.name}: {why}") from None
            raise
        finally:
            fight.interrupts -= 1

    # -- chances
    def _chance(self, chance: Chance[Any], place: str, fight: Fight[Any]) -> Any:
        sides = chance.sides(fight.s)
        if self._used_up():
            if self.dice is None:
                raise Diverged("the saved inputs ended before the procedure did")
            rolled = self.dice(chance, self.key, place, sides)
            given = self._keep(Input(CHANCE, place, chance, rolled, sides, secret=chance.audience != TABLE))
        else:
            given = self._take()
            if (given.kind, given.place, given.what, given.sides) != (CHANCE, place, chance, sides):
                raise Diverged(f"saved was {given.kind} at {given.place}, the rules now roll at {place}")
        self.trace.lines.append(Rolled(len(self.taken) - 1))
        faces: Faces = tuple(given.value)
        return chance.read(faces, fight.s)

    # -- asks
    def _asks(self, asks: tuple[Ask, ...], place: str, fight: Fight[Any]) -> tuple[str, ...]:
        keyed = {f"{place}.{n}": ask for n, ask in enumerate(asks)} if len(asks) > 1 else {place: asks[0]}
        answers: dict[str, str] = {}
        while len(answers) < len(keyed):
            self._saved_interrupts(fight)
            waiting = {key: ask for key, ask in keyed.items() if key not in answers}
            given = (
                self._own_answer(waiting, fight) if self._used_up() else self._saved_answer(waiting, fight)
            )
            if given is None:
                continue
            answers[given.place] = given.value
            if given.by == BY_OFFER:
                ask = keyed[given.place]
                self.offered.append(OpenAsk(given.place, replace(ask, options=ask.legal(fight.s))))
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

    def _own_answer(self, waiting: dict[str, Ask], fight: Fight[Any]) -> Input | None:
        """An answer nobody has to be waited for; None when something came in first: look again."""
        n = self._carried_answer(waiting, fight.s)
        if n is not None:
            if any(given.kind == INTERRUPT for given in self.carry[:n]):
                self._carried_interrupt(fight)
                return None
            old = self.carry.pop(n)
            return self._answer(old.place, waiting[old.place], old.value, old.by, fight.s)
        for key, ask in waiting.items():
            settled = _settled(ask, fight.s)
            if settled is not None:
                return self._answer(key, ask, *settled, fight.s)
        if self.dice is None:
            raise Diverged("the saved inputs ended before the procedure did")
        if self._carried_interrupt(fight):
            return None
        self.place = next(iter(waiting))
        self.open = tuple(OpenAsk(key, ask) for key, ask in waiting.items())
        raise Stop

    def _answer(self, key: str, ask: Ask, value: str, by: str, s: Any) -> Input:
        return self._keep(answer_input(key, ask, value, by, self.trace, s))

    def _carried_answer(self, waiting: dict[str, Ask], s: Any) -> int | None:
        """Where in `carry` the first answer to one of these very questions is."""
        for n, old in enumerate(self.carry):
            ask = waiting.get(old.place) if old.kind == ASK else None
            if ask is not None and old.prompt == _question(ask, s):
                return n
        return None


def _settled(ask: Ask, s: Any) -> tuple[str, str] | None:
    """The answer, and how it came about, of one who is gone, has a standing answer, or is made an offer."""
    if s.nobody_answers(ask):
        return ask.settled(s), BY_DEFAULT
    standing = s.standing_answer(ask)
    if standing is not None and standing in [o.value for o in ask.legal(s)]:
        return standing, BY_STANDING
    if not ask.wait and not s.offers_wait:
        return ask.settled(s), BY_OFFER
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
        resolver.finish(fight)
    except Stop:
        return _result(resolver, fight, False, None)
    except Refused:
        if resolver.taken and not resolver.forbidden:
            raise RuntimeError(f"refused after an input, a fault of {call.name}") from None
        raise
    return _result(resolver, fight, True, result)


def _result(resolver: _Resolver, fight: Fight[Any], done: bool, result: Any) -> Run:
    trace = resolver.trace
    return Run(
        fight.s,
        done,
        result,
        tuple(trace.changes),
        tuple(trace.lines),
        tuple(resolver.taken),
        resolver.open,
        "" if done else f"{resolver.place} {digest(trace.changes)}",
        tuple(resolver.offered),
        () if done else tuple(resolver.carry),
    )


def with_answer(at: Run, open_ask: OpenAsk, value: str, by: str) -> Input:
    """The input that answers `open_ask` where the run `at` has stopped."""
    trace = Trace(list(at.changes), [])
    return answer_input(open_ask.key, open_ask.ask, value, by, trace, at.s)


def interrupt_input(at: Run, call: Call[Any], by: str) -> Input:
    """The input that lets `call` come in where the run `at` has stopped."""
    name, taken = short(call), {given.place for given in at.inputs if given.kind == INTERRUPT}
    place = next(place for n in count(1) if (place := numbered(f"!{name}", n)) not in taken)
    return Input(INTERRUPT, place, call, by=by)


def revised(given: Input, value: str, by: str) -> Input:
    """An offer's input with another value."""
    return replace(given, value=value, by=by)

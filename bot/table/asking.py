"""The choices that wait and the offers that stand, as one viewer may read them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from rules.engine.live import OpenAsk
from rules.engine.ruleset import PUBLIC, Choice, Viewer, rules_of
from rules.engine.view import nameless

from .cards import AskView, OfferView
from .held import Held
from .people import asked, asked_name


def asks(held: Held, viewer: Viewer = PUBLIC) -> Iterator[AskView]:
    """The choices that wait, with their buttons' ids, in the order asked.

    One that speaks of somebody whom this viewer must not know of has no names of theirs, and its options are
    for those asked alone (`secret`).
    """
    s, gm_word = held.state, rules_of(held.state).gm_word
    ids = {(a.key, a.kind): a for a in held.asks.values()}
    for x in held.waiting():
        stored = ids.get((x.key, "ask"))
        if stored is None:
            continue
        deadline = None
        if stored.deadline_at is not None and not held.row.paused:
            deadline = int(stored.deadline_at.timestamp())
        prompt, choices, masked = _as_read(held, x, viewer)
        yield AskView(
            stored.id,
            x.key,
            x.ask.topic,
            asked_name(x.ask, s, gm_word),
            asked(x.ask, s, held.row.gms),
            prompt,
            choices,
            deadline,
            x.ask.secret or masked,
        )


def offers(held: Held, viewer: Viewer = PUBLIC) -> Iterator[OfferView]:
    """The offers that can still be taken up, with their buttons' ids, as `asks`."""
    s, gm_word = held.state, rules_of(held.state).gm_word
    ids = {(a.key, a.kind): a.id for a in held.asks.values()}
    for x in held.offered():
        stored = ids.get((x.key, "offer"))
        if stored is None:
            continue
        prompt, choices, masked = _as_read(held, x, viewer)
        taken = x.ask.settled(s)
        words = next((c.words for c in choices if c.value == taken), taken)
        others = tuple(c for c in choices if c.value != taken)
        users, whose = asked(x.ask, s, held.row.gms), asked_name(x.ask, s, gm_word)
        yield OfferView(stored, x.key, whose, users, prompt, others, words, masked)


def offered_unseen(held: Held, keys: Collection[str]) -> Iterator[tuple[tuple[int, ...], str]]:
    """(users, sentence) for each offer with one of these keys that does not stand on the card, since it
    speaks of somebody of whom the table must not know.
    """
    for x in held.offered():
        if x.key not in keys or not _as_read(held, x, PUBLIC)[2]:
            continue
        legal = held.legal(x)
        taken = x.ask.settled(held.state)
        now = next((c.words for c in legal if c.value == taken), taken)
        others = " or ".join(c.words for c in legal if c.value != taken)
        if others:
            yield (
                asked(x.ask, held.state, held.row.gms),
                f"{x.ask.prompt} Now: {now}. /react changes it: {others}.",
            )


def first(held: Held, waiting: tuple[OpenAsk, ...], viewer: Viewer) -> str:
    """Who must choose first, and what, as a sentence."""
    s, gm_word = held.state, rules_of(held.state).gm_word
    whose = " and ".join(dict.fromkeys(asked_name(x.ask, s, gm_word) for x in waiting))
    return f"First {whose} must choose: {_told(held, waiting[0].ask.prompt, viewer)}"


def _as_read(held: Held, x: OpenAsk, viewer: Viewer) -> tuple[str, tuple[Choice, ...], bool]:
    """(prompt, options, whether names are kept back in them) of an ask or offer, for this viewer."""
    legal = held.legal(x)
    prompt, choices = _told(held, x.ask.prompt, viewer), _named(held, legal, viewer)
    return prompt, choices, (prompt, choices) != (x.ask.prompt, legal)


def _told(held: Held, text: str, viewer: Viewer) -> str:
    return nameless(text, held.state, viewer)


def _named(held: Held, choices: tuple[Choice, ...], viewer: Viewer) -> tuple[Choice, ...]:
    """The options with names as the viewer may know them; the same ones where there is nothing to hide."""
    if viewer.gm or not any(c.hidden for c in held.state.combatants.values()):
        return choices
    return tuple(_nameless(held, c, viewer) for c in choices)


def _nameless(held: Held, choice: Choice, viewer: Viewer) -> Choice:
    words, hint = _told(held, choice.words, viewer), _told(held, choice.hint, viewer)
    return choice if (words, hint) == (choice.words, choice.hint) else replace(choice, label=words, hint=hint)

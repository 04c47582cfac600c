"""The turn: its two cards, its actions, its maneuver, its end (CT-20 to 28, 55)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.engine.changes import AddLasting, CountName, DropLasting, SetCombatant
from rules.engine.effects import Ask, Option, Options
from rules.engine.encounter import START, Edge, Lasting
from rules.engine.frame import end_effect
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .actions import left
from .cards import RED_JOKER, UNKNOWN, is_joker, number, suit, without, words, worth
from .changes import Discarded, EdgeUsed, Released, SetTurn
from .drawing import draw_numbers, shuffle_for_joker
from .harm import aside, lose, poison
from .lines import DrawsWith, DrewCards, NoTurn, Plays, plural, signed
from .openings import leave_opening
from .position import crowded
from .state import Maneuver, Side, State, Stats, Turn, maneuver, sources, strength, tier, up

NONE = "none"


# ------------------------------------------------------------------ its edges
def taken_by(s: State, who: str) -> str:
    """The effect that takes a combatant's whole turn, "" when there is none (CT-34)."""
    return next((effect for effect in ("stunned", "paralyzed") if tier(s, who, effect) >= 3), "")


@procedure("CT-20, 21, 34, 55")
async def turn_begins(fight: Fight[State], who: str) -> None:
    """The turn's actions are counted and its two cards drawn, unless an effect takes the turn."""
    await give_back(who)
    if effect := taken_by(fight.s, who):
        await SetTurn(who, Turn(lost=True))
        await NoTurn(who, effect, to=aside(fight.s, who))
        return
    await lend(who)
    await put_down(who)
    stunned, hobbled = tier(fight.s, who, "stunned"), tier(fight.s, who, "hobbled")
    lent = fight.s[who].stats.turn.lent
    await SetTurn(who, Turn(True, max(0, 2 - stunned), max(0, 2 - hobbled), lent=lent))
    close, given = crowded(fight.s, who), fight.s[who].stats.edge
    edge = max(-1, min(1, given - close))
    if given:
        await EdgeUsed(who)
    if given or close:
        await DrawsWith(who, edge, close and edge < 0, to=aside(fight.s, who))
    drawn = await draw_numbers(who, 2, edge, "turn", who)
    await DrewCards(who, drawn[:2], drawn[2:], to=who)
    if any(is_joker(card) for card in drawn):
        await SetTurn(who, replace(fight.s[who].stats.turn, joker=True))


@procedure("CT-34")
async def lend(fight: Fight[State], who: str) -> None:
    """One who is Mad at tier 2 is played by the Dealer for this turn, one Charmed at tier 3 by the source's
    player.
    """
    s = fight.s
    charmer = next((x for x in sources(s, who, "charmed", 3) if s.here(x)), None)
    if charmer is None and tier(s, who, "charmed") < 3 and tier(s, who, "mad") < 2:
        return
    mad = tier(s, who, "mad") >= 2
    player = "" if mad or charmer is None else s[charmer].controller
    own = s[who].controller
    if player != own:
        await SetTurn(who, replace(s[who].stats.turn, lent=(own, player)))
        await SetCombatant(who, "controller", player)
        seen = () if charmer is None or not player or s[charmer].hidden else (charmer,)
        by = "{1}'s player" if seen else "somebody else" if player else "the Dealer"
        why = "mad" if mad else "charmed"
        await Said(f"{{0}} is {why}: {by} plays this turn", (who, *seen), to=aside(s, who))


@procedure("CT-28, 34")
async def turn_ends(fight: Fight[State], who: str) -> None:
    """Poison, then both cards go to the discards, and a joker among them has the discards shuffled back."""
    await poison(who)
    await give_back(who)
    for effect in fight.s.lasting:
        if effect.who == who and 0 < strength(effect, "mad") < 3:
            await end_effect(effect)
    await put_down(who)
    await SetTurn(who, Turn())


@procedure("CT-34")
async def give_back(fight: Fight[State], who: str) -> None:
    """One that was played by somebody else for this turn is its own player's again."""
    turn = fight.s[who].stats.turn
    if turn.lent:
        own, player = turn.lent
        if fight.s[who].controller == player:
            await SetCombatant(who, "controller", own)
        await SetTurn(who, replace(turn, lent=()))


@procedure("CT-34, 40")
async def fight_ends(fight: Fight[State]) -> None:
    """What the first round still holds back is damage all the same; whoever was lent is given back."""
    for who in tuple(c.id for c in fight.s.present()):
        await give_back(who)
        pending = fight.s[who].stats.pending
        if pending:
            await Released(who)
            await lose(who, pending, "held back in the first round")


@procedure("CT-04, 28")
async def put_down(fight: Fight[State], who: str) -> None:
    """The cards of a turn, used or not, go to the discards; those are shuffled back where a joker was among
    them.
    """
    hand, joker = fight.s[who].stats.hand, fight.s[who].stats.turn.joker
    if hand:
        await Discarded(who, hand)
    if joker:
        await shuffle_for_joker(who)


@procedure("CT-20")
async def begin_again(fight: Fight[State], who: str) -> None:
    """A turn the Dealer has stepped back to starts anew: actions and two cards."""
    if fight.s.actor != who:
        raise Refused("It is not your turn.")
    if fight.s[who].stats.turn.open:
        raise Refused("You have drawn the cards of this turn.")
    if effect := taken_by(fight.s, who):
        raise Refused(lost_to(effect))
    await turn_begins(who)


def lost_to(effect: str) -> str:
    """Why a turn cannot begin anew, in a sentence."""
    return f"{effect.capitalize()} (3) takes this turn: pass it on."


# ------------------------------------------------------------------ the maneuver
@dataclass(frozen=True, slots=True)
class Plan:
    """How a turn's cards are used: the weapon card, and a maneuver with the other one."""

    weapon_card: str = ""
    maneuver: str = ""
    raised: bool = False

    def __str__(self) -> str:
        """The short form of an option: "S8", "S8+Power", "S8+Power!" (raised)."""
        name = f"+{self.maneuver}{'!' if self.raised else ''}" if self.maneuver else ""
        return self.weapon_card + name


def read_plan(text: str) -> Plan:
    """The plan of its short form."""
    card, _, name = text.partition("+")
    return Plan(card.strip(), name.rstrip("!"), name.endswith("!"))


def can_raise(move: Maneuver, card: str) -> bool:
    """Whether this card lets the raised side be used: the suit (red joker: any) and at least the number
    (CT-26).
    """
    if move.raised is None:
        return False
    return number(card) >= move.number and (card == RED_JOKER or suit(card) in move.suits)


def sides_of(move: Maneuver, raised: bool) -> Side:
    """One side of a maneuver."""
    return move.raised if raised and move.raised else move.basic


def after_play(turn: Turn, side: Side, hobbled: int) -> Turn:
    """The turn once a side has been paid for and has granted its actions."""
    more = side.moves - 2 if side.moves and hobbled < 2 else 0
    return replace(
        turn,
        main=turn.main - side.main_cost,
        moves=max(0, turn.moves + more - side.move_cost),
        attacks=turn.attacks + side.attacks,
        weapon_attacks=turn.weapon_attacks + side.weapon_attacks,
    )


def other_card(stats: Stats, weapon_card: str) -> str:
    """The card of the hand that is not the weapon card, "" when there is none."""
    rest = without(stats.hand, weapon_card) if weapon_card in stats.hand else ()
    return rest[0] if rest else ""


def forbids(s: State, who: str, plan: Plan) -> str | None:
    """Why the cards cannot be played so, in a sentence, or None (CT-26)."""
    stats = s[who].stats
    turn = stats.turn
    if not plan.weapon_card:
        return "There is no card in the hand to be the weapon card."
    if UNKNOWN in stats.hand:
        return "These cards are not yours to see."
    if turn.weapon_card and plan.weapon_card != turn.weapon_card:
        return f"The weapon card of this turn is {words(turn.weapon_card)}; a second attack uses it too."
    if plan.weapon_card not in stats.hand:
        return f"{words(plan.weapon_card)} is not in the hand."
    if not plan.maneuver:
        return None
    if turn.maneuver:
        return f"One maneuver a turn: {turn.maneuver} has been played."
    if turn.acted:
        return "A maneuver is chosen before acting in the turn."
    return _side_forbids(stats, plan)


def _side_forbids(stats: Stats, plan: Plan) -> str | None:
    move = maneuver(stats, plan.maneuver)
    card = other_card(stats, plan.weapon_card)
    if move is None:
        return f"There is no maneuver “{plan.maneuver}” on this sheet."
    if not card:
        return "There is no second card for a maneuver."
    if plan.raised and not can_raise(move, card):
        suits = " or ".join(
            {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}[x] for x in move.suits
        )
        need = f"{suits or 'a red joker'} of at least {move.number}"
        return f"The raised side of {move.name} needs {need}."
    side = sides_of(move, plan.raised)
    if side.main_cost > stats.turn.main or side.move_cost > stats.turn.moves:
        return f"{move.name} costs {cost_words(side)}; left are {left(stats.turn)}."
    return None


def cost_words(side: Side) -> str:
    """What a side costs."""
    parts = [plural(side.main_cost, "main action")] if side.main_cost else []
    parts += [plural(side.move_cost, "movement action")] if side.move_cost else []
    return " and ".join(parts) or "nothing"


def does(side: Side) -> str:
    """What a side does, in a few words for a hint."""
    parts = [
        f"Accuracy {signed(side.accuracy)}" if side.accuracy else "",
        f"damage {signed(side.damage)}" if side.damage else "",
        f"Avoidance {signed(side.avoidance)}" if side.avoidance else "",
        f"{side.moves} moves in all" if side.moves else "",
        plural(side.attacks, "attack action") if side.attacks else "",
        plural(side.weapon_attacks, "weapon attack action") if side.weapon_attacks else "",
        "a Light weapon twice" if side.twice else "",
        f"the second {signed(side.second)}" if side.second else "",
        f"{side.inflicts.effect} ({side.inflicts.tier})" if side.inflicts else "",
        "leaves an opening" if side.leaves else "",
        "exploits openings" if side.exploits else "",
        f"costs {cost_words(side)}" if side.main_cost or side.move_cost else "",
    ]
    return ", ".join(p for p in parts if p)


def plans(s: State, who: str) -> tuple[Plan, ...]:
    """Every legal use of the cards, likeliest first: the highest card as the weapon card, no maneuver; then
    raised sides.
    """
    stats = s[who].stats
    if stats.turn.weapon_card and (stats.turn.maneuver or stats.turn.acted):
        return (Plan(stats.turn.weapon_card),)
    weapon_cards = (stats.turn.weapon_card,) if stats.turn.weapon_card else by_worth(stats.hand)
    out = [Plan(card) for card in weapon_cards]
    for raised in (True, False):
        out += [Plan(card, m.name, raised) for card in weapon_cards for m in stats.maneuvers]
    return tuple(p for p in out if forbids(s, who, p) is None)


def by_worth(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Different cards, the highest first."""
    return tuple(sorted(dict.fromkeys(cards), key=worth, reverse=True))


def in_words(stats: Stats, plan: Plan) -> Option:
    """A plan as an option with what it costs and does."""
    if not plan.maneuver:
        return Option(str(plan), f"{words(plan.weapon_card)} as the weapon card", "no maneuver")
    move = maneuver(stats, plan.maneuver)
    card = other_card(stats, plan.weapon_card)
    side = ", raised" if plan.raised else ""
    label = f"{plan.maneuver}{side} with {words(card)}, weapon card {words(plan.weapon_card)}"
    return Option(str(plan), label, does(sides_of(move, plan.raised)) if move else "")


@procedure("CT-26")
async def play(fight: Fight[State], who: str, plan: str) -> None:
    """The cards are laid open before acting: the weapon card, and with the other one a maneuver."""
    if fight.s.actor != who or not fight.s[who].stats.turn.open:
        raise Refused("Cards are played in one's own turn.")
    chosen = read_plan(plan)
    why = forbids(fight.s, who, chosen)
    if why:
        raise Refused(why)
    if fight.s[who].stats.turn.weapon_card and not chosen.maneuver:
        raise Refused(f"{words(chosen.weapon_card)} is the weapon card already.")
    await lay(who, plan)


@procedure("CT-26, 27, 57, 60")
async def lay(fight: Fight[State], who: str, plan: str) -> None:
    """The cards are laid: costs paid, actions granted, what the maneuver does for oneself begins at once
    (CT-40).
    """
    chosen, stats = read_plan(plan), fight.s[who].stats
    move = maneuver(stats, chosen.maneuver)
    if move is None:
        if not stats.turn.weapon_card:
            await SetTurn(who, replace(stats.turn, weapon_card=chosen.weapon_card))
            await Plays(who, chosen.weapon_card)
        return
    side, card = sides_of(move, chosen.raised), other_card(stats, chosen.weapon_card)
    turn = after_play(stats.turn, side, tier(fight.s, who, "hobbled"))
    await SetTurn(
        who,
        replace(
            turn,
            weapon_card=chosen.weapon_card,
            maneuver_card=card,
            maneuver=move.name,
            raised=chosen.raised,
            settled=True,
        ),
    )
    await Plays(who, chosen.weapon_card, move.name, card, chosen.raised)
    for key, label, value in (
        ("guard", f"guarded (Avoidance {signed(side.avoidance)})", side.avoidance),
        ("exploit", "watching for openings", int(side.exploits)),
    ):
        if value:
            for old in (e for e in fight.s.lasting if e.who == who and e.key == key):
                await DropLasting(old.id)  # of the same turn, before the Dealer stepped back to it
            await CountName()
            ends = Edge(fight.s.round + 1, who, START)
            await AddLasting(Lasting(f"e{fight.s.named}", who, key, label, ends, value, who))
    if side.leaves:
        await leave_opening(who)


def leaves(turn: Turn, need: str, n: int) -> bool:
    """Whether a turn has `n` actions for what is to be done: need is moves, main, attack (a main or an attack
    action) or either (a main or a movement action).
    """
    there = {"moves": turn.moves, "main": turn.main, "attack": turn.main + turn.attacks}
    return there.get(need, turn.main + turn.moves) >= n


def fitting(s: State, who: str, need: str, n: int) -> tuple[Plan, ...]:
    """The plans with a maneuver that leaves the actions needed."""
    out = []
    for plan in plans(s, who):
        move = maneuver(s[who].stats, plan.maneuver)
        if move is not None:
            turn = after_play(s[who].stats.turn, sides_of(move, plan.raised), tier(s, who, "hobbled"))
            out += [plan] if leaves(turn, need, n) else []
    return tuple(out)


@procedure("CT-26")
async def settle_maneuver(fight: Fight[State], who: str, need: str, n: int) -> None:
    """Before the first action of a turn a maneuver may be chosen; afterwards there is none this turn.

    need, n: the actions that what is being done costs, as `leaves` reads them; a maneuver that would not
    leave them is not offered.
    """
    turn = fight.s[who].stats.turn
    if turn.acted or turn.settled or not fitting(fight.s, who, need, n):
        return

    def options(s: State) -> Options:
        chosen = tuple(in_words(s[who].stats, p) for p in fitting(s, who, need, n))
        return (Option(NONE, "No maneuver", "keep both cards; name the weapon card when you attack"), *chosen)

    prompt = "Before you act: a maneuver this turn?"
    answer = await Ask(who, "maneuver", prompt, options, NONE, secret=True)
    if answer != NONE and up(fight.s, who):
        await lay(who, answer)
    await SetTurn(who, replace(fight.s[who].stats.turn, settled=True))

"""The attack of a turn: plan, pay, distance, and what the maneuver adds (CT-22 to 34, 51 to 56)."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.effects import GM, Ask, Option, Options
from rules.engine.procedures import Fight, Refused, procedure

from .actions import left
from .arms import Arm, arm, band_to, cannot_reach, flees, pay, strikes_twice, thrown, too_dear
from .attack_lines import DealerSays, Driven
from .cards import number
from .changes import SetTurn, Wields
from .drawing import check_forbids, check_skill, find_skill
from .harm import aside, harm, inflict
from .lines import Part, Stops
from .openings import NO, YES
from .position import far
from .state import ARTILLERY, Side, State, avoidance, maneuver, side_played, tier, up
from .strike import Blow, attack_value, dealt, hampered, strike
from .turns import Plan, after_play, forbids, lay, plans, read_plan, settle_maneuver, sides_of

CERTAIN_MISS = 14
"""Avoidance above which a shot too far away is the Dealer's to decide (CT-54)."""


def default_plan(s: State, who: str) -> str:
    """How the cards are used when nothing is said: as played, or the highest as the weapon card, no
    maneuver.
    """
    return str(next(iter(plans(s, who)), Plan()))


def plan_forbids(s: State, who: str, plan: Plan, how: Arm) -> str | None:
    """Why this attack cannot be made with the cards used so: the cards, or the actions that would be left."""
    stats = s[who].stats
    why = None if plan == Plan(stats.turn.weapon_card) and plan.weapon_card else forbids(s, who, plan)
    if why:
        return why
    turn, twice = stats.turn, strikes_twice(stats)
    move = maneuver(stats, plan.maneuver)
    if move is not None:
        side = sides_of(move, plan.raised)
        turn, twice = after_play(turn, side, tier(s, who, "hobbled")), twice or side.twice
    return too_dear(stats, turn, how, twice=twice)


def attack_forbids(s: State, attacker: str, target: str, how: Arm | None, plan: Plan) -> str | None:
    """Why an attack cannot be made, in a sentence, or None."""
    why = not_acting(s, attacker)
    if why:
        return why
    if target == attacker or not s.here(target) or s[target].stats.dead:
        return "There is no such target: choose somebody else who is here and alive."
    if how is None:
        return "There is no such weapon or power on this sheet."
    if by_dealer(s, attacker, target, how) and not plan.maneuver:
        stats = s[attacker].stats
        dear = too_dear(stats, stats.turn, how, twice=strikes_twice(stats))
        return dear or cannot_reach(s, attacker, target, how)
    return plan_forbids(s, attacker, plan, how) or cannot_reach(s, attacker, target, how)


def not_acting(s: State, who: str) -> str | None:
    """Why a combatant cannot act now, or None."""
    if s.actor != who:
        return "It is not your turn."
    if not up(s, who):
        return "Who is unconscious or dead cannot act."
    if not s[who].stats.turn.open:
        return "The cards of this turn are not drawn: use Draw to begin the turn anew."
    return None


def by_dealer(s: State, attacker: str, target: str, how: Arm) -> bool:
    """Whether the Dealer decides and no card is needed: artillery, or distance takes Avoidance above 14
    (CT-54, 56).
    """
    if how.range == ARTILLERY:
        return True
    found = band_to(s, attacker, target, how)
    against = avoidance(s, target)
    return found is not None and against <= CERTAIN_MISS < against + found.extra


# ------------------------------------------------------------------ the procedure
@procedure("CT-22, 23, 24, 26, 27, 30, 31, 32, 33, 34, 51, 52, 53, 54, 56")
async def attack(
    fight: Fight[State], attacker: str, target: str, weapon: str, plan: str, modifier: int
) -> Blow:
    """An attack with a weapon, a power or bare hands. plan: how the turn's cards are used, "" for the
    default.
    """
    how = arm(fight.s[attacker].stats, weapon)
    chosen = plan or default_plan(fight.s, attacker)
    why = attack_forbids(fight.s, attacker, target, how, read_plan(chosen))
    if why or how is None:
        raise Refused(why or "There is no such weapon.")
    target = await aimed(attacker, target, how)
    if not await allowed(attacker, target, how):
        return Blow("stopped")
    if not fight.s.here(target) or not up(fight.s, attacker):
        return Blow("stopped")
    decided = by_dealer(fight.s, attacker, target, how)
    if read_plan(chosen).maneuver or not decided:
        await lay(attacker, chosen)
    if not up(fight.s, attacker):
        return Blow("stopped")
    await pay_for(attacker, how)
    if not fight.s.here(target) or fight.s[target].stats.dead:
        return Blow("stopped")
    if decided:
        return await dealer_decides(attacker, target, how)
    return await blow(attacker, target, how, modifier)


@procedure("CT-34")
async def aimed(fight: Fight[State], attacker: str, target: str, how: Arm) -> str:
    """Whom the attack is for: the Dealer may pick another target for one who is Mad."""
    if tier(fight.s, attacker, "mad") != 1:
        return target

    def options(s: State) -> Options:
        ids = [target, *(c.id for c in s.present() if c.id not in (attacker, target))]
        fits = (i for i in ids if not s[i].stats.dead and not cannot_reach(s, attacker, i, how))
        return tuple(Option(i, s[i].name, far(s, attacker, i)) for i in fits) or (
            Option(target, "As declared"),
        )

    prompt = f"{fight.s[attacker].name} is mad: whom does the attack with {how.name} go for?"
    picked = await Ask(GM, "mad-target", prompt, options, target)
    if picked != target:
        await Driven(attacker, picked, to=aside(fight.s, picked))
    return picked


@procedure("CT-52, 53")
async def allowed(fight: Fight[State], attacker: str, target: str, how: Arm) -> bool:
    """Whether the Dealer allows a shot past the bands of the weapon (option `long_shots`); whoever the Dealer
    plays has that leave.
    """
    s = fight.s
    found = band_to(s, attacker, target, how)
    asked = s.options.get("long_shots") == "ask" and s[attacker].controller
    if found is None or not found.leave or not asked:
        return True
    effect = f"Obscured, Avoidance +{found.extra}" if found.extra else "the target is Obscured"
    options = (
        Option(NO, "Not allowed", "the attack is not made and costs nothing"),
        Option(YES, "Allowed", effect),
    )
    prompt = (
        f"{s[attacker].name} wants to attack {s[target].name}, {far(s, attacker, target)}, with {how.name}."
    )
    if await Ask(GM, "long-shot", prompt, options, NO) == YES:
        return True
    await DealerSays(attacker, target, how.name, "leave")
    return False


@procedure("CT-21, 23, 24, 27")
async def pay_for(fight: Fight[State], who: str, how: Arm) -> None:
    """The attack is paid for, and counted for this weapon."""
    turn = fight.s[who].stats.turn
    paid = pay(turn, how) or replace(turn, main=0, attacks=0, weapon_attacks=0)
    await SetTurn(who, replace(paid, acted=True, used=(*turn.used, how.key)))
    if how.weapon and fight.s[who].stats.weapon != how.key:
        await Wields(who, how.key)


@procedure("CT-54, 56")
async def dealer_decides(fight: Fight[State], attacker: str, target: str, how: Arm) -> Blow:
    """No card is drawn or used: the Dealer says whether the attack succeeds."""
    s = fight.s
    stats = s[attacker].stats
    bonus = (side_played(stats).damage, stats.turn.maneuver)
    value = sum(n for n, _ in attack_value(s, attacker, how, bonus))
    full, half = (dealt(value, s[target].stats, half=h) for h in (False, True))
    options = (
        Option("no", "It fails", "no damage"),
        Option("half", "It hits for half", f"{half} damage"),
        Option("yes", "It hits", f"{full} damage"),
    )
    where = far(s, attacker, target)
    prompt = f"{s[attacker].name} attacks {s[target].name}, {where}, with {how.name}: you decide."
    verdict = await Ask(GM, "dealer-decides", prompt, options, "no")
    await DealerSays(attacker, target, how.name, verdict, to=aside(s, target))
    damage = 0 if verdict == "no" else full if verdict == "yes" else half
    await harm(target, damage, "", attacker)
    came = Blow("dealer", damage)
    return came if verdict == "no" else await inflictions(attacker, target, how, came)


def added_accuracy(
    s: State, attacker: str, target: str, how: Arm, side: Side, name: str, *, again: bool
) -> tuple[Part, ...]:
    """What is added to the number of the weapon card; some parts may be 0 (CT-30, 34). side, name: of the
    maneuver. again: whether this weapon has attacked in this turn before.
    """
    return (
        (side.accuracy, name),
        (how.accuracy, how.name),
        (how.skill_accuracy, "skill"),
        (side.second if again and how.light else 0, "second strike"),
        *hampered(s, attacker, target, how),
    )


@procedure("CT-30, 31, 32, 33, 34")
async def blow(fight: Fight[State], attacker: str, target: str, how: Arm, modifier: int) -> Blow:
    """Accuracy from the weapon card and what is added to it; then what the maneuver or the power inflicts."""
    s = fight.s
    stats, how = s[attacker].stats, thrown(s, attacker, target, how)
    turn, side = stats.turn, side_played(stats)
    found = band_to(s, attacker, target, how)
    again = turn.used.count(how.key) > 1
    accuracy = (
        *added_accuracy(s, attacker, target, how, side, turn.maneuver, again=again),
        (modifier, "modifier"),
    )
    came = await strike(
        attacker,
        target,
        how,
        turn.weapon_card,
        number(turn.weapon_card) if turn.weapon_card else 0,
        tuple(p for p in accuracy if p[0]),
        (side.damage, turn.maneuver),
        bool(found and found.obscured),
        found.extra if found else 0,
    )
    return came if came.kind == "nothing" else await inflictions(attacker, target, how, came)


@procedure("CT-34")
async def inflictions(fight: Fight[State], attacker: str, target: str, how: Arm, came: Blow) -> Blow:
    """What the maneuver and the power bring besides damage; the blow with what took hold."""
    stats = fight.s[attacker].stats
    turn, side = stats.turn, side_played(stats)
    for what, card in (
        (side.inflicts, turn.maneuver_card),
        (how.inflicts, turn.maneuver_card or turn.weapon_card),
    ):
        got = await inflict(target, what, card, attacker) if what else 0
        if what and got:
            came = replace(came, effect=what.effect, tier=got)
    return came


# ------------------------------------------------------------------ other main actions
@procedure("CT-21, 22, 27")
async def use_skill(fight: Fight[State], who: str, name: str, target: int | None) -> bool | None:
    """A main action uses a skill: a check. An attack by skill may be paid for with an attack action."""
    why = skill_forbids(fight.s, who, name)
    skill = find_skill(fight.s[who].stats.skills, name)
    if why or skill is None:
        raise Refused(why or "There is no such skill.")
    await settle_maneuver(who, "attack" if skill.attack else "main", 1)
    turn = fight.s[who].stats.turn
    if not up(fight.s, who) or not (turn.main or (skill.attack and turn.attacks)):
        await Stops(who, "no main action is left", to=aside(fight.s, who))
        return None
    by_attack = skill.attack and turn.attacks > 0
    paid = replace(turn, attacks=turn.attacks - 1) if by_attack else replace(turn, main=turn.main - 1)
    await SetTurn(who, replace(paid, acted=True))
    check = await check_skill(who, skill, target, 0, aside(fight.s, who))
    return check.success


def skill_forbids(s: State, who: str, name: str) -> str | None:
    """Why this skill cannot be used as a main action now, or None."""
    why = not_acting(s, who) or flees(s, who)
    if why:
        return why
    stats = s[who].stats
    skill = find_skill(stats.skills, name)
    if skill is None:
        return f"There is no skill “{name}” on this sheet."
    if why := check_forbids(s, skill):
        return why
    if skill.attack and tier(s, who, "charmed") == 2:
        return "Charmed: no attacks at all."
    if not stats.turn.main and not (skill.attack and stats.turn.attacks):
        return f"Using a skill costs a main action; left are {left(stats.turn)}."
    return None

"""Zones and meters, ranges, openings, disengaging (CT-25, 50 to 58)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.effects import GM
from rules.engine.exact import exact
from rules.engine.procedures import Refused
from rules.games.c22 import RULESET
from rules.games.c22.attack import attack
from rules.games.c22.dealer import put_in_zone, set_apart, set_zones
from rules.games.c22.moving import disengage, move, walk
from rules.games.c22.openings import openings
from rules.games.c22.position import Band, band, distance, neighbours, shifted, steps, zone_of
from rules.games.c22.state import State, avoidance
from rules.games.c22.turns import lay
from tests.rules.games.c22.desk import dealt, foe, having, on_turn, person, state, under

OUT = None
PLAIN, OBSCURED = Band(), Band(obscured=True)
LEAVE = Band(obscured=True, leave=True)


def past(extra: int) -> Band:
    """Past the last band: Obscured, harder to hit, with the Dealer's leave."""
    return Band(True, extra, True)


# ------------------------------------------------------------------ every weapon class at every band
METERS: list[tuple[str, int, Band | None]] = [
    ("melee", 0, PLAIN), ("melee", 2, PLAIN), ("melee", 3, OUT), ("melee", 100, OUT),
    ("barrier", 2, PLAIN), ("barrier", 3, OUT),
    ("short", 0, PLAIN), ("short", 12, PLAIN), ("short", 13, OBSCURED), ("short", 24, OBSCURED),
    ("short", 25, past(2)), ("short", 36, past(2)), ("short", 37, past(4)), ("short", 48, past(4)),
    ("short", 49, past(6)),
    ("long", 0, PLAIN), ("long", 24, PLAIN), ("long", 25, OBSCURED), ("long", 36, OBSCURED),
    ("long", 37, past(2)), ("long", 48, past(2)), ("long", 49, past(4)), ("long", 60, past(4)),
    ("artillery", 900, PLAIN),
]  # fmt: skip
ZONES: list[tuple[str, int, Band | None]] = [
    ("melee", 0, PLAIN), ("melee", 1, OUT), ("barrier", 0, PLAIN), ("barrier", 1, OUT),
    ("short", 0, PLAIN), ("short", 1, PLAIN), ("short", 2, LEAVE), ("short", 3, past(2)),
    ("short", 4, past(2)), ("short", 5, past(4)), ("short", 6, past(4)), ("short", 7, past(6)),
    ("long", 0, PLAIN), ("long", 4, PLAIN), ("long", 5, LEAVE), ("long", 6, LEAVE), ("long", 7, past(2)),
    ("long", 8, past(2)), ("long", 9, past(4)), ("artillery", 20, PLAIN),
]  # fmt: skip


@pytest.mark.rule("CT-51", "CT-52", "CT-53", "CT-56")
@pytest.mark.parametrize(("kind", "d", "expected"), METERS)
def test_the_bands_in_meters(kind: str, d: int, expected: Band | None) -> None:
    assert band(kind, d, meters=True) == expected


@pytest.mark.rule("CT-51", "CT-52", "CT-53", "CT-56")
@pytest.mark.parametrize(("kind", "d", "expected"), ZONES)
def test_the_bands_in_zones(kind: str, d: int, expected: Band | None) -> None:
    assert band(kind, d, meters=False) == expected


@pytest.mark.rule("CT-51", "CT-56")
def test_a_reach_of_two_hexes_and_a_thrown_barrier() -> None:
    assert band("melee", 4, meters=True, hexes=2) == PLAIN
    assert band("melee", 5, meters=True, hexes=2) == OUT
    assert band("melee", 1, meters=False, hexes=2) == OUT
    assert band("barrier", 12, meters=True, thrown=True) == PLAIN
    assert band("barrier", 13, meters=True, thrown=True) == OBSCURED
    assert band("barrier", 2, meters=False, thrown=True) == LEAVE
    assert band("short", None, meters=False) == OUT


def apart(d: int, weapon: str, space: str, avoid: int = 5, **options: Any) -> State:
    """Ana with this weapon and the card 8, a thug this far away, in meters or in zones in a row."""
    ana = person("ana", weapons=[weapon], skills=[])
    s = state(ana, foe("thug", armor=0, avoidance=avoid, health_max=20), space=space, **options)
    zones = tuple(f"Z{n}" for n in range(12))
    s = s.with_ground(apart=d, zones=zones)
    return on_turn(
        having(having(s, "ana", zone="Z0"), "thug", zone=f"Z{d}" if space == "zones" else ""),
        "ana",
        "S8",
        "S4",
    )


@pytest.mark.rule("CT-33", "CT-52", "CT-53")
@pytest.mark.parametrize(
    ("weapon", "space", "d", "avoid", "kind"),
    [
        ("Pistol", "meters", 12, 8, "half"), ("Pistol", "meters", 13, 8, "nothing"),
        ("Pistol", "meters", 13, 7, "full"), ("Pistol", "meters", 25, 6, "nothing"),
        ("Pistol", "meters", 25, 5, "full"), ("Pistol", "zones", 2, 8, "nothing"),
        ("Pistol", "zones", 3, 6, "nothing"), ("Pistol", "zones", 3, 5, "full"),
        ("Rifle", "meters", 24, 8, "half"), ("Rifle", "meters", 36, 8, "nothing"),
        ("Rifle", "meters", 49, 4, "nothing"), ("Rifle", "meters", 49, 3, "full"),
        ("Rifle", "zones", 4, 8, "half"), ("Rifle", "zones", 5, 8, "nothing"),
        ("Rifle", "zones", 7, 6, "nothing"), ("Rifle", "zones", 7, 5, "full"),
    ],
)  # fmt: skip
def test_what_the_bands_do_to_an_attack(weapon: str, space: str, d: int, avoid: int, kind: str) -> None:
    s = apart(d, weapon, space, avoid)
    assert dealt(attack("ana", "thug", weapon, "", 0), s).result.kind == kind


@pytest.mark.rule("CT-51", "CT-56")
@pytest.mark.parametrize(
    ("weapon", "space", "d"),
    [("Sword", "zones", 1), ("Sword", "meters", 3), ("Shield", "zones", 1), ("Shield", "meters", 3)],
)
def test_out_of_reach_is_refused(weapon: str, space: str, d: int) -> None:
    with pytest.raises(Refused, match=f"out of range of {weapon}"):
        dealt(attack("ana", "thug", weapon, "", 0), apart(d, weapon, space))


@pytest.mark.rule("CT-56")
def test_a_barrier_is_thrown_with_the_skill_only_and_holding_one_helps() -> None:
    s = apart(8, "Shield", "meters")
    assert avoidance(s, "ana") == 5 + 1
    assert avoidance(apart(8, "Shield", "meters", barrier_block="off"), "ana") == 5
    thrower = person("ana", weapons=["Shield"], skills=["Athletics – Throw red +1"])
    s = on_turn(state(thrower, foe("thug", armor=0), space="meters").with_ground(apart=8), "ana", "S8", "S4")
    assert dealt(attack("ana", "thug", "Shield", "", 0), s).result.damage == 2


@pytest.mark.rule("CT-56", "CT-30")
def test_a_thrown_barrier_takes_what_the_throwing_skill_adds() -> None:
    skills = [{"name": "Athletics – Throw", "accuracy": 2, "damage": 1}, {"name": "Shield", "accuracy": -1}]
    s = state(person("ana", weapons=["Shield"], skills=skills), foe("thug"), space="meters")
    for meters, accuracy in ((2, "Accuracy 7 (♠8 −1 skill)"), (8, "Accuracy 10 (♠8 +2 skill)")):
        near = on_turn(s.with_ground(apart=meters), "ana", "S8", "S4")
        assert any(accuracy in text for text in dealt(attack("ana", "thug", "Shield", "", 0), near).public())


@pytest.mark.rule("CT-53", "CT-52")
def test_the_dealers_leave_is_asked_given_or_refused() -> None:
    s = apart(2, "Pistol", "zones", long_shots="ask")
    run = dealt(attack("ana", "thug", "Pistol", "", 0), s, ["no"])
    assert (run.asks[0].who, run.asks[0].default, run.result.kind) == (GM, "no", "stopped")
    assert run.s["ana"].stats.turn == s["ana"].stats.turn
    assert dealt(attack("ana", "thug", "Pistol", "", 0), s, ["yes"]).result.kind == "full"
    with pytest.raises(Refused, match="than the Dealer allows"):
        dealt(attack("ana", "thug", "Pistol", "", 0), apart(2, "Pistol", "zones", long_shots="never"))
    assert (
        dealt(attack("ana", "thug", "Pistol", "", 0), apart(13, "Pistol", "meters", long_shots="never")).asks
        == ()
    )


@pytest.mark.rule("CT-53", "CT-52")
def test_whoever_the_dealer_plays_has_the_dealers_leave() -> None:
    s = state(person("ana"), foe("sniper", weapons=["Rifle"]), space="meters", long_shots="ask")
    s = on_turn(s.with_ground(apart=40), "sniper", "S8", "S4")
    # 36 m and 4 more: Avoidance 5 + 2
    run = dealt(attack("sniper", "ana", "Rifle", "", 0), s)
    assert (run.asks, run.result.kind) == ((), "full")


@pytest.mark.rule("CT-54")
@pytest.mark.parametrize(("verdict", "damage"), [("no", 0), ("half", 2), ("yes", 4)])
def test_past_avoidance_14_by_distance_the_dealer_decides_and_no_card_is_used(
    verdict: str, damage: int
) -> None:
    s = apart(25, "Pistol", "meters", avoid=13)
    run = dealt(attack("ana", "thug", "Pistol", "", 0), s, [verdict])
    assert (run.asks[0].who, run.asks[0].default) == (GM, "no")
    assert run.result.damage == damage
    turn = run.s["ana"].stats.turn
    assert (turn.weapon_card, turn.main, run.s["ana"].stats.hand) == ("", 1, ("S8", "S4"))


@pytest.mark.rule("CT-54")
@pytest.mark.parametrize(("avoid", "asked"), [(12, 0), (13, 1), (14, 1), (15, 0)])
def test_only_when_distance_takes_it_above_14(avoid: int, asked: int) -> None:
    s = apart(25, "Pistol", "meters", avoid=avoid)
    assert len(dealt(attack("ana", "thug", "Pistol", "", 0), s, ["no"] * asked).asks) == asked


@pytest.mark.rule("CT-56")
def test_artillery_is_the_dealers() -> None:
    gun = {"name": "Mortar", "damage": 9, "weight": "heavy", "range": "artillery"}
    s = on_turn(state(person("ana", weapons=[gun]), foe("thug", health_max=20)), "ana", "S8", "S4")
    run = dealt(attack("ana", "thug", "Mortar", "", 0), s, ["yes"])
    assert (run.result.damage, run.s["ana"].stats.turn.main) == (8, 0)
    assert "Ana attacks Thug with Mortar: the Dealer decides that it hits" in run.public()


# ------------------------------------------------------------------ zones and meters
@pytest.mark.rule("CT-50")
def test_the_dealer_names_zones_as_a_row_or_a_net_and_places_people() -> None:
    s = state(person("ana"), foe("thug"))
    assert (zone_of(s, "ana"), distance(s, "ana", "thug")) == ("Middle", 0)
    row = dealt(set_zones("Gate, Yard, Tower, Roof"), s).s
    assert neighbours(row.ground.zones, row.ground.links, "Yard") == ("Gate", "Tower")
    net = dealt(set_zones("Gate - Yard, Gate - Tower, Cellar"), s).s
    assert neighbours(net.ground.zones, net.ground.links, "Gate") == ("Yard", "Tower")
    assert steps(net.ground.zones, net.ground.links, "Yard", "Tower") == 2
    assert steps(net.ground.zones, net.ground.links, "Yard", "Cellar") is None
    placed = dealt(put_in_zone(("ana", "thug"), "Roof"), row).s
    assert zone_of(placed, "thug") == "Roof"
    with pytest.raises(Refused, match="no zone “Attic”"):
        dealt(put_in_zone(("ana",), "Attic"), row)
    with pytest.raises(Refused, match="at least one zone"):
        dealt(set_zones(" , "), s)


@pytest.mark.rule("CT-50")
def test_in_meters_each_pair_has_a_distance() -> None:
    s = state(person("ana"), foe("thug"), foe("brute"), space="meters")
    assert distance(s, "ana", "thug") == 6
    s = dealt(set_apart("thug", ("ana", "brute"), 11), s).s
    assert (distance(s, "ana", "thug"), distance(s, "brute", "thug"), distance(s, "ana", "brute")) == (
        11,
        11,
        6,
    )
    with pytest.raises(Refused, match="0 to 1000"):
        dealt(set_apart("thug", ("ana",), 2000), s)


@pytest.mark.rule("CT-25", "CT-21")
def test_a_movement_action_is_one_zone_or_up_to_the_movement_distance_and_spent_whole() -> None:
    s = on_turn(state(person("ana"), foe("thug")), "ana", "S8", "S4")
    run = dealt(move("ana", "Far"), s)
    assert (zone_of(run.s, "ana"), run.s["ana"].stats.turn.moves) == ("Far", 1)
    with pytest.raises(Refused, match="From Far you can move to Middle"):
        dealt(move("ana", "Near"), run.s)
    m = on_turn(state(person("ana"), foe("thug"), space="meters").with_ground(apart=20), "ana", "S8", "S4")
    run = dealt(walk("ana", "thug", 3, False), m)
    assert (distance(run.s, "ana", "thug"), run.s["ana"].stats.turn.moves) == (17, 1)
    with pytest.raises(Refused, match="covers 1 to 6 m, not 7"):
        dealt(walk("ana", "thug", 7, False), m)
    assert distance(dealt(walk("ana", "thug", 6, True), m).s, "ana", "thug") == 26


@pytest.mark.rule("CT-50", "CT-58")
def test_who_moves_towards_somebody_stops_in_the_hex_beside_and_can_disengage_from_there() -> None:
    s = on_turn(state(person("ana"), foe("thug"), space="meters").with_ground(apart=5), "ana", "S8", "S4")
    towards = RULESET.verb("approach")
    assert towards.params[1].choices is not None
    # 5 m less the 2 m of a hex
    assert [c.value for c in towards.params[1].choices(s, "ana", {"target": "thug"})] == ["3", "2", "1"]
    near = dealt(walk("ana", "thug", 6, False), s).s
    assert distance(near, "ana", "thug") == 2
    assert towards.ready(near, "ana") == "There is nobody you could move nearer to."
    with pytest.raises(Refused, match=r"You stand next to Thug already \(2 m\)"):
        dealt(walk("ana", "thug", 1, False), near)
    # out of the reach of 2 m, so that moving on leaves no opening
    assert distance(dealt(disengage("ana", ("thug",), "main"), near).s, "ana", "thug") == 4


@pytest.mark.rule("CT-50")
def test_who_is_next_to_one_may_move_towards_another() -> None:
    s = on_turn(state(person("ana"), foe("thug"), foe("brute"), space="meters"), "ana", "S8", "S4")
    s = dealt(set_apart("ana", ("thug",), 0), s).s
    target = RULESET.verb("approach").params[0]
    assert target.choices is not None
    assert target.barred is not None
    assert [c.value for c in target.choices(s, "ana", {})] == ["brute"]
    hints = {c.value: c.hint for c in target.barred(s, "ana", {})}
    assert hints == {"thug": "You stand next to Thug already (0 m).", "brute": ""}
    away = RULESET.verb("withdraw").params[0]
    assert away.choices is not None
    assert [c.value for c in away.choices(s, "ana", {})] == ["thug", "brute"]


@pytest.mark.rule("CT-50")
def test_other_distances_follow_from_where_the_known_ones_put_people() -> None:
    s = state(person("ana"), foe("b"), foe("c"), foe("d"), space="meters")
    # a right angle at ana: b 3 m ahead, c 4 m aside, 5 m between them; d straight behind
    pairs = {("ana", "b"): 3, ("ana", "c"): 4, ("b", "c"): 5, ("ana", "d"): 6, ("b", "d"): 9}
    for (a, b), m in pairs.items():
        s = dealt(set_apart(a, (b,), m), s).s
    # 3 m towards b: beside c 3 and 4 make 5; d is 9 behind
    assert shifted(s, "ana", "b", 3) == {"b": 0, "c": 5, "d": 9}
    assert shifted(s, "ana", "b", -3) == {"b": 6, "c": 5, "d": 3}


# ------------------------------------------------------------------ openings
EXPLOIT = ["Brawling – Exploit Opening black +1"]


def leaving(space: str = "zones", round: int = 2, **mover: Any) -> State:  # noqa: A002
    """Ana beside a player and an NPC who can exploit openings, on the other side, and a thug who cannot."""
    people = (
        person("rival", "foes", True, weapons=["Sword"], skills=EXPLOIT),
        person("ana", **mover),
        foe("guard", weapons=["Greatsword", "Knife"], skills=EXPLOIT),
        foe("thug", weapons=["Knife"]),
    )
    s = state(*people, space=space, round=round).with_ground(apart=2)
    return on_turn(s, "ana", "S8", "S4")


@pytest.mark.rule("CT-57")
def test_those_who_can_are_asked_in_the_order_of_turns_before_the_move_is_done() -> None:
    run = dealt(move("ana", "Far"), leaving(), ["no", "no"])
    assert [(a.who, a.topic, a.default) for a in run.asks] == [
        ("rival", "opening", "no"),
        ("guard", "opening", "yes"),
    ]
    assert zone_of(run.s, "ana") == "Far"
    hint = run.asks[1].legal(run.s)[0].hint
    assert hint == "check against Avoidance with Greatsword: attack value 7, no action spent"


@pytest.mark.rule("CT-57", "CT-31", "CT-09")
def test_an_opening_is_a_check_against_avoidance_for_the_melee_weapons_damage() -> None:
    # rival: 8 + 1 (black) + 1 = 10 > 5: sword 4 − 1; guard: 2 − 1 + 1 = 2: half of 7 is 4, − 1
    run = dealt(move("ana", "Far"), leaving(), ["yes", "S6", "yes", "H2"])
    assert run.s["ana"].stats.health == 12 - 3 - 3
    assert "Rival checks Brawling – Exploit Opening: 8 (♠6 +1 Potential's colour +1 skill)" in run.public()
    assert any(
        "attacks Ana with Greatsword: Accuracy 2 (check) is not above Avoidance 5" in t for t in run.public()
    )
    assert run.s["guard"].stats.turn.main == 0
    assert run.s["ana"].stats.turn.exploited == ("rival", "guard")


@pytest.mark.rule("CT-57")
def test_once_per_opportunist_per_mover_and_turn() -> None:
    s = dealt(move("ana", "Far"), leaving(), ["yes", "S6", "no"]).s
    s = dealt(move("ana", "Middle"), s).s
    s = having(s, "ana", turn=s["ana"].stats.turn.__class__(True, 2, 2, exploited=("rival",)))
    again = dealt(move("ana", "Near"), s, ["no"])
    assert [a.who for a in again.asks] == ["guard"]


@pytest.mark.rule("CT-57")
def test_a_mover_brought_to_0_stops_there() -> None:
    s = having(leaving(), "ana", health=3)
    run = dealt(move("ana", "Far"), s, ["yes", "S6"])
    assert (run.result, zone_of(run.s, "ana"), run.s["ana"].stats.health) == ("stopped", "Middle", 0)
    assert len(run.asks) == 1
    assert run.public()[-1] == "Ana gets no further: brought down before the move was done"


@pytest.mark.rule("CT-40", "CT-57")
def test_in_the_first_round_the_damage_of_an_opening_is_held_and_stops_nobody() -> None:
    s = having(leaving(round=1), "ana", health=3)
    run = dealt(move("ana", "Far"), s, ["yes", "S6", "no"])
    assert (run.result, run.s["ana"].stats.health, run.s["ana"].stats.pending) == ("moved", 3, 3)


@pytest.mark.rule("CT-57")
@pytest.mark.parametrize(
    ("effect", "asked"),
    [
        ("stunned", ["rival"]),
        ("paralyzed", ["rival"]),
        ("charmed", ["rival"]),
        ("weakened", ["rival", "guard"]),
    ],
)
def test_who_cannot_exploit(effect: str, asked: list[str]) -> None:
    s = under(leaving(), "guard", effect, 3, "ana")
    assert [a.who for a in dealt(move("ana", "Far"), s, ["no"] * len(asked)).asks] == asked
    down = having(leaving(), "guard", health=0)
    assert [a.who for a in dealt(move("ana", "Far"), down, ["no"]).asks] == ["rival"]


@pytest.mark.rule("CT-57")
def test_in_meters_the_reach_is_that_of_melee_and_barrier_weapons() -> None:
    pike = {"name": "Pike", "damage": 4, "reach": 2}
    people = (person("ana"), foe("guard", weapons=[pike], skills=EXPLOIT), foe("thug", skills=EXPLOIT))
    s = on_turn(state(*people, space="meters").with_ground(apart=2), "ana", "S8", "S4")
    # 2 m away: within 4 m of the pike still, out of the thug's 2 m (both stand in the same place)
    s = dealt(set_apart("guard", ("thug",), 0), s).s
    run = dealt(walk("ana", "thug", 2, True), s, ["no"])
    assert [a.who for a in run.asks] == ["thug"]
    run = dealt(walk("ana", "thug", 3, True), s, ["no", "no"])
    assert [a.who for a in run.asks] == ["guard", "thug"]


@pytest.mark.rule("CT-57")
def test_maneuvers_may_leave_openings_and_let_one_exploit_them() -> None:
    rush = {"name": "Rush", "basic": {"damage": 3, "leaves": True}}
    s = leaving(maneuvers=[rush])
    run = dealt(lay("ana", "S8+Rush"), s, ["yes", "S6", "no"])
    assert run.s["ana"].stats.health == 12 - 3
    watch = {"name": "Watch", "basic": {"exploits": True}}
    s = on_turn(state(person("ana", maneuvers=[watch]), foe("thug")), "ana", "S8", "S4")
    s = on_turn(dealt(lay("ana", "S8+Watch"), s).s, "thug", "S2", "S4")
    run = dealt(move("thug", "Far"), s, ["yes", "S6"])
    # the card alone, without colour or modifier: 6 > 5, unarmed 1 − 1
    assert any("Accuracy 6 (check)" in t for t in run.public())


@pytest.mark.rule("CT-57", "CT-09")
def test_the_odds_of_a_move_past_an_opening_by_enumeration() -> None:
    s = having(leaving(), "rival", health=0)
    s = having(s, "ana", health=3, armor=4)
    # guard, 22 cards: black n + 2 > 5 for 4 and up, red n + 0 for 6 and up, the red joker; full, 7 − 4 = 3,
    # stops the move; half of 7 is 4 − 4 = 0
    hits = 2 * len((4, 5, 6, 8)) + 2 * len((6, 8)) + 1
    out = exact(move("ana", "Far"), s, lambda ask, _: "yes" if ask.topic == "opening" else ask.default)
    stopped = sum(p for (result, _), p in out.items() if result == "stopped")
    assert stopped * 22 == hits


def test_nobody_is_asked_when_nobody_is_left() -> None:
    assert dealt(openings("ana", ()), leaving()).result is True

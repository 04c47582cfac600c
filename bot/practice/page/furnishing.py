"""What a new practice table holds: servers, channels, a thread, a GM, three players and an outsider."""

from __future__ import annotations

from typing import Final

from ..discord import Permission, World

GM: Final = "gm"
PLAYERS: Final = (("ana", "Ana"), ("ben", "Ben"), ("cleo", "Cleo"))
OUTSIDER: Final = "outsider"


def furnish(world: World) -> None:
    """Fill an empty world. The GM may Manage Server by a role; everybody else is a plain member."""
    table = world.add_guild("The Table")
    first = table.add_channel("table")
    table.add_channel("side-fight")
    first.add_thread("a-duel")
    role = table.add_role("Game master", Permission.MANAGE_GUILD, mentionable=True)
    world.person(GM, table, roles=[role], display="GM")
    for name, display in PLAYERS:
        world.person(name, table, display=display)
    world.person(OUTSIDER, table, display="Outsider")
    other = world.add_guild("Another server")
    other.add_channel("arena")
    other_role = other.add_role("Game master", Permission.MANAGE_GUILD, mentionable=True)
    world.person(GM, other, roles=[other_role])
    world.person("ana", other)

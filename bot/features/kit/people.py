"""Who acts and where, as the table knows it."""

from __future__ import annotations

import discord

from bot.table.people import Person, Place

from .panels import Interaction


def person_of(interaction: Interaction) -> Person:
    """Who acts. Whether they may Manage Server is as Discord says it for this channel (administrators may).

    Role ids come from the interaction itself, so they are right even before the server's roles are known.
    """
    user = interaction.user
    roles: frozenset[int] = frozenset(user._roles) if isinstance(user, discord.Member) else frozenset()
    may = interaction.permissions
    return Person(user.id, user.display_name, may.manage_guild or may.administrator, roles)


def place_of(interaction: Interaction) -> Place:
    """The channel or thread. ValueError outside a server (the desk turns these away before)."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise ValueError("the interaction is not from a server's channel")
    return Place(interaction.guild_id, interaction.channel_id)


def delivery_of(interaction: Interaction) -> str:
    """The key by which what Discord delivers twice is applied once."""
    return str(interaction.id)

"""What the frame says to people, in one place. Sentences of a feature stand in the feature's own
`words.py`.
"""

from __future__ import annotations

from typing import Final

GUILD_ONLY: Final = "This works in a server's channels and threads only, not in private messages."
DRAINING: Final = "The bot is about to restart. Nothing was done; please try again in a minute."
OUTDATED: Final = (
    "This button is from another version of the bot and no longer works. Use the command instead."
)
OLD_COMMAND: Final = (
    "The bot's commands have changed since your Discord loaded them. Reload Discord (Ctrl+R) and try again."
)
TOO_LATE_FOR_FORM: Final = "That took too long to open the form. Please press again."
CHANNEL_TAKEN: Final = "This channel has an encounter already. End it with /encounter end, or use a thread."
SAME_MOMENT: Final = "Somebody else acted at the same moment, so nothing was done. Please look and try again."
UNREADABLE: Final = (
    "This encounter was written by another version of the game's rules, and this one cannot read it. "
    "It can be ended; its log is kept for the version that wrote it."
)
GONE: Final = "The message or channel that this was about is gone."
ARCHIVED: Final = "This thread is archived or locked. Open it again, and the fight goes on where it was."
TOO_OLD: Final = "Discord does not let the bot change that message any more."
DISCORD_TROUBLE: Final = "Discord did not carry that out. Please look whether it was done, and try again."
DONE: Final = "Done."

PERMISSIONS: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""Discord's names of the permissions that the bot needs in a channel."""


def apology(reference: str) -> str:
    """What is said of an unexpected error. reference: the one that is in the log."""
    return f"Sorry, something went wrong in the bot; nothing was changed. For its owner: {reference}"


def database(reference: str) -> str:
    """What is said when the database fails."""
    return (
        "The bot's database cannot be used just now (full, locked or out of reach); nothing was changed. "
        f"Please try again in a while. For the bot's owner: {reference}"
    )


def not_shown(reference: str) -> str:
    """What is said when an act was carried out and kept, and then could not be shown."""
    return f"That is done and kept, but it could not be shown. For the bot's owner: {reference}"


def missing(permissions: tuple[str, ...]) -> str:
    """What the bot may not do here. permissions: Discord's keys, () where it is not known which."""
    if not permissions:
        return "Discord does not let the bot do that here; please check its permissions. The fight waits."
    names = ", ".join(PERMISSIONS.get(key, key.replace("_", " ").title()) for key in permissions)
    return f"The bot lacks permissions in this channel: {names}. The fight waits until it has them."


def slow(reference: str) -> str:
    """What is said when the database or Discord took too long."""
    return f"That took too long. Please look whether it was done, and try again. Reference: {reference}"

"""What the bot says about what it stores. One place, plain and short."""

from typing import Final

GROUP: Final = "What the bot stores about you, and its deletion."
SHOW: Final = "What is stored about you."
DELETE: Final = "Delete what is stored about you; you are asked first."
EVERYWHERE: Final = "On all servers that have this bot, not on this one only."

HERE: Final = "on this server"
ALL: Final = "on all servers"
TITLE: Final = "### What is stored about you {0}"
NOTHING: Final = "Nothing is stored about you {0}."
SHEETS: Final = "**Characters:** {0}"
DRAFTS: Final = "**Begun and not saved:** {0} (deleted after 30 days)"
ROLLS: Final = "**Rolls with /roll:** {0}, with what was typed and what came up"
ENCOUNTERS: Final = (
    "**Fights that you had a part in:** {0}, {1} of them still open; in them {2} declared by you"
)
PRIVATE: Final = "**Private notes waiting for you:** {0}"
PANELS: Final = "**Last choices on your panel:** of {0}"
WISHES: Final = "**Pings you have switched off:** on {0}"
COUNTS: Final = {
    "server": "servers",
    "character": "characters",
    "draft": "drafts",
    "roll": "rolls",
    "fight": "fights",
    "ended fight": "ended fights",
    "step": "steps",
    "note": "notes",
}
"""One and several of what is counted."""
MEANING: Final = (
    "-# Of you yourself it is your Discord id that is stored with these, no name and no message. A server's "
    "fights are kept as long as the server says (`/config retention`; for ever where it says nothing). A "
    "server that removes the bot is forgotten after 30 days. The log files of the bot's owner may hold your "
    "id for as long as the owner keeps them."
)
DELETE_BUTTON: Final = "Delete …"
SURE: Final = "### Delete what is stored about you {0}?"
CONSEQUENCES: Final = (
    "- Your characters, drafts, rolls and settings of pings are deleted. **This cannot be undone**; "
    "`/character export` gives you a file first.\n"
    "- In fights that still run the GM takes your combatants over, and your id is taken out when they end.\n"
    "- In fights that have ended your id is taken out. What your characters did stays, without you."
)
YES: Final = "Yes, delete it"
NO: Final = "No"
KEPT: Final = "Nothing was deleted."
DONE: Final = "**Deleted {0}:** {1}, {2}, {3}. Your id is taken out of {4}."
RUNNING: Final = "Still open: {0}. The GM plays your combatants there, and your id is taken out at the end."
SOLE_GM: Final = (
    "You are the only GM of the fight in {0}, so you stay it: end it, or name another GM first, and delete "
    "again."
)
CHANNEL: Final = "<#{0}>"

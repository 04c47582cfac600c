"""What the bot says about one's own pings. One place, plain and short."""

from typing import Final

PINGS: Final = "Which pings you get in fights on this server; for yourself alone."
TITLE: Final = "### Your pings on this server"
TURN: Final = "when your turn begins"
ASK: Final = "when a choice is yours"
ON: Final = "on"
OFF: Final = "off"
ROW: Final = "**{0}**: {1}"
SERVER_OFF: Final = "off for everybody on this server in new fights"
SWITCH_ON: Final = "Ping me {0}"
SWITCH_OFF: Final = "Do not ping me {0}"
MEANING: Final = "-# It counts at once, in fights that run too. Others see nothing of it."

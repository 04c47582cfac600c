"""What the bot says around logs and their checking. One place, plain and short."""

from typing import Final

LOG: Final = "The log of the fight: a transcript to read, or JSON that can be verified."
LOG_FORM: Final = "A transcript to read, or JSON that /verify takes."
LOG_ENCOUNTER: Final = "The number of an encounter of yours; this channel's open or last one where left out."
VERIFY: Final = "Check a log: every roll is computed again from the seeds."
VERIFY_FILE: Final = "A JSON log, as /encounter log gives it."

HEAD_GM: Final = (
    "**{0}** (fight {1}): the complete log, secrets included, and as players may have it. Pass on only the "
    "second one."
)
HEAD: Final = "**{0}** (fight {1}): the log, without what is secret."
HEAD_OWN: Final = "**{0}** (fight {1}): what you were told, your own secrets included."
RUNNING: Final = "-# The fight still runs; its dice can be verified once it has ended."
VERIFY_HINT: Final = "-# `/verify` computes every roll of the JSON file again."
PACKED: Final = "-# The file is packed (gzip), or it would be too large for Discord."
TOO_LARGE: Final = "This log is too large for Discord. The bot's owner can write it to a file: {0}"
EXPORT: Final = "python -m bot export {0}"
FILE_TOO_LARGE: Final = "The file is too large: at most {0} MiB can be checked."

RIGHT: Final = "### ✅ This log is right"
WRONG: Final = "### ❌ This log is not right"
NOTHING: Final = "### This log cannot be checked yet"
PASSED: Final = "✅ **{0}**: {1}"
FAILED: Final = "❌ **{0}**: {1}"
PROBLEM: Final = "- {0}"
MORE: Final = "- … and {0} more of this kind"
MEANING: Final = {
    "Promise": "compare the two, for a fight that somebody made up would have other numbers",
    "Seeds": "they are what was promised when the encounter began, so nobody could choose them later",
    "Rolls": "each face comes out of the seed, so nobody chose it",
    "Places": "no dice were used twice",
    "State": "the steps lead to the end that the log shows",
    "Steps": "the rules give the same again",
}
MEANS: Final = "-# That means: {0}."
NOT_REVEALED: Final = (
    "The seeds are revealed when the encounter ends. Until then only the form of the log can be looked at."
)

# -- the transcript
PLAYED: Final = "{0} · fight {1}"
FROM_TO: Final = "From {0} to {1} (UTC)."
SINCE: Final = "Begun {0} (UTC), not ended."
FOR: Final = "As it was told to {0}."
STRUCK: Final = "Lines that are struck through were taken back."
PROMISED: Final = "Before the first roll the dice were bound to seeds whose SHA-256 is:"
REVEALED: Final = "The seeds, revealed at the end:"
PUBLIC: Final = "public"
SECRET: Final = "secret"
NOTHING_YET: Final = "Nothing has happened yet."

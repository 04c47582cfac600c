"""What the bot says around rolls, checks and odds. One place, plain and short."""

from typing import Final

ROLL: Final = "Roll dice, such as 2d6 + 3 [fire] # what for."
DICE: Final = "What to roll: 2d6 + 3 - 1d4; [a label] behind a part, # a comment at the end."
SEE: Final = "Who sees the result; everybody where left out."
SEE_ALL: Final = "everybody"
SEE_ME: Final = "only me"
SEE_GM: Final = "only the GM (I roll blind)"
SEE_ME_AND_GM: Final = "me and the GM"

CHECK: Final = "A test of the game's own: a skill, with its result in the game's words."
SKILL: Final = "What is tested."
TARGET: Final = "Against whom or what, as the game has it."
MODIFIER: Final = "A modifier, such as 20 or -20."
CHARACTER: Final = "Outside a fight: one of your sheets, or a ready character."
COMBATANT: Final = "In a fight: which of your combatants."

ODDS: Final = "The exact chances of what you could do now. Nothing is done."
ACTION: Final = "What you would do; attack where left out."
ODDS_TARGET: Final = "To or against whom."
WEAPON: Final = "With what; the weapon in hand where left out."
MANNER: Final = "How, as the game has it."
CALLED: Final = "A called target, or circumstances, with commas between."
WHERE: Final = "Where to."
DETAIL: Final = "What else it needs."

NO_ENCOUNTER: Final = "Odds are of what can be done in a fight, and there is none in this channel."
NOTHING_KEPT: Final = "Nothing waits for your eyes here."
IF: Final = "If **{0}**"
GRANTED: Final = "-# Taken for granted: {0}"
CERTAIN: Final = "There is no chance in it: {0}."
EXACT: Final = "-# Exact, from what you can see now."

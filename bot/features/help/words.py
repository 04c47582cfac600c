"""What `/help` and `/about` say. One place, plain and short.

{gm} stands for what the game calls its GM; other names in braces for lists made from the game.
"""

from typing import Final

HELP: Final = "What to do, by situation, in the words of your game."
HELP_ABOUT: Final = "The situation."
ABOUT: Final = "What this bot is, its version, its licences."
SITUATION: Final = "Another situation …"

ATTACKED: Final = "attacked"
TURN: Final = "turn"
RUN: Final = "run"
CHARACTER: Final = "character"
DICE: Final = "dice"
WRONG: Final = "wrong"

TITLES: Final = {
    ATTACKED: "I am attacked",
    TURN: "It is my turn",
    RUN: "I run a fight",
    CHARACTER: "I make a character",
    DICE: "I want to roll",
    WRONG: "Something went wrong",
}

PAGES: Final = {
    ATTACKED: (
        (
            "The bot asks you below the attack. **Press one of the buttons there**: only you can, or the "
            "{gm} in your place. Each says what it costs and does."
        ),
        "{reactions}",
        (
            "If there is a time limit, it stands beside the question. When it is over, the usual answer "
            "is taken."
        ),
        (
            "Always the same answer? **Standing answers** on your panel, or `/standing`, settle it once: "
            "{standing}."
        ),
        (
            "After a roll the bot may offer something more (a new roll for a point, for example). It "
            "does not wait for you: press the button if you want it, before the next thing happens."
        ),
    ),
    TURN: (
        (
            "**Press My turn**, below the message that calls you or on the board. A panel that only you see "
            "has everything you can do now, with your last action and weapon already chosen: target, then "
            "**Do it**. **Odds** shows the exact chances."
        ),
        "Or type it. What you type is completed with what is legal now:",
        "{verbs}",
        (
            "`/odds` shows the chances before you decide. **End turn** or `/done` ends your turn where it "
            "does not end by itself."
        ),
        "Too many pings, or too few? `/pings` is for yours alone.",
    ),
    RUN: (
        "1. `/encounter start`: you are its {gm}. The board appears; players press **Join**.",
        (
            "2. `/encounter add`: foes of the game, foes of this server, or a name and a health value. "
            "Several at once with `count` (one initiative for all; `each` gives everyone their own), unseen "
            "with `hidden`."
        ),
        (
            "3. **Begin** on the board. A turn ends by itself, when its player presses **End turn**, or when "
            "you press **Next**."
        ),
        "Lay down how things stand with `/encounter place`: {places}.",
        (
            "You have the last word: `/encounter set` changes any value (12, -5, +5), `effect` and "
            "`note` keep what lasts, `undo` and `redo` take back any number of steps. You may press "
            "everybody's buttons."
        ),
        (
            "`pause` lets deadlines stand still, `gm` names another {gm} or hands over, `hand` gives a "
            "combatant to another player. `end` closes the fight and reveals the seed of its dice; `log` "
            "gives all of it."
        ),
        "Game, options, roles and deadlines of this server: `/config` (Manage Server).",
    ),
    CHARACTER: (
        "No time? **Join** offers ready characters: {ready}.",
        (
            "`/character new`: a panel with a button for each section. Fill in what you know; the rest "
            "follows from the game. **Save** keeps it."
        ),
        "`/character import` takes a JSON or YAML file; `/character export` makes one to start from.",
        (
            "You may have several. Who joins a fight is a copy; at its end a button writes what lasts "
            "(wounds, spent points) back."
        ),
        "{gm}s can keep foes for the whole server with `for_server`.",
    ),
    DICE: (
        "`/roll 2d6 + 3`: dice and numbers, `[a label]` behind a part, `# a comment` at the end.",
        (
            "`/check`: the game's own test of a skill{skills}. In a fight it is part of the log, "
            "elsewhere it takes one of your characters."
        ),
        "`see` says who sees it: everybody, only you, only the {gm} (you roll blind), you and the {gm}.",
        (
            "The dice of a fight come from seeds to which the bot commits itself at the start. At the "
            "end `/encounter log` and `/verify` prove that nobody chose a face."
        ),
    ),
    WRONG: (
        (
            "**A wrong target, a wrong weapon?** The {gm} takes it back with `/encounter undo`, as many "
            "steps as needed. Made again, the same declaration rolls the same dice."
        ),
        "**A wrong number?** `/encounter set` (the {gm}) changes any value of any combatant.",
        (
            "**Somebody is away?** The {gm} presses their buttons, or gives their combatant to another "
            "player: `/encounter hand`. Is the {gm} away? Who may Manage Server names another one: "
            "`/encounter gm`."
        ),
        "**The board is gone or far up?** `/encounter board` shows it again.",
        (
            "**A private note with six letters and digits?** That was a fault of the bot, and nothing "
            "was changed. Give these to its owner: the log says more."
        ),
        "**The bot was away?** Nothing is lost, and nobody's time has run out meanwhile.",
        ("**Dice too bad to be true?** `/encounter log form:json` and `/verify`, once the fight has ended."),
    ),
}

REACTIONS: Final = "`/{0}` do the same as the buttons, `/react` answers any question."
REACTION: Final = "`/{0}` does the same as the button, `/react` answers any question."
REACT_ONLY: Final = "`/react` does the same as the buttons."
ANY_STANDING: Final = "always parry, for example"
NO_STANDING: Final = "this game has no question for it"
NO_GAME: Final = (
    "-# No game is chosen here yet, so this is said in general. This bot knows {0}; `/encounter start` asks "
    "which."
)
GAME: Final = "-# In the words of {0}."
VERBS: Final = "- `/{0}`: {1}"
HAND: Final = "- `/hand`: your cards, in the hand and beside it"
ANY_VERBS: Final = "- `/attack`, `/move`, `/act` and what else the game has"
ANY_PLACES: Final = "what the game has, such as distances and light"
ANY_READY: Final = "every game has some"
SKILLS: Final = ", such as {0}"
AND_MORE: Final = "{0} and {1} more"

ABOUT_HEAD: Final = "### Skirmish {0}"
ABOUT_TEXT: Final = (
    "Skirmish runs tabletop fights on Discord. You type a command or press a button; it knows the rules of "
    "your game, asks the right person for each choice, rolls in the open, and keeps the fight. `/help` says "
    "how, `/privacy show` what it stores about you."
)
ABOUT_GAMES: Final = "**Games:** {0}"
ABOUT_LICENCE: Final = "**Licence:** Skirmish is free software under the MIT licence, without any warranty."
OPENQUEST: Final = (
    "This work is based on the OpenQuest System Resource Document (found at "
    "https://openquestrpg.com/srd), a product of D101 Games, written by Newt Newport with Paul "
    "Mitchener, © 2021, licensed under Attribution 4.0 International "
    "(http://creativecommons.org/licenses/by/4.0/)."
)
"""The notice that OpenQuest's licence asks for, word for word."""
ABOUT_OTHERS: Final = (
    "-# The names and rules of games belong to their makers, who have nothing to do with this bot."
)

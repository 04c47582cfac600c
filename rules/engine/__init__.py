"""The engine: procedures and their interpreters, the encounter, the journal, keyed dice. Pure; knows no game."""

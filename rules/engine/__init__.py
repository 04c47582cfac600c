"""The engine: procedures and their interpreters, encounter, journal, keyed dice. Pure; knows no game."""

"""The use cases: what a GM and players do around the rules. Knows no Discord type; says what to show,
shows nothing.
"""

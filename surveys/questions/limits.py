"""This module is about the limits of items: how long a text may be, and how much of everything an item may hold."""

TEXT, HELP, LABEL, UNIT, CONDITION = 500, 500, 200, 40, 500  # The largest numbers of characters.
MOST_OPTIONS, MOST_CHOICES, MOST_COLUMNS, MOST_ROWS, MOST_EDGES, MOST_POINTS = 1000, 64, 11, 20, 50, 11
FURTHEST_POINT = 100
LEAST_RANKED, MOST_RANKED = 3, 5  # A ranking of two options is a single choice; more than five need too many people.
MOST_POSITIONS = 1000  # A finger cannot choose among more positions of a slider.
RESERVED = ("prefer_not_to_say", "not_asked")  # A survey adds answers with these ids itself.

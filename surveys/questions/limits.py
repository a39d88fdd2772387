"""This module is about the limits of items: how long a text may be, and how much of everything an item may hold."""

TEXT, HELP, LABEL, UNIT, CONDITION = 500, 500, 200, 40, 500  # most characters
MOST_OPTIONS, MOST_CHOICES, MOST_COLUMNS, MOST_ROWS, MOST_EDGES, MOST_POINTS = 200, 64, 11, 20, 50, 11
FURTHEST_POINT = 100
LEAST_RANKED, MOST_RANKED = 3, 5  # options of a ranking: two are a single choice, and more need too many people
MOST_POSITIONS = 1000  # of a slider: a finger cannot choose among more
RESERVED = ("prefer_not_to_say", "not_asked")  # ids of answers that a survey adds by itself

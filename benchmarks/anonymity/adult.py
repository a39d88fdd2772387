"""Adult with the hierarchies on which ARX was measured, so that a loss is compared with a loss of the same cells.

The groups are those of the examples that ARX brings (github.com/arx-deidentifier/arx, data/adult_hierarchy_*.csv,
Apache-2.0), written down here as rules, with two differences: England lies in Europe, where a typing error there puts
it into a continent of its own, and a missing value is a branch of its own.
"""

from functools import cache

import numpy as np

from mechanisms.anonymity.counting import Table
from mechanisms.anonymity.hierarchy import ALL, Hierarchy, from_paths
from mechanisms.anonymity.making import flat, grouped, intervals
from tests.adult.rows import columns, rows

MISSING = "?"
NAMES = ("age", "workclass", "education", "marital-status", "race", "sex", "native-country")

WORK = {
    "Non-Government": ("Private", "Self-emp-not-inc", "Self-emp-inc"),
    "Government": ("Federal-gov", "Local-gov", "State-gov"),
    "Unemployed": ("Without-pay", "Never-worked"),
}
SCHOOL = {
    ("Primary School", "Primary education"): ("Preschool", "1st-4th", "5th-6th"),
    ("High School", "Secondary education"): ("7th-8th", "9th", "10th", "11th", "12th", "HS-grad"),
    ("Professional Education", "Higher education"): ("Prof-school", "Assoc-acdm", "Assoc-voc"),
    ("Undergraduate", "Higher education"): ("Some-college", "Bachelors"),
    ("Graduate", "Higher education"): ("Masters", "Doctorate"),
}
MARRIED = {
    "spouse present": ("Married-civ-spouse", "Married-AF-spouse"),
    "spouse not present": ("Never-married", "Divorced", "Separated", "Widowed", "Married-spouse-absent"),
}
CONTINENTS = {
    "North America": (
        "United-States", "Canada", "Mexico", "Puerto-Rico", "Cuba", "Jamaica", "Haiti", "Dominican-Republic",
        "Guatemala", "El-Salvador", "Honduras", "Outlying-US(Guam-USVI-etc)",
    ),
    "South America": ("Columbia", "Ecuador", "Nicaragua", "Peru", "Trinadad&Tobago"),
    "Europe": (
        "England", "Scotland", "Ireland", "France", "Germany", "Holand-Netherlands", "Italy", "Portugal", "Greece",
        "Hungary", "Poland", "Yugoslavia",
    ),
    "Asia": (
        "Cambodia", "China", "Hong", "India", "Iran", "Japan", "Laos", "Philippines", "Taiwan", "Thailand", "Vietnam",
    ),
    "Africa": ("South",),
}  # fmt: skip


def column(name: str) -> list[str]:
    at = columns().index(name)
    return [MISSING if row[at] is None else str(row[at]) for row in rows()]


@cache
def hierarchies() -> tuple[Hierarchy, ...]:
    school = [[leaf, *groups, ALL] for groups, leaves in SCHOOL.items() for leaf in leaves]
    return (
        intervals("age", map(int, column("age")), start=1, widths=[5, 10, 20]),
        grouped("workclass", WORK).with_unlisted([MISSING]),
        from_paths("education", school),
        grouped("marital-status", MARRIED),
        flat("race", column("race")),
        flat("sex", column("sex")),
        grouped("native-country", CONTINENTS).with_unlisted([MISSING]),
    )


def paths() -> dict[str, list[list[str]]]:
    """Returns what each value is called at every level, by column."""
    return {
        tree.column: [[names[node] for names, node in zip(tree.names, leaf, strict=True)] for leaf in tree.nodes.T]
        for tree in hierarchies()
    }


def table(*sensitive: str) -> Table:
    """48 842 rows, seven quasi-identifying columns."""
    quasi = np.stack([tree.encode(column(name)) for tree, name in zip(hierarchies(), NAMES, strict=True)], axis=1)
    codes = {name: np.unique(column(name), return_inverse=True)[1].astype(np.int64) for name in sensitive}
    return Table(hierarchies=hierarchies(), quasi=quasi, sensitive=codes)


def jittered(rows: int) -> Table:
    """Rows of Adult drawn with replacement; ages move by up to three years, a tenth of other cells is drawn anew."""
    draw, whole = np.random.Generator(np.random.PCG64(1)), table().quasi
    quasi = whole[draw.integers(0, len(whole), rows)]
    quasi[:, 0] = np.clip(quasi[:, 0] + draw.integers(-3, 4, rows), 0, len(hierarchies()[0].leaves) - 1)
    for at in range(1, len(NAMES)):
        anew = np.flatnonzero(draw.random(rows) < 0.1)
        quasi[anew, at] = whole[draw.integers(0, len(whole), len(anew)), at]
    return Table(hierarchies=hierarchies(), quasi=quasi)

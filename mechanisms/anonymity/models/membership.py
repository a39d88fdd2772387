"""Membership models limit how many people a class could be about: k-anonymity, k-map and delta-presence."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.anonymity.classes import Booleans, Classes
from mechanisms.anonymity.models.model import Asking, Exact, decimal, exact
from mechanisms.anonymity.models.whole_numbers import at_most

# quotation marks, and what looks like one
MARKS = '"\u201c-\u201f\u02ba\u02dd\u02ee\u05f4\u2033\u2036\u275d\u275e\u301d-\u301f\uff02'
QUOTES = re.compile(f"['\u2018\u2019{MARKS}]{{2,}}|[{MARKS}]")


@dataclass(frozen=True)
class KAnonymity(Asking):
    """K-anonymity holds if every class has at least k rows: what is known of one person fits k of them.

    Says nothing of what the rows of a class have in common (use diversity or closeness), nor of two releases together.
    Source: Sweeney 2002, doi 10.1142/S0218488502001648; Samarati 2001, doi 10.1109/69.971193.
    """

    k: int
    grows: ClassVar[bool] = True
    only_rows: ClassVar[bool] = True

    def __post_init__(self) -> None:
        _refuse_below_one("k", self.k)

    @property
    def rows(self) -> int:
        return self.k

    def holds(self, classes: Classes, whole: Classes) -> Booleans:  # noqa: ARG002 - the shape of a model
        return classes.sizes >= self.k

    def words(self) -> str:
        return f"{self.k}-anonymous"


@dataclass(frozen=True)
class KMap(Asking):
    """K-map holds if every class matches at least k people of the population that the rows are a sample of, `against`
    by name.

    Weaker than k-anonymity wherever it is known that somebody took part.
    Source: Sweeney 2001 (thesis, MIT), k-map; El Emam and Dankar 2008, doi 10.1197/jamia.M2716.
    """

    k: int
    against: str = ""

    def __post_init__(self) -> None:
        _refuse_below_one("k", self.k)

    @property
    def people(self) -> int:
        return self.k

    def holds(self, classes: Classes, whole: Classes) -> Booleans:  # noqa: ARG002 - the shape of a model
        return classes.people() >= self.k

    def words(self) -> str:
        return f"{self.k}-map{_against(self.against)}"


@dataclass(frozen=True, init=False)
class DeltaPresence(Asking):
    """Delta-presence holds if, of each class's matching people in the population `against`, between `low` and `high`
    are in the table.

    It bounds what is learnt of whether somebody took part at all. Whoever fits no class surely did not, so `low` above
    0 asks that everybody fits one; and where one fits two classes no share is known.
    Source: Nergiz, Atzori, Clifton 2007, doi 10.1145/1247480.1247554.
    """

    low: Fraction
    high: Fraction
    against: str

    def __init__(self, low: Exact, high: Exact, against: str = "") -> None:
        least, most = exact("low", low), exact("high", high)
        if not 0 <= least <= most <= 1:
            raise ValueError(f"presence is to lie between {low} and {high}; both lie in 0 to 1, the lower one first")
        object.__setattr__(self, "low", least)
        object.__setattr__(self, "high", most)
        object.__setattr__(self, "against", against)

    @property
    def everybody(self) -> bool:
        return self.low > 0

    def holds(self, classes: Classes, whole: Classes) -> Booleans:  # noqa: ARG002 - the shape of a model
        people = classes.people()
        enough = at_most(self.low, people, classes.sizes)
        return enough & at_most(1 / self.high, classes.sizes, people) if self.high else enough & (classes.sizes == 0)

    def words(self) -> str:
        return f"({decimal(self.low)}, {decimal(self.high)})-present{_against(self.against)}"


def quoted(name: str) -> str:
    """Puts a name between quotation marks, and turns quotation marks within it into others, because a name is free text
    and could end the quotation."""
    inner = QUOTES.sub("'", name)
    return f'"{inner}"'


def _against(name: str) -> str:
    return f" against {quoted(name)}" if name else ""


def _refuse_below_one(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError(f"{name} is {value!r}; it is a whole number from 1 on")

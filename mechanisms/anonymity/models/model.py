"""An anonymity model says what each class of a release must hold. Any combination holds where each of them does."""

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar, Protocol

import numpy as np

from mechanisms.anonymity.classes import Booleans, Classes

Exact = int | str | Fraction  # no float: it is not the number that was promised


class Model(Protocol):
    """An anonymity model is frozen and hashable; two with the same parameters are equal.

    Two classes that hold it hold it as one class; a search relies on that.
    """

    @property
    def grows(self) -> bool:
        """Returns whether a class that holds it does so with any more rows."""
        ...

    @property
    def rows(self) -> int:
        """No class of fewer rows holds it."""
        ...

    @property
    def only_rows(self) -> bool:
        """Returns whether every class of `rows` rows or more holds it."""
        ...

    @property
    def people(self) -> int:
        """Returns the least number of people that a class which holds the model fits."""
        ...

    @property
    def everybody(self) -> bool:
        """Returns whether everybody of the population must fit a class that has rows."""
        ...

    def holds(self, classes: Classes, whole: Classes) -> Booleans:
        """Returns whether each class holds; `whole` is the table before anything was left out, as one class.

        Decided in whole numbers, so that nothing is let through by rounding.
        """
        ...

    def words(self) -> str:
        """Returns the model as it stands on a page: "5-anonymous"."""
        ...


class Asking:
    """These are the answers that most models give to a search, as a base class."""

    grows: ClassVar[bool] = False
    only_rows: ClassVar[bool] = False

    @property
    def rows(self) -> int:
        return 1

    @property
    def people(self) -> int:
        return 1

    @property
    def everybody(self) -> bool:
        return False


def all_hold(models: Iterable[Model], classes: Classes, whole: Classes) -> Booleans:
    """Returns whether every model holds, for each class that has rows. A class without rows holds anything."""
    verdicts = np.ones(len(classes.sizes), dtype=bool)
    candidates = np.flatnonzero(classes.sizes)
    for model in models:
        verdicts[candidates] = model.holds(classes.some(candidates), whole)
        candidates = candidates[verdicts[candidates]]
    return verdicts


class Impossible(ValueError):
    """No release holds the model at this place among those asked for: all `rows` as one class do not."""

    def __init__(self, model: Model, place: int, rows: int) -> None:
        super().__init__(
            f"{model.words()} cannot be reached: the whole table of {rows} rows, taken as one class, does not hold it"
        )
        self.place, self.rows = place, rows


def refuse_impossible(models: Iterable[Model], whole: Classes) -> None:
    """Refuses models that no release can hold. Errors: Impossible, with the model, where even all rows as one class do
    not hold it.

    So k above the number of rows is refused here, and l above the number of different values.
    """
    for place, model in enumerate(models):
        if not whole.sizes.sum() or not model.holds(whole, whole).all():
            raise Impossible(model, place, int(whole.sizes.sum()))


def exact(name: str, value: Exact) -> Fraction:
    """Returns a number exactly as it was written. Errors: ValueError for a float, and what is no number."""
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        raise ValueError(f"{name} is {value!r}; give it as text, as in {name}='0.2', so that it is the number you mean")
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{name} is {value!r}, which is no number") from None


def decimal(value: Fraction) -> str:
    """Returns the number as people write it, where that is exact: 1/5 -> 0.2."""
    for places in range(13):
        if (value * 10**places).denominator == 1:
            digits = f"{abs(value.numerator * 10**places // value.denominator):0{places + 1}d}"
            text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
            return f"-{text}" if value < 0 else text
    return str(value)

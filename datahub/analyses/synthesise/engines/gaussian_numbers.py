"""Columns become numbers of the Gaussian model: whole steps of the last declared decimal, within the bounds."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datahub.analyses.errors import no_rows
from datahub.analyses.synthesise.domain.columns import bounds, decimals_of, why_no_number, written
from datahub.analyses.synthesise.domain.rows import Value
from datahub.datasets.rules.columns import Column
from mechanisms.synthesis.gaussian.declared import Number

Floats = NDArray[np.float64]


def number_at(at: str, column: Column, fields: Mapping[str, Any]) -> Number:
    """Returns a column as a number of the model. PlanRefused depends only on the declaration and the plan."""
    why = why_no_number(column)
    if why is not None:
        raise no_rows(at, f"{column.name} {why}")
    if fields.get("bins") or fields.get("edges"):
        raise no_rows(at, f"{column.name} is made as a number, and has no bins: only the column that divides has them")
    low, high = bounds(column)
    return Number(name=column.name, low=low, high=high, whole=True)


def within(column: Column, number: Number, values: Sequence[Value]) -> list[float]:
    """Returns the values in steps; a value beyond a bound is exactly at that bound. What loading lets no cell
    hold, a missing number, counts as the lower bound."""
    low, high = Fraction(number.low), Fraction(number.high)
    return [float(low if value is None else min(max(_steps(column, value), low), high)) for value in values]


def unstepped(column: Column, steps: Floats) -> list[float]:
    """Returns steps as the numbers that rows contain."""
    values: list[float] = (steps / 10 ** decimals_of(column)).tolist()
    return values


def texts_of_steps(column: Column, steps: Floats) -> list[str | None]:
    """Returns steps as texts, never beyond the bounds, also where a step is less than floating-point numbers tell
    apart."""
    low, high = bounds(column)
    uniques, which = np.unique(steps, return_inverse=True)
    texts = np.array([written(column, min(max(int(step), low), high)) for step in uniques], dtype=object)
    listed: list[str | None] = texts[which].tolist()
    return listed


def _steps(column: Column, value: str | int | Decimal | date) -> Fraction:
    exact = value.toordinal() if isinstance(value, date) else Fraction(value)
    return Fraction(exact) * Fraction(10) ** decimals_of(column)

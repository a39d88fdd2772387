"""Columns of synthetic data have the values that their owner declared, cut into bins as a plan says."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from datahub.analyses.errors import no_rows
from datahub.datasets.rules.columns import Column, decimal
from mechanisms.synthesis.domain import Attribute, Bins, Options

BINS = 16  # a number or day gets this many bins if its owner declared no edges
MOST_BINS = 1000
_IN_BINS = ("integer", "number", "date")


@dataclass(frozen=True, kw_only=True)
class Offered:
    """An offered column can be made synthetically; it is cut as here unless a plan says otherwise. `bounds` are the
    least and the largest value, where it can also be made as a number that is not cut."""

    name: str
    type: str
    labels: tuple[str | None, ...]
    edges: tuple[str, ...]
    missing: bool
    bounds: tuple[str, str] | None


def offered(column: Column) -> Offered | None:
    """Returns what the column offers to a plan; None for free text, which has no declared domain, and for an
    identifying column."""
    if column.role == "identifying" or column.type == "text":
        return None
    attribute = attribute_of(column, {})
    edges = tuple(_edge_text(column, edge) for edge in attribute.edges) if isinstance(attribute, Bins) else ()
    return Offered(
        name=column.name,
        type=column.type,
        labels=labels_of(column, attribute),
        edges=edges,
        missing=attribute.missing,
        bounds=None if why_no_number(column) else _bounds_said(column),
    )


def why_no_number(column: Column) -> str | None:
    """Returns the reason why the Gaussian model cannot make this column, or None. Only the declaration is read: whether
    any row lacks a value is not looked up."""
    if column.type not in _IN_BINS:
        return "is a choice; the Gaussian model makes numbers, divided by one column at most"
    if column.missing or column.outside == "missing":
        return (
            "may be missing, as its owner declared, and what is missing has no place among numbers: leave the column "
            "out, or make rows by marginals"
        )
    low, high = bounds(column)
    return None if low < high else "has one value at most: there is nothing to make"


def bounds(column: Column) -> tuple[int, int]:
    """Returns the lowest and the highest value of a number or day column, counted in steps of its last declared decimal
    (3.25 with two decimals is 325), or a day as its ordinal."""
    steps = 10 ** decimals_of(column)
    low, high = (fraction_of(column, bound) * steps for bound in (column.minimum, column.maximum))
    return math.ceil(low), math.floor(high)


def written(column: Column, number: int) -> str:
    """Returns the text of a cell: the inverse of the counting in `bounds`, for a number of steps or the ordinal of a
    day."""
    if column.type == "date":
        return date.fromordinal(number).isoformat()
    return f"{Decimal(number).scaleb(-decimals_of(column)):f}"


def attribute_of(column: Column, fields: Mapping[str, Any]) -> Attribute:
    """Returns the attribute that a model has of a column with a domain. ValueError for edges that are not between its
    bounds, each above the one before."""
    missing = bool(column.missing) or column.outside == "missing"
    if column.type == "category":
        options = tuple(category.value for category in column.categories)
        return Options(name=column.name, options=options, missing=missing)
    return Bins(name=column.name, edges=tuple(_cut(column, fields)), outside="nearest", missing=missing)


def labels_of(column: Column, attribute: Attribute) -> tuple[str | None, ...]:
    """Returns the label of each code of the attribute, as a person reads it; None is the label of a missing value."""
    if isinstance(attribute, Options):
        return attribute.labels
    texts = [_edge_text(column, edge) for edge in attribute.edges]
    named = tuple(f"{low} to {high}" for low, high in pairwise(texts))
    return (*named, None) if attribute.missing else named


def attribute_at(at: str, fields: Mapping[str, Any], known: Mapping[str, Column]) -> Attribute:
    """Returns the attribute for one column of a plan; `at` is the column's path in the plan. PlanRefused where nothing
    can be made of the column, or not as it is to be cut."""
    column = known.get(fields["name"])
    if column is None:
        raise no_rows(f"{at}.name", "is no column of this version")
    if column.role == "identifying":
        raise no_rows(f"{at}.name", f"{column.name} identifies people; no row is made with it")
    if column.type == "text":
        raise no_rows(f"{at}.name", f"{column.name} is free text: its values are declared nowhere")
    if column.type not in _IN_BINS and (fields.get("bins") or fields.get("edges")):
        raise no_rows(at, f"{column.name} is a choice, and has no bins")
    if fields.get("bins") and fields.get("edges"):
        raise no_rows(at, f"{column.name} has bins or edges, not both")
    try:
        return attribute_of(column, fields)
    except ValueError as why:
        raise no_rows(at, str(why)) from None


def _cut(column: Column, fields: Mapping[str, Any]) -> list[Fraction]:
    """Returns the edges of the bins, both bounds among them: the edges that the plan or the owner names, or else those
    of bins of one width as far as whole numbers and days allow."""
    low, high = fraction_of(column, column.minimum), fraction_of(column, column.maximum)
    if column.type != "number":
        high += 1  # each whole number is one wide, the last one too
    bins = fields.get("bins")
    between = fields.get("edges") or (column.bins if bins is None else ())
    if between:
        return [low, *(fraction_of(column, edge) for edge in between), high]
    wanted = bins or BINS
    if column.type == "number":
        return [low + (high - low) * step / wanted for step in range(wanted + 1)]
    wanted = min(wanted, int(high - low))
    return [low + int(high - low) * step // wanted for step in range(wanted + 1)]


def fraction_of(column: Column, text: str) -> Fraction:
    """Returns the value of a text in this column, exactly: a number, or the ordinal of a day. ValueError for another
    text."""
    if column.type == "date":
        return Fraction(date.fromisoformat(text).toordinal())
    number = decimal(text)
    if number is None:
        raise ValueError(f"{text} is no number between the bounds of {column.name}")
    fraction = Fraction(number)
    if column.type == "integer" and fraction.denominator != 1:
        raise ValueError(f"{text} is no whole number, and {column.name} has whole numbers alone")
    return fraction


def _bounds_said(column: Column) -> tuple[str, str]:
    low, high = bounds(column)
    return written(column, low), written(column, high)


def decimals_of(column: Column) -> int:
    return column.decimals if column.type == "number" else 0


def _edge_text(column: Column, edge: Fraction | int | float) -> str:
    if column.type == "date":
        return date.fromordinal(int(edge)).isoformat() if edge <= date.max.toordinal() else "10000-01-01"
    exact = Fraction(edge)
    return str(exact.numerator) if exact.denominator == 1 else f"{float(exact):.12g}"

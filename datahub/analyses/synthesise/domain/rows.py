"""Rows become codes of a declared domain, and codes become rows again.

Whatever a row holds has a code: a refusal of a value would tell that somebody has it.
"""

import math
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datahub.analyses.synthesise.domain.columns import decimals_of, written
from datahub.datasets.rules.columns import Column
from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Attribute, Bins, Codes, Domain, Options

Integers = NDArray[Any]  # the integers have 64 bits, or any length
Value = str | int | Decimal | date | None


def codes_of(attribute: Attribute, values: Sequence[Value]) -> Codes:
    """Returns the codes of values, uint16[n], for any values at all: numbers beyond the bounds are in the nearest bin.
    A value that loading lets no cell hold, another option or a missing one where none is declared, counts as the first
    code."""
    if isinstance(attribute, Options):
        known = frozenset(attribute.options)
        first = attribute.options[0]
        missing = None if attribute.missing else first
        return attribute.codes(
            [missing if text is None else text if text in known else first for text in map(_text, values)]
        )
    lowest = None if attribute.missing else float(attribute.edges[0])
    return attribute.codes([lowest if value is None else _number(value) for value in values])


def codes_by(domain: Domain) -> Callable[[int, Sequence[Value]], Codes]:
    """Returns a function that codes the values of a column, given by its index."""
    return lambda index, values: codes_of(domain.attributes[index], values)


def texts_of_codes(column: Column, attribute: Attribute, codes: Codes, entropy: Entropy) -> list[str | None]:
    """Returns a text for each code of a column, drawn uniformly within its bin; None is a missing value."""
    if isinstance(attribute, Options):
        return np.array(attribute.labels, dtype=object)[codes].tolist()  # type: ignore[no-any-return]  # the array holds objects
    firsts, widths = _bins(column, attribute)
    known = codes < len(firsts)
    of = np.minimum(codes, len(firsts) - 1)
    places = firsts[of] + ((entropy.words(len(codes)).astype(widths.dtype) * widths[of]) >> 32)
    uniques, which = np.unique(places, return_inverse=True)
    texts = np.array([written(column, int(number)) for number in uniques], dtype=object)[which]
    texts[~known] = None
    return texts.tolist()  # type: ignore[no-any-return]  # the array holds objects


def _bins(column: Column, bins: Bins) -> tuple[Integers, Integers]:
    """Returns the first value of each bin and how many values it has, in steps of the last decimal. They are Python
    integers of any length where 64 bits would not hold them times a word."""
    edges = [_units(column, Fraction(edge)) for edge in bins.edges]
    widths = [max(1, high - low) for low, high in pairwise(edges)]
    if column.type == "number":
        top = Fraction(bins.edges[-1])  # a row may have the top value, if it has no more decimals than are declared
        widths[-1] += edges[-1] > edges[-2] and edges[-1] == top * 10**column.decimals
    kind = np.int64 if max(widths) < 1 << 31 and max(map(abs, edges)) < 1 << 62 else object
    return np.array(edges[:-1], dtype=kind), np.array(widths, dtype=kind)


def _units(column: Column, edge: Fraction) -> int:
    """Returns the smallest number that is not below the edge, in steps of the last declared decimal."""
    scaled = edge * Fraction(10) ** decimals_of(column)
    return math.ceil(scaled)


def _text(value: Value) -> str | None:
    return None if value is None else str(value)


def _number(value: Value) -> float:
    return float(value.toordinal()) if isinstance(value, date) else float(value)  # type: ignore[arg-type]  # no value is None here

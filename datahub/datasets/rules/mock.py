"""Example rows have the declared shape, and are drawn evenly from the declared values; no row of the data is read."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from decimal import Decimal

from datahub.datasets.rules.columns import Column
from mechanisms.common.canonical import digest
from mechanisms.common.entropy import Entropy, SeededEntropy, uniform_below

Draw = Callable[[Entropy], str]
MOST_ROWS = 10_000
DIFFERENT_TEXTS = 10_000
# In a column that allows missing cells, one cell in so many is missing.
ONE_IN = 20


def rows(columns: Sequence[Column], count: int) -> Iterator[list[str]]:
    """Yields mock rows, the same for the same declaration, so that two programmers speak of the same file."""
    entropy = SeededEntropy(int(digest([column.to_json() for column in columns])[:15], 16))
    draws = [_cell(column) for column in columns]
    for _ in range(count):
        yield [draw(entropy) for draw in draws]


def _cell(column: Column) -> Draw:
    value, missing = _VALUES[column.type](column), column.missing[0] if column.missing else None

    def draw(entropy: Entropy) -> str:
        if missing is not None and uniform_below(ONE_IN, entropy) == 0:
            return missing
        return value(entropy)

    return draw


def _number(column: Column) -> Draw:
    low, high = (_steps(bound, column.decimals) for bound in (column.minimum, column.maximum))

    def draw(entropy: Entropy) -> str:
        return str(Decimal(low + _below(high - low + 1, entropy)).scaleb(-column.decimals))

    return draw


def _steps(bound: str, decimals: int) -> int:
    """Returns a bound in steps of its column. A bound with more decimals becomes the nearest step, which may be
    outside: example rows need not stay inside exactly."""
    return int(Decimal(bound).scaleb(decimals).to_integral_value())


def _date(column: Column) -> Draw:
    low, high = date.fromisoformat(column.minimum).toordinal(), date.fromisoformat(column.maximum).toordinal()
    return lambda entropy: date.fromordinal(low + _below(high - low + 1, entropy)).isoformat()


def _category(column: Column) -> Draw:
    return lambda entropy: column.categories[uniform_below(len(column.categories), entropy)].value


def _text(column: Column) -> Draw:
    return lambda entropy: f"text {uniform_below(DIFFERENT_TEXTS, entropy)}"[: column.longest]


_VALUES = {"integer": _number, "number": _number, "date": _date, "category": _category, "text": _text}


def _below(bound: int, entropy: Entropy) -> int:
    """Returns a number below `bound`, uniform to within 1 in 2**10 for the widest bounds; a mock promises no more."""
    if bound <= 2**32:
        return uniform_below(bound, entropy)
    return ((entropy.word() << 32) | entropy.word()) % bound

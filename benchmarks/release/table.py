"""Adult as a file and its declaration: the columns that a release of it has, again and again up to a number of rows."""

from collections.abc import Iterator
from itertools import chain, islice, repeat
from typing import Any

from benchmarks.anonymity.adult import MISSING, NAMES, column
from datahub.datasets.rules.columns import EMPTY

COLUMNS = (*NAMES, "occupation")


def lines(rows: int) -> Iterator[str]:
    yield ",".join(COLUMNS)
    whole = [",".join(cells) for cells in zip(*map(column, COLUMNS), strict=True)]
    yield from islice(chain.from_iterable(repeat(whole)), rows)


def declared() -> list[dict[str, Any]]:
    """Returns the declaration of an owner who lists the values of every column but the age."""
    return [{**EMPTY, "name": name, "missing": [MISSING], **_of(name)} for name in COLUMNS]


def _of(name: str) -> dict[str, Any]:
    role = "quasi" if name in NAMES else "sensitive"
    if name == "age":
        return {"role": role, "type": "integer", "minimum": "17", "maximum": "90"}
    values = sorted({value for value in column(name) if value != MISSING})
    return {"role": role, "type": "category", "categories": [{"value": value, "label": ""} for value in values]}

"""The table of the bench: people with an age, a town, an income, hours, a day and a sector, and more such columns."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

TOWNS = [f"town {number}" for number in range(40)]
SECTORS = [f"sector{number:02d}" for number in range(20)]
COLUMNS: dict[str, dict[str, Any]] = {
    "age": {"type": "integer", "minimum": "0", "maximum": "120"},
    "town": {"type": "text", "longest": 20},
    "income": {"type": "number", "minimum": "0", "maximum": "100000", "decimals": 2},
    "hours": {"type": "integer", "minimum": "0", "maximum": "100"},
    "born": {"type": "date", "minimum": "1900-01-01", "maximum": "2030-12-31"},
    "sector": {"type": "text", "longest": 20},
}
MORE: dict[str, dict[str, Any]] = {
    **{f"score {number}": {"type": "integer", "minimum": "0", "maximum": "1000"} for number in range(4)},
    **{f"price {number}": {"type": "number", "minimum": "0", "maximum": "9999", "decimals": 2} for number in range(3)},
    **{f"place {number}": {"type": "category", "categories": TOWNS} for number in range(7)},
}
LINE_BYTES = 48


def declared(columns: int) -> dict[str, dict[str, Any]]:
    """Returns the first so many columns, by name, as their owner declares them."""
    return dict(list({**COLUMNS, **MORE}.items())[:columns])


def write(file: Path, rows: int, columns: int) -> None:
    """Writes the table as CSV."""
    with file.open("w") as out:
        out.writelines(_lines(rows, list(declared(columns))))


def _lines(rows: int, names: list[str]) -> Iterator[str]:
    more = len(names) - len(COLUMNS)
    yield ",".join(names) + "\n"
    for row in range(rows):
        yield _line(row) + "".join(f",{cell}" for cell in _more(row)[:more]) + "\n"


def _line(row: int) -> str:
    born = f"{1930 + row % 80}-{1 + row % 12:02d}-{1 + row % 28:02d}"
    text = f"{row % 100:03d},{TOWNS[row % 40]:8},{row % 900:06d}.50,{row % 70:02d},{born},{SECTORS[row % 20]}"
    return f"{text:{LINE_BYTES - 1}}"


def _more(row: int) -> list[str]:
    scores = [str(row * step % 1001) for step in (3, 7, 11, 13)]
    prices = [f"{row * step % 999_900 / 100:.2f}" for step in (17, 19, 23)]  # of many different texts
    return scores + prices + [TOWNS[row * step % 40] for step in (1, 3, 7, 9, 11, 13, 17)]

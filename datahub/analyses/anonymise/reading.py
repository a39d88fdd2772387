"""The rows of a version are read through the vault as the texts that a release would contain."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal

import pyarrow as pa

from datahub.analyses.anonymise.rules.plan import Declared, Plan
from datahub.analyses.anonymise.rules.row_counts import RowCounts, ValueCounts
from datahub.analyses.anonymise.rules.table import Columns, Integers
from datahub.analyses.anonymise.rules.texts import text_of
from datahub.analyses.errors import NotInThisState, PlanRefused, TooManyRows
from datahub.analyses.refusal_reasons import Why
from datahub.datasets.models import Column, Version
from datahub.datasets.rules.steps import done_in_steps, total_in_steps
from datahub.datasets.sealed import rows_of
from datahub.datasets.services.load import collection_of
from datahub.policies.services import Permit
from datahub.vault.services import open_collection

MOST_ROWS = 10_000_000  # measured: a release of so many takes 1.5 GB, half of it the table in memory
MOST_VALUES = 20_000  # a rule is applied to at most this many values of a declared domain
Progress = Callable[[int, int], None]


def declared_columns(version: Version) -> list[Declared]:
    return [_declared(column) for column in version.columns.all()]


def check_size(permit: Permit, version: Version) -> int:
    """Returns how many rows a loaded version has. NotInThisState before it is loaded, TooManyRows for more than are
    held."""
    rows = rows_of(permit, version)
    if version.state != Version.State.LOADED or rows is None:
        raise NotInThisState(f"Version {version.number} is {version.state}; only what is loaded can be released.")
    if rows > MOST_ROWS:
        raise TooManyRows(f"Version {version.number} has more than {MOST_ROWS} rows, which are released at once.")
    return rows


def read_rows(
    permit: Permit, version: Version, plan: Plan, names: Sequence[str], progress: Progress
) -> tuple[Columns, Integers]:
    """Returns the different rows of some columns of a version, and how often each comes, so that nothing made of them
    depends on how the rows are stored. They are counted piece by piece, as they are read."""
    counts = RowCounts(names)
    for piece in _pieces(permit, version, names, progress):
        counts.add(piece)
    return counts.result(plan.missing)


def count_values(
    permit: Permit, version: Version, names: Sequence[str], progress: Progress
) -> dict[str, list[tuple[str | None, int]] | None]:
    """Returns how many rows hold each value, as it would be written, sorted by it; None stands for what is missing.

    A column of more than MOST_VALUES different values is None as a whole.
    """
    counts = {name: ValueCounts(MOST_VALUES) for name in names}
    for piece in _pieces(permit, version, names, progress):
        for name, of_column in counts.items():
            of_column.add(piece[name])
    return {name: of_column.result(text_of) for name, of_column in counts.items()}


def _pieces(permit: Permit, version: Version, names: Sequence[str], progress: Progress) -> Iterator[pa.RecordBatch]:
    """Yields columns of a version piece by piece. PlanRefused where there is no row."""
    collection = open_collection(permit, permit.ref, name=collection_of(version.number))
    done, total = 0, total_in_steps(rows_of(permit, version) or 0)
    for piece in collection.scan(list(names)):
        yield piece
        done += piece.num_rows
        progress(done_in_steps(done), total)
    if not done:
        raise PlanRefused(Why("no_rows"))


def _declared(column: Column) -> Declared:
    declaration = column.declaration
    return Declared(name=column.name, type=declaration["type"], role=declaration["role"], values=_domain(declaration))


def _domain(declaration: dict[str, object]) -> tuple[str, ...]:
    """Returns the values that a declaration allows, as texts; empty if the declaration lists none, or too many to
    handle."""
    if declaration["type"] == "category":
        return tuple(str(category["value"]) for category in declaration["categories"])  # type: ignore[attr-defined]  # `declaration` is JSON
    if declaration["type"] == "integer":
        low, high = (
            int(Decimal(str(declaration[bound]))) for bound in ("minimum", "maximum")
        )  # a bound may be written as 5.0
        return tuple(map(str, range(low, high + 1))) if high - low < MOST_VALUES else ()
    if declaration["type"] == "number":
        place = Decimal(1).scaleb(-int(str(declaration["decimals"])))
        least, most = (Decimal(str(declaration[bound])).quantize(place) for bound in ("minimum", "maximum"))
        steps = (most - least) / place
        return tuple(f"{least + place * step:f}" for step in range(int(steps) + 1)) if steps < MOST_VALUES else ()
    if declaration["type"] == "date":
        first, last = date.fromisoformat(str(declaration["minimum"])), date.fromisoformat(str(declaration["maximum"]))
        days = (last - first).days
        return tuple((first + timedelta(day)).isoformat() for day in range(days + 1)) if days < MOST_VALUES else ()
    return ()

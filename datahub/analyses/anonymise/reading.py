"""The rows of a version are read through the vault as the texts that a release would contain."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from decimal import Decimal

import pyarrow as pa

from datahub.analyses.anonymise.rules.plan import Declared, Plan
from datahub.analyses.anonymise.rules.table import Columns
from datahub.analyses.anonymise.rules.texts import repeated_once, text_of, texts_of
from datahub.analyses.errors import NotInThisState, PlanRefused, TooManyRows
from datahub.analyses.refusal_reasons import Why
from datahub.datasets.models import Column, Version
from datahub.datasets.rules.steps import done_in_steps, total_in_steps
from datahub.datasets.sealed import rows_of
from datahub.datasets.services.load import collection_of
from datahub.policies.services import Permit
from datahub.vault.services import open_collection

MOST_ROWS = 1_000_000  # one worker holds this many rows, with the verifier's copy, in about a gigabyte
MOST_VALUES = 20_000  # a rule is applied to at most this many values of a declared domain


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


def read_columns(
    permit: Permit, version: Version, plan: Plan, names: Sequence[str], progress: Callable[[int, int], None]
) -> Columns:
    """Reads columns of a version, sorted by value, so that nothing made of it depends on how the rows are stored."""
    table = _table(permit, version, names, progress, each=repeated_once)
    return {name: texts_of(name, table[name], plan.missing) for name in names}


def count_values(
    permit: Permit, version: Version, names: Sequence[str], progress: Callable[[int, int], None]
) -> dict[str, list[tuple[str | None, int]] | None]:
    """Returns how many rows hold each value, as it would be written, sorted by it; None stands for what is missing.

    A column of more than MOST_VALUES different values is None as a whole.
    """
    table = _table(permit, version, names, progress, each=lambda batch: batch)
    return {name: _counts(table[name]) for name in names}


def _table(
    permit: Permit,
    version: Version,
    names: Sequence[str],
    progress: Callable[[int, int], None],
    *,
    each: Callable[[pa.RecordBatch], pa.RecordBatch],
) -> pa.Table:
    """Returns columns of a version: `each` is applied to every batch, and its results are kept."""
    collection = open_collection(permit, permit.ref, name=collection_of(version.number))
    batches, done, total = [], 0, total_in_steps(rows_of(permit, version) or 0)
    for batch in collection.scan(list(names)):
        batches.append(each(batch))
        done += batch.num_rows
        progress(done_in_steps(done), total)
    if not batches:
        raise PlanRefused(Why("no_rows"))
    return pa.Table.from_batches(batches)


def _counts(column: pa.ChunkedArray) -> list[tuple[str | None, int]] | None:
    pairs = [(pair["values"], pair["counts"]) for pair in column.value_counts().to_pylist()]
    if len(pairs) > MOST_VALUES:
        return None
    texts = [(None if value is None else text_of(value), count) for value, count in pairs]
    return sorted(texts, key=lambda pair: (pair[0] is None, pair[0] or ""))


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
    if declaration["type"] == "date":
        first, last = date.fromisoformat(str(declaration["minimum"])), date.fromisoformat(str(declaration["maximum"]))
        days = (last - first).days
        return tuple((first + timedelta(day)).isoformat() for day in range(days + 1)) if days < MOST_VALUES else ()
    return ()

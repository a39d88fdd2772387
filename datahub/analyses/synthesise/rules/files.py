"""Synthetic rows are written as the bytes of a file, with a card that states their guarantee."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

import pyarrow as pa

from datahub.analyses.errors import PlanRefused
from datahub.analyses.synthesise.rules.plan import SyntheticPlan
from datahub.analyses.synthesise.rules.report import columns_said, guarantee_of_rows, report_of
from datahub.api.spreadsheet import names_without_formulas
from datahub.datasets.rules.columns import Column
from datahub.releases.rules.synthetic import as_typed
from datahub.releases.rules.tables import as_csv
from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.guarantee import Guarantee

FORMAT = "datahub-synthetic-rows/1"
MOST_ROWS_TAKEN = 200_000  # a file has at most this many rows
# A file has at most this many cells; a web process writes them in 8 s and half a gigabyte.
MOST_CELLS_TAKEN = 4_000_000
NO_SAMPLE = (
    "These rows belong to nobody. They are no sample: intervals and tests computed from them are wrong, and more rows "
    "are no more evidence."
)
SEVERAL_ROWS = "Somebody of whom the table held several rows is protected less: the square of their number times rho."
_DAY_OF_ARCHIVES = (1980, 1, 1, 0, 0, 0)  # a fixed date makes the same files give the same bytes
_DIGITS_OF_A_DOUBLE = 15  # any decimal of so many digits survives the conversion to a double
Texts = Mapping[str, Sequence[str | None]]


@dataclass(frozen=True, kw_only=True)
class DrawnRows:
    """Drawn rows are the cells of each column, in the order of the plan, with their card; None is missing."""

    cells: Texts
    card: Mapping[str, Any]


def card_of_rows(
    fields: Mapping[str, Any], plan: SyntheticPlan, model: Mapping[str, Any], *, about: Mapping[str, Any], rows: int
) -> dict[str, Any]:
    """Returns the card of drawn rows, which stands beside them or in their file: it says that they are synthetic, and
    which guarantee they carry."""
    mechanism, _, number = plan.engine.slug.partition("/")
    guarantee = Guarantee(
        mechanism=mechanism,
        version=int(number),
        epsilon=fields["epsilon"],
        delta=fields["delta"],
        neighbours="a table with one row more or less",
        n=report_of(model, plan)["rows"],
        error=None,
        unit="row",
    )
    return {
        "format": FORMAT,
        "synthetic": True,
        "about": dict(about),
        "guarantee": {**asdict(guarantee), "rho": decimal_text(plan.rho)},
        "promised": [guarantee_of_rows(fields, plan)],
        "not_promised": [NO_SAMPLE, *plan.engine.not_kept(model), SEVERAL_ROWS],
        "rows": rows,
        "columns": columns_said(plan),
        "expected_errors": {"of": plan.engine.errors_are, **plan.engine.after(model)},
    }


def rows_taken(columns: int, wanted: int | None, estimated: float) -> int:
    """Returns the number of rows to draw for a table of `columns` columns: `wanted`, or as many as the real table was
    estimated to have. PlanRefused for more than one file may have."""
    most = min(MOST_ROWS_TAKEN, MOST_CELLS_TAKEN // columns)
    if wanted is None:
        return min(most, max(1, round(estimated)))
    if wanted > most:
        message = f"is {wanted}; of {columns} columns at most {most} rows are taken at once"
        raise PlanRefused("So many rows cannot be taken.", fields={"rows": message})
    return wanted


def _as_csv(texts: Texts, columns: Sequence[Column], card: Mapping[str, Any]) -> bytes:  # noqa: ARG001 - every form has this signature
    """Returns the bytes of a CSV file with a header; a missing value is written as an empty cell."""
    return as_csv(list(texts), [tuple(text or "" for text in row) for row in zip(*texts.values(), strict=True)])


def _as_parquet(texts: Texts, columns: Sequence[Column], card: Mapping[str, Any]) -> bytes:
    """Returns the bytes of a Parquet file, columns typed as declared and missing values null; its metadata hold the
    card."""
    arrays = [pa.array(texts[column.name], pa.string()).cast(_type_of(column)) for column in columns]
    return as_typed(pa.table(arrays, names=list(texts)), card)


def _type_of(column: Column) -> pa.DataType:
    """Returns the Arrow type of a column. A number is a decimal where a double would not hold each declared value to
    its last decimal."""
    if column.type != "number":
        return {"integer": pa.int64(), "date": pa.date32(), "category": pa.string()}[column.type]
    largest = max(abs(Decimal(column.minimum)), abs(Decimal(column.maximum)))
    digits = len(str(int(largest))) + column.decimals
    return pa.float64() if digits <= _DIGITS_OF_A_DOUBLE else pa.decimal128(digits, column.decimals)


def _as_archive(texts: Texts, columns: Sequence[Column], card: Mapping[str, Any]) -> bytes:
    """Returns the bytes of a zip archive of rows.csv and card.json."""
    rows = _as_csv(texts, columns, card)
    return zipped([("rows.csv", rows), ("card.json", json.dumps(card, indent=1).encode())])


def zipped(files: Sequence[tuple[str, bytes]]) -> bytes:
    """Returns a zip archive of these named files. It holds no time, so the same files give the same bytes whenever it
    is made."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, _DAY_OF_ARCHIVES), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


WRITTEN: Mapping[str, Callable[[Texts, Sequence[Column], Mapping[str, Any]], bytes]] = {
    "csv": _as_csv,
    "parquet": _as_parquet,
    "zip": _as_archive,
}


def taken_as(form: str, texts: Texts, columns: Sequence[Column], card: Mapping[str, Any]) -> bytes:
    """Returns the bytes of the rows in a form of `WRITTEN` for download, safe to open in a spreadsheet program: names
    that would be formulas there have an apostrophe before them, as values have in every CSV file.

    In a release names stay, because a verified file must not change: one that has a formula is blocked.
    """
    if form == "parquet":
        return WRITTEN[form](texts, columns, card)
    return WRITTEN[form](dict(zip(names_without_formulas(list(texts)), texts.values(), strict=True)), columns, card)

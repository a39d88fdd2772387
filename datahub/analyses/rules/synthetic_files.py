"""Synthetic rows as the bytes of a file, with a card that says what they are worth."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from datahub.analyses.rules.synthetic import SyntheticPlan
from datahub.analyses.rules.synthetic_report import columns_said, guarantee_of_rows, report_of
from datahub.datasets.rules.columns import Column
from datahub.releases.rules.tables import as_csv
from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.guarantee import Guarantee

FORMAT = "datahub-synthetic-rows/1"
MOST_ROWS_TAKEN = 200_000  # at once
NO_SAMPLE = (
    "These rows belong to nobody. They are no sample: intervals and tests computed from them are wrong, and more rows "
    "are no more evidence."
)
SEVERAL_ROWS = "Somebody of whom the table held several rows is protected less: the square of their number times rho."
_DAY_OF_ARCHIVES = (1980, 1, 1, 0, 0, 0)  # the same bytes each time
_TYPES: Mapping[str, pa.DataType] = {
    "integer": pa.int64(), "number": pa.float64(), "date": pa.date32(), "category": pa.string(),
}  # fmt: skip
Texts = Mapping[str, Sequence[str | None]]


@dataclass(frozen=True, kw_only=True)
class DrawnRows:
    """As texts; what is missing is empty."""

    names: Sequence[str]
    rows: Sequence[tuple[str, ...]]
    card: Mapping[str, Any]


def card_of_rows(
    said: Mapping[str, Any], plan: SyntheticPlan, made: Mapping[str, Any], *, about: Mapping[str, Any], rows: int
) -> dict[str, Any]:
    """Stands beside the rows, or in their file: that they are synthetic, and the guarantee that they carry."""
    mechanism, _, number = plan.engine.slug.partition("/")
    guarantee = Guarantee(
        mechanism=mechanism,
        version=int(number),
        epsilon=said["epsilon"],
        delta=said["delta"],
        neighbours="a table with one row more or less",
        n=report_of(made, plan)["rows"],
        error=None,
        unit="row",
    )
    return {
        "format": FORMAT,
        "synthetic": True,
        "about": dict(about),
        "guarantee": {**asdict(guarantee), "rho": decimal_text(plan.rho)},
        "promised": [guarantee_of_rows(said, plan)],
        "not_promised": [NO_SAMPLE, *plan.engine.not_kept(made), SEVERAL_ROWS],
        "rows": rows,
        "columns": columns_said(plan),
        "expected_errors": {"of": plan.engine.errors_are, **plan.engine.after(made)},
    }


def without_gaps(found: Texts) -> list[tuple[str, ...]]:
    """The rows; what is missing is empty."""
    return [tuple(one or "" for one in row) for row in zip(*found.values(), strict=True)]


def _as_csv(found: Texts, columns: Sequence[Column], card: Mapping[str, Any]) -> bytes:  # noqa: ARG001 - forms alike
    return as_csv(list(found), without_gaps(found))


def _as_parquet(found: Texts, columns: Sequence[Column], card: Mapping[str, Any]) -> bytes:
    """Typed as declared; the card is in the metadata of the file, under `datahub`."""
    held = io.BytesIO()
    arrays = [pa.array(found[column.name], pa.string()).cast(_TYPES[column.type]) for column in columns]
    table = pa.table(arrays, names=list(found)).replace_schema_metadata({"datahub": json.dumps(card)})
    pq.write_table(table, held, compression="zstd")
    return held.getvalue()


def _as_archive(found: Texts, columns: Sequence[Column], card: Mapping[str, Any]) -> bytes:
    """rows.csv and card.json."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (
            ("rows.csv", _as_csv(found, columns, card)),
            ("card.json", json.dumps(card, indent=1).encode()),
        ):
            archive.writestr(zipfile.ZipInfo(name, _DAY_OF_ARCHIVES), content, zipfile.ZIP_DEFLATED)
    return held.getvalue()


WRITTEN: Mapping[str, Callable[[Texts, Sequence[Column], Mapping[str, Any]], bytes]] = {
    "csv": _as_csv,
    "parquet": _as_parquet,
    "zip": _as_archive,
}

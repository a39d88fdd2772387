"""The files of a release are written here as bytes: the table, what it was made of, and what the verifier reads of
it."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pc

from datahub.analyses.anonymise.rules import hierarchies
from datahub.analyses.anonymise.rules.figures import ShownRelease
from datahub.analyses.anonymise.rules.plan import PlannedColumn
from datahub.analyses.anonymise.rules.table import Integers, Prepared, Texts, by_text, different
from datahub.releases.rules.tables import Lines, as_csv, lines_as_csv
from mechanisms.anonymity.counting import in_order, packed, ranked
from mechanisms.anonymity.hierarchy import ALL

# The verifier orders texts of this shape by their value, and needs the order of all others in the card.
NUMBER = re.compile(r"[-+]?\d{1,40}(\.\d{1,40})?", re.ASCII)


@dataclass(frozen=True, kw_only=True, eq=False)
class Written:
    """A written release has its `lines` in the order of their texts. `source[line]` is the row of
    the version from which the line was made."""

    names: tuple[str, ...]
    lines: Lines
    source: Integers


def written(prepared: Prepared, result: ShownRelease) -> Written:
    """Returns the rows of a release as they are written. Suppressed rows are lines of `*`: they are counted, and
    say nothing."""
    columns = prepared.plan.released
    class_of_row = np.full(prepared.rows, len(result.release.classes.sizes))  # a class of its own for suppressed rows
    class_of_row[prepared.kept] = result.classes
    beside = [prepared.columns[column.name] for column in columns if column.role != "quasi"]
    sizes = [len(result.release.classes.sizes) + 1, *(len(texts.values) for texts in beside)]
    first, alike = ranked(packed([class_of_row, *(texts.codes.astype(np.int64) for texts in beside)], sizes))
    cells = [_cells(column, prepared, result, first, class_of_row[first]) for column in columns]
    rows = different(cells)
    different_of_row = rows.places[alike]
    lines = Lines(rows=rows.lines(cells).rows, counts=np.bincount(different_of_row))
    return Written(names=tuple(column.name for column in columns), lines=lines, source=in_order(different_of_row))


def _cells(column: PlannedColumn, prepared: Prepared, result: ShownRelease, rows: Integers, classes: Integers) -> Texts:
    """Returns the cells of one column in some rows, of which the classes are given; those of suppressed rows too."""
    texts = result.cells[column.name] if column.role == "quasi" else prepared.columns[column.name]
    codes = np.append(texts.codes, [0])[classes] if column.role == "quasi" else texts.codes[rows]
    is_suppressed = classes == len(result.release.classes.sizes)
    return by_text([*texts.values, ALL], np.where(is_suppressed, len(texts.values), codes))


def original(prepared: Prepared) -> bytes:
    """Returns the rows that were released, as they were, in the order of their texts."""
    columns = [column.name for column in prepared.plan.released]
    return lines_as_csv(columns, prepared.different.lines([prepared.columns[name] for name in columns]))


def assignment(prepared: Prepared, table: Written) -> bytes:
    """Returns as CSV which row of the original, counted from 1, became which row of the release."""
    line_of_row = np.empty(prepared.rows, np.int64)
    line_of_row[in_order(prepared.different.places)] = np.arange(1, prepared.rows + 1)
    names, buffer = ["original", "released"], io.BytesIO()
    pairs = pa.table([line_of_row[table.source], np.arange(1, prepared.rows + 1)], names=names)
    pc.write_csv(pairs, buffer, pc.WriteOptions(include_header=False))
    return as_csv(names, ()) + buffer.getvalue()


def trees(prepared: Prepared) -> dict[str, bytes]:
    """Returns each hierarchy that the card names, by the name of its file, in the CSV form of ARX."""
    named = [(file_of(index), column.name) for index, column in enumerate(prepared.plan.columns)]
    return {file: _lines(hierarchies.paths_of(prepared.trees[name])) for file, name in named if name in prepared.trees}


def _lines(paths: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=";", lineterminator="\n").writerows(paths)
    return text.getvalue().encode()


def file_of(index: int) -> str:
    """Returns the name of a hierarchy's file. It has the column's number, because a column's name need not be
    a valid file name."""
    return f"hierarchy-{index + 1}.csv"


def card(
    prepared: Prepared,
    table: Written,
    models: Sequence[Mapping[str, Any]],
    digests: Mapping[str, str],
    population: str = "",
    *,
    terms: Mapping[str, Any],
) -> dict[str, Any]:
    """Returns the card of a release: what is promised of the table, for the verifier. `digests` are the SHA-256 of the
    files of hierarchies, and `population` that of the population, empty where no model compares with one. `terms` say
    for what it was made."""
    columns = []
    for index, column in enumerate(prepared.plan.columns):
        fields: dict[str, Any] = {"name": column.name, "role": column.role}
        if file_of(index) in digests:
            fields |= {"hierarchy": file_of(index), "sha256": digests[file_of(index)]}
        if column.role == "sensitive" and (column.order or _needs_order(column.name, prepared, models)):
            fields["order"] = list(prepared.sensitive[column.name])
        columns.append(fields)
    return {
        "version": 1,
        "rows": len(table.source),
        "suppressed": prepared.suppressed,
        "order": "sorted",
        "columns": columns,
        "models": [dict(model) for model in models],
        "about": {"terms": dict(terms)},
        **({"population_sha256": population} if population else {}),
    }


def _needs_order(name: str, prepared: Prepared, models: Sequence[Mapping[str, Any]]) -> bool:
    """Returns whether a model asks for the order of a column's values and they are not numbers alone, such as days, or
    numbers of which some are missing."""
    is_ordered = any(model.get("column") == name and model.get("distance") == "ordered" for model in models)
    return is_ordered and not all(map(NUMBER.fullmatch, prepared.sensitive[name]))

"""The files of a release are written here as bytes: the table, what it was made of, and what the verifier reads of
it."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from datahub.analyses.anonymise.rules import hierarchies
from datahub.analyses.anonymise.rules.figures import ShownRelease
from datahub.analyses.anonymise.rules.plan import PlannedColumn
from datahub.analyses.anonymise.rules.table import Integers, Prepared, Texts, by_text, different
from datahub.releases.rules.tables import Lines, as_csv, coded_parquet_blocks
from mechanisms.anonymity.counting import counts_of, packed, ranked
from mechanisms.anonymity.hierarchy import ALL

# The verifier orders texts of this shape by their value, and needs the order of all others in the card.
NUMBER = re.compile(r"[-+]?\d{1,40}(\.\d{1,40})?", re.ASCII)


@dataclass(frozen=True, kw_only=True, eq=False)
class Written:
    """A written release has its `lines` in the order of their texts. Of the rows that `row[part]` of the prepared
    columns stands for, `amount[part]` are among those that say `lines.rows[line[part]]`."""

    names: tuple[str, ...]
    lines: Lines
    row: Integers
    line: Integers
    amount: Integers

    @property
    def rows(self) -> int:
        return int(self.lines.counts.sum())


def written(prepared: Prepared, result: ShownRelease) -> Written:
    """Returns the rows of a release as they are written. Suppressed rows are lines of `*`: they are counted, and
    say nothing."""
    columns, parts, classes = prepared.plan.released, result.release.parts, len(result.release.classes.sizes)
    suppressed = np.setdiff1d(np.arange(len(prepared.times)), prepared.kept)
    row = np.concatenate([prepared.kept[parts.row], suppressed])
    of_class = np.concatenate([result.classes, np.full(len(suppressed), classes)])  # they have a class of their own
    amount = np.concatenate([parts.amount, prepared.times[suppressed]])
    beside = [prepared.columns[column.name] for column in columns if column.role != "quasi"]
    sizes = [classes + 1, *(len(texts.values) for texts in beside)]
    first, alike = ranked(packed([of_class, *(texts.codes[row].astype(np.int64) for texts in beside)], sizes))
    cells = [_cells(column, prepared, result, row[first], of_class[first]) for column in columns]
    rows = different(cells)
    line = rows.places[alike]
    lines = rows.lines(cells, counts_of(alike, amount, len(first)))
    return Written(names=tuple(column.name for column in columns), lines=lines, row=row, line=line, amount=amount)


def _cells(column: PlannedColumn, prepared: Prepared, result: ShownRelease, rows: Integers, classes: Integers) -> Texts:
    """Returns the cells of one column in some rows, of which the classes are given; those of suppressed rows too."""
    texts = result.cells[column.name] if column.role == "quasi" else prepared.columns[column.name]
    codes = np.append(texts.codes, [0])[classes] if column.role == "quasi" else texts.codes[rows]
    is_suppressed = classes == len(result.release.classes.sizes)
    return by_text([*texts.values, ALL], np.where(is_suppressed, len(texts.values), codes))


def original(prepared: Prepared) -> Iterator[bytes]:
    """Yields the rows that were released, as they were, in the order of their texts: as a Parquet file, in which lines
    that are alike take next to no room."""
    columns = [column.name for column in prepared.plan.released]
    lines = prepared.different.lines([prepared.columns[name] for name in columns], prepared.times)
    return coded_parquet_blocks(columns, lines)


def assignment(prepared: Prepared, table: Written) -> bytes:
    """Returns as CSV which rows of the original became which rows of the release: where so many rows begin that follow
    one another in both, counted from 1."""
    of_original = prepared.different.places[table.row]
    first, pair = ranked(packed([table.line, of_original], [len(table.lines.rows), len(prepared.different.first)]))
    amount = counts_of(pair, table.amount, len(first))
    in_original = np.argsort(of_original[first], kind="stable")
    start = np.empty(len(first), np.int64)
    start[in_original] = _starts(amount[in_original])
    runs = zip(start.tolist(), _starts(amount).tolist(), amount.tolist(), strict=True)
    return as_csv(["original", "released", "rows"], [tuple(map(str, run)) for run in runs])


def _starts(amounts: Integers) -> Integers:
    return np.asarray(np.cumsum(amounts) - amounts + 1)


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
        "rows": table.rows,
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

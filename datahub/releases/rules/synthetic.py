"""These functions cut synthetic rows and their card down to some columns: what was promised of all of them holds
of each part.

A Parquet file of synthetic rows has the declared types and carries its card, so that it says what it is wherever it
is taken.
"""

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

INSIDE = "datahub"  # the card stands under this key in the metadata of a Parquet file


def part_of(card: Mapping[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    """Returns the card of a part of the columns. The guarantee stays whole: it covers the rows that were read, however
    little is shown."""
    places = [index for index, column in enumerate(card["columns"]) if column["name"] in columns]
    errors = card["expected_errors"]
    return {
        **card,
        "about": {**card["about"], "terms": _terms_of_part(card["about"]["terms"], columns)},
        "columns": [card["columns"][index] for index in places],
        "expected_errors": {
            **errors,
            **(_of_moments(errors, columns) if "moments" in errors else _of_shares(errors, places)),
        },
    }


def _terms_of_part(terms: Mapping[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    """Returns the terms of a part of the columns: it tells that not all rows were read, and by which columns, of those
    alone that are in it."""
    return {**terms, "rows": [row for row in terms["rows"] if row["column"] in columns]}


def named(card: Mapping[str, Any], *, title: str, licence: str, citation: str) -> dict[str, Any]:
    """Returns the card of a release with this title, licence and citation written into what the release is about."""
    return {**card, "about": {**card["about"], "title": title, "licence": licence, "citation": citation}}


def as_typed(table: pa.Table, card: Mapping[str, Any]) -> bytes:
    """Returns the table as a Parquet file, in the types that it has; the same bytes each time."""
    buffer = io.BytesIO()
    carrying = table.replace_schema_metadata({INSIDE: json.dumps(card)})
    pq.write_table(carrying, buffer, compression="zstd")
    return buffer.getvalue()


def typed_part(table: bytes, columns: Sequence[str], card: Mapping[str, Any]) -> bytes:
    """Returns some columns of a Parquet file, in its order and types, with the card of the part; rows are sorted anew,
    because their order tells of the other columns."""
    whole = pq.read_table(io.BytesIO(table))
    kept = whole.select([name for name in whole.column_names if name in columns])
    return as_typed(kept.sort_by([(name, "ascending") for name in kept.column_names]), card)


def _of_shares(errors: Mapping[str, Any], places: Sequence[int]) -> dict[str, Any]:
    return {
        "alone": [errors["alone"][index] for index in places],
        "pairs": [[errors["pairs"][row][index] for index in places] for row in places],
    }


def _of_moments(errors: Mapping[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    """Returns the errors of moments for these columns. Nothing is said of classes where what divides them is not among
    the columns: it would tell how many have each of its values."""
    moments = errors["moments"]
    places = [index for index, number in enumerate(moments["numbers"]) if number["name"] in columns]
    groups = [index for index, group in enumerate(moments["groups"]) if not set(columns).isdisjoint(group)]
    is_whole = moments["divided_by"] is None or moments["divided_by"] in columns
    return {
        "moments": {
            **moments,
            "divided_by": moments["divided_by"] if is_whole else None,
            "numbers": [moments["numbers"][index] for index in places],
            "groups": [[name for name in moments["groups"][index] if name in columns] for index in groups],
            "classes": [_of_class(moment_class, places, groups) for moment_class in moments["classes"]]
            if is_whole
            else [],
        }
    }


def _of_class(class_fields: Mapping[str, Any], places: Sequence[int], groups: Sequence[int]) -> dict[str, Any]:
    if not class_fields["is_known"]:
        return dict(class_fields)
    kept = {"means": places, "spreads": places, "correlations": groups}
    return {**class_fields, **{part: [class_fields[part][index] for index in of] for part, of in kept.items()}}

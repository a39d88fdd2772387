"""Rows of two tables are written as one archive: a file of each, and a card that states their guarantee."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from datahub.analyses.synthesise.rules.files import NO_SAMPLE, Texts, taken_as, zipped
from datahub.analyses.synthesise.two_tables.rules.plan import TwoTablesPlan
from datahub.analyses.synthesise.two_tables.rules.report import guarantees_of, report_of, units_of
from datahub.analyses.synthesise.two_tables.rules.rows import TwoTables
from datahub.datasets.rules.columns import EMPTY, Column
from mechanisms.accounting.guarantee import Guarantee

FORMAT = "datahub-joined-rows/1"
FORMS = ("csv", "parquet")
NOT_PROMISED = (
    NO_SAMPLE,
    "A relation between columns that no noisy count showed is absent; so is what relates children of one parent beyond "
    "the context.",
    "Of the data, what counts is at most so many children of a parent as `most` says, and no row without a key, with a "
    "key of several parents, or with one that no parent has.",
    "Somebody of whom the tables held several keys, or several children under different keys, is protected less: the "
    "square of their number times rho.",
)


def card_of_two(
    fields: Mapping[str, Any],
    plan: TwoTablesPlan,
    parents: Mapping[str, Any],
    children: Mapping[str, Any],
    *,
    about: Mapping[str, Any],
    tables: TwoTables,
) -> dict[str, Any]:
    """Returns the card that stands beside the rows: it says that they are synthetic, and which guarantee they carry for
    either unit."""
    report = report_of(parents, children, plan)
    sizes = (report["parents"]["rows"], report["children"]["rows"])
    return {
        "format": FORMAT,
        "synthetic": True,
        "about": dict(about),
        "guarantees": [_guarantee(fields, unit, n) for unit, n in zip(units_of(plan), sizes, strict=True)],
        "promised": guarantees_of(fields, plan),
        "not_promised": list(NOT_PROMISED),
        "key": {"parents": plan.parents_key, "children": plan.children_key},
        "most": plan.declared.most,
        "context": list(plan.context),
        "rows": {"parents": _rows_of(tables.parents), "children": _rows_of(tables.children)},
        "columns": {"parents": report["parents"]["columns"], "children": report["children"]["columns"]},
        "expected_errors": {
            "of": "total variation for noise alone",
            **{of: {part: report[of][part] for part in ("alone", "pairs")} for of in ("parents", "children")},
        },
    }


def archive(form: str, tables: TwoTables, plan: TwoTablesPlan, card: Mapping[str, Any]) -> bytes:
    """Returns an archive of parents, children and card.json; in Parquet files the card is inside too."""
    columns = {
        "parents": [_key(plan.parents_key), *plan.parents.columns],
        "children": [_key(plan.children_key), *plan.children.columns],
    }
    rows: Mapping[str, Texts] = {"parents": tables.parents, "children": tables.children}
    files = [(f"{of}.{form}", taken_as(form, rows[of], columns[of], card)) for of in rows]
    return zipped([*files, ("card.json", json.dumps(card, indent=1).encode())])


def _guarantee(fields: Mapping[str, Any], unit: Mapping[str, str], n: int) -> dict[str, Any]:
    guarantee = Guarantee(
        mechanism="joined-tables",
        version=1,
        epsilon=fields["epsilon"],
        delta=fields["delta"],
        neighbours=unit["neighbours"],
        n=n,
        error=None,
        unit=unit["unit"],
    )
    return {**asdict(guarantee), "rho": unit["rho"]}


def _key(name: str) -> Column:
    """Returns a column of synthetic keys, which are texts."""
    return Column.from_json({**EMPTY, "name": name, "type": "category", "role": "identifying"})


def _rows_of(table: Mapping[str, Sequence[str | None]]) -> int:
    return len(next(iter(table.values())))

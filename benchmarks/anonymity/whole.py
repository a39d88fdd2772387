"""This module is about the way from the rows in a Parquet file to a CSV file that was verified: a release without
vault, job and seal."""

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.anonymity import adult
from benchmarks.line import RunFailed
from datahub.analyses.anonymise.rules import release_files
from datahub.analyses.anonymise.rules.figures import find_release
from datahub.analyses.anonymise.rules.hierarchies import paths_of
from datahub.analyses.anonymise.rules.plan import OVERLAPPING, Declared, Plan, PlannedColumn
from datahub.analyses.anonymise.rules.row_counts import RowCounts
from datahub.analyses.anonymise.rules.table import prepared
from datahub.releases.findings import holds
from datahub.releases.rules.tables import lines_as_csv
from datahub.releases.verifier import Files, verify
from mechanisms.common.entropy import SystemEntropy

SENSITIVE = "income"


@dataclass(frozen=True, kw_only=True)
class Way:
    """A way holds the CPU seconds of one way to make a release."""

    to_file: float
    verified: float


def write_adult(path: Path) -> None:
    names = (*adult.NAMES, SENSITIVE)
    pq.write_table(pa.table({name: adult.column(name) for name in names}), path)


def go(rows: Path, folder: Path, models: Sequence[Mapping[str, Any]]) -> Way:
    """RunFailed if the verifier finds anything that does not hold."""
    plan = _plan()
    declared = [Declared(name=column.name, type="category", role=column.role, values=()) for column in plan.columns]
    started = time.process_time()
    table = pq.read_table(rows)
    counts = RowCounts(table.column_names)
    for piece in table.to_batches():
        counts.add(piece)
    columns, times = counts.result(plan.missing)
    preparation = prepared(plan, declared, columns, times=times)
    release = release_files.written(preparation, find_release(preparation, models, SystemEntropy()))
    content, trees = lines_as_csv(release.names, release.lines), release_files.trees(preparation)
    digests = {file: hashlib.sha256(tree).hexdigest() for file, tree in trees.items()}
    card = release_files.card(preparation, release, models, digests, terms={}) | {
        "sha256": hashlib.sha256(content).hexdigest()
    }
    files = {"release.csv": content, "card.json": json.dumps(card).encode(), **trees}
    for name, held_by_file in files.items():
        (folder / name).write_bytes(held_by_file)
    to_file = time.process_time()
    findings = verify(Files(release=folder / "release.csv", card=folder / "card.json", hierarchies=folder))
    done = time.process_time()
    if not holds(findings):
        raise RunFailed(f"the verifier finds {[finding for finding in findings if finding.outcome != 'holds']}")
    return Way(to_file=to_file - started, verified=done - started)


def _plan() -> Plan:
    columns = [_column(tree.column, "quasi", "\n".join(map(";".join, paths_of(tree)))) for tree in adult.hierarchies()]
    return Plan(columns=(*columns, _column(SENSITIVE, "sensitive", "")), missing="(missing)", boxes=OVERLAPPING)


def _column(name: str, role: str, text: str) -> PlannedColumn:
    hierarchy = {"kind": "csv", "text": text} if text else {}
    return PlannedColumn(name=name, role=role, hierarchy=hierarchy, unlisted="refuse", weight=1, order=())

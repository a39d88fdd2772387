"""This module provides releases for tests: files in a folder, and what the verifier finds in them."""

import csv
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from datahub.releases.findings import Finding
from datahub.releases.verifier import Files, verify


def written(path: Path, names: Sequence[str], rows: Sequence[Sequence[object]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(names)
        out.writerows(rows)
    return path


def card(roles: Mapping[str, str], rows: int, *models: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    columns = [{"name": name, "role": role} for name, role in roles.items()]
    return {
        "version": 1,
        "rows": rows,
        "suppressed": 0,
        "order": "sorted",
        "columns": columns,
        "models": list(models),
    } | more


def release_files(folder: Path, promised: Mapping[str, Any], rows: Sequence[Sequence[str]]) -> Files:
    """Returns the rows as CSV, sorted unless the card says otherwise, beside their card."""
    names = [column["name"] for column in promised["columns"] if column["role"] != "identifying"]
    table = written(folder / "release.csv", names, sorted(map(tuple, rows)) if promised["order"] == "sorted" else rows)
    (folder / "card.json").write_text(json.dumps(promised), encoding="utf-8")
    return Files(release=table, card=folder / "card.json")


def findings_by_promise(files: Files) -> dict[str, Finding]:
    return {finding.promise: finding for finding in verify(files)}


def outcome(folder: Path, model: Mapping[str, Any], rows: Sequence[Sequence[str]]) -> Finding:
    """Returns the finding on one model in a table with the quasi column `place` and the sensitive column `secret`."""
    promised = card({"place": "quasi", "secret": "sensitive"}, len(rows), model)
    return verify(release_files(folder, promised, rows))[-1]


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()

"""This module uploads the census extract through the API, as an owner would, so that the demonstration has a data set
to query, release and synthesise."""

import csv
import gzip
import hashlib
import io
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from surveys.demonstration.door import DoorClosed, ask, hand_in
from surveys.demonstration.people import EDUCATION, EDUCATION_LABELS, MISSING, OCCUPATION, RACE, SOURCE

SCOPES = ("datasets:read", "datasets:write")
KEY = "demonstration-1"  # An interrupted demonstration sends the same idempotency keys again and continues.
COLUMNS = ("age", "education", "occupation", "race")
ABOUT = {
    "name": "Work and learning, 1994",
    "description": "An extract of the United States census of 1994: what 48 842 people said of their work. It is "
    "public, and here to try things out. Your own data would be sealed in the same way.",
    "licence": "CC BY 4.0",
    "doi": "10.24432/C5XW20",
    "provenance": "Becker, B. and Kohavi, R. (1996), Adult, UCI Machine Learning Repository. Columns left out.",
    "audience": "everyone",
}
# This budget is enough for the usual synthetic rows five times.
BUDGET = {"rho": "0.05", "delta": "0.00001", "epsilon": None}
PATIENCE_SECONDS = 600  # A worker may still be processing the reports of the demonstration.
SHORTLY: Callable[[], None] = partial(time.sleep, 0.2)


def put_in(*, url: str, token: str, table: bytes, wait: Callable[[], None] = SHORTLY) -> str:
    """Returns the id of a data set that is loaded and has a budget. Steps that an earlier run finished are skipped;
    `wait` passes time while a worker is busy.

    DoorClosed if the platform refuses a step or does not come to its end.
    """
    id_ = str(ask(url, "/api/v1/datasets/", token=token, method="POST", body=ABOUT, key=KEY)["id"])
    at = f"/api/v1/datasets/{id_}"
    ask(url, f"/api/v1/budgets/dataset:{id_}/limits/", token=token, method="PUT", body=BUDGET)
    if _stage(_newest(url, at, token)) in {"", "receiving"}:
        _upload(url, f"{at}/uploads/", token, table)
    version = _waited(url, at, token, {"receiving", "looking"}, wait)
    if _stage(version) == "found":
        here = f"{at}/versions/{version['number']}/"
        declaration = {"columns": [column | DECLARED[column["name"]] for column in version["columns"]]}
        ask(url, here, token=token, method="PUT", body=declaration | {"revision": version["revision"]})
        ask(url, here, token=token, method="PATCH", body={"state": "loading"})
    version = _waited(url, at, token, {"found", "loading"}, wait)
    if _stage(version) != "loaded":
        raise DoorClosed(f"the data set is {_stage(version)}")
    return id_


def table() -> bytes:
    """Returns the extract as a CSV file, without the column that says which rows a textbook learns from."""
    with gzip.open(SOURCE, "rt", encoding="utf-8", newline="") as source:
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(csv.DictReader(source))
    return text.getvalue().encode("ascii")


def _upload(url: str, at: str, token: str, table: bytes) -> None:
    wish = {"name": "adult.csv", "size": len(table)}
    upload = ask(url, at, token=token, method="POST", body=wish, key=KEY)
    size = upload["chunk_size"]
    for place, start in enumerate(range(0, len(table), size)):
        piece = table[start : start + size]
        headers = {"X-Content-SHA256": hashlib.sha256(piece).hexdigest()}
        hand_in(url, f"{at}{upload['id']}/{place}/", piece, token=token, headers=headers)
    ask(url, f"{at}{upload['id']}/", token=token, method="PATCH", body={"state": "looking"})


def _newest(url: str, at: str, token: str) -> Any:
    versions = ask(url, f"{at}/versions/", token=token)["results"]
    return versions[0] if versions else None


def _stage(version: Any) -> str:
    """Returns the state of the upload until its columns are found, then the state of the version; empty where there is
    no version."""
    if version is None:
        return ""
    return str(version["upload"]["state"] if version["state"] == "draft" else version["state"])


def _waited(url: str, at: str, token: str, passing: set[str], wait: Callable[[], None]) -> Any:
    """Returns the newest version once its stage is none of `passing`."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while _stage(version := _newest(url, at, token)) in passing:
        if time.monotonic() > deadline:
            raise DoorClosed(f"the data set is {_stage(version)} after {PATIENCE_SECONDS} s")
        wait()
    return version


def _category(role: str, description: str, values: Sequence[tuple[str, str]], missing: Sequence[str]) -> dict[str, Any]:
    categories = [{"value": value, "label": label} for value, label in values]
    return {
        "type": "category",
        "role": role,
        "description": description,
        "categories": categories,
        "missing": list(missing),
    }


# The declarations follow the documentation of the extract, not the values that its rows happen to hold.
DECLARED: dict[str, dict[str, Any]] = {
    "age": {
        "type": "integer",
        "role": "quasi",
        "description": "Age",
        "unit": "years",
        "minimum": "17",
        "maximum": "90",
        "missing": [],
    },
    "education": _category(
        "quasi",
        "The highest level of education that was finished",
        [(value, label) for (_, value), label in zip(EDUCATION, EDUCATION_LABELS, strict=True)],
        [],
    ),
    "occupation": _category("sensitive", "Kind of work", [(value, label) for _, value, label in OCCUPATION], [MISSING]),
    "race": _category("quasi", "Group of the census", [(value, label) for _, value, label in RACE], []),
}

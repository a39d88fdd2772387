"""Two tables that differ in one cell leave the same in every table of the SQL database, every file of the data folder
and every line of the log: ciphertext of equal lengths, and nothing else that differs."""

import logging
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from pytest_django import Settings

from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.datasets.models import Version
from datahub.datasets.rules.intake import Counted
from datahub.datasets.sealed import sealed_figures
from datahub.datasets.services import load, upload
from datahub.datasets.tests.factories import Visitor, a_data_set, declaration, quick, somebody, work
from datahub.datasets.tests.factories import upload as uploaded
from datahub.jobs.claims import Claim
from datahub.policies.services import Permit
from datahub.vault import services as vault
from tests.privacy.everything import Shown, of_the_files, of_the_log, of_the_tables

pytestmark = [pytest.mark.django_db, pytest.mark.same_on_every_database]
NAMES = ["age", "town", "income", "note"]
ROWS = [[str(20 + row % 50), ("Bern", "Basel")[row % 2], str(row * 10), f"note {row % 9}"] for row in range(60)]
NOTE = declaration()[0] | {
    "name": "note", "type": "text", "role": "insensitive", "minimum": "", "maximum": "", "longest": 32, "unit": "",
    "outside": "missing",
}  # fmt: skip
TOWNS = [{"value": town, "label": ""} for town in ("Bern", "Basel", "Chur")]
COLUMNS = [
    *declaration(
        age={"outside": "missing"}, town={"categories": TOWNS, "outside": "missing"}, income={"outside": "clamp"}
    ),
    NOTE,
]

CELLS = [
    ("income", "99999999"),
    ("note", "n" * 32),
    ("note", "n" * 900),
    ("town", "Chur"),
    ("town", "Ulm"),
    ("town", ""),
]
Table = Sequence[Sequence[str]]
Sees = Callable[[Table], Shown]


def with_cell(name: str, value: str) -> Table:
    index = NAMES.index(name)
    return [*ROWS[:7], [*ROWS[7][:index], value, *ROWS[7][index + 1 :]], *ROWS[8:]]


@pytest.fixture
def clear(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> Callable[..., Shown]:
    """Returns everything in clear about a table that was loaded, or only inspected."""

    def shown(rows: Table, *, loads: bool) -> Shown:
        folder = tmp_path / str(uuid4())
        quick(monkeypatch, settings, folder)
        monkeypatch.setattr(upload, "CHUNK_BYTES", 4096)
        caplog.clear()
        with transaction.atomic(), caplog.at_level(logging.INFO):
            owner = Visitor(somebody("ana"))
            begin(owner, rows, loads=loads)
            everything = of_the_tables() + of_the_files(folder) + of_the_log(caplog.messages)
            transaction.set_rollback(True)
        return everything

    return shown


def begin(owner: Visitor, rows: Table, *, loads: bool) -> None:
    content = "\n".join(",".join(row) for row in [NAMES, *rows]) + "\n"
    data_set = a_data_set(owner.person)
    assert uploaded(owner, data_set, content.encode())["state"] == "found"
    if loads:
        path = f"datasets/{data_set.pk}/versions/1/"
        assert owner.send("PUT", path, {"columns": COLUMNS}).status_code == 200
        assert owner.send("PATCH", path, {"state": "loading"}).status_code == 202
        work()
        assert Version.objects.get().state == Version.State.LOADED


@pytest.fixture
def sees(clear: Callable[..., Shown]) -> Sees:
    return lambda rows: clear(rows, loads=True)


def differing(first: Shown, other: Shown) -> Shown:
    return (first - other) + (other - first)


def test_tables_that_differ_in_one_cell_leave_the_same_in_clear(sees: Sees) -> None:
    whole = sees(ROWS)
    assert {row[0] for row in whole} > {"datasets_version", "vault_storeddocument", "jobs_job", "audit_entry"}
    for name, value in CELLS:
        assert differing(whole, sees(with_cell(name, value))) == Shown(), f"{name}: {value}"


def test_numbers_of_rows_of_one_step_leave_the_same_in_clear(sees: Sees) -> None:
    assert differing(sees(ROWS), sees([*ROWS, *ROWS])) == Shown()


def test_a_longer_cell_leaves_the_same_in_clear_before_the_load(clear: Callable[..., Shown]) -> None:
    longer = with_cell("note", "seven letters")
    assert differing(clear(ROWS, loads=False), clear(longer, loads=False)) == Shown()


def counts_in_clear(patch: pytest.MonkeyPatch) -> None:
    def packed(_: Permit, __: UUID, counted: Counted) -> bytes:
        return struct.pack(">9Q", counted.read, *counted.outside, *counted.missing)

    patch.setattr(load, "sealed_figures", packed)


def size_in_clear(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(upload, "sealed_size", lambda _, __, size: size.to_bytes(8))
    for module in ("services.upload", "services.look", "services.load", "selectors.versions"):
        patch.setattr(f"datahub.datasets.{module}.opened_size", lambda _, row: int.from_bytes(bytes(row.size)))


def a_count_in_a_result(patch: pytest.MonkeyPatch) -> None:
    finish, figures, counts = Claim.finish, sealed_figures, list[int]()

    def noted(permit: Permit, version: UUID, counted: Counted) -> bytes:
        counts.append(sum(counted.outside) + sum(counted.missing))
        return figures(permit, version, counted)

    patch.setattr(load, "sealed_figures", noted)
    patch.setattr(Claim, "finish", lambda claim, result: finish(claim, {**result, "cells": sum(counts)}))


def a_line_of_the_log(patch: pytest.MonkeyPatch) -> None:
    figures = sealed_figures

    def noted(permit: Permit, version: UUID, counted: Counted) -> bytes:
        logging.getLogger("datahub.datasets").info("%s cells are missing", sum(counted.missing))
        return figures(permit, version, counted)

    patch.setattr(load, "sealed_figures", noted)


@pytest.mark.parametrize("leak", [counts_in_clear, a_count_in_a_result, a_line_of_the_log])
def test_planted_counts_are_found(
    sees: Sees, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    assert differing(sees(ROWS), sees(with_cell("town", ""))) != Shown()


def test_a_planted_number_of_rows_is_found(sees: Sees, monkeypatch: pytest.MonkeyPatch) -> None:
    end = vault.Collection._end_load

    def noted(collection: Any, plan: Any) -> None:
        end(collection, plan)
        row = collection._row
        record(actor=None, operation="vault.load", subject=Ref.parse(row.ref), reason="", detail={"n": plan.rows})

    monkeypatch.setattr(vault.Collection, "_end_load", noted)
    assert differing(sees(ROWS), sees([*ROWS, *ROWS])) != Shown()


def test_a_planted_length_of_the_file_is_found(clear: Callable[..., Shown], monkeypatch: pytest.MonkeyPatch) -> None:
    size_in_clear(monkeypatch)
    longer = with_cell("note", "seven letters")
    assert differing(clear(ROWS, loads=False), clear(longer, loads=False)) != Shown()

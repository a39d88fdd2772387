"""This module provides a built page and folders for keys; and each test begins with an empty database and leaves
one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from datahub.vault.tests.factories import quick_keys
from surveys.intake import reception


@pytest.fixture(autouse=True)
def built_page(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "respond"
    (folder / "assets").mkdir(parents=True)
    (folder / "respond.html").write_text("<!doctype html>")
    settings.RESPOND_BUNDLE = folder
    settings.DATA = tmp_path / "data"
    settings.LEDGER_FOLDER = settings.DATA / "ledger"
    settings.BATCH_KEYS = settings.DATA / "keys"
    settings.BATCH_KEYS.mkdir(parents=True)
    quick_keys(monkeypatch, settings, settings.BATCH_KEYS)
    reception.versions.clear()
    yield
    reception.commits.stop()

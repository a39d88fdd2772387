"""This module provides a built page and a folder for keys, so that a survey can be published."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from datahub.vault.tests.factories import quick_keys
from surveys.intake import reception


@pytest.fixture(autouse=True)
def published_page(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "respond"
    (folder / "assets").mkdir(parents=True)
    (folder / "respond.html").write_text("<!doctype html>")
    settings.RESPOND_BUNDLE = folder
    settings.BATCH_KEYS = tmp_path / "keys"
    quick_keys(monkeypatch, settings, tmp_path / "keys")


@pytest.fixture(autouse=True)
def fresh_intake() -> Iterator[None]:
    reception.versions.clear()
    yield
    reception.commits.stop()

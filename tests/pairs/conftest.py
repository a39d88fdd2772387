"""A built page and folders for keys; and each test begins with an empty database and leaves one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from datahub.vault.tests.house import quick_keys
from surveys.intake import reception


@pytest.fixture(autouse=True)
def built_page(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "respond"
    (folder / "assets").mkdir(parents=True)
    (folder / "respond.html").write_text("<!doctype html>")
    settings.RESPOND_BUNDLE = folder
    settings.BATCH_KEYS = tmp_path / "keys"
    quick_keys(monkeypatch, settings, tmp_path / "keys")
    reception.versions.clear()
    yield
    reception.commits.stop()

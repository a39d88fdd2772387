"""These fixtures provide an owner, a colleague, a stranger and a data set; keys and data are in a folder of the
test."""

from pathlib import Path

import pytest
from pytest_django import Settings

from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor, a_data_set, quick, somebody


@pytest.fixture(autouse=True)
def data_folder(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Path:
    quick(monkeypatch, settings, tmp_path)
    return tmp_path


@pytest.fixture
def owner(db: None) -> Visitor:
    return Visitor(somebody("ana"))


@pytest.fixture
def stranger(db: None) -> Visitor:
    return Visitor(somebody("zoe"))


@pytest.fixture
def data_set(owner: Visitor) -> DataSet:
    return a_data_set(owner.person)

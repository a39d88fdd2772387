"""An owner whose data set is loaded, a colleague and a stranger; keys and data in a folder of the test."""

from pathlib import Path

import pytest
from pytest_django import Settings

from datahub.datasets.models import DataSet
from datahub.datasets.tests.house import Visitor, a_data_set, load, quick, somebody


@pytest.fixture(autouse=True)
def data_folder(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Path:
    quick(monkeypatch, settings, tmp_path)
    return tmp_path


@pytest.fixture
def owner(db: None) -> Visitor:
    return Visitor(somebody("ana"))


@pytest.fixture
def second(db: None) -> Visitor:
    return Visitor(somebody("ben"))


@pytest.fixture
def stranger(db: None) -> Visitor:
    return Visitor(somebody("zoe"))


@pytest.fixture
def data_set(owner: Visitor) -> DataSet:
    made = a_data_set(owner.person)
    load(owner, made)
    return made

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    return use(settings, tmp_path / "data")


def use(settings: Settings, data: Path) -> Path:
    """Makes `data` the data folder of this process."""
    data.mkdir()
    settings.DATA = data
    settings.BATCH_KEYS = settings.ROOT_KEYS = data / "keys"
    settings.LEDGER_FOLDER = data / "ledger"
    return data

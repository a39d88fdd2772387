import pytest

from datahub.engine.database import Limits


@pytest.fixture
def limits() -> Limits:
    return Limits(memory_megabytes=200)

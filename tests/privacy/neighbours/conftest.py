"""The walks stand on what the who-may table stands on, a built page and keys of the test's own, and on metrics."""

import pytest
from pytest_django import Settings

from tests.api.conftest import fresh_intake, published_page

__all__ = ["fresh_intake", "published_page"]  # These names are fixtures.


@pytest.fixture(autouse=True)
def metrics(settings: Settings) -> None:
    settings.METRICS_TOKEN = "a token of the metrics for tests alone"

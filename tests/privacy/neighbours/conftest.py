"""As of the who-may table: a built page, and keys of the test's own. And metrics that somebody may read."""

import pytest
from pytest_django import Settings

from tests.api.conftest import fresh_intake, published_page

__all__ = ["fresh_intake", "published_page"]  # fixtures


@pytest.fixture(autouse=True)
def metrics(settings: Settings) -> None:
    settings.METRICS_TOKEN = "a token of the metrics for tests alone"

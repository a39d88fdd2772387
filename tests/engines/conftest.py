"""This module provides a house with a data set, and OpenDP's AIM as `scripts/aim` sets it up."""

import os

import pytest
from pytest_django.fixtures import Settings

from datahub.datasets.tests.conftest import data_folder, owner

__all__ = ["data_folder", "owner"]  # These names are fixtures.


@pytest.fixture
def aim(settings: Settings) -> str:
    """Offered from now on. `scripts/test real` names the Python of its environment."""
    python = os.environ["AIM_OF_TESTS"]
    settings.AIM_PYTHON = python
    return python

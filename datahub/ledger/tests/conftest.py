"""This fixture gives a version to the data set that permits are for."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def a_version_is_known(settings: Settings) -> None:
    settings.OBJECTS = settings.OBJECTS | {"dataset_version": "datahub.ledger.tests.factories.describe_versions"}
    settings.LOCKS = {}  # the data set has no row that could be locked

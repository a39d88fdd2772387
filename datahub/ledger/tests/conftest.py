"""The data set that permits are for has a version."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def a_version_is_known(settings: Settings) -> None:
    settings.OBJECTS = settings.OBJECTS | {"dataset_version": "datahub.ledger.tests.factories.describe_versions"}
    settings.LOCKS = {}  # it stands in no table

"""These fixtures provide data sets, and the owner of one."""

import pytest
from pytest_django import Settings

from datahub.accounts.models import Person
from datahub.policies.services import grant
from datahub.policies.tests.factories import DATA
from datahub.policies.tests.people import a_person

HOUSE = "datahub.policies.tests.factories"


@pytest.fixture(autouse=True)
def things_have_no_rows(settings: Settings) -> None:
    """Removes the locks of data sets and surveys, because those of these tests have no row that could be locked."""
    settings.LOCKS = {kind: path for kind, path in settings.LOCKS.items() if kind in {"organisation", "team"}}


@pytest.fixture
def data_sets_are_known(settings: Settings) -> None:
    settings.OBJECTS = {
        "dataset": f"{HOUSE}.describe_data",
        "dataset_version": f"{HOUSE}.describe_versions",
    }


@pytest.fixture
def ana() -> Person:
    ana = a_person("ana")
    grant(actor=ana, person=ana, role="owner", ref=DATA)
    return ana


@pytest.fixture
def bo() -> Person:
    return a_person("bo")

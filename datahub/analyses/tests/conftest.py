"""These fixtures are those of data sets, with a colleague, and with the owner's data loaded."""

import pytest

from datahub.analyses.tests.factories import loaded
from datahub.datasets.models import DataSet
from datahub.datasets.tests.conftest import data_folder, owner, stranger
from datahub.datasets.tests.factories import Visitor, somebody

__all__ = ["data_folder", "owner", "stranger"]  # tests use these fixtures by name


@pytest.fixture
def second(db: None) -> Visitor:
    return Visitor(somebody("ben"))


@pytest.fixture
def data_set(owner: Visitor) -> DataSet:
    return loaded(owner)

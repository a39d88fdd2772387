"""The tests of synthetic rows share the fixtures of all analyses."""

from datahub.analyses.tests.conftest import data_folder, data_set, owner, second, stranger

__all__ = ["data_folder", "data_set", "owner", "second", "stranger"]

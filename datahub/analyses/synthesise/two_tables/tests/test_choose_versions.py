"""Rows are made of the version that is named, even if a newer one is loaded; only users of the data set see its
versions."""

from typing import Any

import pytest

from datahub.analyses.tests.two_tables_factories import (
    HOUSEHOLDS,
    MEMBERS,
    OF_HOUSEHOLDS,
    OF_MEMBERS,
    a_synthesis_of_two,
    load_one_more,
    two_data_sets,
)
from datahub.api.ref import Ref
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor, upload, write_policy
from datahub.policies.hold.role_holders import assign

pytestmark = pytest.mark.django_db


@pytest.fixture
def both(owner: Visitor) -> tuple[DataSet, DataSet]:
    """Loads a second version of either table, which has only its key and the first column that is made."""
    tables = two_data_sets(owner)
    for table, content, columns in zip(tables, (HOUSEHOLDS, MEMBERS), (OF_HOUSEHOLDS, OF_MEMBERS), strict=True):
        lines = [",".join(line.split(",")[:2]) for line in content.splitlines()]
        load_one_more(owner, table, "\n".join(lines) + "\n", columns[:2])
    return tables


def versions(visitor: Visitor, data_set: DataSet) -> Any:
    return visitor.get(f"datasets/{data_set.pk}/loaded-versions/")


@pytest.mark.parametrize("operation", ["synthesise", "anonymise", "release"])
def test_versions_that_are_loaded_are_told_with_their_day_to_whoever_may_work_with_them(
    owner: Visitor, second: Visitor, both: tuple[DataSet, DataSet], operation: str
) -> None:
    upload(owner, both[0], HOUSEHOLDS.encode())  # this version is never loaded
    write_policy(owner.person, both[0], operation)
    assert versions(second, both[0]).status_code == 404
    assign(actor=owner.person, ref=Ref("dataset", str(both[0].pk)), role="reader", holder=second.person, until=None)
    told = versions(second, both[0]).json()
    assert [version["number"] for version in told] == [2, 1]
    for version in told:
        loaded_at = owner.get(f"datasets/{both[0].pk}/versions/{version['number']}/").json()["loaded_at"]
        assert version == {"number": version["number"], "loaded_on": loaded_at[:10]}


def test_whoever_may_read_what_is_declared_and_do_nothing_with_it_is_told_no_versions(
    owner: Visitor, second: Visitor, both: tuple[DataSet, DataSet]
) -> None:
    write_policy(owner.person, both[0], "read_metadata")
    assign(actor=owner.person, ref=Ref("dataset", str(both[0].pk)), role="reader", holder=second.person, until=None)
    assert second.get(f"datasets/{both[0].pk}/").status_code == 200
    assert versions(second, both[0]).status_code == 403


@pytest.mark.parametrize("of", [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_rows_of_two_tables_are_made_of_the_versions_that_are_named(
    owner: Visitor, both: tuple[DataSet, DataSet], of: tuple[int, int]
) -> None:
    columns = ([{"name": "region"}, {"name": "rooms"}], [{"name": "age"}, {"name": "school"}])
    parents, children = ([*columns[at]][: 2 if number == 1 else 1] for at, number in enumerate(of))
    named = {"columns": children, "version": of[1], "together": []}
    shown = a_synthesis_of_two(owner, *both, version=of[0], parents={"columns": parents}, children=named)
    assert (shown["state"], shown["version"], shown["children"]["version"]) == ("done", *of)
    drawn = owner.get(f"syntheses/{shown['id']}/rows/").json()
    assert drawn["parents"]["columns"][1:] == [column["name"] for column in parents]
    assert drawn["children"]["columns"][1:] == [column["name"] for column in children]

"""A dump of the whole SQL database after candidates, counts, a release and looks at its rows shows nobody's income.

Ages and towns are declared, so their domains stand in the clear; what a row says of them is sealed with its income.
"""

import json
from pathlib import Path

import pytest
from pytest_django import Settings

from datahub.analyses.models import Anonymisation
from datahub.analyses.tests.factories import released
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor, a_data_set, load, quick, somebody, work
from datahub.releases.models import Release
from tests.privacy import dump

pytestmark = pytest.mark.django_db
INCOMES = [str(7_000_000 + 10 * row) for row in range(60)]
CONTENT = "age,town,income\n" + "".join(
    f"{20 + row % 50},{('Bern', 'Basel')[row % 2]},{income}\n" for row, income in enumerate(INCOMES)
)


@pytest.fixture
def owner(db: None, monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Visitor:
    quick(monkeypatch, settings, tmp_path)
    return Visitor(somebody("ana"))


@pytest.fixture
def data_set(owner: Visitor) -> DataSet:
    new_data_set = a_data_set(owner.person)
    load(owner, new_data_set, CONTENT, income={"maximum": "10000000"})
    return new_data_set


def hits() -> set[str]:
    return dump.Search(dump.needles_of(INCOMES)).hits(dump.of_the_database())


def test_a_dump_after_a_release_and_looks_at_its_rows_shows_no_income(owner: Visitor, data_set: DataSet) -> None:
    owner.send("POST", f"datasets/{data_set.pk}/versions/1/counts/")
    release = released(owner, data_set)
    work()
    seen = [owner.get(f"releases/{release['id']}/rows/").json()]
    seen += [row["shown"] for row in owner.get(f"anonymisations/{Anonymisation.objects.get().pk}/rows/").json()]
    for shown in seen:
        assert {row["before"][2] for row in shown["rows"]} <= set(INCOMES)
        assert len(shown["rows"]) == 6
    assert hits() == set()


def test_the_search_finds_rows_that_were_kept_in_the_clear(owner: Visitor, data_set: DataSet) -> None:
    release = released(owner, data_set)
    shown = owner.get(f"releases/{release['id']}/rows/").json()
    Release.objects.update(rows_beside=json.dumps(shown).encode())
    assert {f"{row['before'][2]!r} as UTF-8" for row in shown["rows"]} <= hits()

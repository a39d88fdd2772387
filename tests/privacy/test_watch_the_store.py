"""Whoever runs the store sees which columns of a table a job opens."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from datahub.datasets.tests.factories import NAMES, Visitor, a_data_set, load, quick, somebody, work
from datahub.vault.models import SecureCollection
from datahub.vault.store.embedded import EmbeddedStore

pytestmark = pytest.mark.django_db


def test_a_job_that_counts_values_shows_which_columns_it_opens_and_opens_no_other(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    quick(monkeypatch, settings, tmp_path)
    settings.MONGO_URL = ""
    owner = Visitor(somebody("ana"))
    data_set = a_data_set(owner.person)
    load(owner, data_set, town={"role": "identifying"})
    scan, places = EmbeddedStore.scan, list[str]()

    def watched(store: EmbeddedStore, collection: str, *given: Any) -> Any:
        places.append(collection)
        return scan(store, collection, *given)

    monkeypatch.setattr(EmbeddedStore, "scan", watched)
    assert owner.send("POST", f"datasets/{data_set.pk}/versions/1/counts/").status_code == 202
    work()
    stored_as = SecureCollection.objects.get().stored_as
    assert places == [f"{stored_as}.{NAMES.index(name)}" for name in ("age", "income")]

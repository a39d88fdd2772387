"""The keys of a table's columns change piece by piece: nothing is lost, and the old keys end when nothing uses them."""

from collections import Counter
from datetime import timedelta

import pytest

from datahub.jobs import execution
from datahub.jobs.models import Job
from datahub.vault import rotation, upkeep
from datahub.vault.errors import KeyDestroyed, KeyMissing
from datahub.vault.integrity.rules.findings import Kind
from datahub.vault.keys import keyring
from datahub.vault.models import WrappedKey
from datahub.vault.services import ROWS as NAME
from datahub.vault.services import drop_shredded
from datahub.vault.tests.columns.factories import NAMES, ROWS, Table
from datahub.vault.tests.factories import a_permit, all_findings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "GRACE", timedelta(0))


def rotated(table: Table) -> dict[str, int]:
    job = rotation.start(a_permit(table.ref), table.ref, name=NAME)
    execution.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    return job.result or {}


def test_after_a_rotation_every_piece_is_under_a_new_key_and_the_old_are_gone(table: Table) -> None:
    before = {name: table.documents(name) for name in NAMES}
    assert rotated(table) == {"waiting": 0, "destroyed": len(NAMES)}
    assert Counter(table.rows()) == Counter(ROWS)
    for name, documents in before.items():
        assert {document.sealed for document in documents}.isdisjoint(
            document.sealed for document in table.documents(name)
        )
    assert all_findings() == set()


def test_a_piece_of_before_a_rotation_opens_no_more(table: Table) -> None:
    old = table.documents("age")
    rotated(table)
    # The services would stop at the tag of the piece, so the test bypasses them.
    sealing = table.opened()._records.of_pieces
    with pytest.raises(KeyMissing):
        sealing.open(old[0].id, old[0].version, old[0].sealed)


def test_each_column_has_a_key_of_its_own(table: Table) -> None:
    keys = WrappedKey.objects.filter(data_set__ref=str(table.ref), purpose="rnd")
    assert sorted(keys.values_list("field", flat=True)) == sorted(NAMES)
    ring = keyring.keys_of(a_permit(table.ref), table.ref)
    assert len({ring.field(NAME, name, "rnd").secret for name in NAMES}) == len(NAMES)


def test_a_key_that_somebody_drew_in_the_place_of_a_columns_own_is_found(table: Table) -> None:
    WrappedKey.objects.filter(data_set__ref=str(table.ref), field="born", purpose="rnd").delete()
    ring = keyring.keys_of(a_permit(table.ref), table.ref)
    ring.prepare([(NAME, "born", "rnd")])
    assert {kind for kind, _ in all_findings()} == {Kind.KEY}


def test_a_shredded_table_opens_no_more_and_leaves_the_store(table: Table) -> None:
    permit, stored_as = a_permit(table.ref), table.stored_as
    keyring.destroy(permit, table.ref)
    with pytest.raises(KeyDestroyed):
        table.opened()
    assert drop_shredded(permit, table.ref) == 1
    assert sum(table.store.count(f"{stored_as}.{column}") for column, _ in enumerate(NAMES)) == 0


def test_a_column_whose_key_has_another_number_than_the_others_keeps_it_until_it_is_sealed_anew(table: Table) -> None:
    """The number 2 is that of the current key in one column, and of a retired key in another."""
    keyring.keys_of(a_permit(table.ref), table.ref).add_next([(NAME, "age", "rnd")])
    sealing = table.opened()._records.of_pieces
    old = table.documents("age")[0]
    assert not sealing.is_current(old.id, old.sealed)
    other = table.documents("sex")[0]
    assert sealing.is_current(other.id, other.sealed)
    rotated(table)
    assert Counter(table.rows()) == Counter(ROWS)
    assert all_findings() == set()

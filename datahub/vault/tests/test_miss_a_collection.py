"""Whoever owns the SQL database deletes the row of a collection: what it held is missed, and named."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from datahub.api.ref import Ref
from datahub.vault import upkeep
from datahub.vault.collections.rules.plan import Field, Plan
from datahub.vault.integrity.registry import Registry
from datahub.vault.integrity.rules.findings import Finding, Kind
from datahub.vault.integrity.verify import log_findings
from datahub.vault.keys import keyring
from datahub.vault.models import LogEntry, Register, SecureCollection
from datahub.vault.services import Collection, create_collection, drop_shredded
from datahub.vault.tests.factories import a_data_set, a_permit

pytestmark = pytest.mark.django_db
PLAN = Plan((Field(name="pay", type="int"),))


@pytest.fixture
def ref() -> Ref:
    return a_data_set()


@pytest.fixture
def collection(ref: Ref) -> Collection:
    collection = create_collection(a_permit(ref), ref, PLAN)
    collection.bulk_load([(number,) for number in range(20)])
    return collection


def all_findings() -> list[Finding]:
    return [*log_findings(), *upkeep.findings()]


def test_a_collection_whose_row_is_deleted_is_named(ref: Ref, collection: Collection) -> None:
    SecureCollection.objects.all().delete()
    [finding] = all_findings()
    assert (finding.kind, finding.where, finding.record) == (Kind.MISSING, f"{ref} rows", "")
    assert "20 records" in finding.text


def test_the_command_names_it(ref: Ref, collection: Collection) -> None:
    SecureCollection.objects.all().delete()
    output = StringIO()
    with pytest.raises(CommandError, match="1 findings"):
        call_command("vault", "verify", stdout=StringIO(), stderr=output)
    assert f"{ref} rows: the collection is gone" in output.getvalue()


def test_one_that_was_planned_and_holds_nothing_yet_is_missed_too(ref: Ref) -> None:
    create_collection(a_permit(ref), ref, PLAN)
    assert all_findings() == []
    SecureCollection.objects.all().delete()
    assert [finding.kind for finding in all_findings()] == [Kind.MISSING]


def test_one_that_is_deleted_with_its_register_is_missed_by_the_log(ref: Ref, collection: Collection) -> None:
    SecureCollection.objects.all().delete()
    Register.objects.all().delete()
    assert [finding.kind for finding in all_findings()] == [Kind.REGISTER, Kind.MISSING]


def test_one_whose_register_is_rewritten_to_have_no_plan_is_missed_all_the_same(
    ref: Ref, collection: Collection
) -> None:
    """The same bytes divided between other columns are not the register that the log speaks of."""
    SecureCollection.objects.all().delete()
    register = Register.objects.get()
    register.nonce, register.plan = bytes(register.nonce or b"") + bytes(register.plan or b""), None
    register.save()
    assert [(finding.kind, finding.where) for finding in all_findings()] == [
        (Kind.REGISTER, f"{ref} rows"),
        (Kind.MISSING, f"{ref} rows"),
    ]


def test_one_whose_lines_in_the_log_are_said_to_be_of_another_is_missed_all_the_same(
    ref: Ref, collection: Collection
) -> None:
    """The columns of a line only help to find it; its content alone is signed."""
    kept = a_data_set()
    create_collection(a_permit(kept), kept, PLAN)
    SecureCollection.objects.filter(ref=str(ref)).delete()
    LogEntry.objects.filter(ref=str(ref)).update(ref=str(kept))
    kinds = {finding.kind for finding in all_findings() if finding.where == f"{ref} rows"}
    assert kinds == {Kind.LOG, Kind.MISSING}


def test_one_that_stands_under_another_name_is_missed_under_its_own(ref: Ref, collection: Collection) -> None:
    SecureCollection.objects.update(name="other")
    assert (Kind.MISSING, f"{ref} rows") in {(finding.kind, finding.where) for finding in all_findings()}


def test_one_that_was_dropped_is_not_missed(collection: Collection) -> None:
    collection.drop()
    assert all_findings() == []


def test_one_of_a_destroyed_data_set_is_not_missed(ref: Ref, collection: Collection) -> None:
    keyring.destroy(a_permit(ref), ref)
    assert all_findings() == []
    drop_shredded(a_permit(ref), ref)
    assert all_findings() == []


def test_what_a_load_that_lost_its_turn_leaves_is_no_collection(ref: Ref, collection: Collection) -> None:
    ring = keyring.keys_of(a_permit(ref), ref)
    collection.drop()
    Registry(ring, "rows")  # the replaced load goes on, and asks for a register that is gone
    assert Register.objects.exists()
    assert all_findings() == []

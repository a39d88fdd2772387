"""A data set is destroyed: nothing opens any more, and a signed record says so."""

from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.services import create_token, ref_of
from datahub.api.ref import PLATFORM, Ref
from datahub.api.signing import is_signed
from datahub.audit.models import Entry
from datahub.audit.services import record
from datahub.datasets.errors import NotInThisState
from datahub.datasets.models import AccessRequest, DataSet, Destruction, Lineage, Version
from datahub.datasets.services.create import ref_to
from datahub.datasets.services.destroy import end_of_retention
from datahub.datasets.tests.factories import CSV, Visitor, a_data_set, load, upload, work, write_policy
from datahub.jobs.models import Job
from datahub.jobs.rules import ATTEMPTS_SPENT
from datahub.jobs.services import submit
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.hold.role_holders import assign
from datahub.policies.selectors import roles_on
from datahub.policies.services import Permit, give_up, grant
from datahub.vault.errors import KeyDestroyed, StoreAway
from datahub.vault.keys import keyring
from datahub.vault.models import RegisteredRecord, SecureCollection
from datahub.vault.store.chosen import store_named
from datahub.vault.store.parted import place_of
from datahub.vault.tests.factories import a_permit

pytestmark = pytest.mark.django_db


def test_a_data_set_is_destroyed_and_a_signed_record_says_so(
    owner: Visitor, data_set: DataSet, data_folder: Path
) -> None:
    ref, lineage = ref_to(data_set), data_set.lineage_id
    upload(owner, data_set, CSV.encode())
    path = f"datasets/{data_set.pk}/deletion/"
    assert owner.send("POST", path, {"confirm": "incomes"}).json()["code"] == "name_differs"
    assert owner.send("POST", path, {"confirm": "Incomes"}).status_code == 202
    assert owner.send("POST", path, {"confirm": "Incomes"}).status_code == 202
    work()
    deletion = Client().get(f"/api/v1/dataset-deletions/{data_set.pk}/").json()
    assert deletion["state"] == "destroyed"
    assert is_signed(deletion["record"], deletion["signature"], deletion["public_key"])
    assert deletion["record"]["keys"]["ref"] == str(ref)
    assert not (data_folder / "uploads").exists() or not list((data_folder / "uploads").iterdir())
    with pytest.raises(KeyDestroyed):
        keyring.keys_of(a_permit(ref), ref)
    assert owner.get(f"datasets/{data_set.pk}/").status_code == 404
    assert not Version.objects.exists()
    assert not roles_on(ref).exists()
    # The lineage stays, because the spent privacy budget of its people stays spent.
    assert Lineage.objects.filter(pk=lineage).exists()


def test_pieces_that_somebody_copied_before_cannot_be_opened_any_more(
    owner: Visitor, data_set: DataSet, data_folder: Path
) -> None:
    file = upload(owner, data_set, CSV.encode())
    copied = (data_folder / "uploads" / file["id"] / "0").read_bytes()
    owner.send("POST", f"datasets/{data_set.pk}/deletion/", {"confirm": "Incomes"})
    work()
    assert b"Bern" not in copied
    with pytest.raises(KeyDestroyed):
        keyring.keys_of(a_permit(ref_to(data_set)), ref_to(data_set))


def test_what_is_being_destroyed_takes_no_change(owner: Visitor, data_set: DataSet) -> None:
    owner.send("POST", f"datasets/{data_set.pk}/deletion/", {"confirm": "Incomes"})
    late = owner.send("PATCH", f"datasets/{data_set.pk}/", {"name": "Other"})
    assert (late.status_code, late.json()["code"]) == (409, "being_deleted")


def test_what_is_kept_until_a_day_is_destroyed_on_the_day_after(owner: Visitor) -> None:
    today = timezone.now().date()
    kept = a_data_set(owner.person, keep_until=today)
    over = a_data_set(owner.person, keep_until=today - timedelta(days=1))
    submit(kind="datasets.end", subject=PLATFORM)
    work()
    assert DataSet.objects.filter(pk=kept.pk).exists()
    assert Destruction.objects.get().data_set == over.pk
    assert not DataSet.objects.filter(pk=over.pk).exists()


def test_of_nothing_that_was_destroyed_there_is_no_record(owner: Visitor, data_set: DataSet) -> None:
    answer = Client().get(f"/api/v1/dataset-deletions/{data_set.pk}/")
    assert (answer.status_code, answer.json()["code"]) == (404, "nothing_deleted")


def test_nobody_outside_is_told_of_a_deletion_that_waits_or_is_at_work(owner: Visitor, data_set: DataSet) -> None:
    unknown = Client().get(f"/api/v1/dataset-deletions/{uuid4()}/")
    request = owner.send("POST", f"datasets/{data_set.pk}/deletion/", {"confirm": "Incomes"})
    assert request.json()["state"] == "destroying"
    for begun_at in (None, timezone.now()):
        Destruction.objects.update(begun_at=begun_at)
        answer = Client().get(f"/api/v1/dataset-deletions/{data_set.pk}/")
        assert (answer.status_code, answer.json()) == (unknown.status_code, unknown.json())


def test_of_loaded_data_nothing_is_left_in_the_store(owner: Visitor, data_set: DataSet) -> None:
    load(owner, data_set)
    kept = SecureCollection.objects.get()
    store = store_named(kept.store)
    columns = [place_of(kept.stored_as, column) for column in range(3)]
    assert [store.count(column) for column in columns] == [1, 1, 1]
    owner.send("POST", f"datasets/{data_set.pk}/deletion/", {"confirm": "Incomes"})
    work()
    assert [store.count(column) for column in columns] == [0, 0, 0]
    assert not SecureCollection.objects.exists()
    assert not RegisteredRecord.objects.exists()


def test_with_the_store_away_for_long_the_keys_are_gone_at_once_and_the_rest_follows(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(owner, data_set)

    def away(permit: Permit, ref: Ref) -> int:
        raise StoreAway("The store does not answer.", retry_after_seconds=10)

    with monkeypatch.context() as patch:
        patch.setattr("datahub.datasets.services.destroy.drop_shredded", away)
        owner.send("POST", f"datasets/{data_set.pk}/deletion/", {"confirm": "Incomes"})
        work()
    with pytest.raises(KeyDestroyed):
        keyring.keys_of(a_permit(ref_to(data_set)), ref_to(data_set))
    given_up = {"state": Job.State.FAILED, "error": ATTEMPTS_SPENT, "lease_until": None, "finished_at": timezone.now()}
    assert Job.objects.filter(kind="datasets.destroy", state=Job.State.RUNNING).update(**given_up) == 1
    submit(kind="datasets.end", subject=PLATFORM)
    work()
    assert Destruction.objects.get().record is not None


def hand_over(owner: Visitor, to: Person, data_set: DataSet) -> None:
    """Makes another person the owner, and ends the ownership of the first."""
    grant(actor=owner.person, person=to, role=OWNER, ref=ref_to(data_set))
    give_up(actor=owner.person, ref=ref_to(data_set))


def test_a_deletion_goes_through_though_who_asked_is_owner_no_more(
    owner: Visitor, stranger: Visitor, data_set: DataSet
) -> None:
    load(owner, data_set)
    owner.send("POST", f"datasets/{data_set.pk}/deletion/", {"confirm": "Incomes"})
    hand_over(owner, stranger.person, data_set)
    asked_by = str(ref_of(owner.person))
    owner.person.delete()
    work()
    assert not DataSet.objects.filter(pk=data_set.pk).exists()
    assert Destruction.objects.get().record is not None
    entry = Entry.objects.get(operation="vault.shred")
    assert (entry.actor, entry.reason) == (asked_by, "a deletion that was accepted")


def test_the_day_of_keeping_ends_whoever_has_left(owner: Visitor, stranger: Visitor) -> None:
    over = a_data_set(owner.person, keep_until=timezone.now().date() - timedelta(days=1))
    grant(actor=owner.person, person=stranger.person, role=OWNER, ref=ref_to(over))
    Person.objects.filter(pk=owner.person.pk).update(is_active=False)
    submit(kind="datasets.end", subject=PLATFORM)
    work()
    assert not DataSet.objects.filter(pk=over.pk).exists()
    assert Entry.objects.filter(operation="dataset.delete").order_by("number")[0].actor == ""


def test_another_owner_withdraws_it_before_it_begins(owner: Visitor, stranger: Visitor, data_set: DataSet) -> None:
    grant(actor=owner.person, person=stranger.person, role=OWNER, ref=ref_to(data_set))
    path = f"datasets/{data_set.pk}/deletion/"
    assert stranger.send("DELETE", path).json()["code"] == "not_in_this_state"
    owner.send("POST", path, {"confirm": "Incomes"})
    assert stranger.send("DELETE", path).status_code == 204
    work()
    assert keyring.keys_of(a_permit(ref_to(data_set)), ref_to(data_set))
    assert owner.send("PATCH", f"datasets/{data_set.pk}/", {"name": "Other"}).status_code == 200
    owner.send("POST", path, {"confirm": "Other"})
    work()
    assert not DataSet.objects.filter(pk=data_set.pk).exists()


def test_the_data_set_says_that_it_is_to_be_deleted_and_who_may_withdraw_that(
    owner: Visitor, stranger: Visitor, data_set: DataSet
) -> None:
    at = f"datasets/{data_set.pk}/"
    write_policy(owner.person, data_set, "read_metadata", "administer")
    assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=stranger.person, until=None)
    assert owner.get(at).json()["deletion"] is None
    owner.send("POST", f"{at}deletion/", {"confirm": "Incomes"})
    deletion = owner.get(at).json()["deletion"]
    assert (deletion["begun_at"], deletion["may_withdraw"]) == (None, True)
    assert stranger.get(at).json()["deletion"]["may_withdraw"] is False
    Destruction.objects.update(begun_at=timezone.now())
    deletion = owner.get(at).json()["deletion"]
    assert deletion["begun_at"] is not None
    assert deletion["may_withdraw"] is False


def test_a_program_withdraws_only_with_a_scope_that_covers_it(owner: Visitor, data_set: DataSet) -> None:
    owner.send("POST", f"datasets/{data_set.pk}/deletion/", {"confirm": "Incomes"})
    for scope, may in (("datasets:read", False), ("datasets:write", True)):
        ends = timezone.now() + timedelta(days=1)
        _, text = create_token(actor=owner.person, name=scope, scopes=[scope], expires_at=ends)
        program = Client(headers={"Authorization": f"Bearer {text}"})
        answer = program.get(f"/api/v1/datasets/{data_set.pk}/").json()
        assert (answer["deletion"]["may_withdraw"], "dataset.administer" in answer["operations"]) == (may, may)
        withdrawn = program.delete(f"/api/v1/datasets/{data_set.pk}/deletion/")
        assert (withdrawn.status_code == 204) is may


def test_what_was_withdrawn_is_not_destroyed_for_a_day_that_is_over(owner: Visitor) -> None:
    kept = a_data_set(owner.person, keep_until=timezone.now().date() - timedelta(days=1))
    end_of_retention(timezone.now().date())
    assert owner.send("DELETE", f"datasets/{kept.pk}/deletion/").status_code == 204
    submit(kind="datasets.end", subject=PLATFORM)
    work()
    assert DataSet.objects.get(pk=kept.pk).keep_until is None


def test_what_has_begun_is_not_withdrawn_and_a_role_does_not_withdraw(
    owner: Visitor, stranger: Visitor, data_set: DataSet
) -> None:
    path = f"datasets/{data_set.pk}/deletion/"
    write_policy(owner.person, data_set, "administer")
    assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=stranger.person, until=None)
    owner.send("POST", path, {"confirm": "Incomes"})
    assert stranger.send("DELETE", path).status_code == 403
    Destruction.objects.update(begun_at=timezone.now())
    late = owner.send("DELETE", path)
    assert (late.status_code, late.json()["code"]) == (409, "being_deleted")


def test_one_deletion_that_fails_holds_up_no_other(owner: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = timezone.now().date() - timedelta(days=2)
    broken, whole, refused = (a_data_set(owner.person, keep_until=ended + timedelta(days=day)) for day in (0, 1, 0))

    def fails_for_some(**arguments: Any) -> Entry:
        if arguments["subject"] == ref_to(broken):
            raise IntegrityError
        if arguments["subject"] == ref_to(refused):
            raise NotInThisState("It is held.")
        return record(**arguments)

    with monkeypatch.context() as patch:
        patch.setattr("datahub.datasets.services.destroy.record", fails_for_some)
        sweep = submit(kind="datasets.end", subject=PLATFORM)
        work()
    assert set(DataSet.objects.all()) == {broken, refused}
    assert set(Destruction.objects.values_list("data_set", flat=True)) == {whole.pk}
    sweep.refresh_from_db()
    failed = {str(ref_to(broken)): "IntegrityError", str(ref_to(refused)): "not_in_this_state"}
    assert (sweep.state, sweep.result) == ("done", {"requests": 0, "data_sets": 1, "failed": failed})
    submit(kind="datasets.end", subject=PLATFORM)
    work()
    assert not DataSet.objects.exists()


def test_access_that_ends_on_what_is_being_deleted_holds_up_no_deletion(
    owner: Visitor, stranger: Visitor, data_set: DataSet
) -> None:
    ended = timezone.now() - timedelta(days=1)
    AccessRequest.objects.create(
        data_set=data_set, person=stranger.person, state="approved", role="reader", expires_at=ended
    )
    Destruction.objects.create(data_set=data_set.pk)  # the job of this destruction was lost
    over = a_data_set(owner.person, keep_until=ended.date())
    submit(kind="datasets.end", subject=PLATFORM)
    work()
    assert not DataSet.objects.filter(pk__in=[data_set.pk, over.pk]).exists()

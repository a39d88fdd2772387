"""True rows are sealed apart from downloads, are opened only when an owner looks at them, and are deleted with the
release."""

import json
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from datahub.analyses.anonymise.tests.test_guard_a_release import GUARDED
from datahub.analyses.anonymise.tests.test_see_rows import MANY
from datahub.analyses.models import Anonymisation
from datahub.analyses.sealed import found_of
from datahub.analyses.sealed import rows_beside as rows_of_candidates
from datahub.analyses.tests.factories import K5, RELEASE, an_anonymisation, released
from datahub.api.ref import Ref
from datahub.audit.models import Entry
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to as ref_to_data_set
from datahub.datasets.tests.factories import Visitor, work
from datahub.jobs.services import submit
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.services import Permit, grant
from datahub.releases.models import Release
from datahub.releases.sealed import SEES, note_of, ref_to, rows_beside
from datahub.vault.errors import PermitRefused, RecordNotAsWritten
from datahub.vault.keys import keyring
from datahub.vault.tests.factories import a_permit

pytestmark = pytest.mark.django_db


@pytest.fixture
def release(owner: Visitor, data_set: DataSet) -> Release:
    return Release.objects.get(pk=released(owner, data_set)["id"])


def to_download(release: Release) -> Permit:
    return a_permit(ref_to(release), "release.download")


def rows_of(owner: Visitor, release: Release) -> Any:
    return owner.get(f"releases/{release.pk}/rows/").json()


def sweep(kind: str = "releases.sweep") -> dict[str, Any]:
    job = submit(kind=kind, subject=Ref("platform", ""), owner=None, payload={})
    work()
    job.refresh_from_db()
    assert job.state == "done", job.error
    result: dict[str, Any] = job.result or {}
    return result


def test_what_is_opened_for_a_download_holds_no_row(owner: Visitor, release: Release) -> None:
    opened = json.dumps(note_of(to_download(release), release))
    shown = rows_of(owner, release)["rows"]
    assert len(shown) == 6
    for row in shown:
        assert json.dumps(row["before"]) not in opened
        assert json.dumps(row["after"]) not in opened


@pytest.mark.parametrize("operation", ["release.download", "release.read", "dataset.release", "dataset.anonymise"])
def test_no_permit_but_one_to_see_rows_opens_them(release: Release, operation: str) -> None:
    ref = ref_to(release) if operation.startswith("release.") else Ref.parse(release.data_set)
    with pytest.raises(PermitRefused):
        rows_beside(a_permit(ref, operation), release)


def test_a_permit_on_the_release_opens_no_key_of_the_rows(release: Release) -> None:
    """A permit on the release opens no rows, whatever its operation: they are sealed under the key of the data
    set."""
    with pytest.raises(PermitRefused):
        rows_beside(a_permit(ref_to(release), SEES), release)
    own = keyring.keys_of(to_download(release), ref_to(release))
    assert release.rows_beside is not None
    with pytest.raises(RecordNotAsWritten):
        own.chunk().open(bytes(release.rows_beside), b"rows beside release" + release.pk.bytes)


def test_what_is_opened_for_the_figures_of_candidates_holds_no_row(owner: Visitor, data_set: DataSet) -> None:
    tried = Anonymisation.objects.get(pk=an_anonymisation(owner, data_set, K5, {"models": [*K5["models"], MANY]})["id"])
    ref = ref_to_data_set(data_set)
    opened = json.dumps(found_of(a_permit(ref, "dataset.anonymise"), ref, tried))
    first, refused = (row["shown"] for row in owner.get(f"anonymisations/{tried.pk}/rows/").json())
    assert (len(first["rows"]), refused) == (6, None)
    for row in first["rows"]:
        assert json.dumps(row["before"]) not in opened
        assert json.dumps(row["after"]) not in opened
    for operation in ("dataset.anonymise", "dataset.administer"):
        with pytest.raises(PermitRefused):
            rows_of_candidates(a_permit(ref, operation), ref, tried)


def test_each_look_is_a_line_of_the_log(owner: Visitor, release: Release) -> None:
    for _ in range(2):
        rows_of(owner, release)
    looks = [entry.detail for entry in Entry.objects.filter(operation="dataset.see_rows")]
    assert looks == [{"release": str(release.pk)}] * 2


def test_rows_go_when_the_release_is_withdrawn(owner: Visitor, release: Release) -> None:
    owner.send("POST", f"releases/{release.pk}/withdrawal/")
    assert Release.objects.get(pk=release.pk).rows_beside is None
    assert rows_of(owner, release)["code"] == "nothing_released"


def test_rows_go_when_a_second_person_refuses(owner: Visitor, second: Visitor, data_set: DataSet) -> None:
    grant(actor=owner.person, person=second.person, role=OWNER, ref=ref_to_data_set(data_set))
    tried = an_anonymisation(owner, data_set, GUARDED)
    id = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE | {"audience": "public"}).json()["id"]
    work()
    assert len(second.get(f"releases/{id}/rows/").json()["rows"]) == 6  # a person who approves has to see the rows
    second.send("POST", f"releases/{id}/verdict/", {"approved": False})
    assert Release.objects.get(pk=id).rows_beside is None


def test_rows_go_with_the_data_set(owner: Visitor, data_set: DataSet, release: Release) -> None:
    owner.send("POST", f"datasets/{data_set.pk}/deletion/", {"confirm": "Incomes"})
    work()
    assert Release.objects.get(pk=release.pk).rows_beside is None


def test_the_database_keeps_no_rows_of_what_was_taken_back(release: Release) -> None:
    release.state, release.withdrawn_at = Release.State.WITHDRAWN, timezone.now()
    with pytest.raises(IntegrityError):
        release.save()

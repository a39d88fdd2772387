"""These tests cover what keeps a release from leaving: a weak file, an earlier release, one person alone, a worker that
is stopped."""

import dataclasses
import errno
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from datahub.analyses.anonymise import earlier_releases
from datahub.analyses.anonymise import release as releasing
from datahub.analyses.tests.factories import K5, K10_L3, RELEASE, an_anonymisation, ask, plan, released, rows_of
from datahub.audit.models import Entry
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import CSV, Visitor, load, work
from datahub.jobs import claims
from datahub.jobs.errors import ClaimLost
from datahub.jobs.models import Job
from datahub.ledger.models import Unbounded
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.services import Permit, grant
from datahub.releases import folders
from datahub.releases.models import Release
from datahub.releases.rules.tables import FORMS, lines_of
from datahub.releases.sealed import classes_of
from datahub.releases.services.begin import sweep
from datahub.vault.collections.file_chunks import Pieces

pytestmark = pytest.mark.django_db
GUARDED = {"models": [*K5["models"], {"model": "distinct-l-diversity", "column": "income", "l": 2}]}


def choose(owner: Visitor, data_set: DataSet, **wish: Any) -> Any:
    tried = an_anonymisation(owner, data_set)
    return owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE | wish)


def full(pieces: Pieces, number: int, piece: bytes) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def left_on_disk(folder: Path) -> list[Path]:
    return [path for path in (folder / folders.FOLDER).rglob("*") if path.is_file()]


def weakened(handed: Any, change: Any, *forms: str) -> Any:
    """Returns the same files with some forms of the table changed, and sorted again."""
    names, *rows = [line.split(",") for line in b"".join(handed.tables["csv"]).decode().splitlines()]
    table = lines_of(tuple(row) for row in change(rows))
    changed = {form: list(FORMS[form](names, table)) for form in forms}
    return dataclasses.replace(handed, tables={**handed.tables, **changed})


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: one_age_more(rows),  # one row shows its age, and the age is wrong
        lambda rows: rows[1:],  # one person is missing
        lambda rows: [[*rows[0][:2], "1"], *rows[1:]],  # one income is made up
    ],
    ids=["a class of one", "a row left out", "a value made up"],
)
def test_a_planted_weak_release_is_blocked_and_nobody_gets_it(
    owner: Visitor, data_set: DataSet, data_folder: Path, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    handed = releasing._handed
    monkeypatch.setattr(releasing, "_handed", lambda *given: weakened(handed(*given), change, *FORMS))
    release = released(owner, data_set)
    assert release["state"] == "blocked"
    assert owner.get(f"releases/{release['id']}/file/").json()["code"] == "nothing_released"
    outcomes = {finding["outcome"] for finding in owner.get(f"releases/{release['id']}/report/").json()["verified"]}
    assert "fails" in outcomes
    assert not left_on_disk(data_folder)
    assert not Unbounded.objects.exists()


def one_age_more(rows: list[list[str]]) -> list[list[str]]:
    return [["33", *rows[0][1:]], *rows[1:]]


def test_a_parquet_file_that_alone_is_weak_is_blocked_by_a_finding_of_its_own(
    owner: Visitor, data_set: DataSet, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed = releasing._handed
    monkeypatch.setattr(releasing, "_handed", lambda *given: weakened(handed(*given), one_age_more, "parquet"))
    release = released(owner, data_set)
    assert release["state"] == "blocked"
    verified = owner.get(f"releases/{release['id']}/report/").json()["verified"]
    assert [finding["of"] for finding in verified if finding["outcome"] == "fails"] == ["same_rows"]
    assert not left_on_disk(data_folder)


def test_a_parquet_file_that_is_cut_is_blocked(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed = releasing._handed

    def cut(*given: Any) -> Any:
        whole = handed(*given)
        return dataclasses.replace(whole, tables={**whole.tables, "parquet": [b"".join(whole.tables["parquet"])[:-9]]})

    monkeypatch.setattr(releasing, "_handed", cut)
    assert released(owner, data_set)["state"] == "blocked"


def test_a_second_release_that_intersects_is_refused_with_a_reason(owner: Visitor, data_set: DataSet) -> None:
    first = released(owner, data_set)
    coarser = plan(age={"hierarchy": {"kind": "intervals", "start": 0, "widths": [7, 14]}})
    tried = an_anonymisation(owner, data_set, plan=coarser)
    assert tried["found"][0]["beside"]["code"] == "releases_intersect"
    answer = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE)
    assert (answer.status_code, answer.json()["code"]) == (409, "releases_intersect")
    assert owner.send("POST", f"releases/{first['id']}/withdrawal/").json()["state"] == "withdrawn"
    again = an_anonymisation(owner, data_set, plan=coarser)
    assert again["found"][0]["beside"]["code"] == "releases_intersect"  # somebody may still have the first release


def test_earlier_releases_are_opened_once_for_all_candidates(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    released(owner, data_set)
    opened: list[Release] = []

    def noticed(permit: Permit, release: Release) -> bytes:
        opened.append(release)
        return classes_of(permit, release)

    monkeypatch.setattr(earlier_releases, "classes_of", noticed)
    coarser = plan(age={"hierarchy": {"kind": "intervals", "start": 0, "widths": [7, 14]}})
    tried = an_anonymisation(owner, data_set, K5, K10_L3, plan=coarser)
    assert [candidate["beside"]["code"] for candidate in tried["found"]] == ["releases_intersect"] * 2
    assert len(opened) == 1


def test_the_same_release_again_cuts_no_class_and_is_allowed(owner: Visitor, data_set: DataSet) -> None:
    first, second = released(owner, data_set), released(owner, data_set)
    assert second["state"] == "released"
    assert rows_of(owner, first["id"]) == rows_of(owner, second["id"])


def test_rows_of_another_version_that_nothing_identifies_are_not_proven_apart(
    owner: Visitor, data_set: DataSet
) -> None:
    released(owner, data_set)
    load(owner, data_set, CSV + "33,Bern,77\n")
    tried = an_anonymisation(owner, data_set, version=2)
    assert tried["found"][0]["beside"]["code"] == "intersection_unproven"


def test_another_order_of_the_rows_gives_the_identical_file(owner: Visitor, data_set: DataSet) -> None:
    names, *rows = CSV.splitlines()
    load(owner, data_set, "\n".join([names, *reversed(rows)]) + "\n")
    first = released(owner, data_set)
    # As if the first were about other people, so that a second may be made.
    Release.objects.update(people=f"lineage:{data_set.pk}")
    second = released(owner, data_set, version=2)
    for form in ("csv", "parquet"):
        files = [owner.get(f"releases/{release['id']}/file/", **{"as": form}).content for release in (first, second)]
        assert files[0] == files[1] != b""


def test_in_public_it_waits_for_a_second_person_who_did_not_make_it(
    owner: Visitor, second: Visitor, stranger: Visitor, data_set: DataSet
) -> None:
    tried = an_anonymisation(owner, data_set, GUARDED)
    assert tried["found"][0]["public"] == []
    path = f"anonymisations/{tried['id']}/releases/"
    id = owner.send("POST", path, RELEASE | {"audience": "public"}).json()["id"]
    work()
    assert owner.get(f"releases/{id}/").json()["state"] == "waiting"
    assert owner.get(f"releases/{id}/file/").json()["code"] == "nothing_released"
    assert not Unbounded.objects.exists()
    alone = owner.send("POST", f"releases/{id}/verdict/", {"approved": True})
    assert (alone.status_code, alone.json()["code"]) == (403, "second_person_needed")
    assert second.send("POST", f"releases/{id}/verdict/", {"approved": True}).status_code == 404
    grant(actor=owner.person, person=second.person, role=OWNER, ref=ref_to(data_set))
    assert second.get(f"releases/{id}/verdict/").json()["guarantee"].startswith("5-anonymous")
    assert second.send("POST", f"releases/{id}/verdict/", {"approved": True}).json()["state"] == "released"
    assert Unbounded.objects.count() == 1
    assert stranger.get(f"releases/{id}/file/").status_code == 200
    operations = set(Entry.objects.values_list("operation", flat=True))
    assert {"release.make", "release.seal", "release.approve", "release.download", "budget.unbounded"} <= operations


def test_one_that_a_second_person_refuses_leaves_nothing(
    owner: Visitor, second: Visitor, data_set: DataSet, data_folder: Path
) -> None:
    grant(actor=owner.person, person=second.person, role=OWNER, ref=ref_to(data_set))
    tried = an_anonymisation(owner, data_set, GUARDED)
    id = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE | {"audience": "public"}).json()["id"]
    work()
    assert second.send("POST", f"releases/{id}/verdict/", {"approved": False}).json()["state"] == "refused"
    assert not left_on_disk(data_folder)
    assert not Unbounded.objects.exists()


def test_what_no_model_guards_is_not_for_everybody(owner: Visitor, data_set: DataSet) -> None:
    answer = choose(owner, data_set, audience="public")
    assert (answer.status_code, answer.json()["code"]) == (409, "needs_differential_privacy")
    assert "No model guards income" in answer.json()["detail"]


def test_work_that_is_called_off_half_way_leaves_no_file(
    owner: Visitor, data_set: DataSet, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = choose(owner, data_set).json()["id"]
    job = Job.objects.get(kind="analyses.release")
    claim = claims.take(job.pk)
    assert claim is not None
    write = Pieces.write

    def cancelled_after_the_first(pieces: Pieces, number: int, piece: bytes) -> None:
        write(pieces, number, piece)
        owner.send("PATCH", f"jobs/{job.pk}/", {"state": "cancelled"})

    monkeypatch.setattr(Pieces, "write", cancelled_after_the_first)
    with pytest.raises(ClaimLost):
        releasing.make(claim)
    assert owner.get(f"releases/{id}/").json()["state"] == "failed"
    assert not left_on_disk(data_folder)
    assert not Unbounded.objects.exists()


def test_a_full_disk_is_said_and_nothing_is_left(
    owner: Visitor, data_set: DataSet, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pieces, "write", full)
    release = released(owner, data_set)
    assert (release["state"], release["error"]) == ("failed", "out_of_room")
    assert not left_on_disk(data_folder)


def test_one_that_failed_is_asked_for_again_while_what_it_was_of_is_there(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as away:
        away.setattr(Pieces, "write", full)
        failed = released(owner, data_set)
    path = f"anonymisations/{failed['asked']['anonymisation']}/"
    again = owner.send("POST", f"{path}releases/", RELEASE | {"candidate": failed["asked"]["candidate"]})
    work()
    release = owner.get(f"releases/{again.json()['id']}/").json()
    assert (release["state"], release["asked"]) == ("released", failed["asked"])
    assert owner.send("DELETE", path).status_code == 204
    assert owner.get(f"releases/{failed['id']}/").json()["asked"] is None
    listed = {release["id"]: release["asked"] for release in owner.get("releases/").json()["results"]}
    assert listed == {failed["id"]: None, release["id"]: release["asked"]}


def test_what_a_killed_worker_left_is_sealed_and_swept(owner: Visitor, data_set: DataSet, data_folder: Path) -> None:
    release = Release.objects.get(pk=released(owner, data_set)["id"])
    kept = len(left_on_disk(data_folder))
    stray = folders.folder_of(release.pk)  # no attempt at the release uses this folder
    stray.mkdir(parents=True)
    (stray / "0").write_bytes(b"sealed")
    assert sweep() == 1
    assert len(left_on_disk(data_folder)) == kept


def test_no_value_of_the_data_stands_unsealed_in_the_database(owner: Visitor, data_set: DataSet) -> None:
    odd = plan(town={"hierarchy": {"kind": "csv", "text": "Bern;*\n"}})
    tried = an_anonymisation(owner, data_set, plan=odd)
    assert (tried["state"], tried["error"]) == ("failed", "invalid")
    assert "'Basel'" in tried["refusal"]["detail"]
    released(owner, data_set)
    with connection.cursor() as cursor:
        for table in ("analyses_anonymisation", "releases_release", "jobs_job", "audit_entry", "ledger_unbounded"):
            cursor.execute(f"SELECT * FROM {table}")  # noqa: S608 - only constant table names are inserted
            assert "Basel" not in repr(cursor.fetchall())


def test_a_deleted_data_set_takes_its_releases_back(owner: Visitor, data_set: DataSet, data_folder: Path) -> None:
    id = released(owner, data_set)["id"]
    owner.send("POST", f"datasets/{data_set.pk}/deletion/", {"confirm": "Incomes"})
    work()
    assert Release.objects.get(pk=id).state == "withdrawn"
    assert owner.get(f"releases/{id}/file/").status_code == 409
    assert not left_on_disk(data_folder)


def test_only_two_anonymisations_of_a_data_set_are_at_work(owner: Visitor, data_set: DataSet) -> None:
    assert [ask(owner, data_set).status_code for _ in range(3)] == [202, 202, 409]


def test_whoever_chooses_takes_turns_with_those_who_release_a_copy(owner: Visitor, data_set: DataSet) -> None:
    """Two releases at once would each see that nothing was released. SQLite allows one writer at a time anyway."""
    tried = an_anonymisation(owner, data_set)
    with CaptureQueriesContext(connection) as queries:
        owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE)
    told = [query["sql"] for query in queries.captured_queries]
    people = next(at for at, sql in enumerate(told) if sql.startswith("SELECT") and 'FROM "datasets_lineage"' in sql)
    looked = next(at for at, sql in enumerate(told) if 'FROM "releases_release"' in sql and "lineage" in sql)
    assert people < looked
    assert "FOR NO KEY UPDATE" in told[people] or not connection.features.has_select_for_no_key_update

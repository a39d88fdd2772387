"""A file is read again and loaded at the same moment: one request comes first, and the other is refused."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from datahub.datasets.errors import FileRefused, NotInThisState
from datahub.datasets.file_texts import FILE
from datahub.datasets.models import DataSet, Upload, Version
from datahub.datasets.services import look as looking
from datahub.datasets.services.declare import read_as
from datahub.datasets.services.load import ask_for_loading
from datahub.datasets.tests.factories import CSV, Visitor, declaration, upload, work
from datahub.jobs.models import Job
from datahub.policies.services import authorise

pytestmark = pytest.mark.django_db(transaction=True)
FORMAT = {"kind": "csv", "encoding": "utf-8", "delimiter": ","}


@pytest.fixture
def declared(owner: Visitor, data_set: DataSet) -> Version:
    """Returns a draft that could be loaded."""
    upload(owner, data_set, CSV.encode())
    answer = owner.send("PUT", f"datasets/{data_set.pk}/versions/1/", {"columns": declaration()})
    assert answer.status_code == 200, answer.content
    return Version.objects.get()


def both(person: Person, version: Version) -> dict[str, Any]:
    ref = Ref("dataset", str(version.data_set_id))
    permit = authorise(viewer=person, operation="dataset.administer", ref=ref)
    return {"actor": person, "permit": permit, "version_id": version.pk}


def waits_for_a_row() -> bool:
    """Returns whether a transaction waits for a row, on PostgreSQL; on SQLite the second transaction waits for the lock
    of the file, and has read nothing yet."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def beside(first: Callable[[], object], second: Callable[[], object]) -> NotInThisState | None:
    """Returns the result of the second call, which begins before the transaction of the first has ended."""
    refusals: list[NotInThisState | None] = []
    begun = threading.Event()

    def run() -> None:
        begun.set()
        try:
            second()
            refusals.append(None)
        except NotInThisState as refusal:
            refusals.append(refusal)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    with transaction.atomic():
        first()
        thread.start()
        assert begun.wait(10)
        while not waits_for_a_row() and thread.is_alive():
            pass
    thread.join()
    return refusals[0]


def test_who_asks_for_a_load_while_the_file_is_read_again_is_told_so(owner: Visitor, declared: Version) -> None:
    arguments = both(owner.person, declared)
    refusal = beside(
        lambda: read_as(**arguments, format=FORMAT), lambda: ask_for_loading(**arguments, accepts_losses=False)
    )
    assert isinstance(refusal, NotInThisState)
    assert not Job.objects.filter(kind="datasets.load").exists()
    work()
    assert (Version.objects.get().state, Upload.objects.get().state) == ("draft", "found")


def test_who_asks_to_read_again_while_a_load_is_asked_for_is_told_so(owner: Visitor, declared: Version) -> None:
    arguments = both(owner.person, declared)
    refusal = beside(
        lambda: ask_for_loading(**arguments, accepts_losses=False), lambda: read_as(**arguments, format=FORMAT)
    )
    assert isinstance(refusal, NotInThisState)
    work()
    assert Version.objects.get().state == "loaded"


@pytest.mark.parametrize(
    ("version", "upload_state"), [("draft", "found"), ("loading", "looking"), ("loading", "found"), ("gone", "gone")]
)
@pytest.mark.parametrize("content", ["kept", "refused"])
def test_a_look_that_nobody_waits_for_any_more_changes_nothing(
    owner: Visitor, declared: Version, monkeypatch: pytest.MonkeyPatch, version: str, upload_state: str, content: str
) -> None:
    read_as(**both(owner.person, declared), format=FORMAT)
    before = list(declared.columns.order_by("place").values_list("name", "declaration"))
    honest = looking._look

    def look(*words: Any) -> Any:
        result = honest(*words)
        if version == "gone":
            Version.objects.filter(pk=declared.pk).delete()
        else:
            Version.objects.filter(pk=declared.pk).update(state=version)
            Upload.objects.update(state=upload_state)
        if content == "refused":
            raise FileRefused("damaged_file", FILE)
        return result

    monkeypatch.setattr(looking, "_look", look)
    work()
    job = Job.objects.filter(kind="datasets.look").latest("created_at")
    assert job.state == "done"
    if version != "gone":
        assert list(declared.columns.order_by("place").values_list("name", "declaration")) == before
        assert Upload.objects.get().state == upload_state

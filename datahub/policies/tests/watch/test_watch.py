"""Uses are counted at the Door, and an unusual day is shown to the owner once."""

from datetime import date, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from datahub.accounts.models import Person
from datahub.api.facts import Facts
from datahub.api.ref import Ref
from datahub.audit.models import Entry
from datahub.policies.models import Alarm, Use
from datahub.policies.tests.people import a_person
from datahub.policies.watch import services as watch

pytestmark = pytest.mark.django_db
DATA, VERSION = Ref("dataset", "one"), Ref("dataset_version", "v")


def describe_data(ids: list[str]) -> dict[Ref, Facts]:
    return {DATA: Facts("data", "", None, None, "loaded")} if "one" in ids else {}


def describe_versions(ids: list[str]) -> dict[Ref, Facts]:
    return {VERSION: Facts("v", "", None, DATA, "loaded")} if "v" in ids else {}


@pytest.fixture(autouse=True)
def data_sets_are_known(settings: Settings) -> None:
    settings.OBJECTS = {"dataset": f"{__name__}.describe_data", "dataset_version": f"{__name__}.describe_versions"}


@pytest.fixture
def bo() -> Person:
    return a_person("bo")


def used(person: Person, days_ago: int, *, permitted: int = 0, refused: int = 0) -> None:
    Use.objects.create(
        person=person,
        object=str(DATA),
        operation="dataset.query",
        day=today() - timedelta(days=days_ago),
        permitted=permitted,
        refused=refused,
    )


def today() -> date:
    return timezone.now().date()


def test_a_use_is_counted_on_its_day_also_by_way_of_a_version(bo: Person) -> None:
    for ref in (DATA, VERSION, DATA):
        watch.note(person=bo, operation="dataset.query", ref=ref, what="permitted")
    watch.note(person=bo, operation="dataset.query", ref=DATA, what="refused")
    kept = Use.objects.get()
    assert (kept.object, kept.permitted, kept.refused, kept.day) == (str(DATA), 3, 1, today())


def test_reading_about_data_and_what_does_not_exist_are_no_uses(bo: Person) -> None:
    watch.note(person=bo, operation="dataset.read_metadata", ref=DATA, what="permitted")
    watch.note(person=bo, operation="dataset.administer", ref=DATA, what="permitted")
    watch.note(person=bo, operation="dataset.query", ref=Ref("dataset", "none"), what="refused")
    watch.note(person=bo, operation="dataset.query", ref=Ref("survey", "one"), what="refused")
    assert not Use.objects.exists()


def test_an_unusual_day_raises_one_alarm_and_one_line_in_the_log(bo: Person) -> None:
    used(bo, 3, permitted=2)
    used(bo, 0, permitted=25, refused=9)
    assert watch.look() == 1
    alarm = Alarm.objects.get()
    assert (alarm.what, alarm.count, alarm.bound, alarm.day) == ("permitted", 25, 25, today())
    Use.objects.filter(day=today()).update(permitted=40)
    assert watch.look() == 0
    alarm.refresh_from_db()
    assert alarm.count == 40
    assert Entry.objects.filter(operation="alarm.raise", subject=str(DATA)).count() == 1


def test_many_refusals_are_unusual_too(bo: Person) -> None:
    used(bo, 1, refused=10)
    assert watch.look() == 1
    assert Alarm.objects.get().what == "refused"


def test_whoever_always_asks_much_is_not_unusual(bo: Person) -> None:
    for days in range(1, 29):
        used(bo, days, permitted=100)
    used(bo, 0, permitted=120)
    assert watch.look() == 0


def test_the_owner_has_seen_it(bo: Person) -> None:
    used(bo, 0, permitted=30)
    watch.look()
    ana = a_person("ana")
    seen = watch.see(actor=ana, alarm=Alarm.objects.get())
    first = seen.seen_at
    assert first is not None
    assert watch.see(actor=ana, alarm=seen).seen_at == first
    assert Entry.objects.filter(operation="alarm.see").count() == 1
    assert [use.permitted for use in watch.profile_of(DATA, today())] == [30]

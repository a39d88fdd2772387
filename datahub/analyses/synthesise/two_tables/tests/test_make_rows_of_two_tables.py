"""Tests of rows of two tables, from a plan of two data sets to rows of both: paid by both people, and nothing of either
but through noise."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from datahub.analyses.models import Synthesis, SyntheticModel
from datahub.analyses.synthesise.two_tables import job as synthesis_job
from datahub.analyses.tests.factories import words_of
from datahub.analyses.tests.synthesis_factories import people_of
from datahub.analyses.tests.two_tables_factories import (
    HOUSEHOLDS,
    MEMBERS,
    a_synthesis_of_two,
    ask,
    plan,
    two_data_sets,
)
from datahub.audit.models import Entry
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, work
from datahub.jobs import claims
from datahub.jobs.errors import ClaimLost
from datahub.jobs.models import Job
from datahub.ledger.models import Account, Spend
from datahub.ledger.tests.factories import sums
from mechanisms.synthesis.two_tables.fitting import fitted_joined

pytestmark = pytest.mark.django_db
TOLD = "north has 20 households"
KIND = "analyses.synthesise_joined"


@pytest.fixture
def both(owner: Visitor) -> tuple[DataSet, DataSet]:
    return two_data_sets(owner)


def broken(*_: object, **__: object) -> None:
    raise ValueError(TOLD)


def spent(both: tuple[DataSet, DataSet]) -> Decimal:
    """Returns what both people are charged, which is the same for each."""
    (first, rho), (second, other) = (sums(people_of(data_set)) for data_set in both)
    assert first == second == 0
    assert rho == other
    return Decimal(rho)


def test_rows_of_both_tables_are_made_of_declared_values_with_keys_that_fit_and_paid_once_by_both_people(
    owner: Visitor, both: tuple[DataSet, DataSet]
) -> None:
    shown = a_synthesis_of_two(owner, *both)
    assert (shown["state"], shown["spend"]) == ("done", "committed")
    assert spent(both) == Decimal(shown["rho"]) > 0
    sample = owner.get(f"syntheses/{shown['id']}/rows/", rows="30").json()
    assert sample["parents"]["columns"] == ["household", "region", "rooms"]
    assert sample["children"]["columns"] == ["household", "age", "school"]
    keys = [row[0] for row in sample["parents"]["rows"]]
    assert keys == [f"made-{number}" for number in range(1, 31)]
    of_children = [row[0] for row in sample["children"]["rows"]]
    assert of_children == sorted(of_children, key=keys.index)
    assert 0 < max(map(of_children.count, keys)) <= 3
    assert {row[1] for row in sample["parents"]["rows"]} <= {"north", "south"}
    assert all(1 <= int(row[2]) <= 5 for row in sample["parents"]["rows"])
    assert all(0 <= int(row[1]) <= 99 and row[2] in {"none", "primary"} for row in sample["children"]["rows"])
    assert owner.get(f"syntheses/{shown['id']}/rows/", rows="30").json() == sample
    assert spent(both) == Decimal(shown["rho"])


def test_what_is_counted_are_the_rows_of_the_vault_each_child_with_the_region_of_its_household(
    owner: Visitor, both: tuple[DataSet, DataSet], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each household in the south has three members, of whom two count; each in the north has one, who is in no
    school."""
    tables: list[Any] = []

    def seen(*given: Any, **named: Any) -> Any:
        tables.extend(given[1:])
        return fitted_joined(*given, **named)

    monkeypatch.setattr(synthesis_job, "fitted_joined", seen)
    a_synthesis_of_two(owner, *both, most=2)
    parents, children = tables
    assert parents.of((0, 2)).tolist() == [[0, 20, 0], [0, 0, 20]]
    assert parents.of((1,)).tolist() == [8] * 5
    by_school = children.of((0, 2))
    assert by_school[0].tolist() == [20, 0]
    assert by_school[1].sum() == 40
    assert 0 < by_school[1][1] <= 20
    assert children.of((0, 1))[0].tolist() == [20, 0, 0, 0, 0]


def test_both_units_are_told_and_neither_loses_more_than_what_is_charged(
    owner: Visitor, both: tuple[DataSet, DataSet]
) -> None:
    shown = ask(owner, *both).json()
    rho = Decimal(shown["rho"])
    parent, child = (Decimal(unit["rho"]) for unit in shown["units"])
    assert abs(parent - child) < Decimal("1e-12")
    assert rho - Decimal("1e-12") < max(parent, child) <= rho
    assert [text.partition(": ")[2] for text in shown["guarantees"]] == [
        "whether everything of one key in both tables, or one row of the parents, was added or removed",
        "whether one row of the children was added or removed",
    ]
    half = ask(owner, *both, share_of_parents="0.5").json()
    parent, child = (Decimal(unit["rho"]) for unit in half["units"])
    assert parent < Decimal("0.5") * rho < child <= rho == Decimal(half["rho"])


def test_the_same_plan_again_is_the_same_and_free(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    shown = a_synthesis_of_two(owner, *both)
    again = ask(owner, *both, epsilon="2.0", children={"together": [["school", "age"]]}).json()
    assert again["id"] == shown["id"]
    assert spent(both) == Decimal(shown["rho"])
    assert not Job.objects.filter(state=Job.State.QUEUED).exists()
    assert ask(owner, *both, most=2).json()["id"] != shown["id"]


def test_the_viewers_own_share_is_charged_on_both_people(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    shown = a_synthesis_of_two(owner, *both)
    own = Account.objects.filter(ref=f"person:{owner.person.pk}")
    assert {account.people for account in own} == {str(people_of(table)) for table in both}
    assert {account.spent_rho for account in own} == {Decimal(shown["rho"])}


@pytest.mark.parametrize(
    ("households", "members"),
    [
        (HOUSEHOLDS + "h0,north,1\n", MEMBERS),
        (HOUSEHOLDS + ",north,1\n", MEMBERS),
        (HOUSEHOLDS, MEMBERS + "unknown,3,none\n"),
        (HOUSEHOLDS, MEMBERS + ",3,none\n"),
        (HOUSEHOLDS, MEMBERS + "h0,3,none\n" * 50),
        (HOUSEHOLDS.splitlines()[0] + "\nh0,north,1\nh0,north,1\n", MEMBERS),
        (HOUSEHOLDS, MEMBERS.splitlines()[0] + "\nh0,3,none\n"),
    ],
    ids=["key twice", "no key", "no parent", "child without key", "too many", "no parent counts", "one child"],
)
def test_whatever_keys_the_rows_have_there_are_rows_and_nothing_tells_of_it(
    owner: Visitor, households: str, members: str, caplog: pytest.LogCaptureFixture
) -> None:
    both = two_data_sets(owner, households=households, members=members)
    shown = a_synthesis_of_two(owner, *both)
    assert (shown["state"], shown["error"]) == ("done", "")
    assert not [key for key in ("unknown", "h39") if key in caplog.text]
    assert len(owner.get(f"syntheses/{shown['id']}/rows/").json()["parents"]["rows"]) == 10


def test_the_answer_says_nothing_of_how_many_rows_there_are(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    shown = a_synthesis_of_two(owner, *both)
    job = Job.objects.get(kind=KIND)
    assert (job.progress_total, job.result) == (synthesis_job.STEPS, {})
    assert "40" not in words_of({part: shown[part] for part in ("progress", "plan", "guarantees")})


def test_what_is_called_off_before_its_start_is_free_again(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    synthesis = ask(owner, *both).json()
    assert [sums(people_of(table)) for table in both] == [(Decimal(synthesis["rho"]), 0)] * 2
    cancelled = owner.send("PATCH", f"syntheses/{synthesis['id']}/", {"state": "cancelled"}).json()
    assert (cancelled["state"], cancelled["spend"]) == ("cancelled", "released")
    assert spent(both) == 0


def test_what_is_thrown_away_while_it_waits_is_called_off_and_what_was_made_is_stored(
    owner: Visitor, both: tuple[DataSet, DataSet]
) -> None:
    synthesis = ask(owner, *both).json()
    assert owner.send("DELETE", f"syntheses/{synthesis['id']}/").status_code == 204
    assert spent(both) == 0
    first = a_synthesis_of_two(owner, *both)
    owner.send("DELETE", f"syntheses/{first['id']}/")
    again = a_synthesis_of_two(owner, *both)
    assert again["report"] == first["report"]
    assert spent(both) == Decimal(first["rho"])


def test_what_is_called_off_after_its_start_stays_spent(
    owner: Visitor, both: tuple[DataSet, DataSet], monkeypatch: pytest.MonkeyPatch
) -> None:
    synthesis = ask(owner, *both).json()

    def called_off(*given: Any, **named: Any) -> Any:
        owner.send("PATCH", f"syntheses/{synthesis['id']}/", {"state": "cancelled"})
        return fitted_joined(*given, **named)

    monkeypatch.setattr(synthesis_job, "fitted_joined", called_off)
    work()
    shown = owner.get(f"syntheses/{synthesis['id']}/").json()
    assert (shown["state"], shown["spend"], shown["report"]) == ("cancelled", "executing", None)
    assert spent(both) == Decimal(synthesis["rho"])
    assert not SyntheticModel.objects.exists()


def test_what_breaks_while_it_draws_is_charged_once_draws_no_more_and_says_nothing_of_why(
    owner: Visitor,
    both: tuple[DataSet, DataSet],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    synthesis = ask(owner, *both).json()
    with monkeypatch.context() as patched:
        patched.setattr(synthesis_job, "fitted_joined", broken)
        work()
    assert TOLD not in caplog.text
    shown = owner.get(f"syntheses/{synthesis['id']}/").json()
    assert (shown["state"], shown["error"], shown["spend"]) == ("failed", "analysis_failed", "committed")
    assert spent(both) == Decimal(synthesis["rho"])


def test_who_loses_the_job_keeps_nothing(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    ask(owner, *both)
    job = Job.objects.get(kind=KIND)
    slow = claims.take(job.pk)
    assert slow is not None
    Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED, lease_until=None)
    work()
    with pytest.raises(ClaimLost):
        synthesis_job.make(slow)
    assert SyntheticModel.objects.count() == Spend.objects.filter(state="committed").count() == 1


def test_errors_of_both_tables_are_forecast_for_several_budgets_before_anything_is_spent(
    owner: Visitor, both: tuple[DataSet, DataSet]
) -> None:
    wanted = plan(both[1])
    privacy = [{"epsilon": epsilon, "delta": wanted["delta"]} for epsilon in ("1", "2", "4")]
    made_of = {part: value for part, value in wanted.items() if part not in {"epsilon", "delta"}}
    body = {**made_of, "parents_assumed": 1000, "children_assumed": 2000, "privacy": privacy}
    path = f"datasets/{both[0].pk}/versions/1/syntheses/forecasts/"
    forecast = owner.send("POST", path, body).json()
    assert [(column["name"], column["whose"]) for column in forecast["parents"]] == [
        ("region", "parents"), ("rooms", "parents"), ("number of children", "number"),
    ]  # fmt: skip
    assert forecast["parents"][2]["values"] == ["0", "1", "2", "3"]
    assert [(column["name"], column["whose"]) for column in forecast["children"]] == [
        ("region", "parents"), ("age", "children"), ("school", "children"),
    ]  # fmt: skip
    for of in ("parents", "children"):
        alone = [budget[of]["alone"][1] for budget in forecast["forecasts"]]
        assert alone == sorted(alone, reverse=True)
    fewer = owner.send("POST", path, {**body, "most": 1}).json()
    assert fewer["forecasts"][0]["children"]["alone"][1] < forecast["forecasts"][0]["children"]["alone"][1]
    assert not Spend.objects.exists()
    assert ask(owner, *both).json()["rho"] == forecast["forecasts"][1]["rho"]


def test_what_is_done_is_noted_of_both_data_sets(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    shown = a_synthesis_of_two(owner, *both)
    owner.get(f"syntheses/{shown['id']}/file/", form="csv")
    for table, other in (both, both[::-1]):
        noted = Entry.objects.filter(subject=str(ref_to(table)), detail__synthesis=shown["id"]).order_by("pk")
        assert [entry.detail.get("form") for entry in noted] == [None, "csv"]
        assert {entry.detail["joined_with"] for entry in noted} == {str(ref_to(other))}
        paid = Entry.objects.filter(subject=str(ref_to(table)), operation="budget.reserve")
        assert [entry.detail["request"] for entry in paid] == [f"joined:{shown['id']}"]
        for step in ("budget.start", "budget.commit"):
            assert Entry.objects.filter(subject=str(people_of(table)), operation=step).count() == 1


def test_a_program_that_asks_again_under_its_key_has_asked_once(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    path, body = f"/api/v1/datasets/{both[0].pk}/syntheses/", {"version": 1, "plan": plan(both[1])}
    key = {"Idempotency-Key": str(uuid4())}
    client = Client()
    client.force_login(owner.person)
    first, again = (client.post(path, body, content_type="application/json", headers=key).json() for _ in range(2))
    assert first["id"] == again["id"]
    other = ask(owner, *both, most=2).json()["id"]
    listed = owner.get(f"datasets/{both[0].pk}/syntheses/").json()
    assert [synthesis["id"] for synthesis in listed["results"]] == [other, first["id"]]
    assert listed["results"][0]["children"] == {"data_set": str(both[1].pk), "version": 1}
    assert Synthesis.objects.count() == Spend.objects.count() == 2
    assert ask(owner, *both, most=1).json()["code"] == "too_many"


@pytest.mark.parametrize("which", [0, 1], ids=["parents", "children"])
def test_rows_are_made_and_shown_by_the_declarations_that_they_were_asked_by_or_not_at_all(
    owner: Visitor, both: tuple[DataSet, DataSet], which: int
) -> None:
    path = f"syntheses/{a_synthesis_of_two(owner, *both)['id']}/"
    paid = spent(both)
    ask(owner, *both, most=1)
    column = both[which].versions.get().columns.get(name=("rooms", "age")[which])
    column.declaration = {**column.declaration, "maximum": "98"}
    column.save()
    for at in (path, path + "rows/", path + "file/?form=csv"):
        assert owner.get(at).json()["code"] == "not_in_this_state"
    work()
    assert Job.objects.get(kind=KIND, state="failed").error == "not_in_this_state"
    assert spent(both) == paid

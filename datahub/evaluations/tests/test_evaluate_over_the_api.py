"""A person who asks for an evaluation sees its progress and findings, and can cancel it; others learn
nothing of it."""

import csv
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from datahub.accounts.models import Person
from datahub.audit.models import Entry
from datahub.evaluations import services
from datahub.evaluations.models import Evaluation
from datahub.evaluations.rules.study import MOST_WORK, study
from datahub.jobs import claims
from datahub.jobs.errors import ClaimLost
from datahub.jobs.execution import run
from datahub.jobs.models import Job

pytestmark = pytest.mark.django_db(transaction=True)

ASKED: dict[str, Any] = {
    "mechanisms": ["randomized-response", "subset-selection", "hadamard-response"],
    "epsilons": ["1", "2"],
    "population": "harmonic",
    "answers": 4,
    "people": 200,
    "repetitions": 5,
    "seed": 3,
}


class Visitor:
    def __init__(self, name: str) -> None:
        self.person = Person.objects.create(email=f"{name}@example.org", name=name)
        EmailAddress.objects.create(user=self.person, email=self.person.email, verified=True, primary=True)
        self._client = Client()
        self._client.force_login(self.person)

    def ask(self, *, key: str | None = None, **changed: Any) -> Any:
        headers = {} if key is None else {"Idempotency-Key": key}
        body = ASKED | changed
        return self._client.post("/api/v1/evaluations/", body, content_type="application/json", headers=headers)

    def get(self, path: str = "") -> Any:
        return self._client.get(f"/api/v1/evaluations/{path}")

    def cancel(self, id: str) -> Any:
        body = {"state": "cancelled"}
        return self._client.patch(f"/api/v1/evaluations/{id}/", body, content_type="application/json")

    def delete(self, id: str) -> Any:
        return self._client.delete(f"/api/v1/evaluations/{id}/")


@pytest.fixture
def ana() -> Visitor:
    return Visitor("ana")


def work() -> None:
    for job in Job.objects.filter(kind="evaluations.run", state="queued"):
        run(job.pk)


def test_what_is_found_has_a_trial_for_each_mechanism_and_epsilon_and_its_closed_form(ana: Visitor) -> None:
    answer = ana.ask()
    assert (answer.status_code, answer.json()["state"], answer.json()["findings"]) == (202, "queued", None)
    work()
    evaluation = ana.get(f"{answer.json()['id']}/").json()
    assert (evaluation["state"], evaluation["simulated"], evaluation["asked"]) == ("done", True, ASKED)
    assert evaluation["progress"] == {"done": 20, "total": 20}  # surveys of refused combinations are not counted
    trials = evaluation["findings"]["trials"]
    assert [(trial["epsilon"], trial["mechanism"]) for trial in trials] == [
        (epsilon, slug) for epsilon in ASKED["epsilons"] for slug in ASKED["mechanisms"]
    ]
    refused, *others = trials[:3]
    assert refused["refused"] != ""
    assert refused["mean_squared_error"] is None
    for trial in others:
        assert trial["mean_squared_error_low"] < trial["mean_squared_error"] < trial["mean_squared_error_high"]
        assert trial["expected_squared_error"] > 0
    assert set(evaluation["findings"]["best"]) == {"1", "2"}
    assert evaluation["findings"]["top"] == 4


def test_the_curve_goes_through_the_closed_form_of_the_trials(ana: Visitor) -> None:
    id = ana.ask().json()["id"]
    work()
    findings = ana.get(f"{id}/").json()["findings"]
    curves = {curve["mechanism"]: {at["epsilon"]: at for at in curve["points"]} for curve in findings["curves"]}
    # Randomized response works for two answers alone, and the study has more.
    assert curves["randomized-response"] == {}
    for trial in findings["trials"]:
        if not trial["refused"]:
            at = curves[trial["mechanism"]][trial["epsilon"]]
            assert at["expected_squared_error"] == trial["expected_squared_error"]


def test_the_file_has_the_same_figures(ana: Visitor) -> None:
    id = ana.ask().json()["id"]
    assert (ana.get(f"{id}/findings.csv").status_code, ana.get(f"{id}/findings.csv").json()["code"]) == (
        409,
        "nothing_found",
    )
    work()
    answer = ana.get(f"{id}/findings.csv")
    lines = list(csv.DictReader(StringIO(answer.content.decode())))
    trials = ana.get(f"{id}/").json()["findings"]["trials"]
    assert [line["mechanism"] for line in lines] == [trial["mechanism"] for trial in trials]
    assert float(lines[-1]["mean_squared_error"]) == trials[-1]["mean_squared_error"]
    assert lines[0]["mean_squared_error"] == ""


def test_the_same_key_is_the_same_evaluation(ana: Visitor) -> None:
    first, second = ana.ask(key="12345678"), ana.ask(key="12345678")
    assert (second.status_code, second.json()["id"]) == (202, first.json()["id"])
    assert Job.objects.count() == Evaluation.objects.count() == 1


def test_without_a_seed_one_is_drawn_and_said(ana: Visitor) -> None:
    assert isinstance(ana.ask(seed=None).json()["asked"]["seed"], int)


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"mechanisms": ["su-wheel"]}, "invalid", "mechanisms.0"),
        ({"epsilons": ["-1"]}, "invalid", "epsilons.0"),
        ({"population": "survey:1"}, "invalid", "population"),
        ({"answers": None}, "invalid", "answers"),
        ({"people": 1_000_000, "answers": 20}, "too_much_work", "people"),
        ({"repetitions": 200, "people": 1 + MOST_WORK // (4 * 6 * 200)}, "too_much_work", "people"),
        ({"answers_of": "everybody"}, "invalid", "answers_of"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_code(
    ana: Visitor, changed: dict[str, Any], code: str, field: str
) -> None:
    answer = ana.ask(**changed)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert field in answer.json()["fields"]
    assert not Evaluation.objects.exists()


def test_only_two_of_a_person_are_at_work_at_once(ana: Visitor) -> None:
    first, _ = ana.ask(), ana.ask()
    assert (ana.ask().status_code, ana.ask().json()["code"]) == (409, "too_many")
    assert Visitor("zoe").ask().status_code == 202
    ana.cancel(first.json()["id"])
    assert ana.ask().status_code == 202


def test_so_many_are_kept_and_no_more(ana: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_KEPT", 1)
    id = ana.ask().json()["id"]
    assert ana.ask().json()["code"] == "too_many"
    assert ana.delete(id).status_code == 204
    assert ana.ask().status_code == 202


def test_one_that_was_called_off_finds_nothing_and_cannot_be_called_off_when_it_is_over(ana: Visitor) -> None:
    id = ana.ask().json()["id"]
    assert ana.cancel(id).json()["state"] == "cancelled"
    work()
    assert ana.get(f"{id}/").json()["findings"] is None
    assert Entry.objects.filter(operation="job.cancel").exists()
    other = ana.ask().json()["id"]
    work()
    assert (ana.cancel(other).status_code, ana.cancel(other).json()["code"]) == (409, "job_ended")


def test_work_that_is_called_off_meanwhile_stops_and_keeps_nothing(ana: Visitor) -> None:
    """The claim is taken first, so that the cancellation comes while the job runs."""
    id = ana.ask().json()["id"]
    claim = claims.take(Evaluation.objects.get().job_id)
    assert claim is not None
    ana.cancel(id)
    with pytest.raises(ClaimLost):
        services.run(claim)
    assert Evaluation.objects.get().findings is None


def test_one_that_was_deleted_meanwhile_ends_its_work(ana: Visitor) -> None:
    id = ana.ask().json()["id"]
    assert ana.delete(id).status_code == 204
    work()
    assert Job.objects.get().state == "cancelled"
    assert ana.get(f"{id}/").status_code == 404


def test_others_see_nothing_of_it(ana: Visitor) -> None:
    id, zoe = ana.ask().json()["id"], Visitor("zoe")
    assert [answer.status_code for answer in (zoe.get(f"{id}/"), zoe.cancel(id), zoe.delete(id))] == [404, 404, 404]
    assert zoe.get().json()["results"] == []
    assert [evaluation["id"] for evaluation in ana.get().json()["results"]] == [id]


def test_a_person_who_goes_takes_their_evaluations_along(ana: Visitor) -> None:
    services.ask(actor=ana.person, id=uuid4(), study=study(**ASKED))
    ana.person.delete()
    assert not Evaluation.objects.exists()

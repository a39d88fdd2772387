"""Results weighted to known shares: from tallies to the API, files and the report; nothing is spent, nothing is new."""

import csv
import io
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.audit.models import Entry
from mechanisms.common.entropy import SeededEntropy
from surveys.errors import BadQuery
from surveys.files.report.weighting import weighted_parts
from surveys.files.report.words import CHINESE, ENGLISH
from surveys.models import Estimate, Version
from surveys.publishing.definition import Definition
from surveys.reports.tally import Tally, tally
from surveys.results.compare import covariances, pair_covariances
from surveys.results.crosstabs.rules import planned_crosstab
from surveys.results.crosstabs.services import keep_planned, planned_tables
from surveys.results.estimate import of_everybody, results
from surveys.results.weighting.export import weighted_answers_of
from surveys.results.weighting.rules import KnownShares, checked, weighted
from surveys.tests.client import Visitor
from surveys.tests.factories import COLOURS, a_version, question, read
from surveys.tests.results.test_compare_and_cross import PAIRED, PEOPLE, defined, records

HALF = {"q1": {"yes": 0.5, "no": 0.5}}
ANSWERS_OF_Q2 = ["red", "green", "blue"]
# Of those who said yes, 5, 2 and 0 of 7 chose the three colours; of those who said no, 1, 0 and 5 of 6.
TRUTH = [0.5 * 5 / 7 + 0.5 / 6, 0.5 * 2 / 7, 0.5 * 5 / 6]


def weigh(definition: Definition, counted: Mapping[int, Tally], known: KnownShares) -> dict[str, Any]:
    tables = [planned_crosstab(definition, counted, "q1", "q2")]
    stored = covariances(definition, counted) | pair_covariances(definition, counted)
    shown = results(definition, counted)
    return weighted(shown, tables, stored, checked(shown, known))


def counts_of(definition: Definition, times: int) -> dict[int, Tally]:
    return {level.id: tally(level, records(definition, level.id, PEOPLE * times)) for level in definition.levels}


def entries(outcome: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in outcome["questions"]}


@pytest.fixture(scope="module")
def outcome() -> dict[str, Any]:
    definition = defined()
    return weigh(definition, counts_of(definition, 20), HALF)


def test_a_planned_pair_carries_the_weights_over(outcome: dict[str, Any]) -> None:
    """Seven of 10 respondents said yes, but only 5 of 10 people: the results lie within six standard errors of the
    weighted shares."""
    second = entries(outcome)["q2"]
    assert (second["state"], second["margin"], second["reports"]) == ("weighted", "q1", 40_000)
    assert [answer["id"] for answer in second["answers"]] == ANSWERS_OF_Q2
    for answer, truth in zip(second["answers"], TRUTH, strict=True):
        assert abs(answer["share"] - truth) < 6 * answer["standard_error"]
        low, high = answer["intervals"]["95"]
        assert (high - low) / 2 == pytest.approx(1.959964 * answer["standard_error"])
    assert abs(second["answers"][0]["unweighted_share"] - TRUTH[0]) > 10 * second["answers"][0]["unweighted_error"]
    assert sum(answer["share"] for answer in second["answers"]) == pytest.approx(1)
    np.testing.assert_allclose([own["weight"] for own in second["weights"]], [0.5 / 0.7, 0.5 / 0.3], rtol=0.1)
    assert second["guarantee"]["error"] == max(answer["standard_error"] for answer in second["answers"])
    assert second["guarantee"]["epsilon"] == "2"


def test_known_shares_stand_beside_what_was_estimated(outcome: dict[str, Any]) -> None:
    (margin,) = outcome["margins"]
    assert [(answer["id"], answer["known"]) for answer in margin["answers"]] == [("yes", 0.5), ("no", 0.5)]
    assert all(abs(answer["estimated"] - answer["known"]) > 0.15 for answer in margin["answers"])


def test_a_question_that_no_pair_joins_is_said_to_be_unweighted(outcome: dict[str, Any]) -> None:
    third = entries(outcome)["q3"]
    assert (third["state"], third["margin"], third["answers"]) == ("not_joined", None, None)


@pytest.mark.parametrize("missing", ["table", "covariance"])
def test_a_planned_pair_of_too_few_reports_is_said_to_be_one(missing: str) -> None:
    """Results may be stored between two reads, so that a pair has a table but no covariance yet."""
    definition = defined()
    counted = counts_of(definition, 1)
    shown = results(definition, counted)
    tables = [] if missing == "table" else [planned_crosstab(definition, counted, "q1", "q2")]
    stored = covariances(definition, counted) | (pair_covariances(definition, counted) if missing == "table" else {})
    outcome = weighted(shown, tables, stored, checked(shown, HALF))
    second, third = (entries(outcome)[id] for id in ("q2", "q3"))
    assert (second["state"], second["margin"], second["answers"]) == ("too_few", "q1", None)
    assert (third["state"], third["margin"]) == ("not_joined", None)
    assert any("too few reports came on the planned pair" in str(part) for part in weighted_parts(outcome, ENGLISH))


def test_a_question_of_a_type_that_no_pair_can_have_is_said_to_be_so() -> None:
    definition = defined()
    shown = results(definition, counts_of(definition, 1))
    shown["questions"][2] |= {"type": "matrix"}
    outcome = weighted(shown, [], {}, checked(shown, HALF))
    assert entries(outcome)["q3"]["state"] == "not_pairable"
    assert any("stand in no pair" in str(part) for part in weighted_parts(outcome, ENGLISH))


def test_the_second_question_of_a_pair_weights_the_first() -> None:
    definition = defined()
    known = {"q2": dict(zip(ANSWERS_OF_Q2, (0.2, 0.2, 0.6), strict=True))}
    first = entries(weigh(definition, counts_of(definition, 20), known))["q1"]
    truth = 0.2 * 10 / 11 + 0.2 * 1 + 0.6 * 0
    assert abs(first["answers"][0]["share"] - truth) < 6 * first["answers"][0]["standard_error"]
    assert first["margin"] == "q2"


def test_an_answer_that_nobody_may_have_given_weights_nothing() -> None:
    definition = defined(levels=[{"epsilon": "1"}])
    people = [(0, 0, 0)] * 150 + [(0, 2, 1)] * 50
    counted = {0: tally(definition.levels[0], records(definition, 0, people))}
    second = entries(weigh(definition, counted, HALF))["q2"]
    assert (second["state"], second["empty"], second["answers"]) == ("may_be_empty", ["no"], None)


def test_people_without_an_answer_keep_their_share_and_need_none() -> None:
    questions = [question(), question("q2", options=COLOURS[:2], may_skip=False)]
    definition = defined(questions=questions, pairs=[["q1", "q2"]], levels=[{"epsilon": "4"}])
    (part,) = definition.levels[0].parts
    # The cells are yes, no and prefer not to say, each with red and then green.
    answers = np.repeat([0, 1, 2, 3, 4, 5], [2400, 600, 750, 2250, 300, 700])
    packed = part.oracle.perturb_many(answers, SeededEntropy(3))
    counted = {0: Tally(len(answers), {part.field: part.oracle.count(packed).tolist()})}
    second = entries(weigh(definition, counted, HALF))["q2"]
    truth = 6 / 7 * (0.5 * 0.8 + 0.5 * 0.25) + 1 / 7 * 0.3
    assert abs(second["answers"][0]["share"] - truth) < 6 * second["answers"][0]["standard_error"]
    assert [own["answer"] for own in second["weights"]] == ["yes", "no", "prefer_not_to_say"]
    assert second["weights"][2]["weight"] == 1
    shown = results(definition, counted)
    with pytest.raises(BadQuery, match="has the answers yes, no"):
        checked(shown, {"q1": {"yes": 0.4, "no": 0.4, "prefer_not_to_say": 0.2}})


@pytest.mark.parametrize(
    ("known", "reason"),
    [
        ({"q1": {"yes": 0.5, "no": 0.6}}, "add up to 1.1, not to 1"),
        ({"q1": {"yes": 1.0}}, "has the answers yes, no"),
        ({"q9": {"yes": 1.0}}, "q9 has no results"),
    ],
)
def test_refuses_shares_that_are_not_those_of_everybody(known: KnownShares, reason: str) -> None:
    definition = defined()
    shown = results(definition, counts_of(definition, 1))
    with pytest.raises(BadQuery, match=reason) as refused:
        checked(shown, known)
    assert set(refused.value.fields) == {"margins"}


def test_each_row_of_the_file_can_be_read_alone(outcome: dict[str, Any]) -> None:
    told = {"survey": "s", "version": {"number": 1, "hash": "h"}, "simulated": False}
    table = weighted_answers_of(outcome | told)
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    assert [(row["question"], row["answer"], row["state"]) for row in rows] == [
        ("q1", "yes", "known"), ("q1", "no", "known"),
        *(("q2", answer, "weighted") for answer in ANSWERS_OF_Q2),
        ("q3", None, "not_joined"),
    ]  # fmt: skip
    assert rows[0]["share"] == 0.5
    assert rows[2]["share"] == entries(outcome)["q2"]["answers"][0]["share"]
    assert {row["version_hash"] for row in rows} == {"h"}


@pytest.mark.parametrize(("words", "title"), [(ENGLISH, "Weighted to known shares"), (CHINESE, "按已知比例加权")])
def test_a_report_shows_them_beside_the_unweighted(outcome: dict[str, Any], words: Any, title: str) -> None:
    parts = list(weighted_parts(outcome, words))
    assert title in str(parts[0])
    assert any("Have you ever?" in str(part) for part in parts[2:])
    assert sum("rows=" in str(part) for part in parts) == 2


KEPT = {"margins": [{"question": "q1", "answers": [{"answer": "yes", "share": 0.5}, {"answer": "no", "share": 0.5}]}]}


def estimated(ana: Person) -> Version:
    version = a_version(ana, **PAIRED)
    definition = read(version)
    counted = counts_of(definition, 2)
    outcome = results(definition, counted)
    Estimate.objects.create(
        version=version,
        reports=4000,
        batches=1,
        short_batch=False,
        result=outcome,
        of_everybody=of_everybody(definition, counted, outcome),
        covariances=covariances(definition, counted) | pair_covariances(definition, counted),
        computed_at=timezone.now(),
    )
    keep_planned(version, planned_tables(definition, counted))
    return version


@pytest.mark.django_db
def test_shares_are_tried_without_being_kept_and_kept_for_files_and_the_report(ana: Person) -> None:
    version, visitor = estimated(ana), Visitor(ana)
    path = f"surveys/{version.survey_id}/results/"
    nothing = visitor.get(f"{path}weighted/").json()
    assert (nothing["margins"], nothing["is_kept"]) == ([], True)
    assert {question["state"] for question in nothing["questions"]} == {"not_joined"}
    assert visitor.get(f"{path}export/", what="weighted").status_code == 404
    assert "Weighted to known shares" not in visitor.get(f"{path}report/").content.decode()
    tried = visitor.post(f"{path}weighted/", KEPT)
    assert tried.status_code == 200
    assert tried.json()["is_kept"] is False
    assert entries(tried.json())["q2"]["state"] == "weighted"
    assert Version.objects.get(pk=version.pk).known_shares == {}
    kept = visitor.put(f"{path}weighted/", KEPT)
    assert kept.json()["questions"] == tried.json()["questions"]
    assert visitor.get(f"{path}weighted/").json() == kept.json()
    assert Entry.objects.filter(operation="survey.edit", detail__known_shares=["q1"]).count() == 1
    rows = list(csv.DictReader(io.StringIO(visitor.get(f"{path}export/", what="weighted").content.decode("utf-8-sig"))))
    assert [row["state"] for row in rows] == ["known"] * 2 + ["weighted"] * 3 + ["not_joined"]
    assert "Weighted to known shares" in visitor.get(f"{path}report/").content.decode()
    assert visitor.get(f"{path}export/", what="weighted", **{"as": "json"}).status_code == 400
    visitor.put(f"{path}weighted/", {"margins": []})
    assert visitor.get(f"{path}weighted/").json() == nothing


@pytest.mark.django_db
def test_refuses_shares_of_one_answer_twice_and_unknown_questions_by_name(ana: Person) -> None:
    version, visitor = estimated(ana), Visitor(ana)
    path = f"surveys/{version.survey_id}/results/weighted/"
    twice = {"margins": [{"question": "q1", "answers": [{"answer": "yes", "share": 0.5}] * 2}]}
    assert "margins" in visitor.post(path, twice).json()["fields"]
    unknown = {"margins": [{"question": "q8", "answers": [{"answer": "yes", "share": 1}]}]}
    assert visitor.put(path, unknown).json()["fields"] == {"margins": ["has no results with one answer a person"]}
    assert visitor.post(path, {"margins": [], "more": 1}).status_code == 400


@pytest.mark.django_db
def test_nothing_is_weighted_before_there_are_results(ana: Person) -> None:
    version = a_version(ana, **PAIRED)
    path = f"surveys/{version.survey_id}/results/weighted/"
    for answer in (Visitor(ana).get(path), Visitor(ana).post(path, KEPT), Visitor(ana).put(path, KEPT)):
        assert (answer.status_code, answer.json()["code"]) == (404, "no_results")

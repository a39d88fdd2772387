"""Answers compared and questions crossed: from reports sent, through the jobs, to what the API answers."""

import itertools
from typing import Any

import numpy as np
import pytest

from datahub.accounts.models import Person
from datahub.jobs.services import submit
from mechanisms.common.entropy import SeededEntropy
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.comparison import chance_larger, ratio_interval
from mechanisms.ldp.estimates.covariance import covariance
from surveys.drafts.services import ref_to
from surveys.errors import BadQuery
from surveys.models import CrossTab, Estimate, Report, Version
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.reports.tally import Tally, tally
from surveys.results.compare import compare, covariances, of_fields
from surveys.results.crosstabs.rules import count_crosstab, planned_crosstab, unplanned_crosstab
from surveys.results.estimate import parts_of, results
from surveys.running.close import close
from surveys.tests.client import Visitor
from surveys.tests.factories import COLOURS, a_report, a_version, draft, leave_out, question, send, sweep_and_work, work

PAIRED: dict[str, Any] = {
    "questions": [
        question(may_skip=False),
        question("q2", options=COLOURS[:3], may_skip=False),
        question("q3", may_skip=False),
    ],
    "pairs": [["q1", "q2"]],
}


def defined(**parts: Any) -> Definition:
    return read(text_of(build(draft(**(PAIRED | parts)), survey="s", number=1, bundle="b", simulated=False)))


def records(definition: Definition, level: int, people: list[tuple[int, int, int]]) -> list[bytes]:
    """Returns records perturbed with words from one seed; each person is a pair (q1, q2, q3) of answers."""
    from_pair = [3 * first + two for first, two, _ in people]
    rest = [three for _, _, three in people]
    entropy = SeededEntropy(level + 1)
    parts = zip(definition.levels[level].parts, (from_pair, rest), strict=True)
    packed = [part.oracle.perturb_many(answers, entropy) for part, answers in parts]
    return [bytes(first) + bytes(other) for first, other in zip(*packed, strict=True)]


PEOPLE = [(0, 0, 0)] * 500 + [(0, 1, 0)] * 200 + [(1, 2, 1)] * 250 + [(1, 0, 1)] * 50
TRUTH = np.array([[0.5, 0.2, 0.0], [0.05, 0.0, 0.25]])


def tallied(definition: Definition, times: int) -> dict[int, Tally]:
    return {level.id: tally(level, records(definition, level.id, PEOPLE * times)) for level in definition.levels}


def test_cells_of_a_planned_pair_and_its_margins_hold_the_truth_within_six_standard_errors() -> None:
    definition = defined()
    counted = tallied(definition, 20)
    table = planned_crosstab(definition, counted, "q1", "q2")
    cells = np.array([[cell["share"] for cell in row] for row in table["cells"]])
    errors = np.array([[cell["standard_error"] for cell in row] for row in table["cells"]])
    assert (np.abs(cells - TRUTH) / errors).max() < 6
    shown = results(definition, counted)
    for id, axis in (("q1", 1), ("q2", 0)):
        question = next(each for each in shown["questions"] if each["id"] == id)
        margin = [answer["share"] for answer in question["estimates"]["answers"]]
        np.testing.assert_allclose(cells.sum(axis=axis), margin, atol=1e-12)
    assert shown["pairs"] == [{"questions": ["q1", "q2"]}]
    assert (table["planned"], table["guarantee"]["epsilon"], table["reports"]) == (True, "2", 40_000)


def test_shares_among_those_who_gave_one_answer_are_ratios_of_the_cells() -> None:
    definition = defined()
    table = planned_crosstab(definition, tallied(definition, 20), "q1", "q2")
    among = table["among_rows"][1]
    assert (among["answer"], among["of"]) == ("no", "q2")
    cells = [cell["share"] for cell in table["cells"][1]]
    for ratio, cell, truth in zip(among["answers"], cells, TRUTH[1] / TRUTH[1].sum(), strict=True):
        assert ratio["share"] == pytest.approx(cell / sum(cells))
        low, high = ratio["intervals"]["95"]
        assert low - 2 * (high - low) < truth < high + 2 * (high - low)
        assert ratio["intervals"]["80"][0] > low


def test_limits_among_those_who_gave_one_answer_are_those_of_a_ratio_of_two_estimates_that_move_together() -> None:
    """Worked out from the joint field itself: the cell, its row, and how the two err together."""
    definition = defined(levels=[{"epsilon": "1"}])
    counted = tallied(definition, 20)
    second = next(each for each in definition.questions if each.id == "q2")
    (part,) = parts_of(definition, counted, second)
    shares = part.mechanism.estimate(part.counts, part.reports)
    err = covariance(part.mechanism, onto_simplex(shares), part.reports).matrix
    row = [3, 4, 5]
    base, of_base = shares[row].sum(), err[np.ix_(row, row)].sum()
    ratios = planned_crosstab(definition, counted, "q1", "q2")["among_rows"][1]["answers"]
    for cell, ratio in zip(row, ratios, strict=True):
        with_base = float(err[cell, row].sum())
        limits = ratio_interval(shares[cell], base, (err[cell, cell], of_base), with_base, 0.95)
        np.testing.assert_allclose(ratio["intervals"]["95"], np.array(limits), rtol=1e-9)


def test_nothing_is_said_among_those_of_whom_there_may_be_none() -> None:
    definition = defined()
    few = {level.id: tally(level, records(definition, level.id, PEOPLE[:20])) for level in definition.levels}
    table = planned_crosstab(definition, few, "q1", "q2")
    assert table["among_rows"][1]["answers"] is None  # None of these people answered no.


def test_an_unplanned_pair_is_crossed_from_the_reports_and_a_planned_one_is_not() -> None:
    definition = defined()
    records_by_level = {level.id: records(definition, level.id, PEOPLE * 20) for level in definition.levels}
    counts = {
        id: count_crosstab(definition, definition.levels[id], "q1", "q3", records_by_level[id])
        for id in records_by_level
    }
    table = unplanned_crosstab(definition, counts, "q1", "q3")
    cells = np.array([[cell["share"] for cell in row] for row in table["cells"]])
    errors = np.array([[cell["standard_error"] for cell in row] for row in table["cells"]])
    assert (np.abs(cells - [[0.7, 0.0], [0.0, 0.3]]) / errors).max() < 6
    assert (table["planned"], table["among_rows"], table["guarantee"]["epsilon"]) == (False, None, "3")
    planned = planned_crosstab(
        definition, {id: tally(definition.levels[id], records_by_level[id]) for id in records_by_level}, "q1", "q2"
    )
    assert errors.min() > planned["cells"][0][0]["standard_error"]


def test_a_comparison_uses_the_exact_covariance_of_the_two_estimates() -> None:
    definition = defined()
    counted = tallied(definition, 1)
    shown, kept = results(definition, counted), covariances(definition, counted)
    question = next(each for each in definition.questions if each.id == "q2")
    parts = parts_of(definition, counted, question)
    cells = of_fields(parts, is_set=False)
    signs = np.array([1, -1, 0, 1, -1, 0])  # The difference red less green, over both answers of q1.
    estimates = {answer["id"]: answer["share"] for answer in shown["questions"][1]["estimates"]["answers"]}
    comparison = compare(shown, kept, "q2", "red", "green")
    assert comparison["difference"] == pytest.approx(estimates["red"] - estimates["green"])
    assert comparison["standard_error"] ** 2 == pytest.approx(cells.between(signs, signs))
    assert comparison["chance"] == chance_larger(comparison["difference"], cells.between(signs, signs))
    assert compare(shown, kept, "q2", "green", "red")["chance"] == pytest.approx(1 - comparison["chance"])
    assert comparison["prior"] == "flat"
    assert comparison["guarantee"] == shown["questions"][1]["guarantee"]


def test_refuses_to_compare_what_is_not_there_or_the_same() -> None:
    definition = defined()
    counted = tallied(definition, 1)
    shown, kept = results(definition, counted), covariances(definition, counted)
    for query in itertools.chain([("q9", "yes", "no")], [("q1", "maybe", "no")], [("q1", "yes", "yes")]):
        with pytest.raises(BadQuery):
            compare(shown, kept, *query)


def test_levels_and_made_up_reports_stand_beside_each_question() -> None:
    definition = defined()
    shown = results(definition, tallied(definition, 1))["questions"][2]
    assert shown["agreement"]["freedom"] == 1
    assert 0 <= shown["agreement"]["chance"] <= 1
    strictest = definition.levels[0].parts[1].oracle
    stretch = float(strictest.p - strictest.q)
    assert [push["reports"] for push in shown["made_up"]] == ["0.01", "0.05"]
    assert shown["made_up"][1]["up"] == pytest.approx(0.05 * (1 - float(strictest.q)) / stretch)
    assert shown["made_up"][1]["down"] == pytest.approx(0.05 * float(strictest.p) / stretch)
    for answer in shown["estimates"]["answers"]:
        assert answer["simultaneous"][0] < answer["intervals"]["95"][0]


pytestmark = pytest.mark.django_db(transaction=True)


def send_many(version: Version, count: int, start: int = 0) -> None:
    for number in range(start, start + count):
        assert send(a_report(version, level=number % 2, key=number.to_bytes(16, "big"))).status == 202


def gathered(ana: Person, count: int = 60, **parts: Any) -> Version:
    version = a_version(ana, **(PAIRED | parts))
    send_many(version, count)
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    return version


def test_the_api_compares_and_refuses(ana: Person) -> None:
    path = f"surveys/{gathered(ana).survey_id}/results/compare/"
    comparison = Visitor(ana).get(path, question="q1", a="yes", b="no").json()
    assert 0 < comparison["chance"] < 1
    assert Visitor(ana).get(path, question="q1", a="yes").status_code == 400
    few = gathered(ana, count=19)
    answer = Visitor(ana).get(f"surveys/{few.survey_id}/results/compare/", question="q1", a="yes", b="no")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_results")


def test_planned_crosstabs_are_there_and_others_come_when_asked_for(ana: Person) -> None:
    version = gathered(ana, count=200)
    path = f"surveys/{version.survey_id}/results/crosstabs/"
    kept = Visitor(ana).get(path).json()["crosstabs"]
    assert [(table["rows"], table["columns"], table["state"], table["table"]["planned"]) for table in kept] == [
        ("q1", "q2", "ready", True)
    ]
    answer = Visitor(ana).post(path, {"rows": "q3", "columns": "q2"})
    assert (answer.status_code, answer.json()["state"], answer.json()["rows"]) == (202, "computing", "q2")
    work()
    again = Visitor(ana).post(path, {"rows": "q2", "columns": "q3"}).json()
    assert (again["state"], again["table"]["reports"], again["table"]["planned"]) == ("ready", 200, False)
    assert len(Visitor(ana).get(path).json()["crosstabs"]) == 2
    for columns in ("q2", "q1", "q7"):  # These columns are planned, the same as the rows, and unknown.
        assert Visitor(ana).post(path, {"rows": "q1", "columns": columns}).status_code == 400


def test_no_crosstab_of_fewer_than_twenty(ana: Person) -> None:
    version = gathered(ana, count=19)
    path = f"surveys/{version.survey_id}/results/crosstabs/"
    assert Visitor(ana).post(path, {"rows": "q1", "columns": "q3"}).json()["code"] == "no_results"
    assert Visitor(ana).get(path).json()["crosstabs"] == []
    assert CrossTab.objects.count() == 0
    assert Report.objects.count() == 19


def test_few_reports_are_not_crossed_unless_it_was_planned_and_whoever_asks_is_told_why(ana: Person) -> None:
    version = gathered(ana, count=199)
    path = f"surveys/{version.survey_id}/results/crosstabs/"
    tables = Visitor(ana).get(path).json()
    assert (tables["unplanned_from"], [table["table"]["planned"] for table in tables["crosstabs"]]) == (200, [True])
    refused = Visitor(ana).post(path, {"rows": "q1", "columns": "q3"})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_few_to_cross")
    assert "from 200 reports on; results are shown of 199" in refused.json()["detail"]
    assert CrossTab.objects.count() == 1


def test_a_table_that_was_asked_for_moves_by_two_hundred_reports_or_not_at_all(ana: Person) -> None:
    version = a_version(ana, **PAIRED)
    path = f"surveys/{version.survey_id}/results/crosstabs/"
    sizes = []
    for start, count in ((0, 250), (250, 199), (449, 1), (450, 199)):
        send_many(version, count, start)
        sweep_and_work()
        Visitor(ana).post(path, {"rows": "q1", "columns": "q3"})
        work()
        shown = {table["columns"]: table["table"]["reports"] for table in Visitor(ana).get(path).json()["crosstabs"]}
        sizes.append((shown["q2"], shown["q3"]))
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    shown = {table["columns"]: table["table"]["reports"] for table in Visitor(ana).get(path).json()["crosstabs"]}
    sizes.append((shown["q2"], shown["q3"]))
    assert sizes == [(200, 200), (399, 200), (399, 200), (599, 599), (649, 599)]


def test_work_asked_for_twice_moves_no_table_by_fewer_than_two_hundred_reports(ana: Person) -> None:
    """Two jobs for one table may wait while reports arrive: the second finds more of them, but not enough."""
    version = a_version(ana, **PAIRED)
    send_many(version, 250)
    sweep_and_work()
    Visitor(ana).post(f"surveys/{version.survey_id}/results/crosstabs/", {"rows": "q1", "columns": "q3"})
    work()
    send_many(version, 199, 250)
    sweep_and_work()
    table = CrossTab.objects.get(columns="q3")
    submit(kind="surveys.crosstab", subject=ref_to(version.survey), payload={"crosstab": table.pk}, key="twice")
    work()
    table.refresh_from_db()
    assert (Estimate.objects.get().reports, table.reports) == (399, 200)
    assert table.result is not None
    assert table.result["reports"] == 200


def test_what_was_left_out_is_crossed_with_nothing(ana: Person) -> None:
    version = gathered(ana, count=200)
    leave_out(version, 3)
    path = f"surveys/{version.survey_id}/results/crosstabs/"
    Visitor(ana).post(path, {"rows": "q1", "columns": "q3"})
    work()
    tables = {table["columns"]: table["table"]["reports"] for table in Visitor(ana).get(path).json()["crosstabs"]}
    assert tables == {"q2": 200, "q3": 200}


def test_simulated_people_are_crossed_as_soon_as_they_are_shown(ana: Person) -> None:
    version = a_version(ana, simulated=True, **PAIRED)
    path = f"surveys/{version.survey_id}/results/crosstabs/"
    for start, count in ((0, 20), (20, 1)):
        send_many(version, count, start)
        sweep_and_work()
        assert Visitor(ana).post(path, {"rows": "q1", "columns": "q3"}).status_code == 202
        work()
    assert Visitor(ana).get(path).json()["crosstabs"][1]["table"]["reports"] == 21


def test_only_so_many_crosstabs_are_kept(ana: Person) -> None:
    questions = [question(f"q{number}", may_skip=False) for number in range(8)]
    version = gathered(ana, count=200, questions=questions, pairs=[])
    path = f"surveys/{version.survey_id}/results/crosstabs/"
    answers = [
        Visitor(ana).post(path, {"rows": f"q{first}", "columns": f"q{other}"}).status_code
        for first, other in itertools.combinations(range(8), 2)
    ]
    assert answers == [202] * 20 + [409] * 8

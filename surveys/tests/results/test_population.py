"""Results of people who are a sample, and of people who are everybody: the same estimates, with other intervals."""

import csv
import io
import math
from typing import Any

import numpy as np
import pytest
from django.utils import timezone

from datahub.accounts.models import Person
from mechanisms.ldp.estimates.among_people import part_drawn
from surveys.files.report.contents import contents
from surveys.files.report.parts import Text
from surveys.files.report.words import CHINESE, ENGLISH
from surveys.population import EVERYBODY, SAMPLE
from surveys.publishing.definition import Definition
from surveys.reports.tally import Tally
from surveys.results.estimate import of_everybody, results
from surveys.tests.client import Visitor
from surveys.tests.factories import COLOURS, a_version, an_estimate, question
from surveys.tests.results.test_cover_draws import nine
from surveys.tests.results.test_estimate_numbers import answered, defined
from surveys.vectors.samples import HOURS, YES_NO

HOURS_OR_NONE = HOURS | {"id": "q6", "may_skip": True, "number": HOURS["number"] | {"estimate": {
    "of": "mean", "low": 0, "high": 60, "steps": 1,
}}}  # fmt: skip


def both(definition: Definition, tallies: dict[int, Tally]) -> tuple[dict[str, Any], dict[str, Any]]:
    of_sample = results(definition, tallies)
    return of_sample, of_everybody(definition, tallies, of_sample)


def width(figures: dict[str, Any]) -> float:
    low, high = figures["intervals"]["95"]
    return float(high - low)


def test_noise_alone_is_left_where_everybody_sent_every_question() -> None:
    definition = defined(YES_NO, HOURS, levels=[{"epsilon": "2"}])
    sample, everybody = both(definition, answered(definition, 300))
    assert (sample["population"], everybody["population"]) == (SAMPLE, EVERYBODY)
    for first, other in zip(
        sample["questions"][0]["estimates"]["answers"], everybody["questions"][0]["estimates"]["answers"], strict=True
    ):
        assert other["share"] == first["share"]
        assert other["error_parts"]["sampling"] == pytest.approx(0, abs=1e-8)
        assert other["error_parts"]["perturbation"] == pytest.approx(first["error_parts"]["perturbation"])
        assert other["standard_error"] == pytest.approx(first["error_parts"]["perturbation"])
        assert first["standard_error"] == pytest.approx(math.hypot(*first["error_parts"].values()))
        inside = min(max(first["share"], 0), 1)
        assert first["error_parts"]["sampling"] == pytest.approx(math.sqrt(inside * (1 - inside) / 300), abs=1e-8)
    first, other = (outcome["numbers"][0]["estimates"]["mean"] for outcome in (sample, everybody))
    assert other["value"] == first["value"]
    assert first["error_parts"]["sampling"] > 0
    assert other["standard_error"] == pytest.approx(first["error_parts"]["perturbation"])
    assert width(other) < width(first)


def test_a_share_between_none_and_all_has_a_narrower_interval_of_everybody() -> None:
    definition = defined(YES_NO, levels=[{"epsilon": "2"}])
    tallies = {0: Tally(400, {definition.fields[0].id: [190, 150, 60]})}
    sample, everybody = both(definition, tallies)
    for first, other in zip(
        sample["questions"][0]["estimates"]["answers"], everybody["questions"][0]["estimates"]["answers"], strict=True
    ):
        assert width(other) <= width(first) + 1e-12
        assert other["simultaneous"][1] <= first["simultaneous"][1] + 1e-12
    assert width(everybody["questions"][0]["estimates"]["answers"][0]) < 0.95 * width(
        sample["questions"][0]["estimates"]["answers"][0]
    )
    assert everybody["questions"][0]["inverse_variance"] == sample["questions"][0]["inverse_variance"]
    assert everybody["questions"][0]["made_up"] == sample["questions"][0]["made_up"]
    assert everybody["questions"][0]["worth"] == sample["questions"][0]["worth"]


def test_ends_of_a_range_keep_the_interval_of_a_sample() -> None:
    definition = defined(HOURS, levels=[{"epsilon": "0.5"}])
    sample, everybody = both(definition, answered(definition, 200))
    assert sample["numbers"][0]["guarantee"]["mechanism"] == "duchi"
    assert everybody["numbers"] == sample["numbers"]
    assert sample["numbers"][0]["estimates"]["mean"]["error_parts"] is None


def test_who_answered_is_told_apart_and_the_mean_of_those_who_did_is_not() -> None:
    definition = defined(HOURS_OR_NONE, levels=[{"epsilon": "2"}])
    sample, everybody = both(definition, answered(definition, 300))
    first, other = (outcome["numbers_or_skipped"][0]["estimates"] for outcome in (sample, everybody))
    assert width(other["answered"]) < width(first["answered"])
    assert other["answered"]["share"] == first["answered"]["share"]
    assert other["answered"]["error_parts"]["sampling"] == pytest.approx(0, abs=1e-8)
    assert first["answered"]["error_parts"]["sampling"] > 0.02
    assert other["mean"] == first["mean"]


def test_a_distribution_stands_in_both() -> None:
    spread = HOURS | {"number": HOURS["number"] | {"estimate": HOURS["number"]["estimate"] | {"of": "distribution"}}}
    definition = defined(spread, levels=[{"epsilon": "2"}])
    sample, everybody = both(definition, answered(definition, 100))
    assert everybody["numbers"][0]["distribution"] == sample["numbers"][0]["distribution"]


def test_a_lot_stays_in_the_interval_of_everybody() -> None:
    """The question was sent by 222 of 1 000 people, so part of the sampling variance of a draw without replacement
    remains."""
    definition = nine("2")
    fields = [field.id for field in definition.fields]
    supports = {field: [120, 70, 32] for field in fields}
    tallies = {0: Tally(1000, supports, dict.fromkeys(fields, 222), dict.fromkeys(fields, 0))}
    sample, everybody = both(definition, tallies)
    first, other = (outcome["questions"][0]["estimates"]["answers"][0] for outcome in (sample, everybody))
    kept = math.sqrt(part_drawn(222, 1000))
    assert other["error_parts"]["sampling"] == pytest.approx(kept * first["error_parts"]["sampling"])
    assert 0.8 < width(other) / width(first) < 1
    assert "no draw of respondents" in everybody["method"]
    assert "the lots that decided which questions a phone sends" in everybody["method"]
    assert "drawn at random from many people" in sample["method"]
    assert everybody["draws"] == sample["draws"]


def test_levels_of_everybody_weigh_as_many_people_as_they_have() -> None:
    definition = defined(YES_NO, levels=[{"epsilon": "1"}, {"epsilon": "3"}])
    field = definition.fields[0].id
    tallies = {0: Tally(100, {field: [45, 35, 20]}), 1: Tally(300, {field: [150, 100, 50]})}
    _, everybody = both(definition, tallies)
    by_level = [group["answers"][0]["error_parts"]["perturbation"] for group in everybody["questions"][0]["by_level"]]
    pooled = everybody["questions"][0]["estimates"]["answers"][0]["error_parts"]["perturbation"]
    assert pooled == pytest.approx(math.hypot(by_level[0] / 4, by_level[1] * 3 / 4))
    np.testing.assert_allclose(
        everybody["questions"][0]["estimates"]["answers"][0]["standard_error"], pooled, rtol=1e-9
    )


@pytest.mark.django_db
def test_the_api_and_its_files_answer_for_either(ana: Person) -> None:
    version = a_version(ana, questions=[question(may_skip=False), question("q2", options=COLOURS, may_skip=False)])
    an_estimate(version, reports=100)
    path = f"surveys/{version.survey_id}/results/"
    sample, asked_for, everybody = (
        Visitor(ana).get(path, **query).json() for query in ({}, {"population": "sample"}, {"population": "everybody"})
    )
    assert asked_for == sample
    assert (sample["population"], everybody["population"]) == ("sample", "everybody")
    first, other = (outcome["questions"][1]["estimates"]["answers"][0] for outcome in (sample, everybody))
    assert other["standard_error"] < first["standard_error"]
    assert other["intervals"] != first["intervals"]
    rows = Visitor(ana).get(f"{path}export/", population="everybody").content.decode("utf-8-sig")
    exported = next(csv.DictReader(io.StringIO(rows)))
    of_api = everybody["questions"][0]["estimates"]["answers"][0]
    assert float(exported["standard_error"]) == of_api["standard_error"]
    assert float(exported["sampling_error"]) == of_api["error_parts"]["sampling"]
    assert float(exported["perturbation_error"]) == of_api["error_parts"]["perturbation"]
    printed = Visitor(ana).get(f"{path}report/", population="everybody").content.decode()
    assert "hold for the respondents themselves" in printed
    assert Visitor(ana).get(path, population="nobody").status_code == 400


def test_a_report_says_whom_its_intervals_hold_for() -> None:
    shown = shown_of_everybody()
    for words, sentence in ((ENGLISH, "hold for the respondents themselves"), (CHINESE, "适用于受访者本身")):
        texts = [part.text for part in contents(shown, [], words) if isinstance(part, Text)]
        assert sentence in texts[-1]


DUCHI_MEANS, SKIPPABLE_MEANS = "means by Duchi's mechanism", "means of numbers that may be skipped"


@pytest.mark.parametrize(
    ("items", "epsilon", "means"),
    [
        ((YES_NO,), "2", ""),
        ((YES_NO, HOURS), "2", ""),
        ((YES_NO, HOURS), "0.5", DUCHI_MEANS),
        ((YES_NO, HOURS_OR_NONE), "2", SKIPPABLE_MEANS),
        ((YES_NO, HOURS, HOURS_OR_NONE), "0.5", f"{DUCHI_MEANS} and {SKIPPABLE_MEANS}"),
    ],
)
def test_means_that_keep_the_interval_of_a_sample_are_named(items: Any, epsilon: str, means: str) -> None:
    sample, everybody = both_as_shown(*items, epsilon=epsilon)
    printed = [[part.text for part in contents(everybody, [], words) if isinstance(part, Text)][-1]
               for words in (ENGLISH, CHINESE)]  # fmt: skip
    for text in (everybody["method"], printed[0]):
        assert ("; except those of" in text) == bool(means)
        assert f"{means}, which hold for respondents drawn at random" in text or not means
    assert ("；但" in printed[1]) == bool(means)
    assert "except" not in sample["method"]


def shown_of_everybody() -> dict[str, Any]:
    return both_as_shown(YES_NO)[1]


def both_as_shown(*items: Any, epsilon: str = "2") -> tuple[dict[str, Any], dict[str, Any]]:
    definition = defined(*items, levels=[{"epsilon": epsilon}])
    sample, everybody = both(definition, answered(definition, 120))
    version = {"number": 1, "hash": definition.hash, "state": "closed"}
    stored = {"version": version, "computed_at": timezone.now(), "simulated": False, "left_out": 0}
    return sample | stored, everybody | stored

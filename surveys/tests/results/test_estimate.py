"""These tests cover the way from counts to numbers: exact where everything can be enumerated."""

import itertools
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mechanisms.catalogue import IN_SURVEYS, SETS_IN_SURVEYS
from mechanisms.common.entropy import SeededEntropy
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.pooling import inverse_variance, share_pooled
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.files.codebook import mechanisms_table
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.reports.tally import Tally, tally
from surveys.results.estimate import results
from surveys.results.export import OF_ANSWERS, rows_of_answers
from surveys.tests.factories import COLOURS, draft, question, supported_by


def defined(**parts: Any) -> Definition:
    value = build(draft(**parts), survey="s", number=1, bundle="b", simulated=False)
    return read(text_of(value))


def tallies(definition: Definition, *reports: int) -> dict[int, Tally]:
    """Returns supports that grow with the index of the answer, so that all answers differ."""
    return {
        level.id: Tally(
            count,
            {part.field: _spread(part.oracle, count) for part in level.parts},
        )
        for level, count in zip(definition.levels, reports, strict=True)
    }


def _spread(oracle: FrequencyOracle, reports: int) -> list[int]:
    weights = range(1, oracle.answers + 1)
    supported = supported_by(oracle, reports)
    counts = [supported * weight // sum(weights) for weight in weights]
    counts[-1] += supported - sum(counts) if oracle.shape != "bits" else 0
    return counts


def test_the_mean_over_every_possible_outcome_is_the_truth() -> None:
    """Three people, two levels, a skewed truth with an absent answer: each of the 27 outcomes with its exact chance."""
    definition = replace(defined(questions=[question()]), shown_from=1)
    people = [(0, 0), (0, 0), (1, 2)]  # Each person has a level and an answer: yes, yes, prefer not to say.
    oracles = [definition.levels[level].part("b1").oracle for level, _ in people]
    channels = [oracle.report_probabilities(answer) for oracle, (_, answer) in zip(oracles, people, strict=True)]
    mean = np.zeros(3)
    whole = Fraction(0)
    for outcome in itertools.product(*(channel.items() for channel in channels)):
        chance = Fraction(1)
        records: dict[int, list[bytes]] = {0: [], 1: []}
        for (level, _), oracle, (report, probability) in zip(people, oracles, outcome, strict=True):
            chance *= probability
            records[level].append(oracle.pack(report))
        estimates = results(definition, {level.id: tally(level, records[level.id]) for level in definition.levels})
        mean += float(chance) * np.array(
            [answer["share"] for answer in estimates["questions"][0]["estimates"]["answers"]]
        )
        whole += chance
    assert whole == 1
    np.testing.assert_allclose(mean, [2 / 3, 0, 1 / 3], atol=1e-12)


def test_counts_of_two_batches_add() -> None:
    definition = defined()
    level = definition.levels[0]
    entropy = SeededEntropy(1)
    records = [
        b"".join(part.oracle.pack(part.oracle.perturb(number % part.oracle.answers, entropy)) for part in level.parts)
        for number in range(30)
    ]
    whole, first, rest = tally(level, records), tally(level, records[:11]), tally(level, records[11:])
    for field, supports in whole.supports.items():
        assert list(supports) == [
            count + other for count, other in zip(first.supports[field], rest.supports[field], strict=True)
        ]
    assert tally(level, []).supports == {"b1": [0, 0, 0], "b2": [0, 0, 0, 0]}


def test_numbers_are_those_of_the_mechanisms() -> None:
    definition = defined()
    counted = tallies(definition, 60, 40)
    outcome = results(definition, counted)
    parts = [
        (level.part("b2").oracle, counted[level.id].supports["b2"], counted[level.id].reports)
        for level in definition.levels
    ]
    for name, pooled in (("estimates", share_pooled(parts)), ("inverse_variance", inverse_variance(parts))):
        answers = outcome["questions"][1][name]["answers"]
        np.testing.assert_array_equal([answer["share"] for answer in answers], pooled.shares)
        np.testing.assert_array_equal([answer["standard_error"] for answer in answers], np.sqrt(pooled.variances))
        np.testing.assert_array_equal([answer["consistent_share"] for answer in answers], onto_simplex(pooled.shares))
        for confidence in ("50", "80", "95"):
            ends = [answer["intervals"][confidence] for answer in answers]
            np.testing.assert_array_equal(ends, pooled.interval(int(confidence) / 100))
    by_level = outcome["questions"][1]["by_level"]
    for group, (oracle, counts, reports) in zip(by_level, parts, strict=True):
        shares = [answer["share"] for answer in group["answers"]]
        np.testing.assert_allclose(shares, oracle.estimate(counts, reports), atol=1e-12)
        ends = [answer["intervals"]["95"] for answer in group["answers"]]
        np.testing.assert_allclose(ends, oracle.interval(counts, reports, 0.95), atol=1e-12)


def test_every_number_says_what_it_is_worth() -> None:
    definition = defined()
    outcome = results(definition, tallies(definition, 60, 40))
    assert outcome["guarantee"]["epsilon"] == "2"
    assert (outcome["guarantee"]["unit"], outcome["guarantee"]["n"], outcome["guarantee"]["error"]) == (
        "report",
        100,
        None,
    )
    for result in outcome["questions"]:
        guarantee = result["guarantee"]
        assert (guarantee["epsilon"], guarantee["n"]) == ("1", 100)
        assert guarantee["error"] == max(answer["standard_error"] for answer in result["estimates"]["answers"])
        assert [group["guarantee"]["epsilon"] for group in result["by_level"]] == ["0.5", "1"]
        assert [group["guarantee"]["n"] for group in result["by_level"]] == [60, 40]
    assert definition.hash[:12] in outcome["method"]
    assert "100 reports" in outcome["method"]


def test_a_set_is_spoken_of_without_names_of_parameters() -> None:
    options = [option | {"exclusive": False} for option in COLOURS]
    several = question() | {"options": options, "type": "multiple_choice", "most_choices": 2}
    definition = defined(questions=[several])
    shown = results(definition, tallies(definition, 30, 30))
    (result,) = shown["questions"]
    assert (result["kind"], result["guarantee"]["mechanism"]) == ("set", "privset")
    neighbours = "any two sets of answers of one person that are allowed, whatever their sizes"
    assert result["guarantee"]["neighbours"] == neighbours
    assert "on the respondents' devices by PrivSet," in shown["method"]


def test_the_table_of_mechanisms_explains_each_shape_that_reports_have() -> None:
    table = mechanisms_table(defined(), {("b1", 0): 0, ("b1", 1): 0, ("b2", 0): 0, ("b2", 1): 0}, {})
    phrases = next(column.label for column in table.columns if column.name == "shape").split(":")
    used = {kind.shape for kind in (*IN_SURVEYS, *SETS_IN_SURVEYS)}
    assert used <= {word for part in phrases for word in part.replace(",", "").replace(";", "").split()}


def test_nothing_is_computed_of_fewer_than_twenty_reports() -> None:
    definition = defined()
    for few in ((19, 0), (10, 9), (10, 10), (19, 19)):  # The sum of two small levels could be split into the two.
        with pytest.raises(ValueError, match="of no question 20 that may be shown"):
            results(definition, tallies(definition, *few))
    assert results(definition, tallies(definition, 20, 0))["reports"] == 20


def test_a_level_chosen_by_few_is_in_no_number() -> None:
    definition = defined()
    outcome = results(definition, tallies(definition, 19, 40))
    assert outcome["levels"] == [{"levels": [0, 1], "eps_report": "2", "reports": 40}]
    assert [group["levels"] for group in outcome["questions"][0]["by_level"]] == [[0, 1]]
    assert (outcome["reports"], outcome["guarantee"]["n"], outcome["questions"][0]["guarantee"]["n"]) == (40, 40, 40)


@pytest.mark.parametrize("few", [1, 19])
def test_nothing_tells_whether_anybody_chose_a_level_that_is_not_shown(few: int) -> None:
    definition = defined()
    nobody, somebody = (results(definition, tallies(definition, 40, other)) for other in (0, few))
    assert nobody == somebody
    assert nobody["guarantee"]["epsilon"] == "2"
    assert nobody["questions"][0]["guarantee"]["epsilon"] == "1"


def test_rows_of_an_export_can_be_read_alone() -> None:
    definition = defined(questions=[question() | {"text": '=HYPERLINK("x")'}, question("q2", options=COLOURS)])
    shown = results(definition, tallies(definition, 60, 40)) | {
        "survey": "s",
        "version": {"number": 1, "hash": definition.hash},
        "simulated": False,
    }
    table = [dict(zip(OF_ANSWERS, row, strict=True)) for row in rows_of_answers(shown)]
    assert len(table) == (3 + 5) * 4
    for row in table:
        assert all(row[name] for name in ("mechanism", "epsilon", "n", "low_95", "high_95", "version_hash", "unit"))
    assert {row["estimate"] for row in table} == {"share-pooled", "inverse-variance", "by-level"}
    assert table[0]["question_text"] == '=HYPERLINK("x")'  # Only the writers of spreadsheets escape this text.
    assert table[0]["share"] == shown["questions"][0]["estimates"]["answers"][0]["share"]

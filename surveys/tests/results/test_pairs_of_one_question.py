"""A question of several pairs is estimated once, from the reports of each of them."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, SeededEntropy
from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.estimates.margin import of_pair
from mechanisms.ldp.estimates.poisoning import furthest_push, made_up_share
from mechanisms.ldp.shapes.lots import lots_of
from surveys.planning.forecast import plan
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.reports.tally import Tally
from surveys.results.compare import compare, covariances
from surveys.results.crosstabs.rules import planned, planned_crosstab, shown_pairs
from surveys.results.estimate import parts_of, results
from surveys.results.kinds.share import SHARE
from surveys.tests.factories import draft, question

SEND = {"questions": "some", "ask": "sent", "eps_block": "4", "importance": {}, "together": []}
SIZES = (2, 3, 4)  # The class and its two features have so many answers.
LAW: NDArray[np.float64] = np.array(
    [[[10, 6, 4, 0], [4, 3, 2, 1], [1, 2, 3, 4]], [[2, 2, 4, 8], [3, 3, 2, 2], [1, 5, 8, 20]]], dtype=np.float64
)
LAW /= LAW.sum()
# People who choose the protective level belong more often to the first class.
CAREFUL = LAW[::-1] * np.array([[[3.0]], [[1.0]]])
CAREFUL /= CAREFUL.sum()


def options(count: int) -> list[dict[str, str]]:
    return [{"id": f"a{number}", "label": f"Answer {number}"} for number in range(count)]


def a_star(*epsilons: str, pairs: list[list[str]] | None = None, **send: Any) -> Definition:
    """Returns a version whose class q1 is in a pair with each of two features; a phone sends one of the pairs."""
    questions = [question(f"q{number}", options=options(size), may_skip=False) for number, size in enumerate(SIZES, 1)]
    whole = draft(
        questions=questions,
        pairs=[["q1", "q2"], ["q1", "q3"]] if pairs is None else pairs,
        levels=[{"epsilon": epsilon} for epsilon in epsilons],
        send=SEND | send,
    )
    return read(text_of(build(whole, survey="s", number=1, bundle="b" * 64, simulated=False)))


def answered(definition: Definition, people: int, law: NDArray[np.float64], entropy: Entropy, level: int) -> Tally:
    """Returns the counts of people of one level, whose answers to the three questions are drawn from a law."""
    of_level = definition.levels[level]
    lots = lots_of(entropy.words(people), [draw.weight for draw in of_level.draws])
    cells = np.searchsorted(np.cumsum(law.ravel())[:-1], entropy.words(people) / 2**32, side="right")
    answers = dict(zip(("q1", "q2", "q3"), np.unravel_index(cells, law.shape), strict=True))
    supports, reports = {}, {}
    for field in definition.fields:
        part = of_level.part(field.id)
        sending = [index for index, draw in enumerate(of_level.draws) if part.block in draw.blocks]
        senders = np.isin(lots, sending)
        truth = np.zeros(int(senders.sum()), dtype=np.int64)
        for id in field.of:
            truth = truth * SIZES[int(id[1]) - 1] + answers[id][senders]
        counts = part.oracle.count(part.oracle.perturb_many(truth, entropy)) if len(truth) else [0] * field.answers
        supports[field.id], reports[field.id] = np.asarray(counts).tolist(), len(truth)
    return Tally(people, supports, reports)


def test_the_shares_are_weighted_by_precision_within_a_level_and_by_people_over_levels() -> None:
    definition = a_star("2", "4")
    people, entropy = (900, 500), SeededEntropy(3)
    tallies = {level: answered(definition, many, LAW, entropy, level) for level, many in enumerate(people)}
    shares, variances, reports = np.zeros(2), np.zeros(2), 0
    for level, many in zip(definition.levels, people, strict=True):
        own = []
        for id, sizes in (("b1", (2, 3)), ("b2", (2, 4))):
            margin, _ = of_pair(level.part(id).oracle, sizes)
            n = tallies[level.id].reports_of(id)
            estimate = margin.estimate(tallies[level.id].supports[id], n)
            spread = margin.variance(np.clip(estimate, 0, 1), n)
            own.append((n / float(margin.variance(0.5, 1)), estimate, spread))
            reports += n
        total = sum(precision for precision, _, _ in own)
        for precision, estimate, spread in own:
            weight = many / sum(people) * precision / total
            shares += weight * estimate
            variances += weight**2 * spread
    outcome = results(definition, tallies)
    first = outcome["questions"][0]
    assert [answer["share"] for answer in first["estimates"]["answers"]] == pytest.approx(shares)
    assert [answer["standard_error"] for answer in first["estimates"]["answers"]] == pytest.approx(np.sqrt(variances))
    assert first["guarantee"]["n"] == reports == sum(people)
    assert [group["levels"] for group in first["by_level"]] == [[0], [1]]
    assert sum(group["reports"] for group in first["by_level"]) == reports
    assert (first["left_out"], first["unrepresented"]) == (0, 0)
    covered = covariances(definition, tallies)
    assert np.diag(np.diag(covered["q1"]["diagonal"]) - np.array(covered["q1"]["less"]).T @ covered["q1"]["less"]) == (
        pytest.approx(variances, rel=0.02)  # The covariances are those at the nearest possible shares.
    )
    difference = compare(outcome, covered, "q1", "a0", "a1")
    assert difference["difference"] == pytest.approx(shares[0] - shares[1])


def test_a_block_of_few_is_left_out_and_the_level_keeps_its_people() -> None:
    definition = a_star("2", "4")
    entropy = SeededEntropy(5)
    tallies = {level: answered(definition, 600, LAW, entropy, level) for level in (0, 1)}
    few = tallies[1]
    tallies[1] = replace(few, of_fields={**few.of_fields, "b1": 19})
    assert shown_pairs(definition, tallies) == [("q1", "q2"), ("q1", "q3")]
    none = {0: replace(tallies[0], of_fields={**tallies[0].of_fields, "b1": 19}), 1: tallies[1]}
    assert shown_pairs(definition, none) == [("q1", "q3")]
    parts = parts_of(definition, tallies, definition.questions[0])
    assert [(part.level.id, part.field.id, part.reports > 0) for part in parts] == [
        (0, "b1", True), (0, "b2", True), (1, "b1", False), (1, "b2", True),
    ]  # fmt: skip
    assert sum(part.people for part in parts) == pytest.approx(1200)
    assert parts[3].people == pytest.approx(600)
    outcome = results(definition, tallies)
    left_out = {each["id"]: (each["left_out"], each["unrepresented"]) for each in outcome["questions"]}
    assert left_out == {"q1": (19, 0), "q2": (19, 0.5), "q3": (0, 0)}


def test_each_pair_has_its_own_cross_tab() -> None:
    definition = a_star("4")
    tallies = {0: answered(definition, 20_000, LAW, SeededEntropy(8), 0)}
    assert planned(definition) == [("q1", "q2"), ("q1", "q3")]
    for columns, away in (("q2", 2), ("q3", 1)):
        table = planned_crosstab(definition, tallies, "q1", columns)
        cells = np.array([[cell["share"] for cell in row] for row in table["cells"]])
        errors = np.array([[cell["standard_error"] for cell in row] for row in table["cells"]])
        assert (np.abs(cells - LAW.sum(axis=away)) / errors).max() < 6
        assert table["reports"] < 20_000


def test_made_up_reports_push_a_pooled_share_as_far_as_they_count_in_it() -> None:
    """An attacker with a hundredth of the reports sends all of them in one block, where each counts 1 / V."""
    definition = a_star("4")
    tallies = {0: answered(definition, 2_000, LAW, SeededEntropy(9), 0)}
    stated = results(definition, tallies)["questions"][0]["made_up"][0]
    level, ups = definition.levels[0], []
    margins = {id: of_pair(level.part(id).oracle, sizes)[0] for id, sizes in (("b1", (2, 3)), ("b2", (2, 4)))}
    for id, margin in margins.items():
        honest = sum(0.99 * level.inclusion(each) / float(own.variance(0.5, 1)) for each, own in margins.items())
        made_up = 0.01 / float(margin.variance(0.5, 1))
        ups.append(furthest_push([margin], made_up / (made_up + honest))[0])
        assert furthest_push([margin], made_up_share(0.01, level.inclusion(id)))[0] > ups[-1]
    assert stated["up"] == pytest.approx(max(ups))


def test_the_forecast_of_a_pooled_question_is_what_comes() -> None:
    """The plan's half-width of an answer that half give, beside the variance of the pooled estimate."""
    definition = a_star("4")
    forecast = plan(definition, [5_000], [100])["questions"][0]
    level = definition.levels[0]
    precision = sum(
        5_000 * level.inclusion(id) / float(of_pair(level.part(id).oracle, sizes)[0].variance(0.5, 1))
        for id, sizes in (("b1", (2, 3)), ("b2", (2, 4)))
    )
    assert forecast["mix"]["5000"] == pytest.approx(normal_quantile(0.95) / np.sqrt(precision))
    assert forecast["levels"][0]["inclusion"] == pytest.approx(1)
    assert forecast["needed"]["0.05"] == pytest.approx(5_000 * (forecast["mix"]["5000"] / 0.05) ** 2, abs=1)


def coverage(definition: Definition, surveys: int, people: tuple[int, ...], seed: int) -> tuple[float, float, float]:
    """Returns the share of 95 % intervals that hold the truth among the people expected, the worst bias of the class's
    shares in standard errors of their mean, and the ratio of their variance to the stated one."""
    entropy = SeededEntropy(seed)
    laws = [CAREFUL, LAW][-len(people) :]
    truth = np.average([law.sum(axis=(1, 2)) for law in laws], axis=0, weights=people)
    estimates, stated, covered = [], [], []
    for _ in range(surveys):
        each = enumerate(zip(people, laws, strict=True))
        tallies = {level: answered(definition, many, law, entropy, level) for level, (many, law) in each}
        pooled = SHARE.share_pooled(definition.questions[0], parts_of(definition, tallies, definition.questions[0]))
        estimates.append(pooled.shares)
        stated.append(pooled.variances)
        ends = pooled.interval(0.95)
        covered.append((ends[:, 0] <= truth) & (truth <= ends[:, 1]))
    bias = np.abs(np.mean(estimates, axis=0) - truth) / (np.std(estimates, axis=0) / np.sqrt(surveys))
    spread = np.var(estimates, axis=0, ddof=1) / np.mean(stated, axis=0)
    return float(np.mean(covered)), float(bias.max()), float(spread.mean())


def test_pooled_intervals_hold_where_the_level_goes_together_with_the_answer() -> None:
    """Answers of two exclude each other: 300 independent intervals, six standard errors of coverage are 7.5 points, and
    of a variance a half."""
    contained, bias, spread = coverage(a_star("2", "4"), 300, (300, 200), 11)
    assert 0.875 <= contained <= 1
    assert bias < 6
    assert 0.5 < spread < 1.5


@pytest.mark.slow
def test_pooled_intervals_hold_in_thousands_of_surveys() -> None:
    contained, bias, spread = coverage(a_star("2", "4"), 4_000, (300, 200), 12)
    assert 0.93 <= contained <= 0.97  # Six standard errors are 2 percentage points.
    assert bias < 6
    assert 0.86 < spread < 1.14

"""Rows from estimates alone: what is found, what is foretold, and what is not offered."""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.crosstab import count_pairs, cross
from mechanisms.ldp.estimates.margin import alone
from mechanisms.ldp.estimates.pooling import share_pooled
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.synthesis.from_estimates import EstimatedTable, Foretold, foretold, from_estimates
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.sampling import sampled

Floats = NDArray[np.float64]
SIZES = (3, 2, 4, 2)
PEOPLE = 10_000
ALL = [*((place,) for place in range(len(SIZES))), *combinations(range(len(SIZES)), 2)]


def chain(seed: int, strength: float) -> Floats:
    """Returns the shares of all combinations where each column depends on the one before, with this strength; 0 is
    independence."""
    numbers = SeededEntropy(seed).words(100) / float(1 << 32)
    first = 0.2 + numbers[:3]
    joint, at = first / first.sum(), 3
    for before, size in pairwise(SIZES):
        base = 0.3 + numbers[at : at + size]
        pull = np.eye(before, size) * strength * 3
        given = base + pull
        joint = joint[..., None] * (given / given.sum(axis=1, keepdims=True))
        at += size
    return np.asarray(joint)


def shares(joint: Floats, of: Attributes) -> Floats:
    return np.asarray(joint.sum(axis=tuple(place for place in range(len(SIZES)) if place not in of)))


def surveyed(joint: Floats, sd: float, seed: int, of: Sequence[Attributes] = ALL) -> list[EstimatedTable]:
    noise = np.random.default_rng(seed)
    return [
        EstimatedTable(
            attributes=attributes,
            shares=shares(joint, attributes) + noise.normal(0, sd, shares(joint, attributes).shape),
            variances=np.full(shares(joint, attributes).shape, sd**2),
        )
        for attributes in of
    ]


def mean_error(joint: Floats, of_pair: Any) -> float:
    return float(np.mean([np.abs(of_pair(pair) - shares(joint, pair)).sum() / 2 for pair in ALL if len(pair) == 2]))


def independent(joint: Floats) -> Any:
    return lambda pair: np.multiply.outer(shares(joint, pair[:1]), shares(joint, pair[1:]))


def test_of_nearly_exact_estimates_the_model_has_every_table() -> None:
    joint = chain(1, 1.0)
    fit = from_estimates(SIZES, surveyed(joint, 1e-5, 1), 10**9)
    assert {(0, 1), (1, 2), (2, 3)} <= set(fit.pairs)
    assert mean_error(joint, fit.model.marginal) < 1e-3


def test_what_nobody_crossed_is_what_the_others_imply() -> None:
    """The table of columns 0 and 2 in a chain 0 - 1 - 2 follows from the two other tables."""
    joint = chain(2, 1.0)
    of = [pair for pair in ALL if pair not in [(0, 2), (0, 3), (1, 3)]]
    fit = from_estimates(SIZES, surveyed(joint, 1e-5, 2, of), 10**9)
    assert fit.model.marginal((0, 2)) == pytest.approx(shares(joint, (0, 2)), abs=2e-3)


def test_where_nothing_goes_together_hardly_a_pair_is_found_and_rows_are_not_offered() -> None:
    joint, pair_count = chain(3, 0.0), 0
    for seed in range(15):
        tables = surveyed(joint, 0.01, seed)
        fit = from_estimates(SIZES, tables, PEOPLE)
        pair_count += len(fit.pairs)
        assert not foretold(fit, SIZES, tables, PEOPLE, SeededEntropy(seed)).tells_enough
    assert pair_count <= 15  # The surveys have 90 pairs in all.


@pytest.mark.parametrize("sd", [0.002, 0.005, 0.01, 0.02, 0.05])
def test_rows_are_offered_only_where_they_err_by_at_most_half_of_what_independent_columns_do(sd: float) -> None:
    for seed in range(6):
        joint = chain(seed, 0.6)
        tables = surveyed(joint, sd, seed)
        fit = from_estimates(SIZES, tables, PEOPLE)
        forecast = foretold(fit, SIZES, tables, PEOPLE, SeededEntropy(seed))
        errs, alone = mean_error(joint, fit.model.marginal), mean_error(joint, independent(joint))
        assert not forecast.tells_enough or errs <= 0.6 * alone, f"survey {seed}: {errs} beside {alone}"
        assert forecast.independent <= alone + 2 * sd
        assert sd > 0.005 or forecast.tells_enough


def test_what_is_foretold_is_what_comes_about() -> None:
    """The means of both errors are compared over surveys of one truth with every pair in the model."""
    joint, forecasts, came = chain(4, 1.0), [], []
    for seed in range(20):
        tables = surveyed(joint, 0.004, seed)
        fit = from_estimates(SIZES, tables, PEOPLE)
        forecasts.append(foretold(fit, SIZES, tables, PEOPLE, SeededEntropy(seed)).expected)
        came.append(mean_error(joint, fit.model.marginal))
    assert 0.8 < np.mean(forecasts) / np.mean(came) < 1.25


def test_a_pair_that_the_model_left_out_counts_as_error() -> None:
    """The table of a pair differs from the model by more than noise, but by less than two standard deviations."""
    joint = np.full(SIZES, 1 / math.prod(SIZES))
    tables = surveyed(joint, 0.01, 5)
    fit = from_estimates(SIZES, tables, PEOPLE)
    before = foretold(fit, SIZES, tables, PEOPLE, SeededEntropy(5))
    at = next(place for place, table in enumerate(tables) if table.attributes == (1, 3) and (1, 3) not in fit.pairs)
    shifted = fit.model.marginal((1, 3)) + 0.02 * np.array([[1, -1], [-1, 1]])
    tables[at] = EstimatedTable(attributes=(1, 3), shares=shifted, variances=tables[at].variances)
    assert foretold(fit, SIZES, tables, PEOPLE, SeededEntropy(5)).expected > before.expected


def test_the_threshold_is_half() -> None:
    assert Foretold(expected=0.05, independent=0.1).tells_enough
    assert not Foretold(expected=0.0501, independent=0.1).tells_enough
    assert not Foretold(expected=0.01, independent=0.0).tells_enough


def test_of_reports_of_people_to_rows_that_go_together_as_their_answers_do() -> None:
    """40 000 people answer two questions at epsilon 3 each; the table is the product of their reports."""
    people, both = 40_000, np.array([[0.4, 0.1], [0.1, 0.4]])
    mechanism, entropy = GeneralizedRandomizedResponse(epsilon="3", answers=2), SeededEntropy(6)
    answers = np.random.default_rng(6).choice(4, size=people, p=both.ravel())
    packed = [mechanism.perturb_many(answer, entropy) for answer in (answers // 2, answers % 2)]
    margins = (alone(mechanism), alone(mechanism))
    tables = []
    for place, reports in enumerate(packed):
        single = share_pooled([(margins[place], mechanism.count(reports), people)])
        tables.append(EstimatedTable(attributes=(place,), shares=single.shares, variances=single.variances))
    crossed = cross([(margins, count_pairs(margins, (packed[0], packed[1])))])
    tables.append(EstimatedTable(attributes=(0, 1), shares=crossed.shares, variances=crossed.variances))
    fit = from_estimates((2, 2), tables, people)
    assert foretold(fit, (2, 2), tables, people, entropy).tells_enough
    first, second = sampled(fit.model, people, entropy)
    shares = np.bincount(2 * first + second, minlength=4) / people
    # The standard errors of a cell are 0.004 from the estimate and 0.0025 from the draw.
    assert np.abs(shares - both.ravel()).max() < 6 * 0.006


def table(of: Attributes, sizes: Sequence[int] = SIZES, share: float = 0.1, variance: float = 1e-4) -> EstimatedTable:
    shape = [sizes[place] for place in of]
    return EstimatedTable(attributes=of, shares=np.full(shape, share), variances=np.full(shape, variance))


SINGLES = [table((place,)) for place in range(len(SIZES))]
UNLIKE = EstimatedTable(attributes=(0, 1), shares=np.full((2, 3), 0.1), variances=np.full((2, 3), 1e-4))


@pytest.mark.parametrize(
    ("tables", "people", "why"),
    [
        (SINGLES, 0, "at least 1"),
        (SINGLES[1:], 10, "column 0 has no table"),
        ([*SINGLES, SINGLES[0]], 10, "two tables of the same"),
        ([*SINGLES, table((0, 1, 2))], 10, "neither a column nor two"),
        ([*SINGLES, EstimatedTable(attributes=(1, 0), shares=np.ones((2, 3)), variances=np.ones((2, 3)))], 10, "order"),
        ([*SINGLES, UNLIKE], 10, "it has"),
        ([*SINGLES, table((0, 1), share=float("nan"))], 10, "no number"),
        ([*SINGLES, table((0, 1), variance=0.0)], 10, "every estimate has noise"),
        ([*SINGLES, table((0, 1), variance=float("inf"))], 10, "no number"),
    ],
)
def test_what_is_no_survey_is_refused(tables: list[EstimatedTable], people: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        from_estimates(SIZES, tables, people)


def test_without_a_pair_nothing_is_foretold() -> None:
    fit = from_estimates(SIZES, SINGLES, PEOPLE)
    with pytest.raises(ValueError, match="no pair"):
        foretold(fit, SIZES, SINGLES, PEOPLE, SeededEntropy(1))


def test_a_table_of_more_cells_than_a_model_holds_is_refused() -> None:
    sizes = (300, 300)
    tables = [table((place,), sizes) for place in range(2)]
    with pytest.raises(ValueError, match="a model holds"):
        from_estimates(sizes, [*tables, table((0, 1), sizes)], 10)

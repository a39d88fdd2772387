"""A measured report is divided beforehand, refused before anything is drawn, and right about what it predicts."""

import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.common.entropy import Entropy, SeededEntropy
from mechanisms.synthesis.budget import Purse
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.fitting import LEAST_RHO
from mechanisms.synthesis.likeness import of_model
from mechanisms.synthesis.measured.logistic_regression import learnt
from mechanisms.synthesis.measured.prediction_scores import measured_predictions, prediction_scores
from mechanisms.synthesis.measured.report import MeasuredReport, measured_report, parts_of
from mechanisms.synthesis.measuring import Measurement
from mechanisms.synthesis.model import Model
from mechanisms.synthesis.sampling import sampled
from mechanisms.tests.synthesis.small import random_model
from mechanisms.tests.synthesis.test_neighbours import SIZES, Transcript, a_table

SURE = Decimal(1000)  # With so much rho the noise is below a tenth of a row.


def a_model(seed: int = 1) -> Model:
    return random_model((SIZES, [(0, 1), (1, 2), (2, 3), (3, 4)]), seed)


def report(columns: Sequence[Codes], rho: Decimal, target: int | None = 2, group: int | None = 1) -> MeasuredReport:
    return measured_report(columns, of_model(a_model()), rho=rho, target=target, group=group, entropy=SeededEntropy(1))


@given(st.decimals(LEAST_RHO, "9", places=15), st.booleans())
def test_the_parts_are_never_more_than_the_whole(rho: Decimal, predicts: bool) -> None:
    pairs, predictions = parts_of(rho, predicts=predicts)
    assert pairs + predictions <= rho
    assert pairs > 0
    assert (predictions > 0) == predicts


@pytest.mark.parametrize("target", [None, 2])
def test_a_report_spends_no_more_than_it_was_given(target: int | None) -> None:
    findings = report(a_table(1, 300), Decimal("0.37"), target, None)
    assert Decimal("0.369") < findings.purse.spent.rho <= Decimal("0.37")
    assert findings.purse.spent.delta == 0


@pytest.mark.parametrize(
    ("rho", "target", "group", "why"),
    [
        ("0.00000001", 2, 1, "nothing but noise"),
        ("1", 5, None, "the target is column 5 of 5"),
        ("1", 2, -1, "the group is column -1 of 5"),
        ("1", None, 1, "no target"),
        ("0", 2, 1, "above 0"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_drawn(
    rho: str, target: int | None, group: int | None, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DiscreteGaussian, "release", None)
    with pytest.raises(ValueError, match=why):
        report(a_table(1, 30), Decimal(rho), target, group)


def test_a_table_of_too_many_classes_is_refused() -> None:
    column = np.zeros(2, dtype=np.uint16)
    with pytest.raises(ValueError, match="cells; at most"):
        measured_predictions((column, column, column), (2, 257, 257), Decimal(1), Purse(Decimal(1)))
    with pytest.raises(ValueError, match="they are the same"):
        measured_predictions((column, column, column), (2, 3, 2), Decimal(1), Purse(Decimal(1)))


@pytest.mark.parametrize("rows", [0, 1, 400])
def test_a_report_that_is_told_the_same_asks_the_same_and_reads_what_is_within_the_sensitivity(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = a_table(3, rows)
    with_one_more = [np.append(column, np.uint16(size - 1)) for column, size in zip(table, SIZES, strict=True)]
    written = Transcript()
    with monkeypatch.context() as patch:
        written.write(patch)
        before = report(table, Decimal("0.5"))
    with monkeypatch.context() as patch:
        read = written.repeat(patch)
        after = report(with_one_more, Decimal("0.5"))
    assert len(read) == len(written.draws)
    assert after.purse == before.purse
    assert (after.rows, after.errors, after.propensities) == (before.rows, before.errors, before.propensities)
    assert after.predictions == before.predictions
    for draw, now in zip(written.draws, read, strict=True):
        assert isinstance(draw.mechanism, DiscreteGaussian)
        # The added row counts in each draw.
        assert ((draw.read - now) ** 2).sum() == draw.mechanism.squared_sensitivity == 1


def test_what_a_report_reads_of_two_tables_together_is_what_it_reads_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a report reads of a row depends on that row and on released numbers only."""
    tables = [a_table(3, 30), a_table(4, 900)]
    both = [np.concatenate(columns) for columns in zip(*tables, strict=True)]
    written = Transcript()
    with monkeypatch.context() as patch:
        written.write(patch)
        report(both, Decimal("0.5"))
    reads = []
    for table in tables:
        with monkeypatch.context() as patch:
            reads.append(written.repeat(patch))
            report(table, Decimal("0.5"))
    for draw, first, other in zip(written.draws, *reads, strict=True):
        assert (draw.read == first + other).all()


@pytest.mark.parametrize(("most", "rows"), [(10**9, 7000), (10 * 4 * SIZES[2], 10), (1, 1)])
def test_of_many_columns_and_classes_fewer_rows_are_learnt_from(
    most: int, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mechanisms.synthesis.measured.report.MOST_LEARNT", most)
    row_counts, likeness = [], of_model(a_model())

    def drawn(many: int, entropy: Entropy) -> Sequence[Codes]:
        row_counts.append(many)
        return likeness.drawn(many, entropy)

    counted = replace(likeness, rows=7000.4, drawn=drawn)
    measured_report(a_table(1, 30), counted, rho=Decimal(1), target=2, group=None, entropy=SeededEntropy(1))
    assert row_counts == [rows]


def test_with_a_budget_without_end_the_scores_are_those_that_are_counted() -> None:
    columns, model = a_table(4, 20_000), a_model(4)
    report = measured_report(columns, of_model(model), rho=SURE, target=2, group=1, entropy=SeededEntropy(2))
    from_rows = _counted(columns, model, SeededEntropy(2))
    scores = report.predictions
    assert scores is not None
    assert scores.accuracy is not None
    assert scores.macro_f1 is not None
    assert scores.accuracy.value == pytest.approx(from_rows["accuracy"], abs=1e-3)
    assert scores.macro_f1.value == pytest.approx(from_rows["f1"], abs=1e-3)
    assert [score and score.value for score in scores.error_of_group] == pytest.approx(from_rows["errors"], abs=1e-3)
    assert report.rows == pytest.approx(20_000, abs=0.1)


def _counted(columns: Sequence[Codes], model: Model, entropy: SeededEntropy) -> dict[str, Any]:
    """Returns the same counts without noise, computed from the definition."""

    synthetic = sampled(model, round(model.rows), entropy)
    others = [0, 1, 3, 4]
    sizes = [SIZES[place] for place in others]
    predictions = learnt([synthetic[place] for place in others], sizes, synthetic[2]).predicted(
        [columns[place] for place in others]
    )
    true = columns[2].astype(np.int64)
    f1 = []
    for label in range(SIZES[2]):
        both = int(((predictions == label) & (true == label)).sum())
        either = int((predictions == label).sum() + (true == label).sum())
        f1.append(2 * both / either)
    errors = [float((predictions != true)[columns[1] == group].mean()) for group in range(SIZES[1])]
    return {"accuracy": float((predictions == true).mean()), "f1": float(np.mean(f1)), "errors": errors}


def tables(groups: Any, classes: Any, sigma: float = 0.001, noise: Any = None) -> tuple[Measurement, Measurement]:
    measurements = []
    for at, values in (((0, 1), groups), ((2, 3), classes)):
        exact = np.array(values, dtype=np.float64)
        noisy = exact if noise is None else exact + noise.normal(0, sigma, exact.shape)
        measurements.append(Measurement(attributes=at, values=noisy, sigma=sigma))
    return measurements[0], measurements[1]


def test_standard_errors_of_scores_are_those_of_noise() -> None:
    """A score of 500 tables with Gaussian noise is within two standard errors in 19 of 20 or nearly."""
    exact = [[150, 650], [70, 120]], [[500, 100], [120, 270]]
    right = prediction_scores(*tables(*exact))
    noise = np.random.default_rng(1)
    coverage: dict[str, list[bool]] = {"accuracy": [], "macro_f1": [], "most_common": [], "widest_gap": []}
    for _ in range(500):
        noisy = prediction_scores(*tables(*exact, sigma=8, noise=noise))
        for name, verdicts in coverage.items():
            score, truth = getattr(noisy, name), getattr(right, name)
            verdicts.append(abs(score.value - truth.value) <= 2 * score.standard_error)
    assert all(0.93 <= np.mean(verdicts) <= 0.98 for verdicts in coverage.values()), {
        k: np.mean(v) for k, v in coverage.items()
    }


def test_scores_by_hand() -> None:
    scores = prediction_scores(*tables([[30, 70], [0, 0]], [[40, 10], [20, 30]]))
    assert scores.accuracy is not None
    assert scores.macro_f1 is not None
    assert scores.most_common is not None
    assert scores.accuracy.value == pytest.approx(0.7)
    assert scores.most_common.value == pytest.approx(0.5)
    assert scores.macro_f1.value == pytest.approx((80 / 110 + 60 / 90) / 2)
    first, second = scores.error_of_group
    assert first is not None
    assert first.value == pytest.approx(0.3)
    assert second is None  # The second group has too few rows, or none.
    assert scores.widest_gap is None


@pytest.mark.parametrize(("groups", "classes"), [([1, 2], [[1]]), ([[1, 2, 3]], [[1]]), ([[1, 2]], [[1, 2]])])
def test_tables_of_another_shape_are_refused(groups: Any, classes: Any) -> None:
    with pytest.raises(ValueError, match="groups x 2"):
        prediction_scores(*tables(groups, classes))


def codes(*values: int) -> NDArray[np.uint16]:
    return np.array(values, dtype=np.uint16)


def test_a_regression_on_one_column_says_the_most_common_class_of_each_value() -> None:
    column, target = codes(*[0] * 60, *[1] * 60), codes(*[0] * 50, *[2] * 10, *[0] * 20, *[2] * 40)
    classifier = learnt([column], [2], target)
    assert classifier.predicted([codes(0, 1)]).tolist() == [0, 2]


def test_a_class_that_no_row_has_is_never_said_and_one_alone_always() -> None:
    classifier = learnt([codes(0, 1, 2)], [3], codes(4, 4, 4))
    assert classifier.predicted([codes(2, 1, 0)]).tolist() == [4, 4, 4]


def test_the_regression_is_at_its_optimum() -> None:
    """No small step in any direction makes the penalised likelihood larger."""
    generator = np.random.default_rng(2)
    columns = [generator.integers(0, size, 200).astype(np.uint16) for size in (3, 2)]
    target = ((columns[0] + columns[1] + generator.integers(0, 2, 200)) % 3).astype(np.uint16)
    classifier = learnt(columns, [3, 2], target)

    def loss(weights: NDArray[np.float64]) -> float:
        scores = weights[columns[0]] + weights[3 + columns[1].astype(int)] + weights[-1]
        scores = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return float(-scores[np.arange(200), target].sum() + (weights[:-1] ** 2).sum() / 2)

    best = loss(classifier.weights)
    steps = generator.normal(0, 0.01, (50, *classifier.weights.shape))
    assert all(loss(classifier.weights + step) > best for step in steps)


@pytest.mark.parametrize(
    ("columns", "target"), [([], codes(1)), ([codes()], codes()), ([codes(1, 0)], codes(1)), ([codes(7)], codes(1))]
)
def test_a_regression_on_nothing_or_on_what_does_not_fit_is_refused(columns: list[Any], target: Codes) -> None:
    with pytest.raises(ValueError, match=r"predict from|learn from|beyond"):
        learnt(columns, [2] * len(columns), target)


def test_many_rows_are_predicted_without_a_score_of_each_class_for_all_of_them_at_once() -> None:
    rows, classes = 200_000, 50
    kind = np.arange(rows, dtype=np.uint16) % classes
    classifier = learnt([kind[:5000]], [classes], kind[:5000])
    tracemalloc.start()
    try:
        predictions = classifier.predicted([kind])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (predictions == kind).all()
    assert most < rows * classes * 8 / 2

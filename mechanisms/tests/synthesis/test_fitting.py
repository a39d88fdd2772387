"""These tests cover the way from counts to a model within a budget: what is chosen, what is spent, and what happens at
the edges."""

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from mechanisms.accounting.zcdp import Cost, total
from mechanisms.central import discrete_gaussian, exponential
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.exponential import ExponentialMechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis import estimation, fitting
from mechanisms.synthesis.domain import Codes, Domain, Impossible
from mechanisms.synthesis.fitting import LEAST_RHO, Fitted, fitted
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.marginals import CodedRows, Integers
from mechanisms.synthesis.sampling import sampled
from mechanisms.synthesis.workload import workload
from mechanisms.tests.synthesis.small import domain_of

SIZES = (4, 4, 4, 3, 2)


def chain(rows: int = 4000) -> list[Codes]:
    """Returns rows in which 0 - 1 - 2 are a chain, 3 follows 0, and 4 is independent."""
    generator = np.random.default_rng(5)
    first = generator.integers(0, 4, rows)
    second = np.where(generator.random(rows) < 0.8, first, generator.integers(0, 4, rows))
    third = np.where(generator.random(rows) < 0.7, second, generator.integers(0, 4, rows))
    fourth = np.where(generator.random(rows) < 0.6, first % 3, generator.integers(0, 3, rows))
    return [column.astype(np.uint16) for column in (first, second, third, fourth, generator.integers(0, 2, rows))]


@pytest.fixture
def _without_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the noise of counts and choices, so that the chosen marginals are known."""
    monkeypatch.setattr(discrete_gaussian, "discrete_gaussian", lambda values, _scale: values)
    monkeypatch.setattr(exponential, "gumbel_maximum", lambda scores, _scale: int(scores.argmax()))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Cost]:
    """Returns the cost of every draw, told by the mechanism that is drawn from."""
    costs: list[Cost] = []

    def watch(kind: type[DiscreteGaussian] | type[ExponentialMechanism]) -> None:
        was = kind.release

        def release(self: Any, values: Integers) -> Any:
            costs.append(self.cost())
            return was(self, values)

        monkeypatch.setattr(kind, "release", release)

    watch(DiscreteGaussian)
    watch(ExponentialMechanism)
    return costs


def fit(rho: str, *, domain: Domain | None = None, columns: list[Codes] | None = None, **options: Any) -> Fitted:
    domain = domain or domain_of(SIZES)
    columns = chain() if columns is None else columns
    wanted = workload(domain, **options)
    return fitted(CodedRows(columns, domain.sizes), domain, rho=Decimal(rho), workload=wanted)


def pairs(synthesis: Fitted) -> set[Attributes]:
    return {measurement.attributes for measurement in synthesis.measurements if len(measurement.attributes) > 1}


@pytest.mark.usefixtures("_without_noise")
def test_the_tree_is_made_of_what_depends_on_each_other() -> None:
    synthesis = fit("0.02")
    first_two = [measurement.attributes for measurement in synthesis.measurements][5:7]
    assert set(first_two) == {(0, 1), (1, 2)}
    assert (0, 3) in pairs(synthesis)


@pytest.mark.usefixtures("_without_noise")
def test_without_noise_the_pairs_of_the_model_are_those_of_the_rows() -> None:
    synthesis = fit("50")
    exact = CodedRows(chain(), SIZES)
    assert synthesis.model.rows == pytest.approx(4000)
    for pair in pairs(synthesis):
        assert np.abs(synthesis.model.marginal(pair) - exact.of(pair) / 4000).sum() < 5e-3


@pytest.mark.usefixtures("_without_noise")
def test_what_is_lost_in_noise_is_not_measured() -> None:
    """Column 4 is independent: what a small sample shows by chance is less than the noise would add."""
    measured_pairs = pairs(fit("0.001"))
    assert (0, 1) in measured_pairs
    assert not any(4 in pair for pair in measured_pairs)


@pytest.mark.usefixtures("_without_noise")
def test_every_attribute_is_measured_beside_a_target_and_the_tree_given_it() -> None:
    synthesis = fit("0.5", target="a2")
    assert {(0, 2), (1, 2), (2, 3), (2, 4)} <= pairs(synthesis)
    assert [what for what, _ in synthesis.purse.steps][:2] == ["each attribute", "each attribute beside the target"]
    assert (0, 1, 2) in pairs(synthesis)


@pytest.mark.parametrize("rho", ["0.0000001", "0.02", "50.123456789012345"])
@pytest.mark.parametrize("target", [None, "a0"])
def test_every_draw_is_paid_and_all_together_cost_no_more_than_was_asked(
    rho: str, target: str | None, drawn: list[Cost]
) -> None:
    synthesis = fit(rho, target=target)
    assert total(drawn) == synthesis.purse.spent
    assert synthesis.purse.spent.rho <= Decimal(rho)
    assert synthesis.purse.spent.rho > Decimal("0.98") * Decimal(rho)
    assert len(synthesis.measurements) <= len(drawn)


def test_measurements_carry_the_sigma_they_were_drawn_with() -> None:
    synthesis = fit("0.02")
    spent = sum(1 / (2 * measurement.sigma**2) for measurement in synthesis.measurements)
    chosen = sum(cost.rho for what, cost in synthesis.purse.steps if what == "choosing")
    assert spent + float(chosen) == pytest.approx(float(synthesis.purse.spent.rho), rel=1e-9)


def test_a_table_of_one_column_spends_all_on_it() -> None:
    synthesis = fit("0.5", domain=domain_of([3]), columns=[chain()[3]])
    assert [what for what, _ in synthesis.purse.steps] == ["each attribute"]
    assert synthesis.model.marginal((0,)).sum() == pytest.approx(1)


def test_columns_of_one_value_and_no_rows_at_all_make_a_model() -> None:
    nothing = [np.empty(0, np.uint16)] * 3
    synthesis = fit("0.5", domain=domain_of([1, 2, 3]), columns=nothing)
    assert synthesis.model.rows >= 1
    assert synthesis.model.marginal((0,)).tolist() == pytest.approx([1.0])
    assert len(sampled(synthesis.model, 10, SeededEntropy(0))[2]) == 10


def test_what_is_declared_impossible_is_in_no_row_although_rows_had_it() -> None:
    cannot = np.zeros((4, 4), bool)
    cannot[1, 1] = True
    domain = Domain(attributes=domain_of(SIZES).attributes, impossible=(Impossible((0, 2), cannot),))
    synthesis = fit("1", domain=domain)
    rows = CodedRows(sampled(synthesis.model, 5000, SeededEntropy(0)), SIZES)
    assert rows.of((0, 2))[1, 1] == 0


def test_a_model_stays_within_its_cells() -> None:
    domain = domain_of(SIZES)
    synthesis = fitted(
        CodedRows(chain(), SIZES), domain, rho=Decimal(5), workload=workload(domain, most_cells=40), most_cells=40
    )
    assert synthesis.model.tree.cells <= 40


def test_a_model_grows_only_where_noise_is_small_beside_what_few_marginals_leave_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fitting, "MOST_CELLS", 40)
    monkeypatch.setattr(fitting, "AMPLE_CELLS", 400)
    domain = domain_of(SIZES)

    def cells(rho: str) -> int:
        return fitted(CodedRows(chain(), SIZES), domain, rho=Decimal(rho), workload=workload(domain)).model.tree.cells

    assert cells("0.01") <= 40
    assert 40 < cells("50") <= 400


@pytest.mark.usefixtures("_without_noise")
def test_where_there_are_many_candidates_more_are_chosen_between_two_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost of a fit must not grow with the product of candidates and rounds."""

    seen: list[int] = []
    was = estimation.estimated

    def estimated(*of: Any, **by: Any) -> Any:
        seen.append(1)
        return was(*of, **by)

    monkeypatch.setattr(fitting, "estimated", estimated)
    fit("100")
    usual = len(seen)
    monkeypatch.setattr(fitting, "_LOOKED_AT", 1)
    fit("100")
    assert len(seen) - usual < usual


def test_a_domain_of_a_thousand_million_cells_is_no_difficulty_because_nobody_writes_it_out() -> None:
    sizes = (32, 32, 32, 32, 32, 32)
    columns = [column.astype(np.uint16) for column in np.random.default_rng(0).integers(0, 32, (6, 500))]
    synthesis = fit("0.01", domain=domain_of(sizes), columns=columns)
    assert synthesis.model.tree.cells < 60_000


def test_refuses_a_budget_that_leaves_nothing_but_noise_before_anything_is_counted() -> None:
    class Unread:
        sizes = SIZES

        def of(self, attributes: Attributes) -> Integers:
            raise AssertionError("the rows were counted")

    domain = domain_of(SIZES)
    for rho, message in [("0.00000009", "nothing but noise"), ("NaN", "budget"), ("0.0000010000000001", "budget")]:
        with pytest.raises(ValueError, match=message):
            fitted(Unread(), domain, rho=Decimal(rho), workload=workload(domain))
    with pytest.raises(ValueError, match="other sizes"):
        fitted(Unread(), domain_of([2]), rho=LEAST_RHO, workload=workload(domain))
    with pytest.raises(ValueError, match="a model holds 10"):
        fitted(Unread(), domain, rho=Decimal(1), workload=workload(domain), most_cells=10)


def test_with_a_large_budget_rows_that_are_made_look_like_rows_that_were_counted() -> None:
    synthesis = fit("20")
    rows = round(synthesis.model.rows)
    exact, copied = CodedRows(chain(), SIZES), CodedRows(sampled(synthesis.model, rows, SeededEntropy(1)), SIZES)
    assert abs(rows - 4000) < 6 * 4  # The sum of each column errs by sigma sqrt(cells), which is below 4.
    for pair in [(0, 1), (1, 2), (0, 3), (0, 2)]:
        far = np.abs(exact.of(pair) / 4000 - copied.of(pair) / rows).sum() / 2
        assert far < 0.03, pair

"""These tests cover the whole of a fit on two tables that differ in a row: if it were told the same, it would ask the
same.

A fit on one table is written down, draw by draw. A fit on its neighbour is then told what the first one was told. It
has to draw from the same mechanisms in the same order and end at the same model to the last bit, so that nothing but
draws reads the rows; and what it would have drawn from lies within the sensitivity of what the first one drew from.
Each draw is then covered by the proof of its mechanism, and all of them by the sum of their costs.
"""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.exponential import ExponentialMechanism
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.fitting import Fitted, fitted
from mechanisms.synthesis.marginals import CodedRows, Integers
from mechanisms.synthesis.workload import workload
from mechanisms.tests.synthesis.small import domain_of

SIZES = (3, 4, 2, 3, 2)
Mechanism = DiscreteGaussian | ExponentialMechanism


@dataclass
class Draw:
    mechanism: Mechanism
    read: Integers
    told: Any


@dataclass
class Transcript:
    draws: list[Draw] = field(default_factory=list)

    def write(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for kind in (DiscreteGaussian, ExponentialMechanism):
            self._watch(monkeypatch, kind, kind.release)

    def _watch(self, monkeypatch: pytest.MonkeyPatch, kind: type[Mechanism], drawn: Any) -> None:
        def release(mechanism: Mechanism, read: Integers) -> Any:
            self.draws.append(Draw(mechanism, read.copy(), drawn(mechanism, read)))
            return self.draws[-1].told

        monkeypatch.setattr(kind, "release", release)

    def repeat(self, monkeypatch: pytest.MonkeyPatch) -> list[Integers]:
        """Gives the next fit the recorded noisy answers, and returns the list of its reads."""
        read_now: list[Integers] = []

        def release(mechanism: Mechanism, read: Integers) -> Any:
            known = self.draws[len(read_now)]
            assert mechanism == known.mechanism
            read_now.append(read.copy())
            return known.told

        for kind in (DiscreteGaussian, ExponentialMechanism):
            monkeypatch.setattr(kind, "release", release)
        return read_now


def a_table(seed: int, rows: int) -> list[Codes]:
    """Returns columns that depend on one another, so that there is something to choose."""
    generator = np.random.default_rng(seed)
    column = generator.integers(0, SIZES[0], rows)
    columns = [column]
    for size in SIZES[1:]:
        column = np.where(generator.random(rows) < 0.6, column % size, generator.integers(0, size, rows))
        columns.append(column)
    return [column.astype(np.uint16) for column in columns]


def fit(columns: list[Codes], rho: str, target: str | None) -> Fitted:
    domain = domain_of(SIZES)
    wanted = workload(domain, together=[["a0", "a1", "a3"]], target=target)
    return fitted(CodedRows(columns, SIZES), domain, rho=Decimal(rho), workload=wanted)


@pytest.mark.parametrize(
    ("seed", "rows", "rho", "target"), [(0, 0, "0.5", None), (1, 40, "4", "a4"), (2, 900, "0.08", None)]
)
def test_a_fit_that_is_told_the_same_asks_the_same_and_reads_what_is_within_the_sensitivity(
    seed: int, rows: int, rho: str, target: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = a_table(seed, rows)
    rare = [np.append(column, np.uint16(size - 1)) for column, size in zip(table, SIZES, strict=True)]
    written = Transcript()
    with monkeypatch.context() as patch:
        written.write(patch)
        before = fit(table, rho, target)
    with monkeypatch.context() as patch:
        read = written.repeat(patch)
        after = fit(rare, rho, target)
    assert len(read) == len(written.draws)
    assert after.purse == before.purse
    assert all((belief == other).all() for belief, other in zip(before.model.beliefs, after.model.beliefs, strict=True))
    differ = [draw.read - now for draw, now in zip(written.draws, read, strict=True)]
    for draw, difference in zip(written.draws, differ, strict=True):
        if isinstance(draw.mechanism, DiscreteGaussian):
            assert (difference**2).sum() <= draw.mechanism.squared_sensitivity
        else:
            assert np.abs(difference).max() <= draw.mechanism.sensitivity
    assert any(difference.any() for difference in differ)


@pytest.mark.parametrize("others", [0, 3000])
@pytest.mark.parametrize(("rows", "rho", "target"), [(60, "0.5", None), (900, "0.08", "a4")])
def test_a_fit_of_any_other_table_that_is_told_the_same_asks_the_same(
    rows: int, rho: str, target: str | None, others: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A choice that depended on unpaid rows would seldom change for one row more, but soon for many."""
    written = Transcript()
    with monkeypatch.context() as patch:
        written.write(patch)
        before = fit(a_table(3, rows), rho, target)
    with monkeypatch.context() as patch:
        read = written.repeat(patch)
        after = fit(a_table(4, others), rho, target)
    assert len(read) == len(written.draws)
    assert after.purse == before.purse
    assert all((belief == other).all() for belief, other in zip(before.model.beliefs, after.model.beliefs, strict=True))

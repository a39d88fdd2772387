"""These tests cover whole releases of the Gaussian model, on neighbours as far apart as two can be, and a mutant of
each step.

What leaves is looked at: every noisy moment, what is fitted to them and rows made of that. rho-zCDP bounds how well any
event tells an empty table from one row at the end of every axis (accounting/auditing.py). A sound release shows more
than its rho in at most one of 10^9 runs, by construction; OpenDP draws without a seed. Each mutant is so far from its
rho that counts five standard errors nearer to each other would still show it: missed in fewer than one of 10^6 runs.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from mechanisms.accounting.auditing import Shown, largest_shown, rho
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.samplers import Integers, discrete_gaussian
from mechanisms.common.entropy import Entropy, SeededEntropy
from mechanisms.synthesis.gaussian import gaussian_model, moments
from mechanisms.synthesis.gaussian.declared import Declared, Floats, Table
from mechanisms.synthesis.gaussian.gaussian_model import GaussianModel, NoisyMoments
from mechanisms.synthesis.gaussian.made import Rows, rows_of
from mechanisms.synthesis.gaussian.moments import exact_moments, squared_sensitivity
from mechanisms.synthesis.gaussian.normals import Fitted, fitted
from mechanisms.tests.synthesis.gaussian.people import declared_of, table_of

FALSE_ALARM = 1e-9
ROWS = 8
RHO = "0.5"


@dataclass(frozen=True, kw_only=True)
class Engine:
    """These are the steps of a release, as a caller joins them; a mutant replaces one."""

    declare: Callable[[Declared, Floats], Declared] = lambda declared, _: declared
    release: Callable[[GaussianModel, Table], NoisyMoments] = GaussianModel.release
    make: Callable[[Fitted, Entropy, Floats], Rows] = lambda model, entropy, _: rows_of(model, ROWS, entropy)

    def statistics(self, declared: Declared, numbers: Floats, entropy: Entropy) -> list[float]:
        declared = self.declare(declared, numbers)
        noisy = self.release(GaussianModel(declared=declared, rho=RHO), table_of(declared, numbers))
        model = fitted(noisy)
        rows = self.make(model, entropy, numbers)
        return [
            *noisy.values.ravel().astype(np.float64).tolist(),
            model.rows_estimated,
            float(rows.labels.count(declared.classes[0])),
            *(float(column.max()) for column in rows.columns.values()),
        ]

    def shown(self, declared: Declared, table: Floats, canary: Floats, many: int) -> Shown:
        entropy = SeededEntropy(many)
        without, with_it = (
            np.array([self.statistics(declared, numbers, entropy) for _ in range(many)])
            for numbers in (table, np.vstack([table, canary]))
        )
        return largest_shown(without, with_it, rho, error=FALSE_ALARM)


TWO_GROUPS = declared_of((2, 1), ["1", "1"], classes=2)
ONE_NUMBER = declared_of((1,), ["1"])
LONG_ROWS = declared_of((8,), ["1"])
NOBODY, AT_THE_ENDS = np.zeros((0, 3)), np.array([[1.0, 0.0, 1.0]])
SEVERAL = np.linspace(-0.1, 0.1, 20)[:, np.newaxis] * np.ones((1, 3))


@pytest.mark.slow
@pytest.mark.depends_on("mechanisms")
def test_a_whole_release_shows_no_more_than_its_rho() -> None:
    moments = exact_moments(table_of(TWO_GROUPS, AT_THE_ENDS), TWO_GROUPS)
    assert (moments**2).sum() == squared_sensitivity(TWO_GROUPS.groups)
    exposure = Engine().shown(TWO_GROUPS, NOBODY, AT_THE_ENDS, 1_200)
    assert exposure.spent <= float(RHO), exposure


class HalvedNoise(DiscreteGaussian):
    def release(self, values: Integers) -> Integers:
        return discrete_gaussian(values, self.scale / 2)


class SigmaForVariance(DiscreteGaussian):
    """This fault uses as the variance of noise what should be its standard deviation."""

    def release(self, values: Integers) -> Integers:
        return discrete_gaussian(values, math.sqrt(self.scale))


def exact_counts(model: GaussianModel, table: Table) -> NoisyMoments:
    noisy = model.release(table)
    return replace(noisy, values=np.hstack([exact_moments(table, model.declared)[:, :1], noisy.values[:, 1:]]))


def one_noise_for_all_classes(model: GaussianModel, table: Table) -> NoisyMoments:
    noisy, exact = model.release(table), exact_moments(table, model.declared)
    return replace(noisy, values=exact + (noisy.values - exact)[:1])


def bounds_of_the_rows(declared: Declared, numbers: Floats) -> Declared:
    ends = zip(declared.numbers, numbers.min(axis=0).tolist(), numbers.max(axis=0).tolist(), strict=True)
    return replace(declared, numbers=tuple(replace(number, low=low, high=high) for number, low, high in ends))


def copied_rows(model: Fitted, entropy: Entropy, numbers: Floats) -> Rows:
    picked = numbers[entropy.words(2 * len(numbers)) % len(numbers)]
    names = [number.name for number in model.declared.numbers]
    return Rows(columns=dict(zip(names, picked.T, strict=True)), labels=[model.declared.classes[0]] * len(picked))


def no_row_is_shortened(scaled: Floats, *_: Any) -> Integers:
    return np.asarray(np.rint(scaled * moments.STEPS), dtype=np.int64)


Break = Callable[[pytest.MonkeyPatch], Engine]


def with_noise(kind: type[DiscreteGaussian]) -> Break:
    def break_it(broken: pytest.MonkeyPatch) -> Engine:
        broken.setattr(gaussian_model, "DiscreteGaussian", kind)
        return Engine()

    return break_it


def shorten_nothing(broken: pytest.MonkeyPatch) -> Engine:
    broken.setattr(moments, "on_the_grid", no_row_is_shortened)
    return Engine()


MUTANTS: dict[str, tuple[Break, Declared, Floats, Floats, int]] = {
    "the noise is halved": (with_noise(HalvedNoise), ONE_NUMBER, np.zeros((0, 1)), np.ones((1, 1)), 3_500),
    "sigma for its square": (with_noise(SigmaForVariance), TWO_GROUPS, NOBODY, AT_THE_ENDS, 300),
    "counts are exact": (lambda _: Engine(release=exact_counts), TWO_GROUPS, NOBODY, AT_THE_ENDS, 300),
    "classes share noise": (lambda _: Engine(release=one_noise_for_all_classes), TWO_GROUPS, NOBODY, AT_THE_ENDS, 300),
    "no row is shortened": (shorten_nothing, LONG_ROWS, np.zeros((0, 8)), np.ones((1, 8)), 500),
    "bounds of the rows": (lambda _: Engine(declare=bounds_of_the_rows), TWO_GROUPS, SEVERAL, AT_THE_ENDS, 300),
    "rows are copied": (lambda _: Engine(make=copied_rows), TWO_GROUPS, SEVERAL, AT_THE_ENDS, 300),
}


@pytest.mark.slow
@pytest.mark.depends_on("mechanisms")
@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_engine_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    break_it, declared, table, canary, many = MUTANTS[name]
    assert break_it(monkeypatch).shown(declared, table, canary, many).spent > float(RHO)

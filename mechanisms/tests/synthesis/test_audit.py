"""These tests cover whole releases of the tree engine, on neighbours that are told apart as well as any two, and a
mutant of each step.

What leaves is looked at: measured values, what was chosen, the number of rows, the model's marginals and rows made of
it. rho-zCDP bounds how well any event tells the neighbours apart (accounting/auditing.py). A sound engine shows more
than its rho in at most one of 10^9 runs of this file, by construction and the union bound over SOUND. OpenDP draws
without a seed; each mutant is so far from its rho that counts five standard errors nearer
to each other than expected would still show it: it is missed in fewer than one of 10^6 runs.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from mechanisms.accounting.auditing import Shown, largest_shown, rho
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.exponential import ExponentialMechanism
from mechanisms.central.samplers import Integers, discrete_gaussian
from mechanisms.synthesis import measuring, selection
from mechanisms.synthesis.budget import Purse
from mechanisms.synthesis.domain import Codes, Domain
from mechanisms.synthesis.fitting import Fitted, fitted
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.tests.synthesis import releases
from mechanisms.tests.synthesis.releases import Neighbours, Row

pytestmark = [pytest.mark.slow, pytest.mark.depends_on("mechanisms")]

FALSE_ALARM = 1e-9  # The chance that any sound case fails.

# One row against none: every marginal changes by 1, and all of rho is spent on marginals.
ONE_COLUMN = Neighbours(sizes=(2,), rho="0.5", table=(), canary=(1,), weights={})
EIGHT_COLUMNS = replace(ONE_COLUMN, sizes=(2,) * 8, canary=(1,) * 8)
TWO_COLUMNS = replace(ONE_COLUMN, sizes=(2, 2), table=((0, 0),) * 3, canary=(1, 0))
# A row outside the common values of all others, with the engine's own division of rho.
WHOLE = Neighbours(
    sizes=(2, 2, 2),
    rho="0.5",
    table=((0, 0, 0),) * 6,
    canary=(1, 1, 1),
    weights=dict.fromkeys(combinations(range(3), 2), 1),
)
# Nine tenths of rho is spent on one choice between two marginals. The declaration leaves the model one combination, so
# noise cannot move their scores against each other: only the canary moves them, from 1 below to 1 above. It lies where
# the first marginal is impossible, and on the only combination of the second.
CHOICE = Neighbours(
    sizes=(4, 3, 1, 1),
    rho="1",
    table=((1, 1, 0, 0),) * 30,
    canary=(1, 0, 0, 0),
    weights={(0, 2, 3): 1, (1, 2, 3): 1},
    only_first=(0, 1),
    division={
        "CHOOSING": Fraction(9, 10),
        "ALONE": Fraction(1, 10) - Fraction(796, 10_000),
        "ALONE_AGAIN": Fraction(0),
        "FIRST_OF_LITTLE": Fraction(0),  # The rest sets sigma, so that noise of one more cell lowers the score by 1.
    },
)
SOUND = {"one column": (ONE_COLUMN, 1_500), "whole": (WHOLE, 200), "choice": (CHOICE, 700)}


def shown(neighbours: Neighbours, many: int, monkeypatch: pytest.MonkeyPatch) -> Shown:
    return largest_shown(*neighbours.sides(many, monkeypatch), rho, error=FALSE_ALARM / len(SOUND))


@pytest.mark.parametrize("name", SOUND)
def test_a_whole_release_shows_no_more_than_its_rho(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    neighbours, many = SOUND[name]
    exposure = shown(neighbours, many, monkeypatch)
    assert exposure.spent <= float(neighbours.rho), exposure


class HalvedNoise(DiscreteGaussian):
    def release(self, values: Integers) -> Integers:
        return discrete_gaussian(values, self.scale / 2)


def halve_the_sensitivity(broken: pytest.MonkeyPatch) -> None:
    broken.setattr(measuring, "DiscreteGaussian", HalvedNoise)


def measure_each_at_the_price_of_all(broken: pytest.MonkeyPatch) -> None:
    spend = Purse.spend
    broken.setattr(measuring, "divided", lambda whole, weights: [whole] * len(weights))
    broken.setattr(Purse, "spend", lambda self, what, *costs: spend(self, what, costs[0]))


def reuse_the_noise(broken: pytest.MonkeyPatch) -> None:
    """All marginals that are measured together get the noise of the first."""
    measure = measuring.measure

    def measured(counts: CodedRows, *others: Any, **named: Any) -> list[measuring.Measurement]:
        measurements = measure(counts, *others, **named)
        noise = measurements[0].values - counts.of(measurements[0].attributes)
        return [replace(measurement, values=counts.of(measurement.attributes) + noise) for measurement in measurements]

    broken.setattr("mechanisms.synthesis.fitting.measure", measured)


def leak_how_many_rows_there_are(broken: pytest.MonkeyPatch) -> None:
    def leaking(counts: CodedRows, *others: Any, **named: Any) -> Fitted:
        fit = fitted(counts, *others, **named)
        return replace(fit, model=replace(fit.model, rows=float(counts.of((0,)).sum())))

    broken.setattr(releases, "fitted", leaking)


def learn_the_domain_from_the_rows(broken: pytest.MonkeyPatch) -> None:
    declare = releases.declared

    def learnt(sizes: Row, only_first: Row, columns: list[Codes]) -> Domain:
        return declare(tuple(1 + int(column.max()) for column in columns), only_first, columns)

    broken.setattr(releases, "declared", learnt)


def copy_rows(broken: pytest.MonkeyPatch) -> None:
    """Plants a fault: rows are picked from the rows of the table."""
    seen = list[list[Codes]]()

    def watching(counts: CodedRows, *others: Any, **named: Any) -> Fitted:
        seen[:] = [[np.repeat(np.arange(size), counts.of((place,))) for place, size in enumerate(counts.sizes)]]
        return fitted(counts, *others, **named)

    broken.setattr(releases, "fitted", watching)
    broken.setattr(
        releases,
        "sampled",
        lambda _, rows, entropy: list(np.stack(seen[0])[:, entropy.words(rows) % len(seen[0][0])]),
    )


def choose_without_noise(broken: pytest.MonkeyPatch) -> None:
    broken.setattr(ExponentialMechanism, "release", lambda _, scores: int(np.argmax(scores)))


def take_scores_for_monotonic(broken: pytest.MonkeyPatch) -> None:
    choice = selection.choice
    broken.setattr(selection, "choice", lambda *arguments: replace(choice(*arguments), monotonic=True))


MUTANTS: list[tuple[Callable[[pytest.MonkeyPatch], None], Neighbours, int]] = [
    (halve_the_sensitivity, ONE_COLUMN, 1_500),
    (measure_each_at_the_price_of_all, EIGHT_COLUMNS, 700),
    (reuse_the_noise, TWO_COLUMNS, 300),
    (leak_how_many_rows_there_are, ONE_COLUMN, 300),
    (learn_the_domain_from_the_rows, TWO_COLUMNS, 300),
    (copy_rows, TWO_COLUMNS, 300),
    (choose_without_noise, CHOICE, 300),
    (take_scores_for_monotonic, CHOICE, 1_200),
]


@pytest.mark.parametrize(("break_it", "neighbours", "many"), MUTANTS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_broken_engine_is_found_out(
    break_it: Callable[[pytest.MonkeyPatch], None],
    neighbours: Neighbours,
    many: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    break_it(monkeypatch)
    assert shown(neighbours, many, monkeypatch).spent > float(neighbours.rho)

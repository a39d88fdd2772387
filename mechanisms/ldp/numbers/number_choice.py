"""The choice says which mechanism a question for a number gets, and why."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from mechanisms.ldp.numbers.duchi import DuchiMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.hybrid import HybridMechanism
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.piecewise import PiecewiseMechanism
from mechanisms.ldp.numbers.square_wave import SquareWave
from mechanisms.ldp.one_answer.choice import taking

# The answer page can draw these mechanisms.
OF_A_MEAN: tuple[type[NumberMechanism], ...] = (
    DuchiMechanism,
    PiecewiseMechanism,
    HybridMechanism,
)
_ALIKE = 1 + 1e-8  # The largest variance of Hybrid is known to one part in a thousand million only.


@dataclass(frozen=True, kw_only=True)
class NumberChoice:
    """This is the chosen mechanism, the reason, and each candidate's largest variance of one report, in squared
    units.
    """

    mechanism: NumberMechanism
    reason: str
    variances: dict[str, float]


def largest_noise(mechanism: NumberMechanism) -> float:
    """Returns the variance that noise adds to the reading of one report, the largest over the points of the grid, in
    squared units.

    The variances offered are parabolas around the middle, so the largest is there or at an end. To a number between two
    points the rounding adds the same in every mechanism: f (1 - f) squared steps where f of a step lies below it.
    """
    steps = mechanism.grid.steps
    spread = max(mechanism.channel.spread(point) for point in (0, steps // 2, steps))
    return float(spread * mechanism.grid.step**2)


def choose_for_mean(grid: Grid, epsilon: Decimal | str) -> NumberChoice:
    """Returns the candidate with the smallest worst-case variance, so that the choice depends on nobody's number.

    The first of equals, which has the shortest reports. Errors: ValueError where none takes this grid and epsilon.
    """
    candidates = taking(partial(offered, grid=grid, epsilon=epsilon) for offered in OF_A_MEAN)
    variances = {mechanism.slug: largest_noise(mechanism) for mechanism in candidates}
    least = min(variances.values())
    best = next(mechanism for mechanism in candidates if variances[mechanism.slug] <= least * _ALIKE)
    return NumberChoice(mechanism=best, reason=_reason(best, candidates, variances), variances=variances)


def choose_for_distribution(grid: Grid, epsilon: Decimal | str) -> NumberChoice:
    """Returns the choice of the square wave, the only mechanism offered for a distribution. Errors: ValueError for a
    grid or epsilon that it does not take."""
    wave = SquareWave(grid=grid, epsilon=epsilon)
    reason = f"{wave.name} is the only mechanism offered for a distribution, of {_question(wave)}."
    return NumberChoice(mechanism=wave, reason=reason, variances={wave.slug: largest_noise(wave)})


def _reason(best: NumberMechanism, candidates: Sequence[NumberMechanism], variances: dict[str, float]) -> str:
    others = [mechanism for mechanism in candidates if mechanism.slug != best.slug]
    if not others:
        return f"{best.name} is the only mechanism offered for a mean of {_question(best)}."
    opening = f"{best.name} has the smallest error for a mean of {_question(best)}, whatever people answer"
    second = min(others, key=lambda mechanism: variances[mechanism.slug])
    more = variances[second.slug] / variances[best.slug]
    if math.isclose(more, 1, rel_tol=0.01):
        return f"{opening}; {second.name} is within 1 % of it."
    return f"{opening}; {second.name} would need {more:.2f} times as many reports for the same precision."


def _question(mechanism: NumberMechanism) -> str:
    return f"{mechanism.grid.steps} steps at epsilon {mechanism.epsilon_text}"


def most_variance(mechanism: NumberMechanism) -> float:
    """Returns the largest variance of one reading, in squared units, for a person drawn at random from any population.

    The noise where it is largest, and people of whom half hold either bound. Both at once is no distribution there can
    be for some mechanisms, so that this is a bound and no more.
    """
    return largest_noise(mechanism) + (mechanism.grid.width / 2) ** 2

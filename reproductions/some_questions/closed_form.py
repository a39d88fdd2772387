"""The closed form that the planner is compared with; it shares no code with the library.

A question that m of the phones' questions share an epsilon E with needs R(E/m) reports, and each phone sends m, so the
question costs R(E/m)/m people. Questions add, and each takes the m at which it costs least.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist

MOST_SENT = 8  # A report covers at most this many questions.
QUANTILE = NormalDist().inv_cdf(0.975)

Mix = Sequence[tuple[float, float]]  # The epsilon of each level, and the share of people who choose it.


def reports(answers: int, epsilon: float, half_width: float) -> float:
    """The reports that one question needs for a 95 % interval of an answer that half give.

    A report names a set of w answers: the true one is in it with p, any other one with q. Sets of one are randomised
    response; w is the number at which the mean variance over all answers is least.
    """
    odds = math.exp(epsilon)

    def variance(size: int, share: float) -> float:
        p = size * odds / (size * odds + answers - size)
        q = (p * (size - 1) + (1 - p) * size) / (answers - 1)
        support = q + share * (p - q)
        return support * (1 - support) / (p - q) ** 2

    size = min(range(1, answers), key=lambda size: variance(size, 1 / answers))
    return variance(size, 0.5) * (QUANTILE / half_width) ** 2


def sizes_allowed(questions: int, epsilon: float, ceiling: float) -> range:
    """The numbers of questions that a report may hold when no answer spends more than the ceiling."""
    return range(math.ceil(epsilon / ceiling), min(questions, MOST_SENT) + 1)


def people(answers: Sequence[int], epsilon: float, ceiling: float, half_width: float) -> float:
    """The people that a survey needs when each question is drawn as often as it has to be."""
    allowed = sizes_allowed(len(answers), epsilon, ceiling)
    return sum(min(reports(of, epsilon / m, half_width) / m for m in allowed) for of in answers)


def people_of_mix(answers: Sequence[int], mix: Mix, ceiling: float, half_width: float) -> float:
    """The people that a survey needs when they choose their level: each level counts by its people."""
    return sum(share * people(answers, epsilon, ceiling, half_width) for epsilon, share in mix)


def people_alike(answers: Sequence[int], epsilon: float, ceiling: float, half_width: float) -> float:
    """The people that a survey needs when each question is drawn as often as the others, at the best common m."""
    allowed = sizes_allowed(len(answers), epsilon, ceiling)
    return min(len(answers) / m * max(reports(of, epsilon / m, half_width) for of in answers) for m in allowed)


def people_sending_all(answers: Sequence[int], epsilon: float, half_width: float) -> float:
    """The people that a survey needs when every phone sends every question."""
    return max(reports(of, epsilon / len(answers), half_width) for of in answers)

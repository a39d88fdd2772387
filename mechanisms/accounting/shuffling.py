"""Amplification by shuffling says what reports under local differential privacy are worth when somebody else has mixed
them.

One person answers one thing or another; the other n - 1 answer whatever they like. Let P and P' be the laws of the one
person's report, and w(y) at most the chance of report y under any answer at all. Each of the others then sends, with
the chance sum(w), a report drawn from w that says nothing of the answer; who sees all the others apart learns nothing
from them. What remains are some reports in no order, and for those (Balle, Bell, Gascon, Nissim 2019, lemma 5.3)

    delta(epsilon) = E[max(0, G_1 + ... + G_n)] / n

with independent G, (P(y) - e^epsilon P'(y)) / w(y) with chance w(y) and 0 otherwise. docs/decisions/0015 has the
proofs, and why the variation-ratio reduction is not used: as its authors compute it, small cases lose more than it.
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction

from mechanisms.accounting.summed_draws import mean_excess
from mechanisms.common.thresholds import exp_bounds

MOST_REPORTS = 10**9
LEAST_DELTA = Decimal("1e-15")
LEAST_EPSILON = Decimal("1e-8")  # The search for an epsilon ends here.
_EXPONENT_BITS = 80
_DIGITS = Context(prec=4, rounding=ROUND_CEILING)  # An epsilon is rounded up, so that the guarantee still holds.

Kind = tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True, kw_only=True)
class Blanket:
    """A blanket lists the kinds of reports. Each kind has its chance under one answer, its chance under another answer,
    and its least chance under any answer.

    All reports of a kind have the same three ratios. Both orders of the pair must lose alike, so each kind has a mirror
    image.
    """

    kinds: tuple[Kind, ...]

    def __post_init__(self) -> None:
        if any(sum(kind[side] for kind in self.kinds) != 1 for side in (0, 1)):
            raise ValueError("the chances of the kinds of reports under an answer do not add up to 1")
        if any(not 0 < least <= min(chance, other) for chance, other, least in self.kinds):
            raise ValueError("a kind of report has a least chance that is 0, or more than it has under an answer")
        if sorted(self.kinds) != sorted((other, chance, least) for chance, other, least in self.kinds):
            raise ValueError("the kinds of reports are not the same for both orders of the two answers")

    def delta(self, epsilon: Decimal, reports: int, delta: Decimal) -> float:
        """Returns the delta, or more, with which epsilon holds for the mixed reports; tight where it is near
        `delta`."""
        # e^epsilon is rounded down: a smaller bound never states too little delta.
        growth, _ = exp_bounds(Fraction(epsilon), bits=_EXPONENT_BITS)
        values = [(chance - growth * other) / least for chance, other, least in self.kinds]
        chances = [least for _, _, least in self.kinds]
        values.append(Fraction(0))
        chances.append(1 - sum(chances, Fraction(0)))
        return mean_excess(values, chances, reports, reports * float(delta)) / reports * (1 + 2.0**-50)

    def epsilon(self, local: Decimal, reports: int, delta: Decimal) -> Decimal:
        """Returns the least epsilon, of four digits, that holds for the mixed reports with delta; at most `local`, the
        epsilon of each single report."""
        if not 1 <= reports <= MOST_REPORTS:
            raise ValueError(f"there are {reports} reports; between 1 and {MOST_REPORTS} are mixed")
        if not LEAST_DELTA <= delta < 1:
            raise ValueError(f"delta is {delta}; it is at least {LEAST_DELTA} and below 1")
        holds, fails = local, Decimal(0)
        while holds > LEAST_EPSILON:
            middle = (holds + fails) / 2 if fails else holds / 4
            tried = _DIGITS.plus(middle)
            if tried >= holds:
                break
            if Decimal(self.delta(tried, reports, delta)) <= delta:
                holds = tried
            else:
                fails = tried
        return holds


def blanket_of_supports(ratio: Fraction, true: Fraction, both: Fraction) -> Blanket:
    """Returns the blanket of a mechanism whose reports have `ratio` times as large a chance under the answers that they
    support as under all others.

    `true` is the chance that a report supports the true answer, `both` at most the chance that it supports a given
    other one as well: two answers that are seldom supported together are told apart best.
    """
    least_both = both / ratio
    least_one = true / ratio - least_both
    neither = 1 - (ratio + 1) * least_one - ratio * least_both
    kinds = [
        (ratio * least_one, least_one, least_one),
        (least_one, ratio * least_one, least_one),
        (ratio * least_both, ratio * least_both, least_both),
        (neither, neither, neither),
    ]
    return Blanket(kinds=tuple(kind for kind in kinds if kind[2]))


def blanket_of_ratio(ratio: Fraction) -> Blanket:
    """Returns the blanket of which only the largest ratio between the chances of a report under any two answers is
    known.

    No such mechanism loses more than randomised response on two answers whose others are told apart.
    """
    if ratio <= 1:
        raise ValueError(f"the ratio is {ratio}; above 1 something is said")
    most, least = ratio / (ratio + 1), 1 / (ratio + 1)
    return Blanket(kinds=((most, least, least), (least, most, least)))

"""The choice says which of the mechanisms that take a question is used, and why."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

Candidate = TypeVar("Candidate")

AS_GOOD = 1.01  # The cheapest report wins among mechanisms whose error is at most this many times the least.


@dataclass(frozen=True, kw_only=True)
class Choice:
    """This is the mechanism chosen for a question, the reason, and each candidate's variance of one report.

    Of one answer the variance is the mean over the answers, of a set that of the share for which it is largest.
    `rival` is what it is held against, None if nothing else is offered: it would need `times` as many reports. Where
    that is below 1 the rival has the smallest error, and the mechanism was taken for its cheaper report.
    """

    mechanism: FrequencyOracle
    reason: str
    variances: dict[str, float]
    rival: FrequencyOracle | None
    times: float | None


def taking(offered: Iterable[Callable[[], Candidate]]) -> list[Candidate]:
    """Returns the candidates that take the question; raises the last refusal where none does."""
    candidates: list[Candidate] = []
    refusals: list[ValueError] = []
    for make in offered:
        try:
            candidates.append(make())
        except ValueError as refusal:
            refusals.append(refusal)
    if not candidates:
        raise refusals[-1]
    return candidates


def cheapest(candidates: list[FrequencyOracle], variances: dict[str, float], question: str) -> Choice:
    """Returns the choice among those within 1 % of the smallest variance, and of these within 1 % of the smallest for
    the share that is hardest to estimate: the report of the fewest bytes, then words.

    It is held against the smallest variance if that is another's, else against the next.
    """
    as_good = _as_good(_as_good(candidates, lambda oracle: variances[oracle.slug]), largest_variance)
    best = min(as_good, key=lambda oracle: (oracle.report_bytes, oracle.words))
    question = f"{question} at epsilon {best.epsilon_text}"
    others = sorted(
        (other for other in candidates if variances[other.slug] != variances[best.slug]),
        key=lambda oracle: variances[oracle.slug],
    )
    if not others:
        reason = f"{best.name} is the only mechanism offered for {question}."
        return Choice(mechanism=best, reason=reason, variances=variances, rival=None, times=None)
    rival = others[0]
    times = variances[rival.slug] / variances[best.slug]
    return Choice(
        mechanism=best, reason=_reason(best, rival, times, question), variances=variances, rival=rival, times=times
    )


def _as_good(candidates: list[FrequencyOracle], error: Callable[[FrequencyOracle], float]) -> list[FrequencyOracle]:
    least = min(map(error, candidates))
    return [oracle for oracle in candidates if error(oracle) <= AS_GOOD * least]


def largest_variance(oracle: FrequencyOracle) -> float:
    """Returns the largest variance of one report's estimate of an answer, over its shares: support comes closest to
    half."""
    low, high = float(oracle.q), float(oracle.p)
    share = (min(max(0.5, low), high) - low) / (high - low)
    return float(oracle.variance(share, 1))


def _reason(best: FrequencyOracle, rival: FrequencyOracle, times: float, question: str) -> str:
    if times < 1:
        return (
            f"{best.name} is within 1 % of the smallest error for {question}, that of {_called(rival)}, and its "
            f"report is cheaper: {_cost(best)} instead of {_cost(rival)}."
        )
    opening = f"{best.name} has the smallest error for {question}"
    if times < AS_GOOD:
        return f"{opening}; {_called(rival)} is within 1 % of it."
    return f"{opening}; {_called(rival)} would need {times:.2f} times as many reports for the same precision."


def _called(oracle: FrequencyOracle) -> str:
    """Returns the mechanism's name in the middle of a sentence; PrivSet is a name of its own."""
    return oracle.name if oracle.name.isalnum() else oracle.name.lower()


def _cost(oracle: FrequencyOracle) -> str:
    size, words = oracle.report_bytes, oracle.words
    return f"{size} byte{'s' * (size > 1)} from {words} random word{'s' * (words > 1)}"

"""The same people asked through several mechanisms at several epsilons, and which of them did best."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mechanisms.common.entropy import Entropy
from mechanisms.ldp.evaluation import Evaluation, evaluate
from mechanisms.ldp.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Counts


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One mechanism at one epsilon, and what came of it; or why it could not be tried."""

    slug: str
    epsilon: str
    report_bytes: int = 0
    evaluation: Evaluation | None = None
    refused: str = ""


def sweep(
    kinds: Sequence[type[FrequencyOracle]],
    epsilons: Sequence[str],
    counts: Counts,
    *,
    repetitions: int,
    entropy: Entropy,
) -> Iterator[Trial]:
    """A trial of each mechanism at each epsilon as it is done, epsilon by epsilon: the caller shows the progress.

    A mechanism that does not take this number of answers or this epsilon gives a trial that says why.
    """
    for epsilon in epsilons:
        for kind in kinds:
            try:
                oracle = kind(answers=counts.size, epsilon=epsilon)
                oracle.channel  # noqa: B018 - what cannot be drawn is refused here
            except ValueError as refusal:
                yield Trial(slug=kind.slug, epsilon=epsilon, refused=str(refusal))
                continue
            found = evaluate(oracle, counts, repetitions=repetitions, entropy=entropy)
            yield Trial(slug=kind.slug, epsilon=epsilon, report_bytes=oracle.report_bytes, evaluation=found)


def recommended(trials: Sequence[Trial], *, top: int) -> dict[str, Trial]:
    """For each epsilon the first trial with the least mean squared error over the `top` answers given most.

    It speaks of these people and of chance: trials that are closer than their repetitions can tell apart are as good.
    """
    best: dict[str, Trial] = {}
    for trial in trials:
        if trial.evaluation is None:
            continue
        held = best.get(trial.epsilon)
        if held is None or held.evaluation is None or _error(trial.evaluation, top) < _error(held.evaluation, top):
            best[trial.epsilon] = trial
    return best


def _error(found: Evaluation, top: int) -> float:
    return found.of_top(top)[2]

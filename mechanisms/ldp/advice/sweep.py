"""A sweep asks the same simulated people through several mechanisms at several epsilons, and says which did best."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mechanisms.common.entropy import Entropy
from mechanisms.ldp.advice.evaluation import Evaluation, evaluate, expected_errors
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Counts


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A trial is one mechanism at one epsilon with its result, or with the reason why it could not be tried.

    `spent` is the epsilon of its integers, as decimal text; `expected_error` the mean over the answers of what the
    closed form says, in shares squared.
    """

    slug: str
    epsilon: str
    version: int = 1
    spent: str = ""
    report_bytes: int = 0
    expected_error: float = 0.0
    evaluation: Evaluation | None = None
    refused: str = ""


def sweep(
    kinds: Sequence[type[FrequencyOracle]],
    epsilons: Sequence[str],
    counts: Counts,
    *,
    repetitions: int,
    entropy: Entropy,
    after_each: Callable[[], None] = lambda: None,
) -> Iterator[Trial]:
    """Yields a trial of each mechanism at each epsilon as it is done, epsilon by epsilon: the caller shows the
    progress.

    A mechanism that does not take this number of answers or this epsilon gives a trial that says why. `after_each`
    repetition may say how far it is, or raise to stop.
    """
    for epsilon in epsilons:
        for kind in kinds:
            try:
                oracle = kind(answers=counts.size, epsilon=epsilon)
                oracle.channel  # noqa: B018 - a mechanism refuses impossible integers when its channel is read
            except ValueError as refusal:
                yield Trial(slug=kind.slug, epsilon=epsilon, version=kind.version, refused=str(refusal))
                continue
            evaluation = evaluate(oracle, counts, repetitions=repetitions, entropy=entropy, after_each=after_each)
            yield Trial(
                slug=kind.slug,
                epsilon=epsilon,
                version=kind.version,
                spent=f"{oracle.epsilon_spent():f}",
                report_bytes=oracle.report_bytes,
                expected_error=float(expected_errors(oracle, evaluation.shares, evaluation.people).mean()),
                evaluation=evaluation,
            )


def recommended(trials: Sequence[Trial], *, top: int) -> dict[str, Trial]:
    """Returns the first trial for each epsilon that has the least mean squared error over the `top` answers given most.

    It speaks of these people and of chance: trials that are closer than their repetitions can tell apart are as good.
    """
    best: dict[str, Trial] = {}
    for trial in trials:
        if trial.evaluation is None:
            continue
        best_trial = best.get(trial.epsilon)
        if (
            best_trial is None
            or best_trial.evaluation is None
            or _error(trial.evaluation, top) < _error(best_trial.evaluation, top)
        ):
            best[trial.epsilon] = trial
    return best


def _error(evaluation: Evaluation, top: int) -> float:
    return evaluation.of_top(top)[2]

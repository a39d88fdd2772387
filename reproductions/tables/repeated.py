"""A question that is asked again and again: the noise averages out."""

import math

import numpy as np

from mechanisms.central.geometric import GeometricMechanism
from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.page import Experiment, Table, whole

REPORTED = {("1", 100): "certain", ("0.1", 1_000): "74 %", ("0.1", 10_000): "99.99 %", ("0.01", 100_000): "74 %"}
TIMES = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
SIGMAS = 12  # The sum of noises is cut off beyond this many standard deviations.


def within_half(epsilon: str, times: int) -> float:
    """Returns the chance that the mean of so many answers lies less than half a person from the truth: exactly, by the
    characteristic function of the noise to the power of their number."""
    noise = GeometricMechanism(epsilon=epsilon, sensitivity=1)
    ratio = math.exp(-1 / noise.scale)
    reach = SIGMAS * math.sqrt(times * noise.variance()) + 40 * noise.scale
    size = 1 << max(6, math.ceil(math.log2(2 * reach + times + 2)))
    angles = 2 * np.pi * np.arange(size // 2 + 1) / size
    density = (1 - ratio) ** 2 / (1 - 2 * ratio * np.cos(angles) + ratio**2)
    # The law of the sum: from 0 upwards at the start of the array, downwards from its end.
    law = np.fft.irfft(density**times, size)
    most = -(-times // 2) - 1
    return float(min(1.0, law[0] + 2 * law[1 : most + 1].sum()))


def shared(epsilon: str, times: int) -> float:
    """Returns the chance that the mean of the answers is right where all answers together cost epsilon: each gets so
    little that the mean is off by more than one."""
    scale = times / float(epsilon)
    deviation = math.sqrt(2 * scale**2 / times)
    return math.erf(0.5 / deviation / math.sqrt(2))


def percent(chance: float) -> str:
    return f"{100 * chance:.4g} %" if chance < 0.99995 else f"{100 * chance:.6f} %"


def experiment() -> Experiment:
    chances = {case: within_half(*case) for case in REPORTED}
    epsilons = ("1", "0.1", "0.01")
    return Experiment(
        heading=f"The mean of {whole(1000)} answers at epsilon 0.1 tells a count to the person in {percent(chances['0.1', 1000])} of cases",
        setup=(
            "A count is asked again and again, each time at the same epsilon, and the mean is taken. It gives the count away where it lies in a danger zone about the true one. How often it does is reported; "
            "how wide the zone is, is not known to us: half a person on each side gives the reported figures."
        ),
        picture=curves(
            "tables-repeated",
            "The chance that the mean lies within half a person of the truth against the number of answers, rising to 1: at epsilon 1 by 100 answers, at 0.1 by 10 000, and at 0.01 to 0.74 at 100 000. "
            "The reported figures lie on the lines.",
            [
                Panel(
                    title="each answer at the full epsilon",
                    series=[
                        Series(
                            name=f"epsilon {epsilon}",
                            line=[(times, within_half(epsilon, times)) for times in TIMES],
                            dots=[
                                (times, 1.0 if words == "certain" else float(words.split()[0]) / 100)
                                for (of, times), words in REPORTED.items()
                                if of == epsilon
                            ],
                        )
                        for epsilon in epsilons
                    ],
                )
            ],
            x=Axis(title="answers", logarithmic=True, ticks=(1, 10, 100, 1000, 10_000, 100_000)),
            y=Axis(title="chance within half a person"),
            columns=1,
            labels=100,
        ),
        table=Table(
            headings=("", "reported", "ours", "all together cost", "if all together cost epsilon"),
            rows=[
                (
                    f"epsilon {epsilon}, {whole(times)} answers",
                    REPORTED[epsilon, times],
                    percent(chances[epsilon, times]),
                    f"epsilon {whole(float(epsilon) * times)}",
                    percent(shared(epsilon, times)),
                )
                for epsilon, times in REPORTED
            ],
        ),
        why=(
            "Reported are counts of simulated runs, ours are exact for whole-number noise, whose variance is a little below Laplace's. Nobody is "
            "protected by epsilon 0.1 who is asked about a thousand times: the answers together cost epsilon 100, and the ledger counts that."
        ),
    )

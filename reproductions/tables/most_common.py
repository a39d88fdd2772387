"""The most common marital status, by the exponential mechanism."""

from collections import Counter

from mechanisms.central.exponential import ExponentialMechanism
from reproductions.drawing.dots import Row, dots
from reproductions.page import Experiment, Table, digits, whole
from tests.adult.rows import columns, rows

EPSILON = "1"
DIVIDED_BY = 1000  # The publication divides its scores by this, and leaves their sensitivity at 1.
RUNS = 1000
COUNTS = (22_379, 16_117, 6_633, 1_530, 1_518, 628, 37)
CHOSEN = (956, 43, 1, 0, 0, 0, 0)
Z = (0.674, 1.282, 1.960)


def people() -> list[tuple[str, int]]:
    """Returns all of Adult, also those who are for testing, the most common first."""
    place = columns().index("marital-status")
    return Counter(str(row[place]) for row in rows()).most_common()


def chances(sensitivity: int) -> list[float]:
    mechanism = ExponentialMechanism(epsilon=EPSILON, sensitivity=sensitivity, monotonic=False)
    return [float(chance) for chance in mechanism.probabilities([count for _, count in people()])]


def experiment() -> Experiment:
    as_published, ours = chances(DIVIDED_BY), chances(1)
    counted = people()
    return Experiment(
        heading=f"The published choice errs {RUNS - round(RUNS * as_published[0])} times in {RUNS}; with the epsilon that it states it never would",
        setup=(
            f"Which marital status is most common among {whole(sum(COUNTS))} people? The exponential mechanism is run {RUNS} times at epsilon {EPSILON}, with the counts divided by {DIVIDED_BY} as "
            "scores and a sensitivity of 1."
        ),
        picture=dots(
            "tables-most-common",
            f"How often of {RUNS} runs each of seven statuses is chosen: married civilians 958 by the formula and 956 as reported, never married 42 and 43, all others next to never.",
            [
                Row(
                    label=status,
                    ours=RUNS * chance,
                    intervals=[(max(0.0, RUNS * chance - z * wide), min(RUNS, RUNS * chance + z * wide)) for z in Z],
                    reported=float(figure),
                )
                for (status, _), chance, figure in zip(counted, as_published, CHOSEN, strict=True)
                for wide in [(RUNS * chance * (1 - chance)) ** 0.5]
            ],
            unit=f"times chosen of {RUNS}",
        ),
        table=Table(
            headings=(
                "",
                "people, reported",
                "people",
                f"chosen of {RUNS}, reported",
                "expected of these scores",
                "chance at sensitivity 1",
            ),
            rows=[
                (
                    status,
                    whole(listed),
                    whole(count),
                    str(figure),
                    digits(RUNS * chance, 3) if RUNS * chance > 1e-3 else "0.00",
                    digits(right) if right > 1e-9 else "0",
                )
                for (status, count), listed, figure, chance, right in zip(
                    counted, COUNTS, CHOSEN, as_published, ours, strict=True
                )
            ],
        ),
        why=(
            f"The reported runs are what the formula gives. But a score that is a count divided by {DIVIDED_BY} moves by 1/{DIVIDED_BY} when a person "
            f"comes or goes, and the noise was made for 1: what is called epsilon {EPSILON} spends {1 / DIVIDED_BY}. At the epsilon that is stated, "
            f"whoever is second has a chance below e to the power of −{(COUNTS[0] - COUNTS[1]) // 2}."
        ),
    )

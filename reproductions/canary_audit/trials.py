"""Many releases are made with and without one more row; the audit shows how much was spent at least."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mechanisms.accounting.auditing import Shown, epsilon_for_delta, largest_shown
from mechanisms.central.gaussian import GaussianMechanism
from mechanisms.common.entropy import Entropy, SeededEntropy
from mechanisms.synthesis.domain import Domain, Options
from mechanisms.synthesis.fitting import fitted as fitted_to_marginals
from mechanisms.synthesis.gaussian.as_published import Demonstration, MicroaggregatedGaussians
from mechanisms.synthesis.gaussian.declared import Declared, Number, half_of_the_corners
from mechanisms.synthesis.gaussian.gaussian_model import GaussianModel
from mechanisms.synthesis.gaussian.made import rows_of
from mechanisms.synthesis.gaussian.normals import fitted
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.sampling import sampled
from mechanisms.synthesis.workload import workload
from reproductions.canary_audit.noise import seeded

Floats = NDArray[np.float64]
Canary = Literal["value", "combination", "double"]

SEED = 20_261_124
EPSILON, DELTA = "1", "0.00001"
ERROR = 1e-6  # Any bound of the page exceeds the true loss with at most this chance.
BOUNDS = 24  # The page has at most this many bounds.
TREE_RUNS, RUNS = 120, 500  # Each side has so many runs; a run of the tree takes ten times as long.
SYNTHETIC_ROWS = 20

CODES: dict[Canary, tuple[int, int]] = {"value": (3, 3), "combination": (0, 1), "double": (2, 2)}
NUMBERS: dict[Canary, tuple[float, float, str]] = {
    "value": (1.0, -1.0, "a"),
    "combination": (0.3, -0.3, "a"),
    "double": (0.5, 0.5, "b"),
}
DOMAIN = Domain(attributes=tuple(Options(name=name, options=tuple("0123")) for name in ("one", "other")))
DECLARED = Declared(
    numbers=(Number(name="one", low=-1, high=1), Number(name="other", low=-1, high=1)),
    groups=(half_of_the_corners("one", "other"),),
    classes=("a", "b"),
)
FIRSTS = np.array([[0.1, 0.1, 0.1], [8.0, -8.0, 0.2]])
PUBLISHED = MicroaggregatedGaussians(least=5, epsilon=float(EPSILON), sets=1)


@cache
def rho() -> Decimal:
    return GaussianMechanism(epsilon=EPSILON, delta=DELTA, squared_sensitivity=1).rho()


@dataclass(frozen=True, eq=False)
class Sides:
    """Statistics [runs, k] of what left, without and with the canary; or with one row and with another in its place."""

    without: Floats
    with_it: Floats

    @property
    def most(self) -> float:
        """Returns the largest loss that so many runs can show, for an event that always happens on one side and never
        on the other."""
        never = np.zeros((len(self.without), 1))
        return largest_shown(never, never + 1, epsilon_for_delta(float(DELTA)), error=ERROR / BOUNDS).spent

    def shown(self, runs: int | None = None, delta: float = float(DELTA)) -> Shown:
        sides = self.without[:runs], self.with_it[:runs]
        return largest_shown(*sides, epsilon_for_delta(delta), error=ERROR / BOUNDS)


def drawn(run: Callable[[int, Entropy], list[float]], runs: int, seed: int) -> Sides:
    entropy = SeededEntropy(seed)
    with seeded(entropy):
        return Sides(*(np.array([run(added, entropy) for _ in range(runs)]) for added in (0, 1)))


@cache
def tree(canary: Canary) -> Sides:
    """Returns the statistics of both sides for the tree engine: nineteen people have one of two values in both
    attributes, and one person a third value."""
    people = [(0, 0)] * 10 + [(1, 1)] * 9 + [(2, 2)]

    def run(added: int, entropy: Entropy) -> list[float]:
        columns = np.array(people + [CODES[canary]] * added, dtype=np.uint16).T
        model = fitted_to_marginals(
            CodedRows(list(columns), DOMAIN.sizes), DOMAIN, rho=rho(), workload=workload(DOMAIN)
        ).model
        synthetic = np.stack(sampled(model, SYNTHETIC_ROWS, entropy), axis=1)
        marginals = [model.marginal(attributes) for attributes in ((0,), (1,), (0, 1))]
        return [
            model.rows,
            *(model.rows * float(share) for table in marginals for share in table.ravel()),
            float((synthetic == CODES[canary]).all(axis=1).sum()),
        ]

    return drawn(run, TREE_RUNS, SEED + list(CODES).index(canary))


@cache
def gaussian(canary: Canary) -> Sides:
    """Returns the statistics of both sides for the Gaussian model: nineteen people of class a with two similar numbers,
    and one person of class b."""
    line = np.linspace(-0.4, 0.4, 19).tolist()
    model = GaussianModel(declared=DECLARED, rho=rho())
    people = [(place, place, "a") for place in line] + [NUMBERS["double"]]

    def run(added: int, entropy: Entropy) -> list[float]:
        first, other, classes = zip(*people, *[NUMBERS[canary]] * added, strict=True)
        noisy = model.release(DECLARED.table({"one": first, "other": other}, classes))
        synthetic = rows_of(fitted(noisy), SYNTHETIC_ROWS, entropy)
        return [
            *noisy.values.ravel().astype(np.float64).tolist(),
            float(synthetic.labels.count("b")),
            *(float(column.max()) for column in synthetic.columns.values()),
        ]

    return drawn(run, RUNS, SEED + 10 + list(NUMBERS).index(canary))


@cache
def published(variant: Literal["as_described", "as_coded"]) -> Sides:
    """Twenty people of one class, of whom the first has other numbers on the second side: as many rows, as many of the
    class, so that neither gives them away."""
    line = np.linspace(-0.4, 0.4, 19)
    others = np.stack([line, line, line], axis=1)

    def run(added: int, entropy: Entropy) -> list[float]:
        numbers = np.vstack([FIRSTS[added], others])
        shown = Demonstration(numbers=numbers, labels=np.zeros(20, dtype=np.int64), source="made up for this page")
        synthetic: Demonstration = getattr(PUBLISHED, variant)(shown, entropy)
        return [*synthetic.numbers[0].tolist(), *synthetic.numbers.std(axis=0).tolist()]

    return drawn(run, RUNS, SEED + 20)

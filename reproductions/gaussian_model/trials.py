"""A class is foretold from made rows: by a Gaussian model with a guarantee, and by the published algorithm without."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np

from mechanisms.central.gaussian import GaussianMechanism
from mechanisms.common.entropy import Entropy, SeededEntropy
from mechanisms.common.normals import standard_normals
from mechanisms.synthesis.gaussian.as_published import Demonstration, MicroaggregatedGaussians, clusters, euclidean
from mechanisms.synthesis.gaussian.gaussian_model import GaussianModel, NoisyMoments
from mechanisms.synthesis.gaussian.made import rows_of
from mechanisms.synthesis.gaussian.moments import exact_moments
from mechanisms.synthesis.gaussian.normals import fitted
from reproductions.gaussian_model.people import Floats, Integers, People, people
from reproductions.naive_bayes.people import Share

SEED = 20_261_123
REPETITIONS = 10
DELTA = "0.00001"
SETS = 2  # The published algorithm forms this many sets of columns.
RIDGE = 1.0
REPLACED = 40

Maker = Literal["ours", "described", "coded"]


@dataclass(frozen=True)
class Outcome:
    """An outcome holds two accuracies: for real people, after training on synthetic rows, and for synthetic rows, after
    training on real ones."""

    real: Share
    synthetic: Share


def foretold(numbers: Floats, line: Floats) -> Integers:
    return np.asarray(line[0] + numbers @ line[1:] > 0, dtype=np.int64)


def logistic(numbers: Floats, labels: Integers) -> Floats:
    """[1 + columns] by Newton's method with a ridge; numbers from -1 to 1."""
    rows = np.hstack([np.ones((len(numbers), 1)), numbers])
    line = np.zeros(rows.shape[1])
    for _ in range(15):
        chance = 1 / (1 + np.exp(-np.clip(rows @ line, -30, 30)))
        slope = rows.T @ (chance - labels) + RIDGE * line
        curve = (rows.T * (chance * (1 - chance) + 1e-6)) @ rows + RIDGE * np.eye(len(line))
        line = line - np.linalg.solve(curve, slope)
    return line


@cache
def learnt_of_real(name: str) -> Share:
    def right(training: Integers, others: Integers, _: int) -> float:
        who = people(name)
        scaled = who.scaled(who.numbers)
        return float(
            (foretold(scaled[others], logistic(scaled[training], who.labels[training])) == who.labels[others]).mean()
        )

    return share([right(*halves) for halves in rounds(name)])


@cache
def outcome(name: str, maker: Maker, epsilon: str, least: int = 25) -> Outcome:
    who = people(name)
    scaled, scores = who.scaled(who.numbers), []
    for training, others, seed in rounds(name):
        entropy = SeededEntropy(seed)
        if maker == "ours":
            synthetic, labels = ours(who, training, epsilon, entropy)
        else:
            synthetic, labels = published(who, training, epsilon, entropy, coded=maker == "coded", least=least)
        there = who.scaled(synthetic)
        right = float((foretold(scaled[others], logistic(there, labels)) == who.labels[others]).mean())
        back = float((foretold(there, logistic(scaled[training], who.labels[training])) == labels).mean())
        scores.append((right, back))
    return Outcome(*(share(list(values)) for values in zip(*scores, strict=True)))


def ours(who: People, training: Integers, epsilon: str, entropy: Entropy) -> tuple[Floats, Integers]:
    """Returns rows of our model. The noise is normal and rounded, with the scale that OpenDP would get, since a draw of
    OpenDP cannot be repeated."""
    rho = GaussianMechanism(epsilon=epsilon, delta=DELTA, squared_sensitivity=1).rho()
    model = GaussianModel(declared=who.declared, rho=rho)
    columns = {number.name: who.numbers[training, at].tolist() for at, number in enumerate(who.declared.numbers)}
    exact = exact_moments(who.declared.table(columns, [str(label) for label in who.labels[training]]), who.declared)
    noise = np.rint(model.noise.scale * standard_normals(len(exact), exact.shape[1], entropy)).astype(np.int64)
    synthetic = rows_of(fitted(NoisyMoments(model=model, values=exact + noise)), len(training), entropy)
    return np.stack(list(synthetic.columns.values()), axis=1), np.array([int(label) for label in synthetic.labels])


def published(
    who: People, training: Integers, epsilon: str, entropy: Entropy, *, coded: bool, least: int
) -> tuple[Floats, Integers]:
    taught = MicroaggregatedGaussians(least=least, epsilon=float(epsilon), sets=SETS)
    shown = Demonstration(numbers=who.numbers[training], labels=who.labels[training], source=f"UCI, {who.name}")
    variant: Callable[[Demonstration, Entropy], Demonstration]
    variant = taught.as_coded if coded else taught.as_described
    synthetic = variant(shown, entropy)
    return synthetic.numbers, synthetic.labels


def rounds(name: str) -> list[tuple[Integers, Integers, int]]:
    """Yields rounds: four fifths of the people, of whom rows are made, the others, and a seed for the noise."""
    halves = []
    for repetition in range(REPETITIONS):
        order = np.argsort(SeededEntropy(SEED + repetition).words(len(people(name).labels)), kind="stable")
        cut = len(order) * 4 // 5
        halves.append((order[:cut], order[cut:], SEED + 1000 + repetition))
    return halves


def share(right: list[float]) -> Share:
    return Share(float(np.mean(right)), float(np.std(right, ddof=1) / np.sqrt(len(right))))


@dataclass(frozen=True)
class Moved:
    """The result says what moves when one row is replaced by another person's.

    How many clusters are others then, and how far all means move together, as the sum of all differences, beside what
    the noise is for.
    """

    changed: list[float]
    shifts: list[float]
    allowed: float


@cache
def moved(name: str, least: int = 25) -> Moved:
    numbers = people(name).numbers
    low, high = numbers.min(axis=0), numbers.max(axis=0)
    scaled = 2 * (numbers - low) / (high - low) - 1
    before = clusters(scaled, least, euclidean, np.argmax)
    changed, shifts = [], []
    for row in range(0, len(scaled), len(scaled) // REPLACED):
        other = scaled.copy()
        other[row] = scaled[(row + len(scaled) // 2) % len(scaled)]
        after = clusters(other, least, euclidean, np.argmax)
        kept = {frozenset(cluster.tolist()) for cluster in before} & {frozenset(cluster.tolist()) for cluster in after}
        changed.append(1 - len(kept) / len(before))
        pairs = zip(before, after, strict=True)
        shifts.append(
            float(sum(np.abs(scaled[cluster].mean(axis=0) - other[two].mean(axis=0)).sum() for cluster, two in pairs))
        )
    return Moved(changed, shifts, 2 * scaled.shape[1] / least)

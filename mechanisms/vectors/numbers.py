"""This module is about golden vectors for numbers: each mechanism on written-down words, and grids and epsilons that
are refused."""

import itertools
from collections.abc import Iterator

from mechanisms.catalogue import OF_A_NUMBER, number_mechanism, numbers_mechanism
from mechanisms.common.entropy import SeededEntropy, Tape, accepted_words
from mechanisms.common.thresholds import WORDS
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.numbers_mechanism import NumbersMechanism
from mechanisms.vectors.draws import UNREAD

GRIDS = (
    (Grid(low=-3, high=7, steps=4), "0.5"),
    (Grid(low=0, high=100, steps=100), "1"),
    (Grid(low=0, high=50000, steps=300), "4"),
)
BAD = (
    ("duchi", Grid(low=0, high=10, steps=1), "0"),
    ("duchi", Grid(low=0, high=10, steps=1), "NaN"),
    ("duchi", Grid(low=0, high=10, steps=1), "16.5"),
    ("duchi", Grid(low=0, high=10, steps=1), "0.00000001"),
    ("piecewise", Grid(low=0, high=10, steps=10), "1e0"),
    ("piecewise", Grid(low=0, high=60000, steps=60000), "1"),
    ("hybrid", Grid(low=0, high=60000, steps=60000), "1"),
    ("laplace", Grid(low=0, high=1000, steps=1000), "0.1"),
    ("laplace", Grid(low=0, high=10, steps=10), "-1"),
    ("no-such-mechanism", Grid(low=0, high=10, steps=10), "1"),
)


SEVERAL = (
    ("duchi-several", (Grid(low=-3, high=7, steps=1), Grid(low=0, high=1, steps=1)), "0.5"),
    ("duchi-several", (Grid(low=0, high=100, steps=1),) * 9, "1"),
    (
        "piecewise-several",
        (Grid(low=-3, high=7, steps=4), Grid(low=0, high=6, steps=4), Grid(low=0, high=4, steps=4)),
        "1",
    ),
    ("piecewise-several", (Grid(low=0, high=300, steps=300),) * 3, "5"),
)


def number_vectors() -> dict[str, object]:
    return {
        "cases": [_case(offered(grid=grid, epsilon=epsilon)) for offered in OF_A_NUMBER for grid, epsilon in GRIDS],
        "several_cases": [
            _several_case(numbers_mechanism(slug, grids=grids, epsilon=epsilon)) for slug, grids, epsilon in SEVERAL
        ],
        "bad_parameters": [_refused(*row) for row in BAD],
    }


def _case(mechanism: NumberMechanism) -> dict[str, object]:
    return {
        "mechanism": mechanism.slug,
        "version": mechanism.version,
        "epsilon": mechanism.epsilon_text,
        "spent": f"{mechanism.epsilon_spent():f}",
        "spec": mechanism.client_spec(),
        "words": mechanism.words,
        "record_bytes": mechanism.report_bytes,
        "draws": [_draw(mechanism, number, words) for number, words in _draws(mechanism)],
    }


def _several_case(mechanism: NumbersMechanism) -> dict[str, object]:
    """Returns a case with each edge value at each position, for people at either end of all ranges and one unit inside
    it."""
    lows, highs = [grid.low for grid in mechanism.grids], [grid.high for grid in mechanism.grids]
    people = [lows, [low + 1 for low in lows], [high - 1 for high in highs], highs]
    background = SeededEntropy(mechanism.words)
    edges = sorted(
        {0, WORDS - 1, *(value for value in (mechanism.threshold - 1, mechanism.threshold) if value < WORDS)}
    )
    draws = []
    for numbers, position, edge in itertools.product(people, range(mechanism.words), edges):
        words = (background.words(mechanism.words) >> 1).tolist()
        words[position] = edge
        tape = Tape([*words, 7, 8, UNREAD])
        record = mechanism.perturb(numbers, tape)
        draws.append({"answer": numbers, "tape": [*words, 7, 8, UNREAD], "read": tape.read, "record": record.hex()})
    return {
        "mechanism": mechanism.slug,
        "version": mechanism.version,
        "epsilon": mechanism.epsilon_text,
        "spent": f"{mechanism.epsilon_spent():f}",
        "spec": mechanism.client_spec(),
        "words": mechanism.words,
        "record_bytes": mechanism.report_bytes,
        "draws": draws,
    }


def _draws(mechanism: NumberMechanism) -> Iterator[tuple[int, list[int]]]:
    """Yields each edge at each position, for numbers at the bounds, beside them and between two points."""
    low, high = mechanism.grid.low, mechanism.grid.high
    numbers = sorted({low, low + 1, (low + high) // 2, high - 1, high})
    background = SeededEntropy(high)
    for number, position in itertools.product(numbers, range(mechanism.words)):
        for edge in _edges(mechanism):
            words = (background.words(mechanism.words) >> 1).tolist()  # Words below one half are never drawn again.
            words[position] = edge
            yield number, [*words, 7, 8]


def _edges(mechanism: NumberMechanism) -> list[int]:
    thresholds = [value for name, value in mechanism.client_spec().items() if name.endswith("_below")]
    bounds = [mechanism.grid.bound, mechanism.grid.steps]
    candidates = {0, WORDS - 1, *bounds, *map(accepted_words, bounds)}
    candidates |= {int(value) for value in thresholds}
    return sorted({word for edge in candidates for word in (edge - 1, edge) if 0 <= word < WORDS})


def _draw(mechanism: NumberMechanism, number: int, words: list[int]) -> dict[str, object]:
    tape = Tape([*words, UNREAD])
    record = mechanism.pack(mechanism.perturb(number, tape))
    return {"answer": number, "tape": [*words, UNREAD], "read": tape.read, "record": record.hex()}


def _refused(slug: str, grid: Grid, epsilon: str) -> dict[str, object]:
    try:
        number_mechanism(slug, grid=grid, epsilon=epsilon)
    except ValueError as refusal:
        return {"mechanism": slug, "grid": grid.spec, "epsilon": epsilon, "detail": str(refusal)}
    raise AssertionError(f"{slug} with {grid} at epsilon {epsilon} is no refusal")

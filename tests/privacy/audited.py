"""The audit of the answer page asks this, so often, and at this error: every mechanism that a survey may have."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mechanisms.catalogue import mechanism, number_mechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.shapes.channel import Answer
from tests.privacy.audited_question import AuditedQuestion

GRID = Grid(low=0, high=12, steps=4)


@dataclass(frozen=True)
class Kind:
    """A kind says how `many` questions get a mechanism, which needs more draws the less a report tells, and what they
    are asked."""

    version: int
    many: int
    make: Callable[[str], AuditedQuestion]


def one_of(slug: str, answers: int) -> Callable[[str], AuditedQuestion]:
    every = tuple(range(answers))
    return lambda epsilon: AuditedQuestion(mechanism=mechanism(slug, answers=answers, epsilon=epsilon), answers=every)


def sets(slug: str, answers: int, *tick_sets: tuple[int, ...]) -> Callable[[str], AuditedQuestion]:
    """Returns a question of which as many answers may be ticked as the largest of these sets holds."""
    every: tuple[Answer, ...] = tuple(frozenset(tick_set) for tick_set in tick_sets)
    largest = max(map(len, tick_sets))
    return lambda epsilon: AuditedQuestion(
        mechanism=mechanism(slug, answers=answers, epsilon=epsilon, most=min(answers, 2 * largest), largest=largest),
        answers=every,
        largest=largest,
    )


def number(slug: str) -> Callable[[str], AuditedQuestion]:
    """Returns a question asked with both bounds, and a number between two points of the grid."""
    return lambda epsilon: AuditedQuestion(
        mechanism=number_mechanism(slug, grid=GRID, epsilon=epsilon), answers=(0, 5, 12)
    )


def number_or_skipped(epsilon: str) -> AuditedQuestion:
    """Returns a number asked as the others are, which may be skipped; it has one step, without which nobody may skip
    it."""
    mechanism = NumberOrSkipped(grid=Grid(low=0, high=12, steps=1), epsilon=epsilon)
    return AuditedQuestion(mechanism=mechanism, answers=(0, 5, 12, None))


KINDS: Mapping[str, Kind] = {
    "randomized-response": Kind(0, 1, one_of("randomized-response", 2)),
    "generalized-randomized-response": Kind(0, 1, one_of("generalized-randomized-response", 3)),
    "symmetric-unary-encoding": Kind(0, 2, one_of("symmetric-unary-encoding", 3)),
    "optimized-unary-encoding": Kind(0, 2, one_of("optimized-unary-encoding", 4)),
    "subset-selection": Kind(0, 2, one_of("subset-selection", 6)),
    "bitwise-randomized-response": Kind(1, 2, sets("bitwise-randomized-response", 3, (0,), (1,), (2,))),
    "privset": Kind(1, 1, sets("privset", 4, (0, 1), (2, 3), (0,), (0, 2))),
    **{slug: Kind(1, 1, number(slug)) for slug in ("duchi", "piecewise", "hybrid", "square-wave")},
    "number-or-skipped": Kind(1, 1, number_or_skipped),
}
VERSIONS = (0, 1)  # Two versions of eight reports each: more would exceed the cap of a page.

EPSILON, PLANTED_EPSILON = "1", "1.15"
# Each version draws so many records.
CHOSEN_ON, TESTED_ON, PLANTED_TESTED_ON, PAIRED_ON = 20_000, 45_000, 70_000, 2_000
# Half of the error is for the bounds, a quarter for channels, and a quarter for pairs.
BOUND_ALPHA = 1e-9 / (2 * len(KINDS))
CHANNEL_ALPHA = 1e-9 / (4 * len(KINDS))

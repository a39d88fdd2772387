"""The mechanisms of the bench as a few lines of NumPy, with PCG64: what somebody writes who needs no library.

Every mechanism takes all people at once, block by block as ours does, so that a block stays in the processor's cache.
Reports are arrays of NumPy's own types and are not packed; probabilities are floats; PCG64 can be foretold, so none of
this may protect anybody.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Perturb = Callable[[Array, np.random.Generator], Array]

BLOCK_DRAWS = 1 << 18


@dataclass(frozen=True)
class PlainMechanism:
    """`perturb` gives a row for each person of a block; `estimate` gives the shares from all rows."""

    perturb: Perturb
    estimate: Callable[[Array], Array]
    draws_of_person: int

    def perturb_many(self, people: Array, generator: np.random.Generator) -> Array:
        each = BLOCK_DRAWS // self.draws_of_person
        return np.concatenate([self.perturb(people[at : at + each], generator) for at in range(0, len(people), each)])


def plain_mechanism(name: str, answers: int, epsilon: float) -> PlainMechanism:
    """Returns GRR, OUE, SUE, SS, SHE, HR or OLH."""
    if name in ("OUE", "SUE"):
        return _unary(answers, epsilon, optimised=name == "OUE")
    others = {"GRR": _randomized_response, "SS": _subset, "SHE": _histogram, "HR": _hadamard, "OLH": _hashing}
    return others[name](answers, epsilon)


def _randomized_response(answers: int, epsilon: float) -> PlainMechanism:
    p = math.exp(epsilon) / (math.exp(epsilon) + answers - 1)
    q = (1 - p) / (answers - 1)

    def perturb(people: Array, generator: np.random.Generator) -> Array:
        others = generator.integers(0, answers - 1, len(people))
        others += others >= people
        return np.where(generator.random(len(people), dtype=np.float32) < p, people, others)

    return PlainMechanism(perturb, lambda reports: _shares(np.bincount(reports, minlength=answers), reports, p, q), 2)


def _unary(answers: int, epsilon: float, *, optimised: bool) -> PlainMechanism:
    q = 1 / (math.exp(epsilon) + 1) if optimised else 1 / (math.exp(epsilon / 2) + 1)
    p = 1 / 2 if optimised else 1 - q

    def perturb(people: Array, generator: np.random.Generator) -> Array:
        bits = generator.random((len(people), answers), dtype=np.float32) < q
        bits[np.arange(len(people)), people] = generator.random(len(people), dtype=np.float32) < p
        return bits

    return PlainMechanism(perturb, lambda reports: _shares(np.count_nonzero(reports, axis=0), reports, p, q), answers)


def _subset(answers: int, epsilon: float) -> PlainMechanism:
    size = max(1, round(answers / (math.exp(epsilon) + 1)))
    p = size * math.exp(epsilon) / (size * math.exp(epsilon) + answers - size)
    q = (p * (size - 1) + (1 - p) * size) / (answers - 1)

    def perturb(people: Array, generator: np.random.Generator) -> Array:
        order = generator.random((len(people), answers), dtype=np.float32)  # The smallest numbers are the set.
        with_answer = generator.random(len(people), dtype=np.float32) < p
        order[np.arange(len(people)), people] = np.where(with_answer, -1, 2)
        members = np.argpartition(order, size - 1, axis=1)[:, :size]
        bits = np.zeros(order.shape, dtype=np.bool_)
        np.put_along_axis(bits, members, values=True, axis=1)
        return bits

    return PlainMechanism(perturb, lambda reports: _shares(np.count_nonzero(reports, axis=0), reports, p, q), answers)


def _histogram(answers: int, epsilon: float) -> PlainMechanism:
    def perturb(people: Array, generator: np.random.Generator) -> Array:
        numbers = generator.laplace(scale=2 / epsilon, size=(len(people), answers))
        numbers[np.arange(len(people)), people] += 1
        return numbers

    return PlainMechanism(perturb, lambda reports: _shares(reports.sum(axis=0), reports, 1, 0), answers)


def _hadamard(answers: int, epsilon: float) -> PlainMechanism:
    order = 1 << answers.bit_length()
    p = math.exp(epsilon) / (math.exp(epsilon) + 1)
    rows = np.arange(1, answers + 1)
    signs = 1 - 2 * (np.bitwise_count(rows[:, None] & np.arange(order)) & 1).astype(np.int64)

    def perturb(people: Array, generator: np.random.Generator) -> Array:
        columns = generator.integers(0, order, len(people))
        agree = generator.random(len(people), dtype=np.float32) < p
        row = people + 1
        wrong = (np.bitwise_count(row & columns) & 1).astype(np.bool_) == agree
        return np.where(wrong, columns ^ (row & -row), columns)  # Flipping one bit of the row changes its sign.

    def estimate(reports: Array) -> Array:
        sums = signs @ np.bincount(reports, minlength=order)
        return np.asarray(sums / len(reports) / (2 * p - 1))

    return PlainMechanism(perturb, estimate, 2)


def _hashing(answers: int, epsilon: float) -> PlainMechanism:
    values = round(math.exp(epsilon) + 1)
    p = math.exp(epsilon) / (math.exp(epsilon) + values - 1)

    def hashes(factor: Array, summand: Array, given: Array) -> Array:
        """Returns hashes of the family that ours uses: overflow of 64 bits is part of it."""
        state = factor * given.astype(np.uint64) + summand
        return ((state >> np.uint64(32)) * np.uint64(values)) >> np.uint64(32)

    def perturb(people: Array, generator: np.random.Generator) -> Array:
        reports = generator.integers(0, 1 << 64, (len(people), 3), dtype=np.uint64)
        own = hashes(reports[:, 0], reports[:, 1], people)
        others = generator.integers(0, values - 1, len(people), dtype=np.uint64)
        others += others >= own
        reports[:, 2] = np.where(generator.random(len(people), dtype=np.float32) < p, own, others)
        return reports

    def estimate(reports: Array) -> Array:
        each = BLOCK_DRAWS // answers
        counts = np.zeros(answers, dtype=np.int64)
        for at in range(0, len(reports), each):
            factor, summand, sent = (column[:, None] for column in reports[at : at + each].T)
            counts += np.count_nonzero(hashes(factor, summand, np.arange(answers)) == sent, axis=0)
        return _shares(counts, reports, p, 1 / values)

    return PlainMechanism(perturb, estimate, 5)


def _shares(supports: Array, reports: Array, p: float, q: float) -> Array:
    return (supports / len(reports) - q) / (p - q)

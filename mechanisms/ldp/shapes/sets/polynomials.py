"""This module is about hash functions of which any m + 1 different values are independent and uniform: random
polynomials of degree m.

h(x) = sum_j c_j binomial(x, j) modulo a prime P, with c_0 ... c_m uniform below P. The binomials are a basis of the
polynomials of degree m, so h is a uniform one of them, and m + 1 different points below P determine it: their values
are exactly uniform and independent. In this basis the coefficients are the differences of h at 0, so that the values
at 0, 1, 2, ... cost m additions each.

Source: Wegman, Carter 1981, "New hash functions and their use in authentication and set equality".
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Coefficients = NDArray[np.uint32]  # An array [people, m + 1].
Numbers = NDArray[np.uint64]

MERSENNE = (1 << 31) - 1  # This is a prime; a sum of two smaller numbers fits 32 bits.


def binomials(values: int, degree: int, prime: int) -> Numbers:
    """Returns binomial(x, j) modulo the prime for x below `values` and j up to `degree`: [values, degree + 1]."""
    columns = [np.ones(values, dtype=np.uint64)]
    for _ in range(degree):
        # The running sum of binomial(t, j) over all t < x is binomial(x, j + 1).
        running = np.cumsum(columns[-1]) - columns[-1]
        columns.append(running % np.uint64(prime))
    return np.stack(columns, axis=1)


def hash_of(coefficients: list[int], value: int, prime: int) -> int:
    """Returns the hash of `value`, reached by the differences from one value to the next."""
    state = list(coefficients)
    for _ in range(value):
        state = [(term + above) % prime for term, above in zip(state, [*state[1:], 0], strict=True)]
    return state[0]


def hashes_at(coefficients: Coefficients, values: NDArray[np.int64], table: Numbers, prime: int) -> Numbers:
    """Returns each person's function at values of their own: [people, values]; `table` is that of `binomials`."""
    wide = coefficients.astype(np.uint64)
    hashes = np.empty(values.shape, dtype=np.uint64)
    for place in range(values.shape[1]):
        terms = _reduced(table[values[:, place]] * wide, prime)
        hashes[:, place] = _reduced(terms.sum(axis=1), prime)
    return hashes


def hashes_in_turn(coefficients: Coefficients, values: int, prime: int) -> Iterator[NDArray[np.uint32]]:
    """Yields everybody's function at 0, 1, ... values - 1, one array of [people] after the other; each is
    overwritten."""
    state = np.ascontiguousarray(coefficients.T)
    spare = np.empty(state.shape[1], dtype=np.uint32)
    for value in range(values):
        yield state[0]
        if value + 1 < values:
            for term, above in pairwise(state):
                np.add(term, above, out=term)
                np.subtract(term, np.uint32(prime), out=spare)
                # Where the sum is below the prime, the difference wraps and the minimum is the sum.
                np.minimum(term, spare, out=term)


def _reduced(numbers: Numbers, prime: int) -> Numbers:
    """Returns numbers % prime, by the quotient: dividing by one number is many times quicker than taking its
    remainder."""
    return numbers - numbers // np.uint64(prime) * np.uint64(prime)

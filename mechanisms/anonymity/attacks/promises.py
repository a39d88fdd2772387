"""These functions return the most that a model promises of an attack's success, where it promises anything.

Each is of somebody who knows a person's class and no more than the attack says; none is of two releases, or of who
knows how the release was made.
"""

import math

_STEPS = 200  # halvings; 60 are as exact as a float is


def by_k(k: int) -> float:
    """Returns the promise of k-anonymity against linkage: one row of k."""
    return 1 / k


def by_recursive_diversity(c: float) -> float:
    """Returns the promise of (c, l)-diversity against a guess after ruling out up to l - 2 values.

    The commonest value has r < c * rest, so r / (r + rest) < c / (1 + c).
    """
    return c / (1 + c)


def by_entropy_diversity(l: float, values: int) -> float:  # noqa: E741 - its name in the field
    """Returns the promise of entropy l-diversity against a plain guess: the largest p that leaves `values` an entropy
    of log l.

    The rest of the class is then spread evenly: h(p) + (1 - p) log(values - 1) = log l. Rounded up.
    """
    if not 1 <= l <= values:
        raise ValueError(f"l is {l} of {values} values; it is from 1 to as many")
    low, high = 1 / values, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        rest = 1 - middle
        entropy = -middle * math.log(middle) + (rest * math.log((values - 1) / rest) if rest > 0 else 0.0)
        low, high = (middle, high) if entropy >= math.log(l) else (low, middle)
    return high


def by_closeness(before: float, t: float) -> float:
    """Returns the promise of t-closeness of an equal distance against naming a value or a group whose share is
    `before`.

    Both distributions differ by at most t on every set.
    """
    return min(1.0, before + t)


def by_likeness(before: float, beta: float) -> float:
    """Returns the promise of basic beta-likeness against naming a value of this share in the table."""
    return min(1.0, before * (1 + beta))

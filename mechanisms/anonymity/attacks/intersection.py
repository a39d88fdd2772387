"""An intersection attack uses two releases about the same people, each safe alone, which leave few rows that fit in
both.

Source: Ganta, Kasiviswanathan, Smith 2008, doi 10.1145/1401890.1401926. No model of one table answers it: k-anonymity
does not compose. One frozen release, of which every recipient has some columns, does: its classes stay whole in both.
"""

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.attacks.outcome import Floats, Outcome, outcome, surest
from mechanisms.anonymity.classes import Integers
from mechanisms.common.entropy import Entropy, uniform_below

Flags = NDArray[np.bool_]


def intersection(
    *, matches: tuple[Flags, Flags], rows: tuple[Integers, Integers], own: Integers, picked: int, entropy: Entropy
) -> Outcome:
    """A row of the first release is drawn, of those that fit a person and say what a fitting row of the second does.

    He does so for the `picked` people whom the fewest rows fit.

    `matches` [people, classes] of each release, `rows` [class, combination] rows of each that say the same in all other
    columns, numbered alike in both; `own` the combination of each person. Without the releases he draws among all rows.
    ValueError where a person's own combination does not fit: then the releases are not about the same people.
    """
    fits = _fitting(matches[0], rows[0])
    fits = np.where(_fitting(matches[1], rows[1]) > 0, fits, 0)
    if (fits[np.arange(len(own)), own] == 0).any():
        raise ValueError("somebody's own row does not fit in both releases; they must be about the same people")
    left = fits.sum(axis=1)
    right = [uniform_below(int(left[class_number]), entropy) == 0 for class_number in surest(-left, picked)]
    return outcome(np.array(right), 1 / float(rows[0].sum()))


def _fitting(matches: Flags, rows: Integers) -> Floats:
    """Returns how many rows fit each person, [people, combinations]; in floats, which are exact up to 2**53 and have a
    fast product."""
    return np.asarray(matches.astype(np.float64) @ rows.astype(np.float64))

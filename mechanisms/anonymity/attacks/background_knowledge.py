"""An attacker with background knowledge can rule some values out, and what is left of a class says more.

Source: Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam 2007, doi 10.1145/1217299.1217302, sec. 2 and 4. Recursive
(c, l)-diversity answers it for up to l - 2 values. Distinct diversity only leaves l minus so many values, one of which
may be nearly certain; k-anonymity does not answer it.
"""

import numpy as np

from mechanisms.anonymity.attacks.outcome import Outcome, outcome, surest
from mechanisms.anonymity.classes import Integers


def background_knowledge(
    *, counts: Integers, class_of: Integers, truth: Integers, ruled_out: int, picked: int
) -> Outcome:
    """Simulates an attacker who names the commonest value that is left, for the `picked` people of whom he is surest.

    Of each class he knows what helps most: that the person has none of the values from the second commonest on, as many
    as `ruled_out`. People of whom that is false are left out, since he cannot know it. Without the release he names the
    commonest value of the table that is not ruled out, of people picked at random. With `ruled_out` 0 it is the plain
    best guess.
    """
    values = counts.shape[1]
    if not 0 <= ruled_out < values:
        raise ValueError(f"ruled_out is {ruled_out}; of {values} values from 0 to {values - 1} can be ruled out")
    order = np.argsort(-counts, axis=1, kind="stable")
    excluded = np.zeros(counts.shape, dtype=bool)
    np.put_along_axis(excluded, order[:, 1 : 1 + ruled_out], True, axis=1)
    known = np.flatnonzero(~excluded[class_of, truth])
    left = np.where(excluded, 0, counts)
    chance = left.max(axis=1) / left.sum(axis=1)
    attacked = known[surest(chance[class_of[known]], picked)]
    prior = np.where(excluded, -1, counts.sum(axis=0)).argmax(axis=1)
    without = float((prior[class_of[known]] == truth[known]).mean())
    return outcome(order[class_of[attacked], 0] == truth[attacked], without)

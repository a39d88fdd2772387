"""Homogeneity means that all rows of a class have the same sensitive value, so nobody needs to find the right row.

Source: Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam 2007, doi 10.1145/1217299.1217302, sec. 2. Any l-diversity
with l of 2 or more answers it. k-anonymity does not.
"""

import numpy as np

from mechanisms.anonymity.attacks.outcome import Outcome, outcome
from mechanisms.anonymity.classes import Integers


def homogeneity(*, counts: Integers, class_of: Integers, truth: Integers) -> Outcome:
    """The attacker speaks only of people whose class holds one value; success is the share of whom he can.

    `counts` [class, value] rows of the release, `class_of` and `truth` the class and value of each attacked person. He
    is taken to know the class, as the models take him to.
    """
    single = (counts > 0).sum(axis=1) == 1
    known = np.where(single, counts.argmax(axis=1), -1)
    always = np.flatnonzero(counts.sum(axis=0))
    return outcome(known[class_of] == truth, float(len(always) == 1))

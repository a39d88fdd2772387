"""A skewness attack uses that a class may be diverse, and still make a rare value many times likelier than it is in the
table.

Source: Li, Li, Venkatasubramanian 2007, doi 10.1109/ICDE.2007.367856, sec. 2. t-closeness by an equal distance and
beta-likeness answer it; l-diversity of a value that may be as frequent as any other does not.
"""

import numpy as np

from mechanisms.anonymity.attacks.outcome import Outcome, outcome, surest
from mechanisms.anonymity.classes import Integers


def skewness(*, counts: Integers, class_of: Integers, truth: Integers, value: int, picked: int) -> Outcome:
    """Simulates an attacker who accuses the `picked` people in whose classes `value` is most frequent, and is right
    where they have it.

    Without the release he picks at random, and is right as often as the value occurs in the table.
    """
    if not 0 <= value < counts.shape[1]:
        raise ValueError(f"value is {value}; the column has the codes 0 to {counts.shape[1] - 1}")
    share = counts[:, value] / counts.sum(axis=1)
    accused = surest(share[class_of], picked)
    return outcome(truth[accused] == value, np.full(picked, counts[:, value].sum() / counts.sum()))

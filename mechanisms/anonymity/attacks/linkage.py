"""A linkage attack looks for the row of a person whose quasi-identifiers are known.

Source: Sweeney 2002, doi 10.1142/S0218488502001648. k-anonymity answers it: at least k rows look alike.
"""

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.attacks.outcome import Outcome, outcome, surest
from mechanisms.anonymity.classes import Integers
from mechanisms.anonymity.risk.linkage import simulated_linkage
from mechanisms.common.entropy import Entropy

Flags = NDArray[np.bool_]


def linkage(*, matches: Flags, sizes: Integers, own: Integers, picked: int, entropy: Entropy) -> Outcome:
    """Simulates an attacker who links people to rows. One row is drawn among all that may be theirs for the `picked`
    people whom the fewest rows fit.

    Without the release he draws among all rows.

    `matches` [people, classes] says which classes a person fits, `sizes` their rows, `own` each person's class.
    """
    chosen = surest(-(matches @ sizes), picked)
    simulation = simulated_linkage(
        matches=matches[chosen], sizes=sizes, own=own[chosen], targets=picked, entropy=entropy
    )
    return outcome(np.arange(picked) < simulation.hits, 1 / float(np.sum(sizes)))

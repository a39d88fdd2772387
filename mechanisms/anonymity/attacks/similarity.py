"""A similarity attack uses that the values of a class differ and mean the same, as three illnesses of one organ.

Source: Li, Li, Venkatasubramanian 2007, doi 10.1109/ICDE.2007.367856, sec. 2. t-closeness answers it (by an equal
distance for every group of values, by a hierarchical one the better the farther groups lie apart); l-diversity, for
which all values are equally different, does not.
"""

import numpy as np

from mechanisms.anonymity.attacks.background_knowledge import background_knowledge
from mechanisms.anonymity.attacks.outcome import Outcome
from mechanisms.anonymity.classes import Integers
from mechanisms.anonymity.hierarchy import Hierarchy


def similarity(
    *, counts: Integers, class_of: Integers, truth: Integers, hierarchy: Hierarchy, level: int, picked: int
) -> Outcome:
    """Simulates an attacker who names the commonest group of values, a node of `level`, for the `picked` people of whom
    he is surest.

    The codes of the column are those of the hierarchy's leaves. Without the release he names the
    table's largest group.
    """
    if not 0 < level < hierarchy.levels or counts.shape[1] > len(hierarchy.leaves):
        raise ValueError(f"level is {level}; groups are nodes of the levels 1 to {hierarchy.levels - 1}")
    groups = hierarchy.nodes[level][: counts.shape[1]]
    grouped = np.zeros((len(hierarchy.names[level]), len(counts)), np.int64)
    np.add.at(grouped, groups, counts.T)
    return background_knowledge(counts=grouped.T, class_of=class_of, truth=groups[truth], ruled_out=0, picked=picked)

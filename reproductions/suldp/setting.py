"""One setting of the comparison, and its people: everybody holds exactly m of d answers, popular ones more often."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy

Truth = NDArray[np.bool_]

PEOPLE = 10_000


@dataclass(frozen=True, kw_only=True)
class Setting:
    """`epsilon` as text, for the mechanisms; the first `sensitive` of `answers` answers are sensitive."""

    epsilon: str = "1"
    answers: int = 128
    sensitive: int = 32
    members: int = 8

    @property
    def others(self) -> int:
        return self.answers - self.sensitive


def sets_of(setting: Setting, entropy: Entropy) -> Truth:
    """Draws sets of m different answers, [people, answers], one after the other with weights 1, 1/2, 1/3 ... of what is
    left.

    An answer waits for an exponential time, shorter the more popular it is, and a person takes the first m: the order
    of arrival is that of drawing without putting back. Sensitive answers are as popular as the others.
    """
    weights = _weights(setting)
    taken = np.zeros((PEOPLE, setting.answers), dtype=np.bool_)
    block = max(1, (1 << 22) // setting.answers)
    for start in range(0, PEOPLE, block):
        rows = min(block, PEOPLE - start)
        words = entropy.words(rows * setting.answers).reshape(rows, setting.answers)
        waits = -np.log((words.astype(np.float64) + 0.5) / 2**32) / weights
        first = np.argpartition(waits, setting.members, axis=1)[:, : setting.members]
        np.put_along_axis(taken[start : start + rows], first, values=True, axis=1)
    return taken


def _weights(setting: Setting) -> NDArray[np.float64]:
    """Returns the weights of the sensitive answers, spread evenly over the ranks, and then of the others."""
    ranks = np.arange(setting.answers)
    chosen = ranks[: setting.sensitive] * setting.answers // setting.sensitive
    rest = np.setdiff1d(ranks, chosen)
    return 1.0 / (1.0 + np.concatenate([chosen, rest]))

"""Tries of two kinds, read by many people one after the other, each until both kinds have occurred.

How many tries a person reads depends on the words alone. Tries follow one another without a gap, so that a stretch of
tries of one kind, a run, ends where some person ends: at the first try of the next run, unless that person only began
at the one try of the run before.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, Words
from mechanisms.ldp.shapes.drawn_words import rows_of_words

Kinds = NDArray[np.bool_]
Places = NDArray[np.intp]


def first_of_each_kind(
    people: int,
    bounds: Sequence[int],
    kinds_of: Callable[[Words], Kinds],
    wanted_below: int,
    entropy: Entropy,
    *,
    word_bits: int,
) -> Words:
    """Returns the words of each person's first try of the wanted kind: [people, len(bounds)].

    Wanted are those for which `kinds_of` is true, when the first word of the person's first try is below
    `wanted_below`, else the others. Never more words are read than these people need.
    """
    chosen = np.empty((people, len(bounds)), dtype=np.uint32)
    words = np.empty((0, len(bounds)), dtype=np.uint32)
    done = 0
    while done < people:
        # Each person needs at least two tries, and the first person may have begun already.
        missing = 2 * (people - done) - min(1, len(words))
        words = np.concatenate([words, rows_of_words(missing, bounds, entropy, word_bits=word_bits)])
        kinds = kinds_of(words)
        last = _last_tries(kinds)
        first = np.concatenate([[0], last[:-1] + 1]).astype(np.intp)[: len(last)]
        fits = kinds[first] == (words[first, 0] < wanted_below)
        chosen[done : done + len(last)] = words[np.where(fits, first, last)]
        done += len(last)
        if len(last):
            words = words[last[-1] + 1 :]
    return chosen


def _last_tries(kinds: Kinds) -> Places:
    """Returns the tries at which one person after the other has both kinds.

    The first try of a run is the last of a person, unless the run before is of one try at which that one ended whom
    the run before ended; so runs of one try alternate, and the run after a longer one always ends somebody.
    """
    starts = np.flatnonzero(kinds[1:] != kinds[:-1]) + 1  # The first try of every run but the first run.
    lengths = np.diff(np.concatenate([[0], starts]))  # The lengths of all runs but the last.
    runs = np.arange(len(starts))
    # The latest run of several tries before each run. The first run counts as one of several: a person begins there.
    longer = np.maximum.accumulate(np.where(lengths > 1, runs, 0))
    ends = (runs - longer) % 2 == 0
    return np.asarray(starts[ends], dtype=np.intp)

"""Sets filled up to one size with dummies that are all different.

Beside the answers 0 ... k - 1 stand the dummies k ... k + m - 1. A set of s answers is filled up with the first m - s
of them, so that every person holds exactly m different members of k + m; they are put in order.
"""

from typing import TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.ldp.shapes.channel import Answer

Truth = NDArray[np.bool_]
Members = NDArray[np.int64]  # An array [people, m] whose rows ascend.


def truth_of_sets(answers: ArrayLike, count: int) -> Truth:
    """Returns the sets of many people as rows of `count` truth values. Errors: ValueError for anything else."""
    truth = np.asarray(answers)
    if truth.ndim != 2 or truth.shape[1] != count or truth.dtype != np.bool_:
        raise ValueError(f"answers must be true or false for each person and each of the {count} answers")
    return truth


def members_of(answer: Answer, answers: int, pad_to: int) -> list[int]:
    """Returns `pad_to` members, ascending: those held, then the first dummies. Errors: ValueError for an answer that is
    not such a set."""
    if not is_set(answer):
        raise ValueError("a set of answers is perturbed, not one answer")
    return [*sorted(answer), *range(answers, answers + pad_to - len(answer))]


def members_of_many(truth: Truth, pad_to: int) -> Members:
    """Returns the members that `members_of` gives for every row of truth values: [people, pad_to]."""
    people, answers = truth.shape
    person, member = np.divmod(np.flatnonzero(truth), answers)
    sizes = np.bincount(person, minlength=people)
    places = np.arange(pad_to)
    members = answers + places - sizes[:, None]
    members[places < sizes[:, None]] = member
    return np.asarray(members, dtype=np.int64)


def sizes_of(truth: Truth) -> NDArray[np.int64]:
    """Returns how many answers each person holds."""
    people, answers = truth.shape
    return np.bincount(np.flatnonzero(truth) // answers, minlength=people)


def is_set(answer: Answer) -> TypeGuard[frozenset[int]]:
    return isinstance(answer, frozenset)


def is_set_of(answer: Answer, answers: int) -> TypeGuard[frozenset[int]]:
    """Returns whether an answer is a set of some, or none, of that many answers: of ints, and True is not 1 here."""
    return is_set(answer) and all(
        isinstance(member, int) and not isinstance(member, bool) and 0 <= member < answers for member in answer
    )

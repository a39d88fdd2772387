"""A pair has a name of its own among what is stored for questions."""

from collections.abc import Sequence


def pair_key(questions: Sequence[str]) -> str:
    """Returns the name under which the covariance of a pair's cells is stored; no question has such an id."""
    return ":".join(questions)

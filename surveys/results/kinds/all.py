"""These are all kinds of estimate."""

from typing import Any

from surveys.publishing.definition import Question
from surveys.results.kinds.kind import EstimateKind
from surveys.results.kinds.number import NUMBER_OF_ALL
from surveys.results.kinds.number_or_skipped import NUMBER_OR_SKIPPED
from surveys.results.kinds.share import SHARE

KINDS: tuple[EstimateKind[Any, Any], ...] = (SHARE, NUMBER_OF_ALL, NUMBER_OR_SKIPPED)


def kind_of(question: Question) -> EstimateKind[Any, Any]:
    """Returns the kind of estimate for a question."""
    return next(kind for kind in KINDS if kind.fits(question))

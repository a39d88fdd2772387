"""A likeness is what synthetic rows are drawn from, whichever engine made it: shares of any columns, and rows as
codes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.measured.error import Shares
from mechanisms.synthesis.model import Model
from mechanisms.synthesis.sampling import sampled


@dataclass(frozen=True, kw_only=True, eq=False)
class Likeness:
    """A likeness is made from released numbers alone. `sizes` are the numbers of values of the columns, `rows` is the
    estimated number of rows; `drawn` returns a column of codes for each."""

    sizes: tuple[int, ...]
    rows: float
    shares: Shares
    drawn: Callable[[int, Entropy], Sequence[Codes]]


def of_model(model: Model) -> Likeness:
    """Returns the likeness of a model, whose shares are exact."""
    return Likeness(
        sizes=model.tree.sizes,
        rows=model.rows,
        shares=model.marginal,
        drawn=lambda rows, entropy: sampled(model, rows, entropy),
    )

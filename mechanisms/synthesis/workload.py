"""A workload says which marginals matter to the user, as whole weights: it is part of the request, never learnt from
the data."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations

from mechanisms.synthesis.domain import Domain
from mechanisms.synthesis.junction_tree import Attributes, cells_of

# All cliques of a model have at most this many cells; their number sets the time and memory of a pass.
MOST_CELLS = 60_000
# The larger limit holds where noise is so small that marginals missing from the model are most of its error.
AMPLE_CELLS = 4 * MOST_CELLS
_MATTERS = 2  # A pair that the user names, or that holds the target, weighs twice as much as any other.
_MOST_TOGETHER = 4


@dataclass(frozen=True, kw_only=True)
class Workload:
    """A workload says which marginals matter. `weights` holds the weight of each marginal that may be measured;
    `target` is the attribute to predict."""

    weights: Mapping[Attributes, int]
    target: int | None = None

    @property
    def most_weight(self) -> int:
        return max(self.weights.values(), default=1)


def workload(
    domain: Domain,
    *,
    together: Collection[Collection[str]] = (),
    target: str | None = None,
    most_cells: int = MOST_CELLS,
) -> Workload:
    """Returns the weight of every pair of attributes once; twice what is named together, and pairs with the target; and
    every pair with the target as a third, once. What has one value is in none, what has more than `most_cells` neither.

    Errors: ValueError for an attribute that is not declared, for more than 4 together, and for what is named together
    and has more cells than a model may have.
    """
    sizes = domain.sizes
    several = [attribute for attribute, size in enumerate(sizes) if size > 1]
    weights: dict[Attributes, int] = dict.fromkeys(combinations(several, 2), 1)
    place = None if target is None else domain.places([target])[0]
    if place is not None and sizes[place] > 1:
        for pair in list(weights):
            if place in pair:
                weights[pair] = _MATTERS
            else:
                weights[_sorted(*pair, place)] = 1
    for names in together:
        wanted = tuple(attribute for attribute in _named(domain, names, most_cells) if sizes[attribute] > 1)
        for part in (*combinations(wanted, 2), wanted):
            if len(part) > 1:
                weights[part] = _MATTERS
    return Workload(
        weights={
            attributes: weight for attributes, weight in weights.items() if cells_of(sizes, attributes) <= most_cells
        },
        target=place,
    )


def _named(domain: Domain, names: Collection[str], most_cells: int) -> Attributes:
    named = domain.places(list(names))
    if not 2 <= len(named) <= _MOST_TOGETHER:
        raise ValueError(f"{', '.join(names)}: 2 to {_MOST_TOGETHER} attributes are named together")
    if cells_of(domain.sizes, named) > most_cells:
        raise ValueError(
            f"{', '.join(names)} have {cells_of(domain.sizes, named)} combinations of values; "
            f"a model holds {most_cells}"
        )
    return named


def _sorted(*attributes: int) -> Attributes:
    return tuple(sorted(attributes))

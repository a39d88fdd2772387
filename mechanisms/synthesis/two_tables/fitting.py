"""Rows of two tables joined by a key: parents, how many children each has, and children given their parent."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.accounting.zcdp import Cost, down, total
from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.fitting import LEAST_RHO, Fitted, fitted
from mechanisms.synthesis.junction_tree import rooted_at
from mechanisms.synthesis.marginals import Counts
from mechanisms.synthesis.model import Model
from mechanisms.synthesis.sampling import sampled, sampled_given
from mechanisms.synthesis.two_tables.domain import JoinedDomain
from mechanisms.synthesis.workload import Workload

Integers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True, eq=False)
class FittedJoined:
    """These are the models of two joined tables: one of parents with their numbers of children, one of children with
    their parent's context.

    `cost` is for a parent with all its children: of the parents' model as it was spent; of the children's `most`
    squared times that, as a unit is up to `most` rows (Bun and Steinke 2016, arXiv:1605.02065, proposition 1.9).
    """

    slug: ClassVar[str] = "joined-tables"
    name: ClassVar[str] = "Two tables joined by a key"
    version: ClassVar[int] = 1
    neighbours: ClassVar[str] = "a parent added or removed with all its children"

    declared: JoinedDomain
    parents: Fitted
    children: Fitted

    @property
    def cost(self) -> Cost:
        return total([self.parents.purse.spent, of_a_unit(self.children.purse.spent, self.declared.most)])


@dataclass(frozen=True, kw_only=True, eq=False)
class JoinedTables:
    """Synthetic rows of two tables. `parents` and `children` are columns of codes of their domains; `owners` int64 is
    the place of each child's parent among the parents, ascending: there is a parent for each child, and no parent has
    more than `most`."""

    parents: Sequence[Codes]
    children: Sequence[Codes]
    owners: Integers


def of_a_unit(cost: Cost, rows: int) -> Cost:
    """Returns the cost for a unit of several rows, from a mechanism's cost for one row: rho times `rows` squared."""
    return Cost(rho=cost.rho * rows**2, delta=cost.delta, epsilon=None)


def fitted_joined(
    declared: JoinedDomain,
    parents: Counts,
    children: Counts,
    *,
    rho_of_parents: Decimal,
    rho_of_children: Decimal,
    for_parents: Workload,
    for_children: Workload,
) -> FittedJoined:
    """Returns models of both, (rho_of_parents + rho_of_children)-zCDP for a parent added or removed with all its
    children.

    `parents` and `children` are what `joined_domain.joined` or `joined_counting.joined_of_any_keys` counts, of
    `counted_parents` and `counted_children`, or whatever else keeps its promise: a unit is one parent, and at most
    `most` children that no other unit changes. What one child costs by itself says `joined_budget`.

    A marginal of children moves by `most` in the l1 norm and in the l2 norm too, because all children of a parent may
    be alike. To count them by their place among their siblings, first, second, third, lowers the l2 norm to the root of
    `most`; but there are `most` times as many cells then, whose noise adds up to the same. So the children's model is
    fitted as one of rows, for a rho that is `most` squared times less. Errors: as `fitting.fitted`.
    """
    of_a_row = down(Fraction(rho_of_children) / declared.most**2)
    if of_a_row < LEAST_RHO:
        raise ValueError(
            f"rho of children is {rho_of_children:f}; for up to {declared.most} children of a parent it is at least "
            f"{LEAST_RHO * declared.most**2:f}"
        )
    return FittedJoined(
        declared=declared,
        parents=fitted(parents, declared.counted_parents, rho=rho_of_parents, workload=for_parents),
        children=fitted(children, declared.counted_children, rho=of_a_row, workload=for_children),
    )


def joined_rows(
    declared: JoinedDomain, *, parents: Model, children: Model, many: int, entropy: Entropy
) -> JoinedTables:
    """Draws `many` parents, and children for each as many as its number says: free, the models are what was released.

    Siblings are drawn each by itself given the context: what else relates them is lost. Where the model leaves a
    context no child, a parent has none. Errors: ValueError for no parents.
    """
    *columns, number = sampled(parents, many, entropy)
    model = rooted_at_context(children, len(declared.places))
    context = [columns[place] for place in declared.places]
    number = np.where(has_children(model, len(context))[tuple(context)], number, 0)
    owners = np.repeat(np.arange(many), number)
    given = {place: column[owners] for place, column in enumerate(context)}
    child_columns = sampled_given(model, given, len(owners), entropy)
    return JoinedTables(parents=columns, children=child_columns[len(context) :], owners=owners)


def rooted_at_context(model: Model, many: int) -> Model:
    """Returns the same model with the clique of the context as its first; the context is the first columns of a
    child.
    """
    tree, order = rooted_at(model.tree, model.tree.home_of(tuple(range(many))))
    return Model(
        tree=tree, beliefs=[model.beliefs[place] for place in order], rows=model.rows, potentials=model.potentials
    )


def has_children(model: Model, many: int) -> NDArray[np.bool_]:
    """Returns whether a model that is `rooted_at_context` has any children, for each combination of the context."""
    beyond = tuple(axis for axis, attribute in enumerate(model.tree.cliques[0]) if attribute >= many)
    return np.asarray(model.beliefs[0].sum(axis=beyond) > 0)

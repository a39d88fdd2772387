"""These functions choose the rows of two tables that count, whatever their keys. Nothing is refused, as a refusal would
reveal something of the rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.two_tables.domain import JoinedDomain, JoinedRows

Integers = NDArray[np.int64]
NO_KEY = -1  # The code of a row that has no key.


@dataclass(frozen=True, kw_only=True, eq=False)
class CountedRows:
    """These are the rows of two tables that count. `parents` and `children` are columns of codes of those that count,
    `number` is how many children each parent has. `owners` int64 is the place of each child's parent, ascending;
    siblings stand in the order that was drawn."""

    parents: Sequence[Codes]
    number: Codes
    children: Sequence[Codes]
    owners: Integers


def joined_of_any_keys(
    declared: JoinedDomain,
    *,
    parents: Sequence[Codes],
    keys: Integers,
    children: Sequence[Codes],
    parent_keys: Integers,
    entropy: Entropy,
) -> JoinedRows:
    """Returns the counted rows of any two tables, as `counted_rows` picks them, for models of both."""
    rows = counted_rows(
        declared.most, parents=parents, keys=keys, children=children, parent_keys=parent_keys, entropy=entropy
    )
    kept, owners = rows.parents, rows.owners
    context = [kept[place][owners] for place in declared.places]
    return JoinedRows(
        parents=CodedRows([*kept, rows.number], declared.counted_parents.sizes),
        children=CodedRows([*context, *rows.children], declared.counted_children.sizes),
    )


def counted_rows(
    most: int,
    *,
    parents: Sequence[Codes],
    keys: Integers,
    children: Sequence[Codes],
    parent_keys: Integers,
    entropy: Entropy,
) -> CountedRows:
    """Returns which rows of any two tables count. `parents` and `children` are columns of codes of their domains;
    `keys` and `parent_keys` int64 have one number for each different key, the same in both, and NO_KEY; which number
    does not matter.

    A parent counts if it has a key that no other parent has; a child counts if it is among the first `most` of such a
    parent in an order of all children that is drawn anew. So

    - everything of one key, added or removed in both tables, is one counted parent and at most `most` counted children;
    - one row of the parents, added or removed, is that too. Where it brings the key a second time, the one that had it
      counts no longer, and that is all: were one of the two kept, it would be 2 parents and 2 * most children;
    - one row of the children, added or removed, changes how many its parent has, which is two rows of the counted
      parents, and one row of the counted children; or, where the parent has more than `most`, it takes the place of
      another child, which is two rows of the counted children; and, where it is among the first two, another pair of
      siblings. No more.

    Given the order of the children all of that is exact (a test enumerates it), and the order of those that two
    neighbouring tables share is equally distributed in both. So what holds for each order holds for the mechanism that
    draws one, because Renyi divergence is quasi-convex (van Erven and Harremoes 2014, arXiv:1206.2459, theorem 13).

    Errors: ValueError for columns that are not as long as their keys.
    """
    for columns, of in ((parents, keys), (children, parent_keys)):
        if {len(column) for column in columns} != {len(of)}:
            raise ValueError("columns and keys are not all of one length")
    named, first, times = np.unique(keys, return_index=True, return_counts=True)
    is_one = (times == 1) & (named != NO_KEY)
    known, of_parents = named[is_one], first[is_one]
    owners, counted = _first_of_each(known, parent_keys, most, entropy)
    number = np.bincount(owners, minlength=len(known)).astype(np.uint16)
    return CountedRows(
        parents=[column[of_parents] for column in parents],
        number=number,
        children=[column[counted] for column in children],
        owners=owners,
    )


def _first_of_each(known: Integers, parent_keys: Integers, most: int, entropy: Entropy) -> tuple[Integers, Integers]:
    """Returns, for each counted child, the index of its parent among the `known` and the index of the child itself."""
    order = _drawn_order(len(parent_keys), entropy)
    owners = np.searchsorted(known, parent_keys[order])
    has_parent = np.append(known, NO_KEY)[owners] == parent_keys[order]
    has_parent &= owners < len(known)
    order, owners = order[has_parent], owners[has_parent]
    grouped = np.argsort(owners, kind="stable")
    order, owners = order[grouped], owners[grouped]
    before = np.arange(len(owners)) - np.searchsorted(owners, owners)  # siblings that precede a child, by position
    return owners[before < most], order[before < most]


def _drawn_order(many: int, entropy: Entropy) -> Integers:
    """Draws a uniform order: each position gets 64 bits, and all are drawn again where two are equal."""
    while True:
        high, low = entropy.words(many), entropy.words(many)
        drawn = (high.astype(np.uint64) << np.uint64(32)) | low
        order = np.argsort(drawn)
        if (np.diff(drawn[order]) > 0).all():
            return order

"""This module describes two tables joined by a key: their declaration, and how many rows of both one parent may
have.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.domain import Domain, Impossible, Options, Value
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.marginals import CodedRows

MOST_CHILDREN = 100  # A parent has at most this many counted children, as noise grows with their number.
SHORTEST_SECRET, LONGEST_SECRET = 16, 64  # A secret has from 16 to 64 bytes.


class NotJoined(ValueError):
    """Refuses tables whose keys do not fit. Says which rule, never which key or how many: the text may be seen."""


@dataclass(frozen=True, kw_only=True, eq=False)
class JoinedDomain:
    """The declaration of two joined tables, and of what in them is counted.

    At most `most` children of each parent are counted, chosen by a rule that looks at no column. `number` names the
    extra column of the parents that says how many. `context` names the columns of a parent on which its children may
    depend; they depend on nothing else of it.
    """

    parents: Domain
    children: Domain
    most: int
    number: str
    context: tuple[str, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.most <= MOST_CHILDREN:
            raise ValueError(f"most is {self.most}; 1 to {MOST_CHILDREN} children of a parent can be counted")
        self.parents.places(self.context)
        if not self.context or len(set(self.context)) < len(self.context):
            raise ValueError("the context is no list of different columns of the parents")
        # Building the two domains raises ValueError if two columns have one name.
        _ = self.counted_parents, self.counted_children

    @cached_property
    def counted_parents(self) -> Domain:
        """Returns the domain of the counted parents: the columns of a parent, then how many of its children are
        counted."""
        number = Options(name=self.number, options=tuple(str(many) for many in range(self.most + 1)))
        return Domain(attributes=(*self.parents.attributes, number), impossible=self.parents.impossible)

    @cached_property
    def places(self) -> Attributes:
        """Returns the positions of the `context` columns among all columns of a parent."""
        return self.parents.places(self.context)

    @cached_property
    def counted_children(self) -> Domain:
        """Returns the domain of the counted children: the context of the parent, then the columns of a child.

        What is impossible in either table stays so. One more rule, which makes nothing impossible, names all columns of
        the context together, so that a model keeps them in one clique.
        """
        shown = tuple(self.parents.attributes[place] for place in self.places)
        kept = range(len(shown))
        of_parents = [
            Impossible(tuple(self.places.index(place) for place in rule.attributes), rule.cells)
            for rule in self.parents.impossible
            if set(rule.attributes) <= set(self.places)
        ]
        of_children = [
            Impossible(tuple(len(shown) + place for place in rule.attributes), rule.cells)
            for rule in self.children.impossible
        ]
        together = Impossible(tuple(kept), np.zeros([attribute.size for attribute in shown], dtype=np.bool_))
        return Domain(attributes=(*shown, *self.children.attributes), impossible=(*of_parents, *of_children, together))


@dataclass(frozen=True, kw_only=True, eq=False)
class JoinedRows:
    """These are the rows that are counted: each parent once, and at most `most` children of each, with its parent's
    context.

    A parent that is added or removed with all its children adds or removes one row of `parents` and at most `most` of
    `children`, and changes no other: the squared l2 norm of a marginal moves by 1, and by at most most^2.
    """

    parents: CodedRows
    children: CodedRows


def joined(
    declared: JoinedDomain,
    *,
    parents: dict[str, Sequence[Value]],
    keys: Sequence[str],
    children: dict[str, Sequence[Value]],
    parent_keys: Sequence[str],
    ids: Sequence[str],
    secret: bytes,
) -> JoinedRows:
    """Returns the rows of two tables, joined and cut to the rows that count.

    `keys` has the key of each parent; `parent_keys` has for each child the key of its parent, and `ids` its own id.
    Of a parent with more than `most` children those are counted whose keyed hash of `ids` is least: no column decides,
    nor the order of the rows, which may depend on who else is there. Errors: OutsideDomain; NotJoined for two parents
    with one key, two children of one id or a child without a parent; ValueError for a secret of less than 16 bytes and
    for columns that are not as long as their keys.
    """
    if not SHORTEST_SECRET <= len(secret) <= LONGEST_SECRET:
        raise ValueError(f"the secret has {len(secret)} bytes; it has {SHORTEST_SECRET} to {LONGEST_SECRET}")
    place = {key: at for at, key in enumerate(keys)}
    if len(place) < len(keys):
        raise NotJoined("two parents have one key")
    if any(key not in place for key in parent_keys):
        raise NotJoined("a child has a key that no parent has")
    if len(set(ids)) < len(ids):
        raise NotJoined("two children have one id")
    of_parents, of_children = declared.parents.codes(parents), declared.children.codes(children)
    if {len(column) for column in of_parents} != {len(keys)}:
        raise ValueError("the columns of the parents are not as long as their keys")
    if {len(column) for column in of_children} != {len(parent_keys)} or len(ids) != len(parent_keys):
        raise ValueError("the columns of the children are not as long as their keys and ids")
    owners = np.array([place[key] for key in parent_keys], dtype=np.int64)
    counted = _counted(owners, ids, declared.most, secret)
    owners = owners[counted]
    number = np.bincount(owners, minlength=len(keys)).astype(np.uint16)
    context = [of_parents[at][owners] for at in declared.places]
    return JoinedRows(
        parents=CodedRows([*of_parents, number], declared.counted_parents.sizes),
        children=CodedRows([*context, *(column[counted] for column in of_children)], declared.counted_children.sizes),
    )


def _counted(owners: NDArray[np.int64], ids: Sequence[str], most: int, secret: bytes) -> NDArray[np.int64]:
    """Returns the positions of the children that are counted, in the order of their hashes."""
    hashes = [blake2b(row_key.encode(), key=secret, digest_size=16).digest() for row_key in ids]
    seen: Counter[int] = Counter()
    positions = []
    for child in sorted(range(len(ids)), key=hashes.__getitem__):
        owner = int(owners[child])
        seen[owner] += 1
        if seen[owner] <= most:
            positions.append(child)
    return np.array(positions, dtype=np.int64)

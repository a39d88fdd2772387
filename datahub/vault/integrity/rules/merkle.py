"""This module is about a Merkle tree of log entries, and proofs that it only grew (RFC 6962, sec. 2.1; checked as RFC
9162, sec. 2.1, says).

Whoever kept the head of a tree (its size and root) can be shown that a later tree begins with the same entries.
Entries and inner nodes are hashed differently, so neither can stand for the other.
"""

from collections.abc import Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()


def leaf(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """These are the roots of the full subtrees that make up a tree, largest first: all that is needed to add an
    entry."""

    def __init__(self, size: int = 0, roots: Sequence[bytes] = ()) -> None:
        if len(roots) != size.bit_count():
            raise ValueError(f"a tree of {size} entries has {size.bit_count()} full subtrees, not {len(roots)}")
        self.size, self.roots = size, list(roots)

    def add(self, leaf: bytes) -> None:
        size = self.size
        while size & 1:
            leaf = node(self.roots.pop(), leaf)
            size >>= 1
        self.roots.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        if not self.roots:
            return EMPTY
        root = self.roots[-1]
        for left in reversed(self.roots[:-1]):
            root = node(left, root)
        return root


def root_of(leaves: Sequence[bytes]) -> bytes:
    frontier = Frontier()
    for leaf in leaves:
        frontier.add(leaf)
    return frontier.root()


def consistency(leaves: Sequence[bytes], earlier: int) -> list[bytes]:
    """Returns the nodes that show that the tree of these leaves begins with the tree of the first `earlier` ones."""
    if not 0 < earlier <= len(leaves):
        raise ValueError(f"a tree of {len(leaves)} entries has no proof from {earlier}")
    # `is_whole` says that the rest of the earlier tree is the whole earlier tree, whose root the asker knows.
    proof, is_whole = [], True
    while earlier != len(leaves):
        half = _largest_power_below(len(leaves))
        if earlier <= half:
            proof.append(root_of(leaves[half:]))
            leaves = leaves[:half]
        else:
            proof.append(root_of(leaves[:half]))
            leaves, earlier, is_whole = leaves[half:], earlier - half, False
    if not is_whole:
        proof.append(root_of(leaves))
    return proof[::-1]


def is_consistent(earlier: int, earlier_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    if not 0 < earlier <= size:
        return False
    if earlier == size:
        return not proof and earlier_root == root
    path = list(proof)
    # The root of an earlier tree whose size is a power of two is a node of the later tree.
    if earlier & (earlier - 1) == 0:
        path.insert(0, earlier_root)
    if not path:
        return False
    here, last = earlier - 1, size - 1
    while here & 1:
        here, last = here >> 1, last >> 1
    before = after = path[0]
    for beside in path[1:]:
        if last == 0:
            return False
        if here & 1 or here == last:
            before, after = node(beside, before), node(beside, after)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            after = node(after, beside)
        here, last = here >> 1, last >> 1
    return last == 0 and before == earlier_root and after == root


def _largest_power_below(size: int) -> int:
    return 1 << ((size - 1).bit_length() - 1)

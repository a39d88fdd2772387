"""These tests check that every proof about every small tree holds, and holds of no other tree."""

from hashlib import sha256

import pytest

from datahub.vault.integrity.rules import merkle

MOST = 20
LEAVES = [merkle.leaf(bytes([number])) for number in range(MOST)]


def by_definition(leaves: list[bytes]) -> bytes:
    """Returns the root of a tree by the definition of RFC 6962, sec. 2.1, word for word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha256(b"\x01" + by_definition(leaves[:half]) + by_definition(leaves[half:])).digest()


def test_the_roots_that_certificate_transparency_publishes() -> None:
    """The eight entries, and the roots of sizes 1, 2, 3 and 8, are those of the test data of
    google/certificate-transparency."""
    entries = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    leaves = [merkle.leaf(bytes.fromhex(entry)) for entry in entries]
    assert {size: merkle.root_of(leaves[:size]).hex() for size in (1, 2, 3, 8)} == {
        1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    }


def test_adding_one_by_one_gives_the_root_of_the_definition() -> None:
    frontier = merkle.Frontier()
    for size in range(MOST):
        assert frontier.root() == by_definition(LEAVES[:size])
        frontier = merkle.Frontier(frontier.size, frontier.roots)  # a frontier is also read back from a row
        frontier.add(LEAVES[size])


def test_each_later_tree_is_shown_to_begin_with_each_earlier_one() -> None:
    roots = [merkle.root_of(LEAVES[:size]) for size in range(MOST + 1)]
    for size in range(1, MOST + 1):
        for earlier in range(1, size + 1):
            proof = merkle.consistency(LEAVES[:size], earlier)
            for claimed in range(MOST + 1):
                shown = merkle.is_consistent(claimed, roots[claimed], size, roots[size], proof)
                assert shown is (claimed == earlier), (size, earlier, claimed)


@pytest.mark.parametrize("changed", range(7))
def test_no_proof_joins_trees_that_differ_in_an_earlier_entry(changed: int) -> None:
    other = [merkle.leaf(b"other") if index == changed else leaf for index, leaf in enumerate(LEAVES)]
    earlier_root = merkle.root_of(LEAVES[:7])
    for size in range(8, MOST):
        for proof in (merkle.consistency(other[:size], 7), merkle.consistency(LEAVES[:size], 7)):
            assert not merkle.is_consistent(7, earlier_root, size, merkle.root_of(other[:size]), proof)


def test_an_entry_cannot_stand_for_a_node() -> None:
    two = merkle.root_of(LEAVES[:2])
    assert merkle.leaf(LEAVES[0] + LEAVES[1]) != two


def test_refuses_a_tree_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="no proof from 4"):
        merkle.consistency(LEAVES[:3], 4)
    with pytest.raises(ValueError, match="full subtrees"):
        merkle.Frontier(3, [b""])

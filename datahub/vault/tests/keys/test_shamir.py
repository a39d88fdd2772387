"""Any three of five shares give the secret back; any two are consistent with every secret equally."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations

import numpy as np
import pytest

from datahub.vault.keys.rules import shamir

SECRET = bytes(range(200, 232))


def drawn(seed: int) -> Callable[[int], bytes]:
    return np.random.default_rng(seed).bytes


def by_shifting(left: int, right: int) -> int:
    """Returns the product of two polynomials over GF(2), reduced: by the definition, without tables."""
    product = 0
    for bit in range(8):
        if right >> bit & 1:
            product ^= left << bit
    for bit in range(14, 7, -1):
        if product >> bit & 1:
            product ^= shamir.POLYNOMIAL << (bit - 8)
    return product


def test_the_field_is_the_one_of_aes() -> None:
    assert shamir.multiply(0x57, 0x83) == 0xC1  # FIPS 197, sec. 4.2, has this example
    for left in range(256):
        for right in range(256):
            assert shamir.multiply(left, right) == by_shifting(left, right)
            if right:
                assert shamir.multiply(shamir.divide(left, right), right) == left


def test_any_three_of_five_give_the_secret_in_any_order() -> None:
    shares = shamir.share(SECRET, needed=3, total=5, entropy=drawn(1))
    for three in permutations(shares, 3):
        assert shamir.combine({number: shares[number] for number in three}) == SECRET
    assert shamir.combine(shares) == SECRET


def test_two_shares_leave_every_secret_equally_likely() -> None:
    """Every secret and every polynomial are tried: each pair of share values comes from each secret exactly once."""
    product = np.array([[shamir.multiply(a, b) for b in range(256)] for a in range(256)], dtype=np.uint8)
    first, second = np.meshgrid(np.arange(256, dtype=np.uint8), np.arange(256, dtype=np.uint8), indexing="ij")
    values = {
        number: product[first, number] ^ product[second, shamir.multiply(number, number)] for number in range(1, 6)
    }  # these are shares of secret + first * x + second * x**2, without the secret
    for value, other in combinations(values, 2):
        for secret in range(256):
            pairs = (values[value] ^ secret).astype(np.int64) * 256 + (values[other] ^ secret)
            assert np.array_equal(np.bincount(pairs.ravel(), minlength=65536), np.ones(65536, dtype=np.int64))


def test_the_shares_are_those_of_the_polynomials_enumerated_above() -> None:
    for first, second in ((0, 0), (1, 2), (200, 3), (255, 255)):
        shares = shamir.share(b"\x2a", needed=3, total=5, entropy={2: bytes([first, second])}.__getitem__)
        for number, share in shares.items():
            value = 0x2A ^ shamir.multiply(first, number) ^ shamir.multiply(second, shamir.multiply(number, number))
            assert share == bytes([value])


def test_every_byte_has_entropy_of_its_own() -> None:
    shares = shamir.share(bytes(32), needed=3, total=5, entropy=drawn(2))
    assert max(Counter(shares[1]).values()) <= 4


@pytest.mark.parametrize(("needed", "total"), [(1, 5), (6, 5), (3, 256)])
def test_refuses_what_would_not_hide_or_not_come_back(needed: int, total: int) -> None:
    with pytest.raises(ValueError, match="shares"):
        shamir.share(SECRET, needed=needed, total=total, entropy=drawn(1))


@pytest.mark.parametrize("shares", [{0: b"a", 1: b"b"}, {1: b"a", 2: b"bc"}, {}], ids=str)
def test_refuses_shares_that_cannot_belong_together(shares: dict[int, bytes]) -> None:
    with pytest.raises(ValueError, match="do not belong together"):
        shamir.combine(shares)

"""This module is about a secret in shares, of which a given number gives it back and fewer say nothing (Shamir 1979),
byte by byte.

Arithmetic is in GF(256) with the polynomial of AES, x**8 + x**4 + x**3 + x + 1. Tables of logarithms make times depend
on the secret only through caches; sheets are made on the operator's machine, where no one else measures.
"""

from collections.abc import Callable, Mapping, Sequence

POLYNOMIAL = 0x11B
MOST = 255


def _tables() -> tuple[list[int], list[int]]:
    powers, logarithms, value = [0] * 510, [0] * 256, 1
    for exponent in range(255):
        powers[exponent] = powers[exponent + 255] = value
        logarithms[value] = exponent
        value ^= value << 1  # doubling and adding multiplies by the generator, x + 1
        if value & 0x100:
            value ^= POLYNOMIAL
    return powers, logarithms


_POWERS, _LOGARITHMS = _tables()


def multiply(left: int, right: int) -> int:
    if left == 0 or right == 0:
        return 0
    return _POWERS[_LOGARITHMS[left] + _LOGARITHMS[right]]


def divide(left: int, right: int) -> int:
    if right == 0:
        raise ZeroDivisionError("there is no inverse of 0")
    if left == 0:
        return 0
    return _POWERS[_LOGARITHMS[left] + 255 - _LOGARITHMS[right]]


def share(secret: bytes, *, needed: int, total: int, entropy: Callable[[int], bytes]) -> dict[int, bytes]:
    """Returns shares of a secret by number, from 1. `entropy` gives uniform bytes; each byte of the secret uses
    `needed` - 1 of them."""
    if not 2 <= needed <= total <= MOST:
        raise ValueError(f"{needed} of {total} shares; it takes at least 2, at most all, and there are at most {MOST}")
    drawn = entropy((needed - 1) * len(secret))
    polynomials = [
        (byte, *drawn[index * (needed - 1) : (index + 1) * (needed - 1)]) for index, byte in enumerate(secret)
    ]
    return {number: bytes(_value(polynomial, number) for polynomial in polynomials) for number in range(1, total + 1)}


def combine(shares: Mapping[int, bytes]) -> bytes:
    """Returns the secret if these are enough shares of one. Otherwise it returns other bytes, and the caller must be
    able to tell."""
    if len({len(share) for share in shares.values()}) != 1 or not all(1 <= number <= MOST for number in shares):
        raise ValueError(f"shares {sorted(shares)} do not belong together")
    weights = {number: _weight(number, list(shares)) for number in shares}
    secret = bytearray(len(next(iter(shares.values()))))
    for number, share in shares.items():
        for index, byte in enumerate(share):
            secret[index] ^= multiply(weights[number], byte)
    return bytes(secret)


def _value(polynomial: Sequence[int], at: int) -> int:
    value = 0
    for coefficient in reversed(polynomial):
        value = multiply(value, at) ^ coefficient
    return value


def _weight(number: int, numbers: Sequence[int]) -> int:
    """Returns the weight of one share in Lagrange's interpolation at 0; minus is plus in this field."""
    weight = 1
    for other in numbers:
        if other != number:
            weight = multiply(weight, divide(other, other ^ number))
    return weight

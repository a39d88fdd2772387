"""Central noise comes from OpenDP's exact samplers, and from nothing else but words of the operating system.

OpenDP turns a scale, which is a float, into the rational number that the float is, and draws integers of exactly that
distribution (Canonne, Kamath, Steinke 2020). Its own generator feeds them: no seed can be given, so no draw can be
repeated. It is loaded on the first draw; the mathematics of the mechanisms needs none of it.
"""

import importlib
import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, accepted_words
from mechanisms.common.thresholds import exp_bounds

Integers = NDArray[np.int64]

MOST = (1 << 62) - 1  # A value and a noise of at most this size have a sum that fits 63 bits.
MOST_SCALE = 1 << 52  # Noise of this scale exceeds MOST less often than once in e^1023 draws.
# OpenDP adds Gumbel noise for the first of these divergences, and exponential noise for the second.
OF_GUMBEL_NOISE, OF_EXPONENTIAL_NOISE = "zero_concentrated_divergence", "max_divergence"


class SamplersMissing(ImportError):
    """OpenDP is not installed, and nothing else draws central noise in its place."""


def discrete_laplace(values: Integers, scale: float) -> Integers:
    """Returns each of int64[d] with noise of its own, of weights e^(-|noise| / scale), cut off at the ends of 64
    bits."""
    return np.array(_laplace(scale)(values.tolist()), dtype=np.int64)


def discrete_gaussian(values: Integers, scale: float) -> Integers:
    """Returns each of int64[d] with noise of its own, of weights e^(-noise^2 / (2 scale^2)), cut off at the ends of 64
    bits."""
    return np.array(_gaussian(scale)(values.tolist()), dtype=np.int64)


def gumbel_maximum(scores: Integers, scale: float) -> int:
    """Returns the index i of int64[k] with probability proportional to e^(scores[i] / scale)."""
    return int(_noisy_maximum(scale, OF_GUMBEL_NOISE)(scores.tolist()))


def permute_and_flip(scores: Integers, scale: float) -> int:
    """Returns, of candidates in random order, the first whose coin of e^((scores[i] - largest) / scale) comes up
    heads."""
    return int(_noisy_maximum(scale, OF_EXPONENTIAL_NOISE)(scores.tolist()))


def geometric(count: int, scale: float) -> Integers:
    """Draws int64[count], each k >= 0 with weight e^(-k / scale): what of discrete Laplace noise is not below 0."""
    batches: list[Integers] = []
    while (left := count - sum(len(part) for part in batches)) > 0:
        drawn = discrete_laplace(np.zeros(2 * left, dtype=np.int64), scale)
        batches.append(drawn[drawn >= 0][:left])
    return np.concatenate(batches) if batches else np.empty(0, dtype=np.int64)


def uniform_below(bound: int, count: int, entropy: Entropy) -> Integers:
    """Draws int64[count], exactly uniform in [0, bound), for a bound of at most 2^32."""
    words = entropy.words(count).astype(np.int64)
    accepted = accepted_words(bound)
    while (again := np.flatnonzero(words >= accepted)).size:
        words[again] = entropy.words(len(again))
    return words % bound


def happens_at_exp(exponent: Callable[[int], tuple[Fraction, Fraction]], entropy: Entropy) -> bool:
    """Returns True with probability e^-x exactly, for the x >= 0 that `exponent(bits)` encloses the closer the more
    bits.

    A uniform number is drawn 32 bits at a time until it lies outside the enclosure of e^-x.
    """
    drawn = bits = 0
    while True:
        drawn, bits = drawn << 32 | entropy.word(), bits + 32
        low, high = exponent(bits + 8)
        # Both ends are rounded outwards to this unit: shorter numbers are raised to a power more quickly.
        unit = 1 << bits + 8
        rarer = Fraction(math.ceil(high * unit), unit)
        likelier = Fraction(max(0, math.floor(low * unit)), unit)
        if drawn + 1 <= (1 << bits) / exp_bounds(rarer, bits=bits + 8)[1]:
            return True
        if drawn >= (1 << bits) / exp_bounds(likelier, bits=bits + 8)[0]:
            return False


def scale_not_below(exact: Fraction) -> float:
    """Returns the smallest float that is not below: rounding adds noise. Refuses a scale that 64 bits have no room
    for."""
    if exact > MOST_SCALE:
        raise ValueError(f"the noise would have a scale of {float(exact):.4g}; 64 bits hold noise of at most 2^52")
    scale = exact.numerator / exact.denominator  # Python divides two integers with correct rounding.
    while Fraction(scale) < exact:
        scale = math.nextafter(scale, math.inf)
    return scale


@cache
def _opendp() -> Any:
    try:
        prelude = importlib.import_module("opendp.prelude")
    except ImportError as missing:
        raise SamplersMissing(
            "central noise is drawn by OpenDP, which is not installed: pip install 'datahub-mechanisms[central]'"
        ) from missing
    # OpenDP offers no constructor without this flag; only the four of this file are called.
    prelude.enable_features("contrib")
    return prelude


@lru_cache(maxsize=64)
def _laplace(scale: float) -> Callable[[list[int]], list[int]]:
    dp = _opendp()
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.l1_distance(T="i64")
    # OpenDP has no types here: it is loaded when first used.
    return dp.m.make_laplace(*space, scale=scale)  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def _gaussian(scale: float) -> Callable[[list[int]], list[int]]:
    dp = _opendp()
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.l2_distance(T="f64")
    # OpenDP has no types here: it is loaded when first used.
    return dp.m.make_gaussian(*space, scale=scale)  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def _noisy_maximum(scale: float, measure: str) -> Callable[[list[int]], int]:
    dp = _opendp()
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.linf_distance(T="i64")
    # OpenDP has no types here.
    return dp.m.make_noisy_max(*space, getattr(dp, measure)(), scale=scale)  # type: ignore[no-any-return]

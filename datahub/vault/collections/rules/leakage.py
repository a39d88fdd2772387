"""These functions measure what an insider recovers from an index: the known attacks, run on the owner's own column
before it is enabled.

The insider sees the stored tokens, buckets or order, and knows how common each value is among people like these (the
public marginals). Without a table of those the owner's own column is taken for it: no insider can know it better. What
comes out is the expected share of records whose value is guessed right, ties broken at random.

    frequency attack     the commonest token is the commonest value, and so on (Naveed, Kamara, Wright 2015)
    sorting attack       the smallest ciphertext is the smallest value, when every value of the domain occurs (same)
    quantile attack      else the value at the same height of the public distribution (their cumulative attack, greedy)
    bucket inference     buckets are told apart by how full they are, then each record is its bucket's commonest value
"""

import hmac
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import fsum
from typing import Any

Marginals = Mapping[Any, float]  # marginals say how common each value is, on any scale
Span = tuple[int, int]  # a span has the first rank a value may have, and the one behind the last

KNOWS_OWN = "knows exactly how common each value is in this column"
KNOWS_PUBLIC = "knows how common each value is from the table given"
KNOWS_DOMAIN = "knows the declared values, and needs no table because every one of them occurs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leakage:
    """The leakage of an index is what an insider recovers. `recovered` and `guessed` are shares of records: with what
    the index shows, and without looking at the store."""

    attack: str
    recovered: float
    guessed: float
    assumption: str

    def sentence(self) -> str:
        return (
            f"An insider who sees the store and {self.assumption} could recover {self.recovered:.0%} of these values"
            f" ({self.attack}); guessing the commonest value, without the store, is right for {self.guessed:.0%}."
        )


def of_nothing(column: Sequence[Any], public: Marginals | None = None) -> Leakage:
    """Returns the leakage of randomised encryption (`rnd`): every ciphertext differs, so the insider can only guess."""
    counts, known = _known(column, public)
    guessed = _guessed(counts, known)
    return Leakage(attack="none", recovered=guessed, guessed=guessed, assumption=_knows(public))


def of_equality(
    column: Sequence[Any], public: Marginals | None = None, tokens: Mapping[Any, Hashable] | None = None
) -> Leakage:
    """Returns the leakage of deterministic encryption (`det`); with `tokens` of a truncated blind index (`eq`), where
    several values may share one."""
    counts, known = _known(column, public)
    token_of = {value: value for value in counts} if tokens is None else tokens
    rows_of: Counter[Hashable] = Counter()
    for value, count in counts.items():
        rows_of[token_of[value]] += count
    seen, expected = _ranks(rows_of), _ranks(known)
    hits = [count * _chance(seen[token_of[value]], expected.get(value)) for value, count in counts.items()]
    return Leakage(
        attack="frequency attack",
        recovered=fsum(hits) / len(column),
        guessed=_guessed(counts, known),
        assumption=_knows(public),
    )


def of_order(column: Sequence[Any], domain: Iterable[Any] | None = None, public: Marginals | None = None) -> Leakage:
    """Returns the leakage of an order-preserving index (`ope`): dense if every value of the domain occurs, else by
    quantiles."""
    counts, known = _known(column, public)
    if domain is not None and set(domain) == set(counts):
        return Leakage(attack="sorting attack", recovered=1.0, guessed=_guessed(counts, known), assumption=KNOWS_DOMAIN)
    heights, total, below = [], fsum(known.values()), 0.0
    for value in sorted(known):
        below += known[value] / total
        heights.append((below, value))
    hits, index, passed = 0, 0, 0
    for value in sorted(counts):
        middle = (passed + counts[value] / 2) / len(column)
        while index < len(heights) - 1 and heights[index][0] <= middle:
            index += 1
        hits += counts[value] * (heights[index][1] == value)
        passed += counts[value]
    return Leakage(
        attack="quantile attack",
        recovered=hits / len(column),
        guessed=_guessed(counts, known),
        assumption=_knows(public),
    )


def of_buckets(column: Sequence[Any], bucket_of: Mapping[Any, Hashable], public: Marginals | None = None) -> Leakage:
    """Returns the leakage of a range index (`range`): labels say nothing by themselves, but how many rows carry one
    does. Bounds are taken to be known."""
    counts, known = _known(column, public)
    rows_of: Counter[Hashable] = Counter()
    share_of: defaultdict[Hashable, float] = defaultdict(float)
    inside: defaultdict[Hashable, dict[Any, float]] = defaultdict(dict)
    for value, count in counts.items():
        rows_of[bucket_of[value]] += count
    for value, share in known.items():
        if value in bucket_of:
            share_of[bucket_of[value]] += share
            inside[bucket_of[value]][value] = share
    seen, expected = _ranks(rows_of), _ranks(share_of)
    hits = [
        _guessed_rows({value: counts[value] for value in counts if bucket_of[value] == bucket}, inside[bucket])
        * _chance(seen[bucket], expected.get(bucket))
        for bucket in rows_of
    ]
    return Leakage(
        attack="bucket inference",
        recovered=fsum(hits) / len(column),
        guessed=_guessed(counts, known),
        assumption=_knows(public),
    )


def trial_tokens(values: Iterable[Any], bits: int, key: bytes) -> dict[Any, int]:
    """Returns tokens as a truncated blind index would have them, under a key made for the trial."""
    if not 1 <= bits <= 256:
        raise ValueError(f"a token has {bits} bits; it needs 1 to 256")
    return {
        value: int.from_bytes(hmac.digest(key, str(value).encode(), "sha256"), "big") >> (256 - bits)
        for value in values
    }


def _known(column: Sequence[Any], public: Marginals | None) -> tuple[Counter[Any], Marginals]:
    if not len(column):
        raise ValueError("the column has no values; there is nothing to attack")
    counts = Counter(column)
    known = counts if public is None else {value: share for value, share in public.items() if share > 0}
    if not known:
        raise ValueError("the table of public shares has no value above 0")
    return counts, known


def _knows(public: Marginals | None) -> str:
    return KNOWS_OWN if public is None else KNOWS_PUBLIC


def _guessed(counts: Mapping[Any, int], known: Marginals) -> float:
    return _guessed_rows(counts, known) / sum(counts.values())


def _guessed_rows(counts: Mapping[Any, int], known: Marginals) -> float:
    """Returns the rows of the value that is known to be the commonest; if several are, their average."""
    if not known:
        return 0.0
    most = max(known.values())
    commonest = [value for value, share in known.items() if share == most]
    return sum(counts.get(value, 0) for value in commonest) / len(commonest)


def _ranks(sizes: Mapping[Any, float]) -> dict[Any, Span]:
    """Returns the ranks that each key may get when sizes are sorted, largest first, and equal sizes are shuffled."""
    ranks: dict[Any, Span] = {}
    for _, group in groupby(sorted(sizes, key=lambda size: -sizes[size]), key=lambda size: sizes[size]):
        alike, first = list(group), len(ranks)
        ranks.update(dict.fromkeys(alike, (first, first + len(alike))))
    return ranks


def _chance(seen: Span, expected: Span | None) -> float:
    """Returns the probability that two things with uniform ranks in these spans get the same rank."""
    if expected is None:
        return 0.0
    shared = max(0, min(seen[1], expected[1]) - max(seen[0], expected[0]))
    return shared / ((seen[1] - seen[0]) * (expected[1] - expected[0]))

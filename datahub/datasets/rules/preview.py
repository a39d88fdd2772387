"""A preview says how much of a column an insider of the store would recover, for each way to seal it: for the owner,
before the load.

The attacks are those of datahub.vault.collections.rules.leakage, on the owner's own column, against an insider who
knows exactly how common each value is: nobody can know it better.
"""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from statistics import fmean
from typing import Any

from datahub.datasets.rules.columns import PROTECTIONS, Column
from datahub.datasets.rules.domain import Value
from datahub.datasets.rules.sealing import TYPES, plan_of
from datahub.vault.collections.rules import leakage
from datahub.vault.collections.rules.leakage import Leakage
from datahub.vault.collections.rules.plan import (
    DET,
    EQ,
    FEWEST_DISTINCT,
    LARGEST_SHARE,
    OPE,
    ORDERED,
    RANGE,
    TEXT,
    Field,
    bits_for,
    bucket_of,
    check_guard_rails,
    edges_for,
)
from datahub.vault.collections.rules.plan import Column as Spread
from datahub.vault.collections.rules.roles import GUARDED_ROLES
from datahub.vault.collections.rules.values import order_of
from datahub.vault.errors import PlanRefused

ROWS = 100_000  # at most this many rows are examined; of a larger file, every n-th row
TRIALS = 5  # this many random keys of `eq` are tried, because the key decides which values share a token
MARK_BITS = 64
ROWS_A_TOKEN = Field(name="any", type=TEXT).rows_a_token  # the vault takes this number where no plan gives another
NOT_OF_THE_DATA = ("protection", "description", "unit")  # these fields of a declaration do not change the preview

ATTACKS = ("none", "frequency attack", "sorting attack", "quantile attack", "bucket inference")
REASONS = ("", "role", "few", "common", "wide")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """An outlook says how much a column would leak if it were sealed in one way. `refused` is why the guard-rails will
    not have it, or empty. Shares of rows, 0 to 1."""

    protection: str
    attack: str
    recovered: float
    guessed: float
    refused: str


def outlooks(column: Column, counts: Mapping[Value, int], key: bytes, every: int = 1) -> list[Outlook]:
    """Returns an outlook for each way that this column can be sealed. `key` is drawn for this trial alone; each counted
    row stands for `every` rows."""
    if not counts:
        return []
    kinds = [kind for kind in PROTECTIONS if kind not in {RANGE, OPE} or TYPES[column.type] in ORDERED]
    enough = max(1, ROWS_A_TOKEN // every)
    return [_outlook(column, kind, Counter(counts), _Trial(key, enough)) for kind in kinds]


def stride(rows: int) -> int:
    """Returns n, where every n-th row is examined, so that no more than ROWS are."""
    return max(1, -(-rows // ROWS))


def digest_of(columns: Sequence[Mapping[str, Any]]) -> str:
    """Returns a digest that is the same for declarations that have the same preview."""
    described = [{name: value for name, value in column.items() if name not in NOT_OF_THE_DATA} for column in columns]
    return hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Trial:
    key: bytes
    rows_a_token: int

    def several_keys(self) -> list[bytes]:
        return [hmac.digest(self.key, bytes([number]), "sha256") for number in range(TRIALS)]


def _outlook(column: Column, kind: str, counts: Counter[Value], trial: _Trial) -> Outlook:
    leak = _leakage(column, kind, counts, trial)
    return Outlook(
        protection=kind,
        attack=leak.attack,
        # An insider who sees nothing in the store can still guess.
        recovered=round(max(leak.recovered, leak.guessed), 6),
        guessed=round(leak.guessed, 6),
        refused=_refusal(column, kind, counts),
    )


def _leakage(column: Column, kind: str, counts: Counter[Value], trial: _Trial) -> Leakage:
    rows = list(counts.elements())
    if kind == DET:
        return leakage.of_equality(rows)
    if kind == EQ:
        leaks = [
            leakage.of_equality(rows, tokens=_tokens(counts, key, trial.rows_a_token)) for key in trial.several_keys()
        ]
        return replace(leaks[0], recovered=fmean(leak.recovered for leak in leaks))
    if kind == RANGE:
        return leakage.of_buckets(rows, _buckets(counts, trial.rows_a_token))
    if kind == OPE and any(value is not None for value in counts):
        return _of_order(column, counts)
    return leakage.of_nothing(rows)


def _tokens(counts: Counter[Value], key: bytes, rows_a_token: int) -> dict[Any, int]:
    marks = leakage.trial_tokens(counts, MARK_BITS, key)
    bits = bits_for((marks[value] for value in counts.elements()), MARK_BITS, rows_a_token)
    return {value: mark >> (MARK_BITS - bits) for value, mark in marks.items()}


def _buckets(counts: Counter[Value], rows_a_token: int) -> dict[Value, int]:
    """Returns the bucket of each value; a missing value has a bucket of its own."""
    places = {value: order_of(value) for value in counts if value is not None}
    edges = edges_for((places[value] for value in counts.elements() if value is not None), rows_a_token)
    return {value: -1 if value is None else bucket_of(edges, places[value]) for value in counts}


def _of_order(column: Column, counts: Counter[Value]) -> Leakage:
    """Returns the leakage of a column sealed so that order shows; missing values show as missing, so an insider knows
    those rows."""
    present = Counter({value: count for value, count in counts.items() if value is not None})
    is_dense = _size(column) == len(present)
    leak = leakage.of_order(list(present.elements()), domain=set(present) if is_dense else None)
    missing = counts[None]
    recovered = (leak.recovered * present.total() + missing) / counts.total()
    return replace(leak, recovered=recovered, guessed=max(counts.values()) / counts.total())


def _size(column: Column) -> int:
    """Returns how many values the domain of an integer, number or date column has."""
    if column.type == "date":
        return (date.fromisoformat(column.maximum) - date.fromisoformat(column.minimum)).days + 1
    steps = 10 ** (column.decimals if column.type == "number" else 0)
    return int((Decimal(column.maximum) - Decimal(column.minimum)) * steps) + 1


def _refusal(column: Column, kind: str, counts: Counter[Value]) -> str:
    """Returns why the guard-rails refuse this kind for the column, or an empty text. The load decides by the same
    rules, on all rows."""
    seen = Counter({value: count for value, count in counts.items() if value is not None or kind == DET})
    share = max(seen.values(), default=0) / max(1, seen.total())
    spread = Spread(role=column.role, distinct=len(seen), top_share=share)
    try:
        check_guard_rails(plan_of([replace(column, protection=kind)]), {column.name: spread})
    except PlanRefused:
        if spread.role in GUARDED_ROLES:
            return "role"
        if spread.distinct < FEWEST_DISTINCT:
            return "few"
        return "common" if spread.top_share > LARGEST_SHARE else "wide"
    return ""

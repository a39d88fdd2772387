"""Obligations are the limits that whoever acts on a permit must keep. Of two sets of limits both count: together they
are never wider. No Django."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from decimal import Decimal
from functools import reduce

from datahub.policies.decide.conditions import Comparison, Context, Truth, judge_row, truth_of
from mechanisms.accounting.zcdp import Cost, epsilon_for


@dataclass(frozen=True, slots=True, kw_only=True)
class EpsilonCap:
    """A cap is the most that one use may cost. A price with a pure epsilon is compared by that epsilon; any other by
    the epsilon for which (epsilon, delta)-differential privacy holds at this delta."""

    epsilon: Decimal
    delta: Decimal

    def admits(self, cost: Cost) -> bool:
        worth = epsilon_for(cost, self.delta) if cost.epsilon is None else cost.epsilon
        return worth is not None and worth <= self.epsilon


@dataclass(frozen=True, slots=True, kw_only=True)
class Obligations:
    """These are the limits of one rule; a field of None, 0 or an empty set is no limit of that kind. The owner's own
    permits carry none."""

    epsilon_cap: EpsilonCap | None = None  # one use may cost at most this
    minimum_cohort: int = 0  # each released number is of at least this many people
    mechanisms: frozenset[str] | None = None
    columns: frozenset[str] | None = None
    rows: frozenset[Comparison] = frozenset()  # a use reads only rows that meet all comparisons
    purposes: frozenset[str] | None = None
    combine: bool = True  # true if a use may read other data sets too
    four_eyes: bool = False  # true if a second person must approve each use
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A check is one condition, in words for the owner, and whether it is met."""

    said: str
    truth: Truth


FREE = Obligations()
LIMITS = tuple(field.name for field in fields(Obligations))


def limits_in(limits: Obligations) -> tuple[str, ...]:
    """Returns the names of the limits that are set."""
    return tuple(name for name in LIMITS if getattr(limits, name) != getattr(FREE, name))


def both(one: Obligations, other: Obligations) -> Obligations:
    caps = [cap for cap in (one.epsilon_cap, other.epsilon_cap) if cap is not None]
    ends = [end for end in (one.expires_at, other.expires_at) if end is not None]
    return Obligations(
        epsilon_cap=_strictest(caps),
        minimum_cohort=max(one.minimum_cohort, other.minimum_cohort),
        mechanisms=_shared(one.mechanisms, other.mechanisms),
        columns=_shared(one.columns, other.columns),
        rows=one.rows | other.rows,
        purposes=_shared(one.purposes, other.purposes),
        combine=one.combine and other.combine,
        four_eyes=one.four_eyes or other.four_eyes,
        expires_at=min(ends, default=None),
    )


def checks(limits: Obligations, context: Context) -> tuple[Check, ...]:
    """Returns a check for each limit that is set; it is unknown as long as the context does not say."""
    found = []
    if limits.epsilon_cap is not None:
        cap = limits.epsilon_cap
        met = None if context.cost is None else cap.admits(context.cost)
        found.append(_check(f"epsilon at most {cap.epsilon:f} at delta {cap.delta:f}", met=met))
    if limits.minimum_cohort:
        met = None if context.cohort is None else context.cohort >= limits.minimum_cohort
        found.append(_check(f"at least {limits.minimum_cohort} people behind each number", met=met))
    if limits.mechanisms is not None:
        met = None if context.mechanisms is None else context.mechanisms <= limits.mechanisms
        found.append(_check(f"mechanisms among {_listed(limits.mechanisms)}", met=met))
    if limits.columns is not None:
        met = None if context.columns is None else context.columns <= limits.columns
        found.append(_check(f"columns among {_listed(limits.columns)}", met=met))
    if limits.rows:
        met = None if context.rows is None else limits.rows <= context.rows
        found.append(_check(f"only rows by {_listed(frozenset(row.subject for row in limits.rows))}", met=met))
    if limits.purposes is not None:
        met = None if context.purpose is None else context.purpose in limits.purposes
        found.append(_check(f"purpose one of {_listed(limits.purposes)}", met=met))
    if not limits.combine:
        found.append(
            _check("not combined with other data", met=None if context.combined is None else not context.combined)
        )
    if limits.four_eyes:
        found.append(_check("approved by a second person", met=context.approved))
    return tuple(found)


def ends(limits: Obligations, context: Context) -> tuple[Check, ...]:
    """Returns the check of the end, if one is set. It stands apart from the other limits, because a permit needs a
    known time."""
    if limits.expires_at is None:
        return ()
    met = None if context.time is None else context.time < limits.expires_at
    return (_check(f"before {limits.expires_at.isoformat()}", met=met),)


def refusal_of(limits: Obligations, context: Context) -> str | None:
    """Returns the first limit that is broken, or on which the context says nothing; None if all limits are kept."""
    asked = (*ends(limits, context), *checks(limits, context))
    return next((check.said for check in asked if check.truth is not Truth.TRUE), None)


def kept_limits(ways: Iterable[Obligations], use: Context) -> Obligations | None:
    """Returns the limits, taken together, of those rules that permit this use; None where each has a limit that it
    breaks.

    A use that does not say which rows it reads takes those that the rules show.
    """
    permitting = [limits for limits in ways if refusal_of(limits, _of_rows(use, limits)) is None]
    return reduce(both, permitting) if permitting else None


def purposes_offered(ways: Iterable[Obligations]) -> list[str] | None:
    """Returns the purposes of which a use has to name one; None where one of the rules asks for none."""
    purposes = frozenset[str]()
    for limits in ways:
        if limits.purposes is None:
            return None
        purposes |= limits.purposes
    return sorted(purposes)


def _of_rows(use: Context, limits: Obligations) -> Context:
    return use if use.rows is not None else replace(use, rows=limits.rows)


def shows(limits: Obligations, row: Mapping[str, object], types: Mapping[str, str]) -> bool:
    """Returns whether a role shows the row. A column that is gone, or of another type now, hides it."""
    return all(judge_row(comparison, row, types) is Truth.TRUE for comparison in limits.rows)


def _strictest(caps: Iterable[EpsilonCap]) -> EpsilonCap | None:
    """Returns the smallest epsilon with the smallest delta: whatever this cap admits, each of the caps admits."""
    known = tuple(caps)
    if not known:
        return None
    return EpsilonCap(epsilon=min(cap.epsilon for cap in known), delta=min(cap.delta for cap in known))


def _shared(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _check(said: str, *, met: bool | None) -> Check:
    return Check(said, truth_of(met=met))


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "none"

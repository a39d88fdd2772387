"""These rules say what roles that an owner wrote decide about one question. They are the same in hub and agent: no
Django.

A rule that forbids overrides every rule that permits; what no rule permits is refused. A rule that permits needs every
condition true. A rule that forbids stands unless one of its conditions is false. Limits (obligations) that the question
leaves open travel with the permit.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import reduce

from datahub.api.facts import Facts
from datahub.policies.decide.conditions import Comparison, Context, Truth, judge, truth_of
from datahub.policies.decide.obligations import FREE, Check, Obligations, both, checks, ends
from datahub.policies.decide.vocabulary import Subject


class Effect(StrEnum):
    PERMIT = "permit"
    DENY = "deny"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRule:
    name: str
    effect: Effect
    operations: frozenset[str]
    when: tuple[Comparison, ...]
    limits: Obligations  # of a rule that forbids, only the end of the limits counts


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRole:
    """A role of a policy is held by whom the owner put in it, by its groups, or by anyone who has an account."""

    name: str
    description: str
    anyone: bool
    delegable: bool
    groups: tuple[str, ...]
    requires: tuple[Comparison, ...]  # a holder of the role must have these attributes
    rules: tuple[WrittenRule, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    name: str
    people: frozenset[str]
    teams: frozenset[str]
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    version: int
    roles: tuple[WrittenRole, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """A holding says that somebody was put in a role: until when, and for which purposes, where None stands for any."""

    role: str
    until: datetime | None = None
    purposes: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """A tried rule is one rule, by one way in which the role is held, with the truth of each condition and of each
    limit."""

    rule: str
    effect: Effect
    conditions: tuple[Check, ...]
    limits: tuple[Check, ...]
    obligations: Obligations

    @property
    def permits(self) -> bool:
        met = all(check.truth is Truth.TRUE for check in self.conditions)
        kept = all(check.truth is not Truth.FALSE for check in self.limits)
        return self.effect is Effect.PERMIT and met and kept

    @property
    def forbids(self) -> bool:
        return self.effect is Effect.DENY and all(check.truth is not Truth.FALSE for check in self.conditions)

    @property
    def first_unmet(self) -> str | None:
        """Returns the condition that a permitting rule lacked, or that kept a forbidding rule from applying."""
        if self.effect is Effect.DENY:
            return next((check.said for check in self.conditions if check.truth is Truth.FALSE), None)
        lacking = [check.said for check in self.conditions if check.truth is not Truth.TRUE]
        broken = [check.said for check in self.limits if check.truth is Truth.FALSE]
        return next(iter((*lacking, *broken)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A verdict is what the roles of a policy decide. `rule` names the rule that forbade, else the first that
    permitted; it is empty if no rule applied."""

    allowed: bool
    rule: str
    obligations: Obligations  # all ways of holding the role together have these limits
    ways: tuple[Obligations, ...]  # each permitting rule has limits for each way in which its role is held
    tried: tuple[Tried, ...]


def judge_policy(
    policy: Policy, *, subject: Subject, holdings: Iterable[Holding], operation: str, facts: Facts, context: Context
) -> Verdict:
    ways_into = _ways(policy, subject, tuple(holdings))
    known = known_of(subject, facts, context, ways_into)
    tried = tuple(
        _try(role, rule, way, known, context)
        for role in policy.roles
        for rule in role.rules
        if operation in rule.operations
        for way in ways_into[role.name] or (None,)
    )
    forbidding = [step.rule for step in tried if step.forbids]
    permitting = [step for step in tried if step.permits]
    if forbidding or not permitting:
        return Verdict(allowed=False, rule=next(iter(forbidding), ""), obligations=FREE, ways=(), tried=tried)
    ways = tuple(step.obligations for step in permitting)
    return Verdict(allowed=True, rule=permitting[0].rule, obligations=reduce(both, ways), ways=ways, tried=tried)


def known_of(
    subject: Subject, facts: Facts, context: Context, ways: Mapping[str, tuple[Holding, ...]]
) -> Mapping[str, object]:
    """Returns the attributes that comparisons may look at, and no others. Which roles are held now may depend on the
    time."""
    known: dict[str, object] = {
        "subject.organisation": subject.organisations,
        "subject.verified": subject.verified,
        "subject.training_until": subject.training_until,
        "object.sensitivity": facts.attributes.get("sensitivity"),
        "object.state": facts.state,
        "context.time": context.time,
    }
    ends = {role: [holding.until for holding in way] for role, way in ways.items()}
    moment = context.time
    if moment is not None:
        held = (role for role, times in ends.items() if any(until is None or moment < until for until in times))
        known["subject.role"] = frozenset(held)
    elif not any(until is not None for times in ends.values() for until in times):
        known["subject.role"] = frozenset(role for role, times in ends.items() if times)
    return known


def groups_of(policy: Policy, subject: Subject) -> frozenset[str]:
    """Returns every group that the subject is in, by name, by a team, or by a group inside it."""
    asking = frozenset({subject.person.id} if subject.person is not None else ())
    inside = {
        group.name for group in policy.groups if asking & group.people or not group.teams.isdisjoint(subject.teams)
    }
    # The longest chain has as many steps as there are groups, so circles end here too.
    for _ in policy.groups:
        inside |= {group.name for group in policy.groups if not inside.isdisjoint(group.groups)}
    return frozenset(inside)


def _ways(policy: Policy, subject: Subject, holdings: tuple[Holding, ...]) -> Mapping[str, tuple[Holding, ...]]:
    """Returns the holdings by which the subject has each role."""
    inside = groups_of(policy, subject)
    return {
        role.name: (
            *(holding for holding in holdings if holding.role == role.name),
            *(Holding(role=role.name) for _ in range(role.anyone or not inside.isdisjoint(role.groups))),
        )
        for role in policy.roles
    }


def _try(
    role: WrittenRole, rule: WrittenRule, way: Holding | None, known: Mapping[str, object], context: Context
) -> Tried:
    limits = rule.limits if way is None else both(rule.limits, _limits_of(way))
    return Tried(
        rule=f"{role.name}/{rule.name}",
        effect=rule.effect,
        conditions=tuple(_conditions(role, rule, way, known, limits, context)),
        limits=checks(limits, context),
        obligations=limits,
    )


def _conditions(
    role: WrittenRole,
    rule: WrittenRule,
    way: Holding | None,
    known: Mapping[str, object],
    limits: Obligations,
    context: Context,
) -> Iterator[Check]:
    yield Check(f"in the role {role.name}", truth_of(met=way is not None))
    yield from ends(limits, context)
    for comparison in (*role.requires, *rule.when):
        yield Check(said_of(comparison), judge(comparison, known))


def _limits_of(way: Holding) -> Obligations:
    return Obligations(expires_at=way.until, purposes=way.purposes)


def said_of(comparison: Comparison) -> str:
    value = comparison.value
    if isinstance(value, frozenset):
        shown = ", ".join(sorted(value))
    else:
        shown = value.isoformat() if isinstance(value, datetime) else str(value)
    return f"{comparison.subject} {comparison.relation} {shown}"

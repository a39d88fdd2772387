"""These rules say which limits each operation on a data set keeps. No Django.

A limit that nothing keeps is refused when a policy is written, so that no rule promises what nobody does, and none
refuses everybody whom it seems to permit. docs/decisions/0034 says why each operation keeps what it keeps.
"""

from collections.abc import Iterable, Iterator, Mapping

from datahub.policies.decide.dataset_rules import USES, WITHOUT_A_ROOM
from datahub.policies.decide.obligations import LIMITS, limits_in, purposes_offered
from datahub.policies.decide.roles import Effect, Policy, WrittenRole, WrittenRule
from datahub.policies.errors import LimitUnkept, MechanismUnused, OperationUnbuilt, PolicyRefused

PREFIX = "dataset."
AN_END = frozenset({"expires_at"})
_OF_ITS_TABLE = AN_END | {"columns", "purposes", "combine"}  # every released table keeps these limits
KEPT: Mapping[str, frozenset[str]] = {
    "dataset.read_metadata": AN_END,
    "dataset.synthesise": _OF_ITS_TABLE | {"epsilon_cap", "mechanisms", "rows"},
    "dataset.anonymise": _OF_ITS_TABLE | {"minimum_cohort", "four_eyes"},
    "dataset.see_figures": _OF_ITS_TABLE,
    "dataset.release": _OF_ITS_TABLE,
    "dataset.administer": AN_END,
}
# Slugs of the catalogue, one set for each way to do the operation.
MECHANISMS: Mapping[str, tuple[frozenset[str], ...]] = {
    "dataset.synthesise": (frozenset({"discrete-gaussian"}), frozenset({"discrete-gaussian", "exponential"})),
}


def operations_offered() -> list[str]:
    """Returns the names of the operations that a rule can be about, without their prefix."""
    return [operation.removeprefix(PREFIX) for operation in KEPT]


def limits_kept() -> dict[str, list[str]]:
    """Returns the names of the limits that a rule about each operation can have, in the order of the API."""
    return {
        operation.removeprefix(PREFIX): [name for name in LIMITS if name in kept] for operation, kept in KEPT.items()
    }


def mechanisms_used() -> list[str]:
    """Returns the slugs of all mechanisms that any operation draws its noise from."""
    return sorted(frozenset[str]().union(*(slugs for ways in MECHANISMS.values() for slugs in ways)))


def purposes_of(role: WrittenRole) -> list[str] | None:
    """Returns the purposes for which a role lets somebody use the data; None where one of its rules asks for none."""
    ways = [rule.limits for rule in role.rules if rule.effect is Effect.PERMIT and rule.operations.intersection(USES)]
    return purposes_offered(ways) if ways else None


def check_limits(policy: Policy) -> None:
    """Checks the limits of a policy when it is written, not when it is read. OperationUnbuilt, LimitUnkept or
    MechanismUnused names the first part of a rule that could never do what it says."""
    for index, role in enumerate(policy.roles):
        for number, rule in enumerate(role.rules):
            for refusal in _refusals(f"roles.{index}.rules.{number}", rule):
                raise refusal


def _refusals(at: str, rule: WrittenRule) -> Iterator[PolicyRefused]:
    for operation in _names(rule.operations & WITHOUT_A_ROOM):
        text = f"Nothing does {operation} on data sets yet, so no rule can speak of it."
        yield OperationUnbuilt(text, fields={f"{at}.operations": f"names {operation}, which nothing does yet"})
    if rule.effect is Effect.PERMIT:
        for limit in limits_in(rule.limits):
            yield from _unkept(at, rule, limit)
        yield from _unused(at, rule)


def _unkept(at: str, rule: WrittenRule, limit: str) -> Iterator[PolicyRefused]:
    for operation in _names(operation for operation in rule.operations if limit not in KEPT[operation]):
        text = f"Nothing keeps the limit {limit} of {operation}. Permit {operation} by a rule of its own, without it."
        yield LimitUnkept(text, fields={f"{at}.{limit}": f"is not kept by {operation}"})


def _unused(at: str, rule: WrittenRule) -> Iterator[PolicyRefused]:
    listed = rule.limits.mechanisms
    if listed is None:
        return
    unknown = sorted(listed.difference(mechanisms_used()))
    if unknown or not all(any(way <= listed for way in MECHANISMS[operation]) for operation in rule.operations):
        sets = sorted({way for operation in rule.operations for way in MECHANISMS[operation]}, key=len)
        text = f"Its noise is drawn by {', or by '.join(' and '.join(sorted(way)) for way in sets)}. Name one of these."
        yield MechanismUnused(text, fields={f"{at}.mechanisms": "names others" if unknown else "leaves nothing to use"})


def _names(operations: Iterable[str]) -> list[str]:
    return sorted(operation.removeprefix(PREFIX) for operation in operations)

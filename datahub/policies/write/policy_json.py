"""This module is about a policy as JSON: read with every refusal named by its place, and written back the same. No
Django.

The shape was checked by the serializer; here stands what the parts mean to one another.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from datahub.policies.decide.conditions import ATTRIBUTES, COLUMN_TYPES, NOW, RELATIONS, Comparison, Value, refusal_of
from datahub.policies.decide.obligations import EpsilonCap, Obligations
from datahub.policies.decide.roles import Effect, Group, Policy, WrittenRole, WrittenRule
from datahub.policies.errors import PolicyLoop, PolicyRefused
from datahub.policies.write.kept_limits import PREFIX

SETS = ("mechanisms", "columns", "purposes")
# The largest exponent of a number in a policy; numbers in columns have no larger ones.
FURTHEST_PLACE = 400
EMPTY: Mapping[str, Any] = {"roles": [], "groups": []}


def read_policy(document: Mapping[str, Any], *, version: int, columns: Mapping[str, str]) -> Policy:
    """Reads a policy. PolicyRefused or PolicyLoop names what cannot be. `columns` are those declared, with their
    types."""
    groups = tuple(_group(written) for written in document["groups"])
    _check_names("groups", [group.name for group in groups])
    _check_circles(groups)
    roles = tuple(_role(f"roles.{place}", written, columns) for place, written in enumerate(document["roles"]))
    _check_names("roles", [role.name for role in roles])
    known = {group.name for group in groups}
    for place, role in enumerate(roles):
        _check_known(f"roles.{place}.groups", role.groups, known)
    return Policy(version=version, roles=roles, groups=groups)


def write_policy(policy: Policy) -> dict[str, Any]:
    return {"roles": [_role_json(role) for role in policy.roles], "groups": [_group_json(g) for g in policy.groups]}


def write_obligations(limits: Obligations) -> dict[str, Any]:
    """Returns the limits as JSON: of a rule, of a permit, and of what was made under it."""
    cap = limits.epsilon_cap
    return {
        "epsilon_cap": None if cap is None else {"epsilon": f"{cap.epsilon:f}", "delta": f"{cap.delta:f}"},
        "minimum_cohort": limits.minimum_cohort,
        **{name: _sorted_or_none(getattr(limits, name)) for name in SETS},
        "rows": write_rows(limits.rows),
        "combine": limits.combine,
        "four_eyes": limits.four_eyes,
        "expires_at": None if limits.expires_at is None else _time_text(limits.expires_at),
    }


def write_rows(rows: frozenset[Comparison]) -> list[dict[str, Any]]:
    """Returns the comparisons that rows must meet as JSON, in a fixed order."""
    return [_comparison_json(row, "column") for row in sorted(rows, key=repr)]


def read_rows(at: str, written: Sequence[Mapping[str, Any]], columns: Mapping[str, str]) -> frozenset[Comparison]:
    return frozenset(_row(f"{at}.{place}", row, columns) for place, row in enumerate(written))


def read_obligations(at: str, written: Mapping[str, Any], columns: Mapping[str, str]) -> Obligations:
    sets = {name: None if written[name] is None else frozenset(written[name]) for name in SETS}
    _check_known(f"{at}.columns", sets["columns"] or (), columns)
    cap, end = written["epsilon_cap"], written["expires_at"]
    return Obligations(
        epsilon_cap=None if cap is None else _cap(f"{at}.epsilon_cap", cap),
        minimum_cohort=written["minimum_cohort"],
        rows=read_rows(f"{at}.rows", written["rows"], columns),
        combine=written["combine"],
        four_eyes=written["four_eyes"],
        expires_at=None if end is None else _time(f"{at}.expires_at", end),
        **sets,
    )


def _role(at: str, written: Mapping[str, Any], columns: Mapping[str, str]) -> WrittenRole:
    rules = tuple(_rule(f"{at}.rules.{place}", rule, columns) for place, rule in enumerate(written["rules"]))
    _check_names(f"{at}.rules", [rule.name for rule in rules])
    return WrittenRole(
        name=written["name"],
        description=written["description"],
        anyone=written["anyone"],
        delegable=written["delegable"],
        groups=tuple(written["groups"]),
        requires=tuple(_comparisons(f"{at}.requires", written["requires"])),
        rules=rules,
    )


def _rule(at: str, written: Mapping[str, Any], columns: Mapping[str, str]) -> WrittenRule:
    effect, limits = Effect(written["effect"]), read_obligations(at, written, columns)
    if effect is Effect.DENY and limits != Obligations(expires_at=limits.expires_at):
        said = "A rule that forbids has conditions, and no limits: limits belong to what is permitted."
        raise PolicyRefused(said, fields={at: "forbids, so it can have no limits"})
    return WrittenRule(
        name=written["name"],
        effect=effect,
        operations=frozenset(PREFIX + operation for operation in written["operations"]),
        when=tuple(_comparisons(f"{at}.when", written["when"])),
        limits=limits,
    )


def _group(written: Mapping[str, Any]) -> Group:
    return Group(
        name=written["name"],
        people=frozenset(str(person) for person in written["people"]),
        teams=frozenset(str(team) for team in written["teams"]),
        groups=tuple(written["groups"]),
    )


def _comparisons(at: str, written: Sequence[Mapping[str, Any]]) -> Iterator[Comparison]:
    for place, one in enumerate(written):
        name = one["attribute"]
        yield _comparison(f"{at}.{place}", name, ATTRIBUTES.get(name), one)


def _row(at: str, written: Mapping[str, Any], columns: Mapping[str, str]) -> Comparison:
    _check_known(f"{at}.column", (written["column"],), columns)
    name = written["column"]
    return _comparison(at, name, COLUMN_TYPES.get(columns[name]), written)


def _comparison(at: str, name: str, kind: type | None, written: Mapping[str, Any]) -> Comparison:
    relation, value = written["relation"], written["value"]
    wanted = [right for key, (right, _) in RELATIONS.items() if key == (relation, kind)]
    found = Comparison(name, relation, value if value == NOW else _value(at, value, wanted))
    refusal = refusal_of(found, kind)
    if refusal:
        raise PolicyRefused(refusal, fields={at: refusal})
    return found


def _value(at: str, value: Any, wanted: Sequence[type]) -> Value:
    """Returns a value of JSON as the type on the right of the relation. What cannot be read stays as it is: its type is
    refused."""
    if Decimal in wanted and isinstance(value, str):
        return _number(at, value)
    if datetime in wanted and isinstance(value, str):
        return _time(at, value)
    if isinstance(value, list):
        return frozenset(value)
    return value  # type: ignore[no-any-return]  # the serializer accepts only a text or a boolean here


def _number(at: str, text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or _has_no_plain_form(number, text):
        raise PolicyRefused(f"{text[:40]!r} is no number.", fields={at: "is no number"})
    return number


def _has_no_plain_form(number: Decimal, text: str) -> bool:
    """Returns whether a number is too long to be written without an exponent. 1E-999999999 is short to write, and as it
    is kept fills the memory. What is kept is plain, and is read again."""
    return "E" in text.upper() and abs(int(number.as_tuple().exponent)) > FURTHEST_PLACE


def _cap(at: str, written: Mapping[str, str]) -> EpsilonCap:
    epsilon, delta = _number(f"{at}.epsilon", written["epsilon"]), _number(f"{at}.delta", written["delta"])
    if epsilon <= 0:
        raise PolicyRefused("An epsilon is greater than 0.", fields={f"{at}.epsilon": "is not greater than 0"})
    if not 0 < delta < 1:
        raise PolicyRefused("A delta lies between 0 and 1.", fields={f"{at}.delta": "does not lie between 0 and 1"})
    return EpsilonCap(epsilon=epsilon, delta=delta)


def _time(at: str, text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise PolicyRefused(f"{text[:40]!r} is no time.", fields={at: "is no time"}) from None
    if moment.tzinfo is None:
        raise PolicyRefused("A time needs its zone, for example 2026-01-31T12:00:00Z.", fields={at: "needs a zone"})
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # the first and last hours of the calendar overflow in another zone
        raise PolicyRefused(f"{text[:40]!r} is no time.", fields={at: "is no time"}) from None


def _check_names(at: str, names: Iterable[str]) -> None:
    twice = sorted(name for name, times in Counter(names).items() if times > 1)
    if twice:
        raise PolicyRefused(f"There are two {at.rpartition('.')[2]} named {twice[0]}.", fields={at: "names one twice"})


def _check_known(at: str, names: Iterable[str], known: Iterable[str]) -> None:
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise PolicyRefused(f"{unknown[0]!r} is not known here.", fields={at: f"{unknown[0]} is not known here"})


def _check_circles(groups: Sequence[Group]) -> None:
    """Refuses groups that contain each other. PolicyLoop shows the way round."""
    inside = {group.name: group.groups for group in groups}
    for place, group in enumerate(groups):
        _check_known(f"groups.{place}.groups", group.groups, inside)
    done: set[str] = set()
    for start in inside:
        _walk((start,), inside, done)


def _walk(path: tuple[str, ...], inside: Mapping[str, Sequence[str]], done: set[str]) -> None:
    """Looks for a circle of groups. Each group is visited once, because few groups can have very many paths."""
    for name in inside[path[-1]]:
        if name in path:
            way = " -> ".join((*path[path.index(name) :], name))
            raise PolicyLoop(f"A group would contain itself: {way}.", fields={"groups": way})
        if name not in done:
            _walk((*path, name), inside, done)
    done.add(path[-1])


def _role_json(role: WrittenRole) -> dict[str, Any]:
    return {
        "name": role.name,
        "description": role.description,
        "anyone": role.anyone,
        "delegable": role.delegable,
        "groups": list(role.groups),
        "requires": [_comparison_json(comparison, "attribute") for comparison in role.requires],
        "rules": [_rule_json(rule) for rule in role.rules],
    }


def _rule_json(rule: WrittenRule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "effect": rule.effect.value,
        "operations": sorted(operation.removeprefix(PREFIX) for operation in rule.operations),
        "when": [_comparison_json(comparison, "attribute") for comparison in rule.when],
        **write_obligations(rule.limits),
    }


def _group_json(group: Group) -> dict[str, Any]:
    people, teams = sorted(group.people), sorted(group.teams)
    return {"name": group.name, "people": people, "teams": teams, "groups": list(group.groups)}


def _comparison_json(comparison: Comparison, side: str) -> dict[str, Any]:
    return {side: comparison.subject, "relation": comparison.relation, "value": _value_json(comparison.value)}


def _value_json(value: Value) -> bool | str | list[str]:
    if isinstance(value, datetime):
        return _time_text(value)
    if isinstance(value, Decimal):
        return format(value, "f")
    return sorted(value) if isinstance(value, frozenset) else value


def _time_text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _sorted_or_none(names: frozenset[str] | None) -> list[str] | None:
    return None if names is None else sorted(names)

"""Policies as JSON are read, refused with the path of the fault, and written back unchanged. No Django."""

from copy import deepcopy
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from datahub.policies.decide.conditions import NOW, Comparison
from datahub.policies.decide.obligations import FREE, EpsilonCap, Obligations
from datahub.policies.decide.roles import Effect, Group
from datahub.policies.errors import PolicyLoop, PolicyRefused
from datahub.policies.tests.decide.written_policy import EVERYTHING, OPERATIONS
from datahub.policies.write.policy_json import (
    EMPTY,
    read_obligations,
    read_policy,
    write_obligations,
    write_policy,
)

COLUMNS = {"age": "number", "city": "text", "born": "time", "well": "boolean"}
OPEN: dict[str, Any] = {
    "epsilon_cap": None,
    "minimum_cohort": 0,
    "mechanisms": None,
    "columns": None,
    "purposes": None,
    "rows": [],
    "combine": True,
    "four_eyes": False,
    "expires_at": None,
}
FULL: dict[str, Any] = {
    "name": "count",
    "effect": "permit",
    "operations": ["learn", "query"],
    "when": [
        {"attribute": "object.sensitivity", "relation": "in", "value": ["quasi", "sensitive"]},
        {"attribute": "subject.training_until", "relation": "not_before", "value": NOW},
        {"attribute": "context.time", "relation": "before", "value": "2027-01-01T00:00:00Z"},
        {"attribute": "subject.role", "relation": "within", "value": ["staff", "students"]},
        {"attribute": "object.state", "relation": "is", "value": "loaded"},
    ],
    "epsilon_cap": {"epsilon": "1.50", "delta": "0.000001"},
    "minimum_cohort": 20,
    "mechanisms": ["gauss", "laplace"],
    "columns": ["age"],
    "purposes": ["study"],
    "rows": [
        {"column": "age", "relation": "at_least", "value": "18"},
        {"column": "well", "relation": "is", "value": True},
    ],
    "combine": False,
    "four_eyes": True,
    "expires_at": "2027-02-01T00:00:00Z",
}
DENY: dict[str, Any] = {"name": "never", "effect": "deny", "operations": ["release"], "when": [], **OPEN}
DOCUMENT: dict[str, Any] = {
    "roles": [
        {
            "name": "students",
            "description": "Of the course.",
            "anyone": False,
            "delegable": True,
            "groups": ["course"],
            "requires": [{"attribute": "subject.verified", "relation": "is", "value": True}],
            "rules": [FULL, DENY],
        },
        {
            "name": "all",
            "description": "",
            "anyone": True,
            "delegable": False,
            "groups": [],
            "requires": [],
            "rules": [],
        },
    ],
    "groups": [
        {"name": "course", "people": ["b", "a"], "teams": ["t"], "groups": ["tutors"]},
        {"name": "tutors", "people": [], "teams": ["v", "u"], "groups": []},
    ],
}


def changed(*path: str | int, to: Any) -> dict[str, Any]:
    document = deepcopy(DOCUMENT)
    at: Any = document
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return document


def refusal(*path: str | int, to: Any) -> tuple[str, dict[str, list[str]]]:
    with pytest.raises(PolicyRefused) as refused:
        read_policy(changed(*path, to=to), version=1, columns=COLUMNS)
    return refused.value.detail, refused.value.fields


def test_a_policy_is_read_as_what_it_says() -> None:
    read = read_policy(DOCUMENT, version=4, columns=COLUMNS)
    students, everyone = read.roles
    count, never = students.rules
    assert (read.version, students.name, students.description) == (4, "students", "Of the course.")
    assert (students.anyone, students.delegable, students.groups) == (False, True, ("course",))
    assert (everyone.anyone, everyone.delegable, everyone.rules) == (True, False, ())
    assert students.requires == (Comparison("subject.verified", "is", True),)
    assert (count.name, count.effect) == ("count", Effect.PERMIT)
    assert count.operations == {"dataset.query", "dataset.learn"}
    assert count.when == (
        Comparison("object.sensitivity", "in", frozenset({"quasi", "sensitive"})),
        Comparison("subject.training_until", "not_before", NOW),
        Comparison("context.time", "before", datetime(2027, 1, 1, tzinfo=UTC)),
        Comparison("subject.role", "within", frozenset({"staff", "students"})),
        Comparison("object.state", "is", "loaded"),
    )
    assert count.limits == Obligations(
        epsilon_cap=EpsilonCap(epsilon=Decimal("1.50"), delta=Decimal("0.000001")),
        minimum_cohort=20,
        mechanisms=frozenset({"laplace", "gauss"}),
        columns=frozenset({"age"}),
        purposes=frozenset({"study"}),
        rows=frozenset({Comparison("age", "at_least", Decimal(18)), Comparison("well", "is", True)}),
        combine=False,
        four_eyes=True,
        expires_at=datetime(2027, 2, 1, tzinfo=UTC),
    )
    assert (never.effect, never.limits) == (Effect.DENY, FREE)
    assert read.groups == (
        Group(name="course", people=frozenset({"a", "b"}), teams=frozenset({"t"}), groups=("tutors",)),
        Group(name="tutors", people=frozenset(), teams=frozenset({"u", "v"}), groups=()),
    )


def test_a_policy_is_written_back_in_one_form() -> None:
    written = write_policy(read_policy(DOCUMENT, version=1, columns=COLUMNS))
    wanted = changed("groups", 0, "people", to=["a", "b"])
    wanted["groups"][1]["teams"] = ["u", "v"]
    assert written == wanted
    assert write_policy(read_policy(written, version=1, columns=COLUMNS)) == written
    assert write_policy(read_policy(EMPTY, version=1, columns={})) == {"roles": [], "groups": []}


def test_operations_of_a_document_are_those_of_the_rules() -> None:
    read = read_policy(changed("roles", 0, "rules", 0, "operations", to=list(EVERYTHING)), version=1, columns=COLUMNS)
    assert read.roles[0].rules[0].operations == set(OPERATIONS)


def test_obligations_travel_as_json_and_come_back() -> None:
    limits = read_policy(DOCUMENT, version=1, columns=COLUMNS).roles[0].rules[0].limits
    travelling = write_obligations(limits)
    assert travelling == {name: FULL[name] for name in OPEN}
    assert read_obligations("", travelling, COLUMNS) == limits
    assert write_obligations(FREE) == OPEN
    assert read_obligations("", OPEN, {}) == FREE
    many = Obligations(epsilon_cap=EpsilonCap(epsilon=Decimal("1E+2"), delta=Decimal("1E-3")), columns=frozenset())
    plain = {"epsilon": "100", "delta": "0.001"}
    assert (write_obligations(many)["epsilon_cap"], write_obligations(many)["columns"]) == (plain, [])


RULE = ("roles", 0, "rules", 0)


def test_what_a_rule_cannot_look_at_is_refused_at_its_place() -> None:
    strange = {"attribute": "subject.shoe_size", "relation": "is", "value": "44"}
    sentence = "'subject.shoe_size' is nothing that a rule can look at."
    assert refusal(*RULE, "when", 1, to=strange) == (sentence, {"roles.0.rules.0.when.1": [sentence]})
    detail, fields = refusal("roles", 0, "requires", 0, to={**strange, "attribute": "object.state", "relation": "has"})
    assert detail == "object.state cannot be compared by 'has'; it can by is, in."
    assert list(fields) == ["roles.0.requires.0"]
    wrong = {"attribute": "subject.verified", "relation": "is", "value": "yes"}
    assert refusal(*RULE, "when", 0, to=wrong)[0] == "subject.verified is needs another type of value."
    of_the_use = {"attribute": "context.epsilon", "relation": "at_most", "value": "1"}
    assert refusal(*RULE, "when", 0, to=of_the_use)[0] == "'context.epsilon' is nothing that a rule can look at."
    for value in (NOW, ["1"], True):
        row = {"column": "age", "relation": "at_most", "value": value}
        assert refusal(*RULE, "rows", 0, to=row)[0] == "age at_most needs another type of value."
    odd = {"attribute": "context.time", "relation": "before", "value": True}
    assert refusal(*RULE, "when", 0, to=odd)[0] == "context.time before needs another type of value."


@pytest.mark.parametrize("text", ["ten", "NaN", "Infinity", ""])
def test_what_is_no_number_is_refused(text: str) -> None:
    value = {"column": "age", "relation": "at_most", "value": text}
    assert refusal(*RULE, "rows", 0, to=value) == (
        f"{text!r} is no number.",
        {"roles.0.rules.0.rows.0": ["is no number"]},
    )
    for part in ("epsilon", "delta"):
        assert refusal(*RULE, "epsilon_cap", part, to=text)[1] == {
            f"roles.0.rules.0.epsilon_cap.{part}": ["is no number"]
        }


def test_an_epsilon_is_greater_than_nothing() -> None:
    for text in ("0", "-1", "0.00"):
        assert refusal(*RULE, "epsilon_cap", "epsilon", to=text) == (
            "An epsilon is greater than 0.",
            {"roles.0.rules.0.epsilon_cap.epsilon": ["is not greater than 0"]},
        )
    read_policy(changed(*RULE, "epsilon_cap", "epsilon", to="0.001"), version=1, columns=COLUMNS)


def test_a_delta_lies_between_nothing_and_certainty() -> None:
    for text in ("0", "-0.1", "1", "2"):
        assert refusal(*RULE, "epsilon_cap", "delta", to=text) == (
            "A delta lies between 0 and 1.",
            {"roles.0.rules.0.epsilon_cap.delta": ["does not lie between 0 and 1"]},
        )


def test_a_time_needs_its_zone() -> None:
    assert refusal(*RULE, "expires_at", to="2027-01-01T00:00:00") == (
        "A time needs its zone, for example 2026-01-31T12:00:00Z.",
        {"roles.0.rules.0.expires_at": ["needs a zone"]},
    )
    assert refusal(*RULE, "expires_at", to="soon") == (
        "'soon' is no time.",
        {"roles.0.rules.0.expires_at": ["is no time"]},
    )
    east = read_policy(changed(*RULE, "expires_at", to="2027-01-01T10:00:00+10:00"), version=1, columns=COLUMNS)
    assert east.roles[0].rules[0].limits.expires_at == datetime(2027, 1, 1, tzinfo=UTC)
    assert write_policy(east)["roles"][0]["rules"][0]["expires_at"] == "2027-01-01T00:00:00Z"


def test_long_text_is_quoted_in_part() -> None:
    assert refusal(*RULE, "epsilon_cap", "epsilon", to="x" * 99)[0] == f"{'x' * 40!r} is no number."
    assert refusal(*RULE, "expires_at", to="x" * 99)[0] == f"{'x' * 40!r} is no time."


def test_columns_are_those_declared() -> None:
    assert refusal(*RULE, "columns", to=["age", "shoe"]) == (
        "'shoe' is not known here.",
        {"roles.0.rules.0.columns": ["shoe is not known here"]},
    )
    row = {"column": "shoe", "relation": "is", "value": "x"}
    assert refusal(*RULE, "rows", 1, to=row) == (
        "'shoe' is not known here.",
        {"roles.0.rules.0.rows.1.column": ["shoe is not known here"]},
    )
    typed = {"column": "city", "relation": "at_least", "value": "18"}
    sentence = "city cannot be compared by 'at_least'; it can by is, in."
    assert refusal(*RULE, "rows", 1, to=typed) == (sentence, {"roles.0.rules.0.rows.1": [sentence]})
    later = {"column": "born", "relation": "before", "value": "2001-01-01T00:00:00Z"}
    read = read_policy(changed(*RULE, "rows", to=[later]), version=1, columns=COLUMNS)
    assert read.roles[0].rules[0].limits.rows == {Comparison("born", "before", datetime(2001, 1, 1, tzinfo=UTC))}


def test_what_forbids_has_an_end_and_no_limits() -> None:
    forbids = ("roles", 0, "rules", 1)
    ends = read_policy(changed(*forbids, "expires_at", to="2027-01-01T00:00:00Z"), version=1, columns=COLUMNS)
    assert ends.roles[0].rules[1].limits == Obligations(expires_at=datetime(2027, 1, 1, tzinfo=UTC))
    assert refusal(*forbids, "minimum_cohort", to=3) == (
        "A rule that forbids has conditions, and no limits: limits belong to what is permitted.",
        {"roles.0.rules.1": ["forbids, so it can have no limits"]},
    )


def test_names_are_given_once() -> None:
    assert refusal("roles", 1, "name", to="students") == (
        "There are two roles named students.",
        {"roles": ["names one twice"]},
    )
    assert refusal("groups", 1, "name", to="course")[0] == "There are two groups named course."
    assert refusal(*RULE, "name", to="never") == (
        "There are two rules named never.",
        {"roles.0.rules": ["names one twice"]},
    )


def test_groups_are_those_of_the_policy() -> None:
    assert refusal("roles", 1, "groups", to=["strangers"]) == (
        "'strangers' is not known here.",
        {"roles.1.groups": ["strangers is not known here"]},
    )
    assert refusal("groups", 1, "groups", to=["strangers"])[1] == {"groups.1.groups": ["strangers is not known here"]}


def test_a_group_that_would_contain_itself_is_refused_with_the_way_round() -> None:
    with pytest.raises(PolicyLoop) as refused:
        read_policy(changed("groups", 1, "groups", to=["course"]), version=1, columns=COLUMNS)
    assert refused.value.detail == "A group would contain itself: course -> tutors -> course."
    assert refused.value.fields == {"groups": ["course -> tutors -> course"]}
    with pytest.raises(PolicyLoop, match=r"itself: tutors -> tutors\."):
        read_policy(changed("groups", 1, "groups", to=["tutors"]), version=1, columns=COLUMNS)
    shared = changed("groups", 0, "groups", to=["tutors", "markers"])
    shared["groups"].append({"name": "markers", "people": [], "teams": [], "groups": ["tutors"]})
    assert len(read_policy(shared, version=1, columns=COLUMNS).groups) == 3

"""These tests cover the full decision table of a written policy: roles held x operation x state x attributes x what is
known of the use.

Each row of the table below stands for the product of its lists. A cell that no row names is a refusal by no rule.
"""

import itertools

import pytest

from datahub.policies.decide.obligations import FREE
from datahub.policies.decide.rules import Question, decide
from datahub.policies.tests.decide.written_policy import (
    CONTEXTS,
    DATA,
    HELD,
    OPERATIONS,
    ORGANISATIONS,
    POLICY,
    SENSITIVITY,
    STATES,
    TRAINING,
    VERIFIED,
    data,
    holdings_of_roles,
    subject,
)

AXES = {
    "held": tuple(HELD),
    "operation": (*OPERATIONS, "dataset.fly", "role.grant"),
    "state": STATES,
    "verified": VERIFIED,
    "organisation": ORGANISATIONS,
    "training": tuple(TRAINING),
    "sensitivity": tuple(SENSITIVITY),
    "context": tuple(CONTEXTS),
}
Cell = tuple[object, ...]
WITH_TIME = tuple(name for name in CONTEXTS if name != "timeless")
STAFF = {"organisation": ("here",), "training": ("valid",), "sensitivity": ("open",), "context": WITH_TIME}
# Each (allowed, rule) with its rows, from the weakest to the strongest: a later row overwrites an earlier one.
TABLE: list[tuple[bool, str, dict[str, tuple[object, ...]]]] = [
    (True, "everyone/see", {"operation": ("dataset.read_metadata",)}),
    (True, "stewards/administer", {"held": ("stewards",), "operation": ("dataset.administer",)}),
    (
        True,
        "stewards/release",
        {
            "held": ("stewards",),
            "operation": ("dataset.release",),
            "context": ("study", "exam", "greedy", "other", "silent"),
        },
    ),
    (True, "staff/work", {"held": ("staff",), "operation": OPERATIONS[:4], **STAFF}),
    (
        True,
        "staff/work",
        {
            "held": ("students and staff",),
            "operation": ("dataset.read_metadata", "dataset.learn", "dataset.synthesise"),
            **STAFF,
        },
    ),
    (
        True,
        "staff/work",
        {"held": ("students and staff",), "operation": ("dataset.query",), **STAFF, "state": ("loaded",)},
    ),
    (
        True,
        "students/count",
        {
            "held": ("students", "students and staff"),
            "operation": ("dataset.query",),
            "state": ("loaded",),
            "verified": (True,),
            "context": ("study", "exam", "small", "silent", "timeless"),
        },
    ),
    (
        False,
        "students/no-empty",
        {
            "held": ("students", "students and staff"),
            "operation": ("dataset.query",),
            "state": ("empty",),
            "verified": (True,),
        },
    ),
    # Whoever is not verified is not a student, so students' rules, also those that forbid, do not apply.
    (
        True,
        "staff/work",
        {
            "held": ("students and staff",),
            "operation": ("dataset.query",),
            **STAFF,
            "verified": (False,),
            "context": WITH_TIME,
        },
    ),
    (False, "barred/all", {"held": ("staff, barred",), "operation": OPERATIONS}),
]


def expected() -> dict[Cell, tuple[bool, str]]:
    cells: dict[Cell, tuple[bool, str]] = {}
    for allowed, rule, row in TABLE:
        for cell in itertools.product(*(row.get(axis, values) for axis, values in AXES.items())):
            cells[cell] = (allowed, rule)
    return cells


def question_of(cell: Cell) -> Question:
    at = dict(zip(AXES, cell, strict=True))
    return Question(
        subject(
            verified=bool(at["verified"]),
            organisation=str(at["organisation"]),
            training=TRAINING[str(at["training"])],
        ),
        str(at["operation"]),
        DATA,
        data(state=str(at["state"]), sensitivity=SENSITIVITY[str(at["sensitivity"])]),
        CONTEXTS[str(at["context"])],
        POLICY,
        holdings_of_roles(*HELD[str(at["held"])]),
    )


@pytest.mark.parametrize("operation", AXES["operation"])
def test_every_cell_is_decided_as_the_table_says(operation: str) -> None:
    table = expected()
    for cell in itertools.product(*(values if axis != "operation" else (operation,) for axis, values in AXES.items())):
        decision = decide(question_of(cell))
        assert (decision.allowed, decision.rule) == table.get(cell, (False, "")), cell
        assert decision.version == 7
        if not decision.allowed:
            assert decision.obligations == FREE, cell


def test_every_rule_of_the_policy_is_in_the_table() -> None:
    assert {rule for _, rule, _ in TABLE} == {
        f"{role.name}/{rule.name}" for role in POLICY.roles for rule in role.rules
    }
    assert {rule for _, rule in expected().values()} == {rule for _, rule, _ in TABLE}

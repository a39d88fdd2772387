"""A limit that no operation keeps is refused when it is written, and named by its place. Without Django."""

from typing import Any

import pytest

from datahub.policies.decide.dataset_rules import OF_POLICIES, WITHOUT_A_ROOM
from datahub.policies.decide.obligations import LIMITS
from datahub.policies.errors import LimitUnkept, MechanismUnused, OperationUnbuilt, PolicyRefused
from datahub.policies.tests.write.test_policy_json import COLUMNS, DENY, FULL, OPEN, changed
from datahub.policies.write.kept_limits import KEPT, MECHANISMS, check_limits, limits_kept, mechanisms_used
from datahub.policies.write.policy_json import read_policy

OFFERED = [operation.removeprefix("dataset.") for operation in KEPT]
UNBUILT = sorted(operation.removeprefix("dataset.") for operation in WITHOUT_A_ROOM)


def check(**parts: Any) -> None:
    rule = FULL | OPEN | {"mechanisms": None, **parts}
    check_limits(read_policy(changed("roles", 0, "rules", to=[DENY, rule]), version=1, columns=COLUMNS))


def refusal(**parts: Any) -> tuple[type[PolicyRefused], dict[str, list[str]]]:
    with pytest.raises(PolicyRefused) as refused:
        check(**parts)
    return type(refused.value), refused.value.fields


def value(limit: str) -> Any:
    return ["discrete-gaussian"] if limit == "mechanisms" else FULL[limit]


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("operation", OFFERED)
def test_a_limit_is_written_for_what_keeps_it_and_refused_by_its_place_for_anything_else(
    operation: str, limit: str
) -> None:
    if limit in KEPT[f"dataset.{operation}"]:
        check(operations=[operation], **{limit: value(limit)})
        return
    at = f"roles.0.rules.1.{limit}"
    assert refusal(operations=[operation], **{limit: value(limit)}) == (
        LimitUnkept,
        {at: [f"is not kept by {operation}"]},
    )


def test_a_rule_about_several_operations_has_the_limits_that_each_of_them_keeps() -> None:
    check(operations=["synthesise", "anonymise"], columns=["age"])
    kind, fields = refusal(operations=["synthesise", "anonymise"], minimum_cohort=5)
    assert (kind, fields) == (LimitUnkept, {"roles.0.rules.1.minimum_cohort": ["is not kept by synthesise"]})


@pytest.mark.parametrize("effect", ["permit", "deny"])
@pytest.mark.parametrize("operation", UNBUILT)
def test_no_rule_speaks_of_what_nothing_does(operation: str, effect: str) -> None:
    kind, fields = refusal(operations=["read_metadata", operation], effect=effect)
    assert (kind, list(fields)) == (OperationUnbuilt, ["roles.0.rules.1.operations"])


@pytest.mark.parametrize("slugs", [["laplace"], ["discrete-gaussian", "laplace"], ["exponential"], []])
def test_mechanisms_are_those_by_which_it_can_be_done(slugs: list[str]) -> None:
    kind, fields = refusal(operations=["synthesise"], mechanisms=slugs)
    assert (kind, list(fields)) == (MechanismUnused, ["roles.0.rules.1.mechanisms"])
    for way in MECHANISMS["dataset.synthesise"]:
        check(operations=["synthesise"], mechanisms=sorted(way))


def test_what_is_offered_is_everything_that_policies_speak_of_and_something_does() -> None:
    assert set(KEPT) == set(OF_POLICIES) - WITHOUT_A_ROOM
    assert limits_kept()["administer"] == ["expires_at"]
    assert {limit for limits in limits_kept().values() for limit in limits} == set(LIMITS)
    assert mechanisms_used() == ["discrete-gaussian", "exponential"]
    assert all({"mechanisms"} <= KEPT[operation] for operation in MECHANISMS)

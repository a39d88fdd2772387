"""Numbers and times that are short to write and too large to hold are refused, with their path."""

from decimal import Decimal

import pytest

from datahub.policies.tests.write.test_policy_json import COLUMNS, RULE, changed, refusal
from datahub.policies.write.policy_json import read_policy, write_policy

EPSILON = (*RULE, "epsilon_cap", "epsilon")
CAP = "roles.0.rules.0.epsilon_cap.epsilon"


@pytest.mark.parametrize("text", ["1E-999999999", "1e-401", "1E+999999999", "0E-999999999", "1e401"])
def test_a_number_whose_plain_form_would_fill_the_memory_is_refused(text: str) -> None:
    assert refusal(*EPSILON, to=text) == (f"{text!r} is no number.", {CAP: ["is no number"]})
    in_rows = {"column": "age", "relation": "at_least", "value": text}
    assert list(refusal(*RULE, "rows", to=[in_rows])[1]) == ["roles.0.rules.0.rows.0"]


def test_an_exponent_may_be_written_and_is_kept_plain() -> None:
    read = read_policy(changed(*EPSILON, to="25E-1"), version=1, columns=COLUMNS)
    cap = read.roles[0].rules[0].limits.epsilon_cap
    assert cap is not None
    assert cap.epsilon == Decimal("2.5")
    assert write_policy(read)["roles"][0]["rules"][0]["epsilon_cap"]["epsilon"] == "2.5"


def test_the_furthest_place_that_an_exponent_may_name_is_read() -> None:
    read = read_policy(changed(*EPSILON, to="1E-400"), version=1, columns=COLUMNS)
    assert write_policy(read)["roles"][0]["rules"][0]["epsilon_cap"]["epsilon"] == f"0.{'0' * 399}1"


def test_what_was_kept_before_there_was_a_bound_is_read_still() -> None:
    kept = f"0.{'0' * 500}1"
    read = read_policy(changed(*EPSILON, to=kept), version=1, columns=COLUMNS)
    assert write_policy(read)["roles"][0]["rules"][0]["epsilon_cap"]["epsilon"] == kept


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_time_that_is_none_in_utc_is_refused(text: str) -> None:
    assert refusal(*RULE, "expires_at", to=text) == (
        f"{text!r} is no time.",
        {"roles.0.rules.0.expires_at": ["is no time"]},
    )


def test_of_a_long_time_the_beginning_is_quoted() -> None:
    long = "0001-01-01T00:00:00.000000+14:00:00.000000"
    assert refusal(*RULE, "expires_at", to=long)[0] == f"{long[:40]!r} is no time."

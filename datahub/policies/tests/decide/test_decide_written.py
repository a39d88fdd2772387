"""Policies that owners wrote are applied by `decide` beside the rules of the platform. No Django."""

from dataclasses import replace

import pytest

from datahub.api.facts import Facts
from datahub.api.ref import Ref
from datahub.policies.decide.conditions import Context
from datahub.policies.decide.obligations import Obligations
from datahub.policies.decide.roles import (
    Effect,
    Holding,
    Policy,
)
from datahub.policies.decide.rules import Decision, Question, decide, explain, explain_policy
from datahub.policies.decide.vocabulary import Subject
from datahub.policies.tests.decide.written_policy import (
    AFTER,
    DATA,
    FULL,
    OPERATIONS,
    POLICY,
    TODAY,
    data,
    holdings_of_roles,
    policy,
    role,
    rule,
    subject,
)

SILENT = Context(time=TODAY)


def a_question(
    operation: str = "query",
    *,
    of: Policy | None = POLICY,
    holdings: tuple[Holding, ...] = (),
    facts: Facts | None = None,
    context: Context = FULL,
    by: Subject | None = None,
) -> Question:
    return Question(by or subject(), f"dataset.{operation}", DATA, facts or data(), context, of, holdings)


def test_owners_are_not_bound_by_what_they_wrote() -> None:
    barred = policy(role("all", rule("no", *("query", "administer"), effect=Effect.DENY), anyone=True))
    owner = subject(roles=frozenset({"owner"}))
    assert decide(a_question(of=barred, by=owner)) == Decision(
        allowed=True, rule="an-owner-queries-the-data-set", reason="", hidden=False, version=7
    )
    assert not decide(a_question(of=barred)).allowed


def test_an_audience_is_bound() -> None:
    facts = replace(data(), attributes={"audience": "everyone"})
    barred = policy(role("some", rule("no", "read_metadata", effect=Effect.DENY)))
    assert decide(a_question("read_metadata", of=barred, facts=facts)).rule == "its-audience-reads-the-metadata"
    refused = decide(a_question("read_metadata", of=barred, holdings=holdings_of_roles("some"), facts=facts))
    assert (refused.allowed, refused.rule, refused.hidden) == (False, "some/no", True)
    assert refused.reason == "This needs the owner, or a role on the data set that permits it."


def test_an_audience_that_a_role_permits_too_is_permitted_by_the_platform() -> None:
    facts = replace(data(), attributes={"audience": "everyone"})
    reads = policy(role("a", rule("see", "read_metadata"), anyone=True))
    assert decide(a_question("read_metadata", of=reads, facts=facts)).rule == "its-audience-reads-the-metadata"


@pytest.mark.parametrize("operation", [name.removeprefix("dataset.") for name in OPERATIONS])
def test_a_role_can_permit_each_operation_on_a_data_set(operation: str) -> None:
    allowed = policy(role("a", rule("b", operation), anyone=True))
    assert decide(a_question(operation, of=allowed)).rule == "a/b"
    assert not decide(a_question(operation, of=policy())).allowed


def test_whoever_may_work_with_a_data_set_in_any_way_may_list_its_versions() -> None:
    for operation in OPERATIONS:
        of = policy(role("a", rule("b", operation.removeprefix("dataset.")), anyone=True))
        assert decide(a_question("list_versions", of=of)).allowed == (operation != "dataset.read_metadata")
    forbids_one = policy(
        role("a", rule("b", "query", "anonymise"), rule("no", "query", effect=Effect.DENY), anyone=True)
    )
    assert decide(a_question("list_versions", of=forbids_one)).rule == "a/b"
    assert decide(a_question("list_versions", of=policy())).reason == decide(a_question(of=policy())).reason
    assert explain(a_question("list_versions", of=policy()))[0].rule == "an-owner-queries-the-data-set"


def test_a_refusal_reads_the_same_whatever_was_written() -> None:
    reasons = {
        decide(a_question(of=of, holdings=holdings)).reason
        for of in (None, policy(), POLICY)
        for holdings in ((), holdings_of_roles("barred"), holdings_of_roles("stewards"))
    }
    assert reasons == {"This needs the owner, or a role on the data set that permits it."}


def test_whoever_may_read_metadata_by_a_role_is_refused_openly() -> None:
    reads = policy(role("a", rule("see", "read_metadata")))
    assert not decide(a_question(of=reads, holdings=holdings_of_roles("a"))).hidden
    assert decide(a_question(of=reads)).hidden
    assert decide(a_question(of=None)).hidden
    assert decide(a_question(of=reads, holdings=holdings_of_roles("a"))).reason != ""


def test_a_policy_speaks_of_data_sets_alone_and_to_whom_passed_the_gates() -> None:
    everything = policy(role("a", rule("b", *(name.removeprefix("dataset.") for name in OPERATIONS)), anyone=True))
    grants = replace(rule("b"), operations=frozenset({"role.grant"}))
    wild = policy(role("a", grants, anyone=True))
    assert decide(a_question(of=everything)).rule == "a/b"
    assert not decide(replace(a_question(of=wild), operation="role.grant")).allowed
    assert explain_policy(replace(a_question(of=wild), operation="role.grant")) is None
    assert not decide(replace(a_question(of=everything), facts=None)).allowed
    assert explain_policy(a_question(of=None)) is None
    nobody = replace(subject(), person=None)
    assert not decide(a_question(of=everything, by=nobody)).allowed
    token = replace(subject(), scopes=frozenset({"datasets:read"}))
    assert not decide(a_question(of=everything, by=token)).allowed
    assert decide(a_question(of=everything, by=token)).reason == "This needs a token with a scope for this operation."
    assert decide(a_question("read_metadata", of=everything, by=token)).allowed


def test_a_permit_says_what_it_obliges_to_and_which_version_said_so() -> None:
    assert decide(a_question("release", holdings=holdings_of_roles("stewards"), context=SILENT)) == Decision(
        allowed=True,
        rule="stewards/release",
        reason="",
        hidden=False,
        obligations=Obligations(minimum_cohort=20, four_eyes=True, expires_at=AFTER),
        ways=(Obligations(minimum_cohort=20, four_eyes=True, expires_at=AFTER),),
        version=7,
    )
    assert decide(a_question(of=None)).version == 0
    assert decide(a_question(of=policy(version=3))).version == 3
    version = replace(a_question("release", holdings=holdings_of_roles("stewards")), ref=Ref("dataset_version", "v"))
    assert decide(version).allowed

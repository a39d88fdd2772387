"""The rules say exactly what the decision table says, in every cell. No Django; mutants run against it."""

import dataclasses
import itertools
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datahub.accounts.rules import SCOPES as TOKEN_SCOPES
from datahub.api.ref import Ref
from datahub.policies.decide import dataset_rules, rules, vocabulary
from datahub.policies.decide.obligations import FREE
from datahub.policies.decide.rules import Decision, Question, decide, explain
from datahub.policies.decide.vocabulary import Condition
from datahub.policies.tests.decide.cells import KNOWING, PERMITTED, SCOPES_OF, TABLE
from datahub.policies.tests.decide.viewers import SCOPES, THINGS, VIEWERS, person


def question(operation: str, viewer: str, thing: str) -> Question:
    ref, facts = THINGS[thing]
    return Question(VIEWERS[viewer], operation, ref, facts)


def cells() -> Iterator[tuple[str, str, str]]:
    return itertools.product(TABLE, VIEWERS, THINGS)


def gate_of(operation: str, viewer: str) -> str:
    """Returns the gate that stops this viewer before the thing is examined, in the words of the reason; else an empty
    text."""
    subject = VIEWERS[viewer]
    if subject.person is None:
        return "somebody who is signed in"
    if subject.scopes is not None and not subject.scopes & SCOPES_OF[operation]:
        return "a token with a scope for this operation"
    return ""


ROLES_OF = {
    "survey": {"owner", "editor", "analyst", "viewer", "steward"},
    "organisation": {"administrator", "member"},
    "team": {"member"},
    "dataset": {"owner"},
}


def test_the_table_speaks_of_every_operation_and_every_rule() -> None:
    assert set(TABLE) - {"", "survey.fly"} == set(rules.OPERATIONS)
    assert {rule for by_rule in TABLE.values() for rule in by_rule} == {rule.name for rule in rules.RULES}
    assert {name: set(scopes) for name, scopes in rules.OPERATIONS.items()} == {
        name: scopes for name, scopes in SCOPES_OF.items() if name in rules.OPERATIONS
    }
    assert SCOPES["all"] == set(TOKEN_SCOPES)
    assert dict(vocabulary.ROLES) == ROLES_OF
    assert KNOWING == rules.READS
    assert {"dataset.query", "dataset.learn", "dataset.run_algorithm"} == dataset_rules.WITHOUT_A_ROOM


def test_a_permit_needs_no_reason_and_hides_nothing() -> None:
    for cell in PERMITTED:
        assert decide(question(*cell)) == Decision(allowed=True, rule=PERMITTED[cell], reason="", hidden=False)


@pytest.mark.parametrize("operation", TABLE)
def test_every_cell_is_decided_as_the_table_says(operation: str) -> None:
    for viewer, thing in itertools.product(VIEWERS, THINGS):
        decision = decide(question(operation, viewer, thing))
        rule = PERMITTED.get((operation, viewer, thing), "")
        assert (decision.allowed, decision.rule) == (bool(rule), rule), (operation, viewer, thing)


@pytest.mark.parametrize("operation", TABLE)
def test_a_thing_is_hidden_from_whoever_may_not_read_it(operation: str) -> None:
    for viewer, thing in itertools.product(VIEWERS, THINGS):
        decision = decide(question(operation, viewer, thing))
        kind = THINGS[thing][0].kind
        may_know = (KNOWING.get(kind, ""), viewer, thing) in PERMITTED
        refused_openly = kind == "platform" or gate_of(operation, viewer) or may_know
        expected = not decision.allowed and not refused_openly
        assert decision.hidden == expected, (operation, viewer, thing)


def test_a_refusal_names_every_way_in() -> None:
    assert decide(question("survey.create", "unverified", "platform")).reason == "This needs a proven e-mail address."
    assert decide(question("report.bulk", "owner", "platform")).reason == "This needs an API token."
    assert (
        decide(question("job.cancel", "verified", "job of somebody, open")).reason
        == "This needs the owner, or an administrator of the platform."
    )
    assert decide(question("survey.fly", "owner", "platform")).reason == "No rule allows this."
    assert decide(question("survey.read", "owner", "job of mine, open")).reason == "No rule allows this."


@pytest.mark.parametrize(
    ("operation", "viewer", "needs"),
    [
        ("survey.edit", "viewer", "the owner, or an editor"),
        ("survey.export", "editor", "the owner, or an analyst"),
        ("survey.results", "steward", "the owner, or an editor, or an analyst, or a viewer"),
        ("survey.delete", "analyst", "the owner, or a steward"),
    ],
)
def test_a_refusal_names_the_roles_that_may(operation: str, viewer: str, needs: str) -> None:
    assert decide(question(operation, viewer, "survey of somebody, open")).reason == f"This needs {needs}."


def test_a_refusal_names_who_looks_after_an_organisation() -> None:
    here = "organisation of somebody, open"
    head, member = "an administrator of the organisation", "a member of the organisation"
    assert decide(question("organisation.edit", "member", here)).reason == f"This needs {head}."
    assert decide(question("organisation.leave", "verified", here)).reason == f"This needs {head}, or {member}."


@pytest.mark.parametrize("operation", rules.OPERATIONS)
def test_whoever_stops_at_a_gate_learns_of_the_gate_alone(operation: str) -> None:
    for viewer, thing in itertools.product(VIEWERS, THINGS):
        gate = gate_of(operation, viewer)
        tried = explain(question(operation, viewer, thing))
        if gate and tried:
            assert decide(question(operation, viewer, thing)).reason == f"This needs {gate}."


def test_explains_every_rule_with_the_condition_that_failed() -> None:
    tried = explain(question("job.read", "administrator", "job of somebody, open"))
    assert [(step.rule, step.failed) for step in tried] == [
        ("an-owner-reads-the-job", Condition.OWNER),
        ("an-administrator-reads-jobs", None),
    ]
    assert explain(question("job.read", "administrator", "survey of mine, open")) == ()


NEEDS = {
    Condition.SIGNED_IN: "somebody who is signed in",
    Condition.IN_SCOPE: "a token with a scope for this operation",
    Condition.VERIFIED: "a proven e-mail address",
    Condition.BY_TOKEN: "an API token",
    Condition.OWNER: "the owner",
    Condition.EDITOR: "an editor",
    Condition.ANALYST: "an analyst",
    Condition.VIEWER: "a viewer",
    Condition.STEWARD: "a steward",
    Condition.HEAD: "an administrator of the organisation",
    Condition.MEMBER: "a member of the organisation",
    Condition.KEEPER: "the owner of the data set",
    Condition.AUTHOR: "whoever asked",
    Condition.AUDIENCE: "somebody in its audience",
    Condition.RECIPIENT: "somebody whom it was given to",
    Condition.DATA_OWNER: "somebody who may be a data owner",
    Condition.DATA_USER: "somebody who may be a data user",
    Condition.ADMINISTRATOR: "an administrator of the platform",
    Condition.EXISTS: "a thing that exists",
}


def test_says_of_every_condition_what_it_needs() -> None:
    """Pages and clients of the API show these words, so a change of one is a change that people see."""
    assert {condition: condition.value for condition in Condition} == NEEDS


def test_the_log_of_the_platform_is_no_log_of_a_thing() -> None:
    tried = explain(question("audit.read", "owner", "platform"))
    assert [step.rule for step in tried] == ["an-administrator-reads-the-log"]


def test_says_when_there_is_no_such_thing() -> None:
    tried = explain(question("token.read", "administrator", "token missing"))
    assert [str(step.failed) for step in tried] == ["the owner", "a thing that exists"]


def test_roles_on_a_part_are_those_on_what_it_belongs_to() -> None:
    assert {"dataset_version", "lineage", "access_request", "release"} == vocabulary.BY_PARENT


def test_whoever_has_shown_no_training_has_none() -> None:
    subject = vocabulary.Subject(person=None, verified=True, administrator=False, roles=frozenset(), scopes=None)
    assert subject.training_until is None


def test_no_thing_can_be_of_every_kind() -> None:
    with pytest.raises(ValueError, match="no kind"):
        Ref(vocabulary.ANY_KIND, "x")


@pytest.mark.parametrize("kept", [vocabulary.Subject, Question, vocabulary.Rule, vocabulary.Tried, Decision])
def test_what_is_decided_upon_cannot_change_meanwhile(kept: type) -> None:
    assert kept.__dataclass_params__.frozen  # type: ignore[attr-defined]  # each class in the list is a dataclass
    assert set(kept.__slots__) == {field.name for field in dataclasses.fields(kept)}  # type: ignore[attr-defined]  # each class in the list is a dataclass


@pytest.mark.parametrize("spelt_out", [vocabulary.Subject, Decision])
def test_who_asks_and_what_is_decided_is_spelt_out(spelt_out: type) -> None:
    """All fields are given by name: in the wrong order a person could be somebody else, or a refusal could permit."""
    assert all(field.kw_only for field in dataclasses.fields(spelt_out))


def test_an_owner_of_several_ways_is_permitted_by_the_first() -> None:
    both = person(role="owner", administrator=True)
    ref, facts = THINGS["job of somebody, open"]
    assert decide(Question(both, "job.read", ref, facts)).rule == "an-owner-reads-the-job"


def test_what_nobody_owns_does_not_belong_to_nobody() -> None:
    ref, facts = THINGS["survey of nobody, open"]
    assert not decide(Question(VIEWERS["nobody"], "survey.read", ref, facts)).allowed


def test_names_of_rules_are_unique_and_read_as_words() -> None:
    names = [rule.name for rule in rules.RULES]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)+", name) for name in names)


ROLE_NAMES = sorted({"reader"}.union(*ROLES_OF.values()))
subjects = st.builds(
    vocabulary.Subject,
    person=st.sampled_from([None, Ref("person", "me"), Ref("person", "somebody")]),
    verified=st.booleans(),
    administrator=st.booleans(),
    roles=st.frozensets(st.sampled_from(ROLE_NAMES)),
    scopes=st.none() | st.frozensets(st.sampled_from(sorted(set(TOKEN_SCOPES) | {"other"}))),
)
questions = st.builds(
    lambda subject, operation, thing: Question(subject, operation, *thing),
    subjects,
    st.sampled_from(sorted(TABLE)),
    st.sampled_from(list(THINGS.values())),
)


def changed(question: Question, **changes: object) -> Question:
    fields = {name: getattr(question.subject, name) for name in vocabulary.Subject.__slots__} | changes
    return Question(vocabulary.Subject(**fields), question.operation, question.ref, question.facts)


@given(questions, st.data())
def test_taking_something_from_a_viewer_never_grants(question: Question, data: st.DataObject) -> None:
    subject = question.subject
    fewer_roles = data.draw(st.sets(st.sampled_from(sorted(subject.roles))) if subject.roles else st.just(set()))
    weaker: dict[str, object] = {
        "verified": False,
        "administrator": False,
        "person": None,
        "roles": frozenset(fewer_roles),
    }
    if subject.scopes is not None:
        kept = data.draw(st.sets(st.sampled_from(sorted(subject.scopes))) if subject.scopes else st.just(set()))
        weaker["scopes"] = frozenset(kept)
    taken = data.draw(st.sampled_from(sorted(weaker)))
    if decide(changed(question, **{taken: weaker[taken]})).allowed:
        assert decide(question).allowed


@given(questions, st.sets(st.sampled_from(rules.RULES)))
def test_removing_rules_never_grants(question: Question, removed: set[vocabulary.Rule]) -> None:
    before = decide(question).allowed
    kept, rules.RULES = rules.RULES, tuple(rule for rule in rules.RULES if rule not in removed)
    try:
        after = decide(question).allowed
    finally:
        rules.RULES = kept
    assert before or not after


@given(questions)
def test_nobody_is_permitted_anything_without_signing_in(question: Question) -> None:
    assert not decide(changed(question, person=None)).allowed


@given(questions)
def test_a_token_never_reaches_further_than_its_person(question: Question) -> None:
    if question.operation != "report.bulk" and decide(question).allowed:
        assert decide(changed(question, scopes=None)).allowed


@given(questions, st.sampled_from(["draft", "open", "closed", "lost"]))
def test_the_state_of_a_thing_is_not_for_policies_to_judge(question: Question, state: str) -> None:
    if question.facts is not None:
        moved = dataclasses.replace(question, facts=dataclasses.replace(question.facts, state=state))
        assert decide(moved) == decide(question)


def test_what_the_platform_itself_permits_obliges_to_nothing_and_gives_one_way_to_act() -> None:
    decision = decide(question("dataset.synthesise", "owner", "dataset of nobody, for everyone"))
    assert (decision.allowed, decision.obligations, decision.ways) == (True, FREE, (FREE,))

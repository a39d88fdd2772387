"""Fewer permits, more prohibitions, fewer known facts or tighter limits never grant anything more. No Django."""

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from datahub.policies.decide.conditions import NOW, Comparison, Context, Value
from datahub.policies.decide.obligations import FREE, Obligations, both, refusal_of
from datahub.policies.decide.roles import (
    Effect,
    Holding,
    WrittenRole,
    WrittenRule,
)
from datahub.policies.decide.rules import Question, decide, explain_policy
from datahub.policies.tests.decide.written_policy import (
    AFTER,
    BEFORE,
    DATA,
    TODAY,
    cap,
    data,
    policy,
    subject,
)
from mechanisms.accounting.zcdp import gaussian, pure

values: dict[str, st.SearchStrategy[Value]] = {
    "subject.verified": st.booleans(),
    "object.state": st.sampled_from(["loaded", "empty"]),
}
comparisons = st.one_of(
    *(st.builds(Comparison, st.just(name), st.just("is"), value) for name, value in values.items()),
    st.just(Comparison("subject.training_until", "not_before", NOW)),
    st.just(Comparison("subject.role", "has", "r0")),
    st.just(Comparison("context.time", "before", AFTER)),
    st.just(Comparison("subject.shoe_size", "is", "44")),
)
limits = st.builds(
    Obligations,
    epsilon_cap=st.none() | st.sampled_from([cap("0.1"), cap(1)]),
    minimum_cohort=st.sampled_from([0, 10]),
    mechanisms=st.none() | st.frozensets(st.sampled_from(["laplace", "gauss"])),
    purposes=st.none() | st.frozensets(st.sampled_from(["study", "sale"])),
    four_eyes=st.booleans(),
    combine=st.booleans(),
    expires_at=st.none() | st.sampled_from([BEFORE, AFTER]),
)


def rules_of(effect: Effect) -> st.SearchStrategy[WrittenRule]:
    return st.builds(
        WrittenRule,
        name=st.just("rule"),
        effect=st.just(effect),
        operations=st.frozensets(st.sampled_from(["dataset.query", "dataset.learn"]), min_size=1),
        when=st.lists(comparisons, max_size=2).map(tuple),
        limits=limits if effect is Effect.PERMIT else st.just(FREE),
    )


def roles_of(*effects: Effect) -> st.SearchStrategy[WrittenRole]:
    return st.builds(
        WrittenRole,
        name=st.sampled_from(["r0", "r1", "r2"]),
        description=st.just(""),
        anyone=st.booleans(),
        delegable=st.just(False),
        groups=st.just(()),
        requires=st.lists(comparisons, max_size=1).map(tuple),
        rules=st.lists(st.one_of(*map(rules_of, effects)), max_size=3).map(tuple),
    )


policies = st.lists(roles_of(*Effect), max_size=3, unique_by=lambda role: role.name).map(lambda roles: policy(*roles))
contexts = st.builds(
    Context,
    time=st.just(TODAY),
    cost=st.sampled_from([pure(Decimal("0.1")), pure(1), pure(2), gaussian(5)]),
    mechanisms=st.frozensets(st.sampled_from(["laplace", "gauss"]), min_size=1),
    purpose=st.sampled_from(["study", "sale"]),
    columns=st.just(frozenset({"age"})),
    cohort=st.sampled_from([5, 50]),
    combined=st.booleans(),
    approved=st.booleans(),
)
holdings = st.lists(
    st.builds(
        Holding,
        role=st.sampled_from(["r0", "r1", "r2"]),
        until=st.none() | st.sampled_from([BEFORE, AFTER]),
        purposes=st.none() | st.just(frozenset({"study"})),
    ),
    max_size=3,
).map(tuple)
questions = st.builds(
    Question,
    st.builds(
        subject,
        verified=st.booleans(),
        training=st.sampled_from([None, BEFORE, AFTER]),
        roles=st.sampled_from([frozenset[str](), frozenset({"owner"})]),
    ),
    st.sampled_from(["dataset.query", "dataset.learn"]),
    st.just(DATA),
    st.sampled_from(["loaded", "empty"]).map(lambda state: data(state=state)),
    contexts,
    policies,
    holdings,
)


def with_policy(question: Question, *written: WrittenRole) -> Question:
    return replace(question, policy=policy(*written))


def roles_in(question: Question) -> tuple[WrittenRole, ...]:
    assert question.policy is not None
    return question.policy.roles


@given(questions, st.data())
def test_removing_a_permit_never_grants(question: Question, draw: st.DataObject) -> None:
    fewer = tuple(
        replace(role, rules=tuple(r for r in role.rules if r.effect is Effect.DENY or draw.draw(st.booleans())))
        for role in roles_in(question)
    )
    assert decide(question).allowed or not decide(with_policy(question, *fewer)).allowed


@given(questions, roles_of(Effect.DENY), st.data())
def test_adding_a_rule_that_forbids_never_grants(question: Question, more: WrittenRole, draw: st.DataObject) -> None:
    index = draw.draw(st.integers(0, len(roles_in(question))))
    added = (*roles_in(question)[:index], replace(more, name="added", anyone=True), *roles_in(question)[index:])
    assert decide(question).allowed or not decide(with_policy(question, *added)).allowed


def usable(question: Question) -> bool:
    decision = decide(question)
    return decision.allowed and refusal_of(decision.obligations, question.context) is None


@given(questions, st.sampled_from(sorted(Context.__slots__)))
def test_not_knowing_something_of_the_use_never_grants(question: Question, forgotten: str) -> None:
    less = replace(question, context=replace(question.context, **{forgotten: None}))
    assert usable(question) or not usable(less)


@given(questions, st.sampled_from(["training", "state"]))
def test_not_knowing_an_attribute_never_grants(question: Question, forgotten: str) -> None:
    less = (
        replace(question, subject=replace(question.subject, training_until=None))
        if forgotten == "training"
        else replace(question, facts=replace(question.facts or data(), state=None))  # type: ignore[arg-type]  # a package may give no state
    )
    assert decide(question).allowed or not decide(less).allowed


@given(questions, limits, st.data())
def test_tightening_a_limit_never_widens(question: Question, tighter: Obligations, draw: st.DataObject) -> None:
    def tightened(rule: WrittenRule) -> WrittenRule:
        if rule.effect is Effect.DENY or draw.draw(st.booleans()):
            return rule
        return replace(rule, limits=both(rule.limits, tighter))

    after = tuple(replace(role, rules=tuple(map(tightened, role.rules))) for role in roles_in(question))
    assert decide(question).allowed or not decide(with_policy(question, *after)).allowed


@given(questions)
def test_a_use_of_which_all_is_known_is_allowed_exactly_if_it_breaks_nothing(question: Question) -> None:
    assert usable(question) == decide(question).allowed


@given(questions)
def test_a_decision_keeps_to_every_rule_that_permits(question: Question) -> None:
    explanation, decision = explain_policy(question), decide(question)
    assert explanation is not None
    if decision.allowed and "owner" not in question.subject.roles:
        assert not any(step.forbids for step in explanation.tried)
        for step in explanation.tried:
            if step.permits:
                assert both(decision.obligations, step.obligations) == decision.obligations

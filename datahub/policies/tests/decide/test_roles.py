"""Written roles are judged with every rule explained and every limit carried. Without Django."""

import dataclasses
from dataclasses import replace

import pytest

from datahub.policies.decide import rules
from datahub.policies.decide.conditions import NOTHING_KNOWN, Comparison, Context, Truth
from datahub.policies.decide.obligations import FREE, Check, Obligations
from datahub.policies.decide.roles import (
    Effect,
    Group,
    Holding,
    Policy,
    Tried,
    Verdict,
    WrittenRole,
    WrittenRule,
    groups_of,
    judge_policy,
    known_of,
    said_of,
)
from datahub.policies.tests.decide.written_policy import (
    AFTER,
    BEFORE,
    FULL,
    ME,
    POLICY,
    TODAY,
    cap,
    data,
    full,
    holdings_of_roles,
    policy,
    role,
    rule,
    subject,
)
from mechanisms.accounting.zcdp import pure

SILENT = Context(time=TODAY)


def verdict(
    of: Policy,
    *holdings: Holding,
    operation: str = "query",
    context: Context = FULL,
    teams: frozenset[str] = frozenset(),
) -> Verdict:
    return judge_policy(
        of,
        subject=subject(teams=teams),
        holdings=holdings,
        operation=f"dataset.{operation}",
        facts=data(),
        context=context,
    )


def test_the_owner_sees_every_rule_with_the_truth_of_each_condition() -> None:
    ways = verdict(POLICY, *holdings_of_roles("students"), context=SILENT).tried
    assert ways == (
        Tried(
            rule="barred/all",
            effect=Effect.DENY,
            conditions=(Check("in the role barred", Truth.FALSE),),
            limits=(),
            obligations=FREE,
        ),
        Tried(
            rule="students/count",
            effect=Effect.PERMIT,
            conditions=(
                Check("in the role students", Truth.TRUE),
                Check("subject.verified is True", Truth.TRUE),
                Check("object.state is loaded", Truth.TRUE),
            ),
            limits=(
                Check("epsilon at most 1 at delta 0.000001", Truth.UNKNOWN),
                Check("mechanisms among laplace", Truth.UNKNOWN),
            ),
            obligations=Obligations(epsilon_cap=cap(1), mechanisms=frozenset({"laplace"})),
        ),
        Tried(
            rule="students/no-empty",
            effect=Effect.DENY,
            conditions=(
                Check("in the role students", Truth.TRUE),
                Check("subject.verified is True", Truth.TRUE),
                Check("object.state is empty", Truth.FALSE),
            ),
            limits=(),
            obligations=FREE,
        ),
        Tried(
            rule="staff/work",
            effect=Effect.PERMIT,
            conditions=(
                Check("in the role staff", Truth.FALSE),
                Check("subject.organisation has here", Truth.TRUE),
                Check("subject.training_until not_before context.time", Truth.TRUE),
                Check("object.sensitivity in open, quasi", Truth.TRUE),
            ),
            limits=(),
            obligations=FREE,
        ),
    )
    assert [(step.permits, step.forbids, step.first_unmet) for step in ways] == [
        (False, False, "in the role barred"),
        (True, False, None),
        (False, False, "object.state is empty"),
        (False, False, "in the role staff"),
    ]


def test_the_first_unmet_is_a_condition_and_then_a_limit() -> None:
    tried = verdict(POLICY, *holdings_of_roles("students"), context=full(cost=pure(2))).tried
    assert [step.first_unmet for step in tried] == [
        "in the role barred",
        "epsilon at most 1 at delta 0.000001",
        "object.state is empty",
        "in the role staff",
    ]
    unknown = verdict(policy(role("a", rule("b", "query", when=(Comparison("subject.role", "has", "x"),)))),
                      *holdings_of_roles("a"), context=SILENT)  # fmt: skip
    assert unknown.tried[0].first_unmet == "subject.role has x"
    assert not unknown.allowed


def test_limits_that_are_open_travel_with_the_permit_and_add_up() -> None:
    two = policy(
        role("wide", rule("a", "query", limits=Obligations(epsilon_cap=cap(2), columns=frozenset({"age", "sex"})))),
        role("near", rule("b", "query", limits=Obligations(minimum_cohort=10, columns=frozenset({"age", "city"})))),
    )
    verdict_of_two = verdict(two, *holdings_of_roles("wide", "near"), context=SILENT)
    assert (verdict_of_two.allowed, verdict_of_two.rule) == (True, "wide/a")
    assert verdict_of_two.obligations == Obligations(epsilon_cap=cap(2), minimum_cohort=10, columns=frozenset({"age"}))
    alone = verdict(two, *holdings_of_roles("wide", "near"), context=full(columns=frozenset({"sex"})))
    assert alone.obligations == Obligations(epsilon_cap=cap(2), columns=frozenset({"age", "sex"}))


def test_a_place_ends_and_binds_to_its_purposes() -> None:
    see = policy(role("a", rule("b", "query", limits=Obligations(epsilon_cap=cap(1)))))
    holding = Holding(role="a", until=AFTER, purposes=frozenset({"study"}))
    obliged = Obligations(epsilon_cap=cap(1), expires_at=AFTER, purposes=frozenset({"study"}))
    assert verdict(see, holding, context=SILENT).obligations == obliged
    assert verdict(see, holding).allowed
    assert not verdict(see, holding, context=full(purpose="sale")).allowed
    assert not verdict(see, holding, context=full(time=AFTER)).allowed
    assert not verdict(see, holding, context=full(time=None)).allowed
    assert verdict(see, holding, context=full(time=AFTER)).tried[0].first_unmet == "before 2026-07-01T00:00:00+00:00"


def test_two_places_in_one_role_are_two_ways() -> None:
    see = policy(role("a", rule("b", "query")))
    old, new = Holding(role="a", until=BEFORE), Holding(role="a", until=AFTER)
    verdict_of_two = verdict(see, old, new)
    assert (verdict_of_two.allowed, [step.permits for step in verdict_of_two.tried]) == (True, [False, True])
    assert verdict_of_two.obligations == Obligations(expires_at=AFTER)


def test_a_rule_that_forbids_overrides_wherever_it_stands() -> None:
    forbids = role("no", rule("never", "query", effect=Effect.DENY))
    permits = role("yes", rule("always", "query"))
    for order in ((forbids, permits), (permits, forbids)):
        answer = verdict(policy(*order), *holdings_of_roles("yes", "no"))
        assert (answer.allowed, answer.rule, answer.obligations) == (False, "no/never", FREE)
        assert {(step.rule, step.permits, step.forbids) for step in answer.tried} == {
            ("no/never", False, True),
            ("yes/always", True, False),
        }
    assert verdict(policy(permits, forbids), *holdings_of_roles("yes")).allowed


def test_a_rule_that_forbids_ends_and_its_other_limits_do_not_count() -> None:
    def forbidding(limits: Obligations) -> Policy:
        return policy(role("a", rule("yes", "query"), rule("no", "query", effect=Effect.DENY, limits=limits)))

    assert not verdict(forbidding(Obligations(expires_at=AFTER)), *holdings_of_roles("a")).allowed
    assert verdict(forbidding(Obligations(expires_at=BEFORE)), *holdings_of_roles("a")).allowed
    assert not verdict(
        forbidding(Obligations(expires_at=BEFORE)), *holdings_of_roles("a"), context=full(time=None)
    ).allowed
    assert not verdict(forbidding(Obligations(epsilon_cap=cap("0.1"))), *holdings_of_roles("a")).allowed


def test_roles_are_held_by_groups_of_people_and_teams_and_groups() -> None:
    inner = Group(name="inner", people=frozenset({"me"}), teams=frozenset(), groups=())
    team = Group(name="team", people=frozenset(), teams=frozenset({"t"}), groups=())
    outer = Group(name="outer", people=frozenset({"other"}), teams=frozenset(), groups=("middle",))
    middle = Group(name="middle", people=frozenset(), teams=frozenset(), groups=("inner",))
    by_group = policy(
        role("a", rule("one", "query"), groups=("outer",)),
        role("b", rule("two", "learn"), groups=("nobody", "team")),
        groups=(outer, middle, inner, team),
    )
    assert groups_of(by_group, subject()) == {"inner", "middle", "outer"}
    assert groups_of(by_group, subject(teams=frozenset({"t"}))) == {"inner", "middle", "outer", "team"}
    assert verdict(by_group).rule == "a/one"
    assert not verdict(by_group, operation="learn").allowed
    assert verdict(by_group, operation="learn", teams=frozenset({"t"})).rule == "b/two"
    assert groups_of(by_group, replace(subject(), person=None)) == frozenset()


def test_groups_that_contain_each_other_end() -> None:
    group = Group(name="one", people=frozenset({"me"}), teams=frozenset(), groups=("two",))
    two = Group(name="two", people=frozenset(), teams=frozenset(), groups=("one",))
    assert groups_of(policy(groups=(group, two)), subject()) == {"one", "two"}


def test_a_role_for_anyone_needs_no_place_and_keeps_its_requirements() -> None:
    open_to = policy(
        role("all", rule("x", "query"), anyone=True, requires=(Comparison("subject.verified", "is", True),))
    )
    assert verdict(open_to).rule == "all/x"
    answer = judge_policy(
        open_to, subject=subject(verified=False), holdings=(), operation="dataset.query", facts=data(), context=FULL
    )
    assert not answer.allowed


def test_a_rule_may_look_at_the_other_roles_held_now() -> None:
    needs = policy(
        role("base", rule("y", "learn")),
        role("extra", rule("x", "query", when=(Comparison("subject.role", "has", "base"),)), anyone=True),
    )
    living, over = Holding(role="base", until=AFTER), Holding(role="base", until=BEFORE)
    assert verdict(needs, living).allowed
    assert verdict(needs, over, living).allowed
    assert verdict(needs, Holding(role="base")).allowed
    assert verdict(needs, Holding(role="base"), context=full(time=None)).allowed
    assert not verdict(needs, over).allowed
    assert not verdict(needs, Holding(role="base", until=TODAY)).allowed
    assert (verdict(needs).allowed, verdict(needs).rule) == (False, "")
    assert verdict(needs, living, context=full(time=None)).tried[0].conditions[1].truth is Truth.UNKNOWN


def test_attributes_are_those_of_subject_object_and_use() -> None:
    known = known_of(subject(), data(), FULL, {"r": holdings_of_roles("r"), "other": ()})
    assert known == {
        "subject.role": {"r"},
        "subject.organisation": {"here"},
        "subject.verified": True,
        "subject.training_until": AFTER,
        "object.sensitivity": "open",
        "object.state": "loaded",
        "context.time": TODAY,
    }
    silent = known_of(subject(), data(), NOTHING_KNOWN, {"r": holdings_of_roles("r"), "other": ()})
    assert (silent["context.time"], silent["subject.role"]) == (None, {"r"})
    assert "subject.role" not in known_of(subject(), data(), NOTHING_KNOWN, {"r": (Holding(role="r", until=AFTER),)})


def test_a_comparison_is_said_in_one_line() -> None:
    assert said_of(Comparison("context.time", "before", TODAY)) == "context.time before 2026-06-01T00:00:00+00:00"
    assert said_of(Comparison("subject.role", "within", frozenset({"b", "a"}))) == "subject.role within a, b"
    assert said_of(Comparison("object.state", "is", "loaded")) == "object.state is loaded"


KEPT = (WrittenRule, WrittenRole, Group, Policy, Holding, Tried, Verdict, rules.Question, rules.Decision)


@pytest.mark.parametrize("kept", KEPT)
def test_what_is_decided_upon_cannot_change_meanwhile(kept: type) -> None:
    assert kept.__dataclass_params__.frozen  # type: ignore[attr-defined]  # each class in the list is a dataclass
    assert set(kept.__slots__) == {field.name for field in dataclasses.fields(kept)}  # type: ignore[attr-defined]  # each class in the list is a dataclass
    if kept is not rules.Question:
        assert all(field.kw_only for field in dataclasses.fields(kept))


def test_effects_and_defaults_are_the_words_of_the_api() -> None:
    assert [str(effect) for effect in Effect] == ["permit", "deny"]
    assert Holding(role="a") == Holding(role="a", until=None, purposes=None)
    assert ME.id == "me"


def test_only_a_false_condition_keeps_a_rule_from_forbidding() -> None:
    unknown, wrong = Check("the state is known", Truth.UNKNOWN), Check("the state is open", Truth.FALSE)
    forbids = Tried(rule="a/no", effect=Effect.DENY, conditions=(unknown,), limits=(), obligations=FREE)
    assert (forbids.forbids, forbids.first_unmet) == (True, None)
    kept = replace(forbids, conditions=(unknown, wrong))
    assert (kept.forbids, kept.first_unmet) == (False, "the state is open")

"""This policy uses everything that a policy can say; with it stand the axes of its decision table. No
Django."""

from datetime import UTC, datetime
from decimal import Decimal

from datahub.api.facts import Facts
from datahub.api.ref import Ref
from datahub.policies.decide.conditions import NOW, Comparison, Context
from datahub.policies.decide.obligations import FREE, EpsilonCap, Obligations
from datahub.policies.decide.roles import Effect, Group, Holding, Policy, WrittenRole, WrittenRule
from datahub.policies.decide.vocabulary import Subject
from mechanisms.accounting.zcdp import pure

TODAY = datetime(2026, 6, 1, tzinfo=UTC)
BEFORE, AFTER = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)
ME = Ref("person", "me")
DATA = Ref("dataset", "x")
OPERATIONS = (
    *("dataset.read_metadata", "dataset.query", "dataset.learn", "dataset.synthesise"),
    *("dataset.anonymise", "dataset.see_figures", "dataset.release", "dataset.run_algorithm", "dataset.administer"),
)


def rule(
    name: str,
    *operations: str,
    effect: Effect = Effect.PERMIT,
    when: tuple[Comparison, ...] = (),
    limits: Obligations = FREE,
) -> WrittenRule:
    return WrittenRule(
        name=name,
        effect=effect,
        operations=frozenset(f"dataset.{operation}" for operation in operations),
        when=when,
        limits=limits,
    )


def role(
    name: str,
    *rules: WrittenRule,
    anyone: bool = False,
    delegable: bool = False,
    groups: tuple[str, ...] = (),
    requires: tuple[Comparison, ...] = (),
) -> WrittenRole:
    return WrittenRole(
        name=name,
        description="",
        anyone=anyone,
        delegable=delegable,
        groups=groups,
        requires=requires,
        rules=rules,
    )


def policy(*roles: WrittenRole, groups: tuple[Group, ...] = (), version: int = 7) -> Policy:
    return Policy(version=version, roles=roles, groups=groups)


def cap(epsilon: str | int, delta: str = "0.000001") -> EpsilonCap:
    return EpsilonCap(epsilon=Decimal(epsilon), delta=Decimal(delta))


ADULTS = Comparison("age", "at_least", Decimal(18))
EVERYTHING = tuple(operation.removeprefix("dataset.") for operation in OPERATIONS)
POLICY = policy(
    role("barred", rule("all", *EVERYTHING, effect=Effect.DENY)),
    role(
        "students",
        rule(
            "count",
            "query",
            when=(Comparison("object.state", "is", "loaded"),),
            limits=Obligations(epsilon_cap=cap(1), mechanisms=frozenset({"laplace"})),
        ),
        rule("no-empty", "query", effect=Effect.DENY, when=(Comparison("object.state", "is", "empty"),)),
        requires=(Comparison("subject.verified", "is", True),),
    ),
    role(
        "staff",
        rule(
            "work",
            *("read_metadata", "query", "learn", "synthesise"),
            when=(Comparison("object.sensitivity", "in", frozenset({"open", "quasi"})),),
        ),
        requires=(
            Comparison("subject.organisation", "has", "here"),
            Comparison("subject.training_until", "not_before", NOW),
        ),
    ),
    role(
        "stewards",
        rule("release", "release", limits=Obligations(minimum_cohort=20, four_eyes=True, expires_at=AFTER)),
        rule("administer", "administer"),
    ),
    role("everyone", rule("see", "read_metadata"), anyone=True),
)

HELD: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "a role the policy lacks": ("ghosts",),
    "students": ("students",),
    "staff": ("staff",),
    "stewards": ("stewards",),
    "students and staff": ("students", "staff"),
    "staff, barred": ("staff", "barred"),
}
STATES = ("empty", "loaded")
VERIFIED = (True, False)
ORGANISATIONS = ("here", "there")
TRAINING: dict[str, datetime | None] = {"valid": AFTER, "over": BEFORE, "none": None}
SENSITIVITY: dict[str, str | int | None] = {"open": "open", "sensitive": "sensitive", "none": None, "a number": 3}
FULL = Context(
    time=TODAY,
    cost=pure(Decimal("0.5")),
    mechanisms=frozenset({"laplace"}),
    purpose="study",
    columns=frozenset({"age"}),
    rows=frozenset({ADULTS}),
    cohort=30,
    combined=False,
    approved=True,
)


def full(**changes: object) -> Context:
    fields = {name: getattr(FULL, name) for name in Context.__slots__} | changes
    return Context(**fields)


CONTEXTS = {
    "study": FULL,
    "exam": full(purpose="exam"),
    "greedy": full(cost=pure(2)),
    "other": full(mechanisms=frozenset({"laplace", "gauss"})),
    "small": full(cohort=5),
    "silent": Context(time=TODAY),
    "timeless": full(time=None),
}


def subject(
    *,
    verified: bool = True,
    organisation: str = "here",
    training: datetime | None = AFTER,
    roles: frozenset[str] = frozenset(),
    teams: frozenset[str] = frozenset(),
) -> Subject:
    return Subject(
        person=ME,
        verified=verified,
        administrator=False,
        roles=roles,
        scopes=None,
        organisations=frozenset({organisation}),
        teams=teams,
        training_until=training,
    )


def data(*, state: str = "loaded", sensitivity: str | int | None = "open") -> Facts:
    attributes = {"sensitivity": sensitivity}
    return Facts(name="data", url="/x/", owner=None, parent=None, state=state, attributes=attributes)


def holdings_of_roles(*names: str) -> tuple[Holding, ...]:
    return tuple(Holding(role=name) for name in names)

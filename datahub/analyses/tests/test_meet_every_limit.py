"""Each limit of each operation has a request that passes and one that is refused for it alone, or cannot be written."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from datahub.analyses.anonymise.tests.test_compare_with_a_population import EVERYBODY, MAP6, against
from datahub.analyses.tests import factories, synthesis_factories, two_tables_factories
from datahub.analyses.tests.synthesis_factories import ALWAYS_THERE, OF_NUMBERS
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import CSV, Visitor, work, write_policy
from datahub.policies.decide.dataset_rules import USES, WITHOUT_A_ROOM
from datahub.policies.decide.obligations import FREE, LIMITS
from datahub.policies.hold.role_holders import assign
from datahub.policies.models import WrittenPolicy
from datahub.policies.write.kept_limits import KEPT
from datahub.policies.write.policy_json import write_obligations

pytestmark = pytest.mark.django_db
CAP = {"epsilon": "1", "delta": "0.000001"}
BERN = [{"column": "town", "relation": "is", "value": "Bern"}]
WRITTEN: dict[str, Any] = {  # each limit has a value here
    "epsilon_cap": CAP,
    "minimum_cohort": 5,
    "mechanisms": ["discrete-gaussian"],
    "columns": ["age", "town"],
    "rows": BERN,
    "purposes": ["study"],
    "combine": False,
    "four_eyes": True,
    "expires_at": "2090-01-01T00:00:00Z",
}


@dataclass(kw_only=True)
class World:
    """A world has an owner, and an analyst whom a role permits one operation on a data set. `results` were made before
    the role got its limit."""

    owner: Visitor
    analyst: Visitor
    data_set: DataSet
    other: DataSet | None = None  # the operation uses this data set too
    results: dict[str, Any] = field(default_factory=dict)


Answer = Callable[[World], Any]


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A cell has a request that the limit lets pass, and one that it refuses with this status and code. `before` is
    done without the limit."""

    passes: Answer
    refused: Answer
    before: Callable[[World], None] = lambda _: None
    status: int = 403
    code: str = "limit_of_role"


def synthesis(**changed: Any) -> Answer:
    return lambda world: synthesis_factories.ask(world.analyst, world.data_set, **{"purpose": "study", **changed})


def anonymisation(plan: dict[str, Any] = factories.PLAN, k: int = 5, purpose: str = "study", **wish: Any) -> Answer:
    models = {"models": [{"model": "k-anonymity", "k": k}]}
    return lambda world: factories.ask(world.analyst, world.data_set, models, plan=plan, purpose=purpose, **wish)


def figures(**changed: Any) -> Answer:
    """Returns a request for exact figures, by an analyst who may not see the rows."""
    return anonymisation(accept_unbounded=True, **changed)


def link(release: str, *columns: str) -> Answer:
    """Returns an analyst's request for a link to a release that the owner made."""

    def asked_for(world: World) -> Any:
        until = (timezone.now() + timedelta(days=1)).isoformat()
        body = {"columns": list(columns) or None, "expires_at": until}
        return world.analyst.send("POST", f"releases/{world.results[release]['id']}/links/", body)

    return asked_for


def after_the_end(answer: Answer) -> Answer:
    def later(world: World) -> Any:
        with time_machine.travel("2090-01-02", tick=False):
            # A new visitor, because the session has ended too.
            return answer(replace(world, analyst=Visitor(world.analyst.person)))

    return later


def made_of_all_rows(world: World) -> None:
    let(world, world.data_set, "synthesise")
    world.results["synthesis"] = synthesis_factories.a_synthesis(world.analyst, world.data_set, purpose="study")


def look(world: World) -> Any:
    return world.analyst.get(f"syntheses/{world.results['synthesis']['id']}/")


def nothing_missing(world: World) -> None:
    """Loads a data set without missing values, so that numbers can be made of it, which needs only one mechanism."""
    world.data_set = factories.loaded(world.owner, "Incomes", CSV, **ALWAYS_THERE)
    synthesis_factories.give_budget(world.owner, world.data_set, "10")


def households_and_members(world: World) -> None:
    world.data_set, world.other = two_tables_factories.two_data_sets(world.owner)
    let(world, world.other, "synthesise")


def of_households(world: World) -> Any:
    plan = {"columns": [{"name": "region"}, {"name": "rooms"}], **CAP}
    return synthesis_factories.ask(world.analyst, world.data_set, plan, purpose="study")


def ask_two_tables(world: World) -> Any:
    assert world.other is not None
    return two_tables_factories.ask(world.analyst, world.data_set, world.other)


def residents(world: World) -> None:
    """Loads a population. The analyst may see exact figures of both, as a comparison needs."""
    world.other = factories.loaded(world.owner, "Residents", EVERYBODY)
    let(world, world.other, "anonymise", "see_figures")


def compared(**wish: Any) -> Answer:
    def ask(world: World) -> Any:
        assert world.other is not None
        return factories.ask(world.analyst, world.data_set, MAP6, plan=against(world.other), **wish)

    return ask


def released(**made_for: str) -> Callable[[World], None]:
    """Returns a function that makes releases by the owner, each for a purpose."""

    def before(world: World) -> None:
        for name, purpose in made_for.items():
            world.results[name] = factories.released(world.owner, world.data_set, purpose=purpose)
            assert world.results[name]["state"] == "released", world.results[name]

    return before


def released_alone_and_compared(world: World) -> None:
    residents(world)
    assert world.other is not None
    world.results["compared"] = factories.released(world.owner, world.data_set, MAP6, plan=against(world.other))
    world.results["alone"] = synthesis_factories.handed_over(world.owner, world.data_set)


def found_candidates(world: World) -> None:
    let(world, world.data_set, "anonymise")
    world.results["anonymisation"] = factories.an_anonymisation(world.analyst, world.data_set)


def handed_out(world: World, *, approved: bool) -> Any:
    path = f"anonymisations/{world.results['anonymisation']['id']}/releases/"
    release = world.analyst.send("POST", path, factories.RELEASE).json()["id"]
    work()
    if approved:
        world.owner.send("POST", f"releases/{release}/verdict/", {"approved": True})
    answer = world.analyst.get(f"releases/{release}/file/")
    world.owner.send("POST", f"releases/{release}/withdrawal/")
    return answer


INCOME_LEFT_OUT = factories.plan(income={"role": "identifying"})
CELLS: dict[tuple[str, str], Cell] = {
    ("synthesise", "epsilon_cap"): Cell(passes=synthesis(epsilon="1"), refused=synthesis(epsilon="1.001")),
    ("synthesise", "mechanisms"): Cell(
        before=nothing_missing, passes=synthesis(plan=OF_NUMBERS), refused=synthesis()
    ),
    ("synthesise", "columns"): Cell(
        passes=synthesis(columns=[{"name": "age"}, {"name": "town"}]), refused=synthesis()
    ),
    ("synthesise", "rows"): Cell(before=made_of_all_rows, passes=synthesis(), refused=look),
    ("synthesise", "purposes"): Cell(passes=synthesis(), refused=synthesis(purpose="sale")),
    ("synthesise", "combine"): Cell(before=households_and_members, passes=of_households, refused=ask_two_tables),
    ("synthesise", "expires_at"): Cell(
        passes=synthesis(), refused=after_the_end(synthesis()), status=404, code="not_found"
    ),
    ("anonymise", "minimum_cohort"): Cell(passes=anonymisation(k=5), refused=anonymisation(k=4)),
    ("anonymise", "columns"): Cell(passes=anonymisation(INCOME_LEFT_OUT), refused=anonymisation()),
    ("anonymise", "purposes"): Cell(passes=anonymisation(), refused=anonymisation(purpose="sale")),
    ("anonymise", "combine"): Cell(before=residents, passes=anonymisation(), refused=compared(accept_unbounded=True)),
    ("anonymise", "four_eyes"): Cell(
        before=found_candidates,
        passes=lambda world: handed_out(world, approved=True),
        refused=lambda world: handed_out(world, approved=False),
        status=409,
        code="nothing_released",
    ),
    ("anonymise", "expires_at"): Cell(
        passes=anonymisation(), refused=after_the_end(anonymisation()), status=404, code="not_found"
    ),
    ("see_figures", "columns"): Cell(passes=figures(plan=INCOME_LEFT_OUT), refused=figures()),
    ("see_figures", "purposes"): Cell(passes=figures(), refused=figures(purpose="sale")),
    ("see_figures", "combine"): Cell(
        before=residents, passes=figures(), refused=compared(accept_unbounded=True)
    ),
    ("see_figures", "expires_at"): Cell(
        passes=figures(), refused=after_the_end(figures()), status=404, code="not_found"
    ),
    ("release", "columns"): Cell(
        before=released(all="study"), passes=link("all", "age", "town"), refused=link("all")
    ),
    ("release", "purposes"): Cell(
        before=released(study="study", sale="sale"), passes=link("study"), refused=link("sale")
    ),
    ("release", "combine"): Cell(
        before=released_alone_and_compared, passes=link("alone"), refused=link("compared")
    ),
    ("release", "expires_at"): Cell(
        before=released(all="study"), passes=link("all"), refused=after_the_end(link("all")), status=404,
        code="not_found",
    ),
}  # fmt: skip
USED = [use.removeprefix("dataset.") for use in USES]


def let(world: World, data_set: DataSet, *operations: str) -> None:
    write_policy(world.owner.person, data_set, *operations)
    assign(actor=world.owner.person, ref=ref_to(data_set), role="reader", holder=world.analyst.person, until=None)


def written(world: World, operation: str, **limits: Any) -> Any:
    """Returns a policy as an owner writes it. Where either anonymising or seeing figures is limited, the other is
    permitted without a limit."""
    rule = {"name": "may", "effect": "permit", "operations": [operation], **limits}
    both = ("anonymise", "see_figures")
    others = [other for other in both if operation in both and other != operation]
    beside = [{"name": "beside", "effect": "permit", "operations": others}] if others else []
    body = {
        "subject": str(ref_to(world.data_set)),
        "after": world.owner.get("policies/", subject=str(ref_to(world.data_set))).json()["version"],
        "roles": [{"name": "reader", "rules": [rule, *beside]}],
    }
    return world.owner.send("POST", "policies/", body)


@pytest.fixture
def world(owner: Visitor, second: Visitor, data_set: DataSet) -> World:
    synthesis_factories.give_budget(owner, data_set, "10")
    return World(owner=owner, analyst=second, data_set=data_set)


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("operation", USED)
def test_every_limit_of_every_operation_can_be_met_and_broken_or_is_not_written(
    world: World, operation: str, limit: str
) -> None:
    cell = CELLS.get((operation, limit))
    if cell is None:
        refused = written(world, operation, **{limit: WRITTEN[limit]})
        is_built = f"dataset.{operation}" not in WITHOUT_A_ROOM
        assert (refused.status_code, refused.json()["code"]) == (400, "limit_unkept" if is_built else "invalid")
        return
    cell.before(world)
    if not WrittenPolicy.objects.filter(object=str(ref_to(world.data_set))).exists():
        let(world, world.data_set, operation)
    assert written(world, operation, **{limit: WRITTEN[limit]}).status_code == 201
    passed = cell.passes(world)
    assert passed.status_code < 300, passed.content
    refused = cell.refused(world)
    assert (refused.status_code, refused.json()["code"]) == (cell.status, cell.code), refused.content
    assert written(world, operation).status_code == 201
    alone = cell.refused(world)
    assert alone.status_code < 300, alone.content


def test_the_table_has_a_row_for_each_limit_that_an_operation_is_said_to_keep() -> None:
    kept = {(use, limit) for use in USED for limit in KEPT.get(f"dataset.{use}", ())}
    assert set(CELLS) == kept
    assert set(WRITTEN) == set(LIMITS) == set(write_obligations(FREE))
    assert all(f"dataset.{use}" in KEPT or f"dataset.{use}" in WITHOUT_A_ROOM for use in USED)
    assert not any(operation in WITHOUT_A_ROOM for operation in KEPT)

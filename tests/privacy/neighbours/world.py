"""A data set that is loaded and used by people of every role, and a survey with reports that wait: the same world for
each content, but for what the content moves."""

import dataclasses
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.core import mail
from django.test import Client

from datahub.analyses.tests.house import K5, PLAN, RELEASE
from datahub.analyses.tests.test_guard_a_release import GUARDED
from datahub.api.objects import describe
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import create, ref_to
from datahub.datasets.tests.house import Visitor, load, somebody, work
from datahub.jobs.models import Job
from datahub.policies.dataset_rules import USES, WITHOUT_A_ROOM
from datahub.policies.places import assign
from datahub.policies.written import write
from tests.api.policy_world import RULE
from tests.api.world import World, a_world, person
from tests.privacy.neighbours.tape import MOMENT, Tape

LIMITS = {"epsilon_cap": None, "minimum_cohort": 0, "mechanisms": None}
OPERATIONS = ("dataset.read_metadata", *(use for use in USES if use not in WITHOUT_A_ROOM))
MORE_THAN_ROWS: dict[str, Any] = {"models": [{"model": "k-anonymity", "k": 10**6}]}
ROWS: dict[str, Any] = {"columns": [{"name": "age"}, {"name": "town"}], "epsilon": "1", "delta": "0.000001"}


@dataclasses.dataclass(frozen=True)
class Neighbourhood:
    """`clients` by role, `own` are ids of things that somebody of a role made."""

    tape: Tape
    world: World
    clients: Mapping[str, Client]
    own: Mapping[str, Mapping[str, str]]


def a_neighbourhood(tape: Tape, content: str) -> Neighbourhood:
    tape.step("platform")
    world, owner = a_world(), Visitor(somebody("ana"))
    Job.objects.filter(state=Job.State.QUEUED).update(state=Job.State.CANCELLED, finished_at=MOMENT)
    tape.step("data set")
    data_set = create(actor=owner.person, id=uuid4(), said={"name": "Incomes"})
    load(owner, data_set, content)
    tape.step("policy")
    members = _members(owner, data_set)
    _budget(owner, data_set)
    ids = {"<data set>": str(data_set.pk), "<lineage>": str(data_set.lineage_id)}
    tape.step("the owner's things")
    tried = owner.send("POST", f"datasets/{data_set.pk}/anonymisations/", _wish()).json()
    work()
    tape.step("the owner's release")
    public = RELEASE | {"audience": "public"}
    made = owner.send("POST", f"anonymisations/{tried['id']}/releases/", public).json()
    work()
    ids |= {"<anonymisation>": tried["id"], "<release>": made["id"]}
    upload = owner.get(f"datasets/{data_set.pk}/versions/1/").json()["upload"]["id"]
    ids |= {"<uuid:upload_id>": upload}
    own = {role: _things_of(tape, role, visitor, data_set) for role, visitor in members.items()}
    tape.step("clients")
    clients = {"anonymous": Client(), **{role: visitor._client for role, visitor in members.items()}}
    for name in ("stranger", "administrator"):
        client = Client()
        client.force_login(person(name, administrator=name == "administrator"))
        clients[name] = client
    mail.outbox.clear()
    return Neighbourhood(tape, dataclasses.replace(world, ids={**world.ids, **ids}), clients, own)


def _wish(*more: dict[str, Any]) -> dict[str, Any]:
    return {"version": 1, "plan": PLAN, "candidates": [GUARDED, K5, *more]}


def _members(owner: Visitor, data_set: DataSet) -> dict[str, Visitor]:
    """Somebody for each operation, who holds a role that permits it alone."""
    names = [operation.removeprefix("dataset.") for operation in OPERATIONS]
    roles = [
        {
            "name": name, "description": "", "anyone": False, "delegable": False, "groups": [], "requires": [],
            "rules": [RULE | LIMITS | {"name": name, "operations": [name]}],
        }
        for name in names
    ]  # fmt: skip
    ref = ref_to(data_set)
    write(actor=owner.person, ref=ref, facts=describe([ref])[ref], document={"roles": roles, "groups": []}, after=0)
    members = {name: Visitor(somebody(name.replace("_", ""))) for name in names}
    for name, member in members.items():
        assign(actor=owner.person, ref=ref, role=name, holder=member.person, until=None)
    return members


def _budget(owner: Visitor, data_set: DataSet) -> None:
    limit = {"rho": "10", "delta": "0.001", "epsilon": None}
    answer = owner.send("PUT", f"budgets/dataset:{data_set.pk}/limits/", limit)
    assert answer.status_code == 200, answer.content


def _things_of(tape: Tape, role: str, member: Visitor, data_set: DataSet) -> dict[str, str]:
    """What somebody of this role asks for, and the worker makes: in both worlds the same, or the walk says so."""
    tape.step(f"things of {role}")
    if role == "anonymise":
        kept = member.send("POST", f"datasets/{data_set.pk}/anonymisations/", _wish(MORE_THAN_ROWS)).json()
        made = member.send("POST", f"anonymisations/{kept['id']}/releases/", RELEASE | {"candidate": 2}).json()
        work()
        return {"<anonymisation>": kept["id"], "<release>": made["id"]}
    if role == "synthesise":
        asked = member.send("POST", f"datasets/{data_set.pk}/syntheses/", {"version": 1, "plan": ROWS}).json()
        work()
        return {"<synthesis>": asked["id"]}
    return {}


def bodies_of() -> dict[tuple[str, str], Any]:
    """What is accepted of this data set, beside the bodies of the who-may table."""
    return {
        ("POST", "api/v1/datasets/<uuid:id>/anonymisations/"): _wish(MORE_THAN_ROWS),
        ("POST", "api/v1/datasets/<uuid:id>/syntheses/"): {"version": 1, "plan": ROWS | {"epsilon": "0.5"}},
    }

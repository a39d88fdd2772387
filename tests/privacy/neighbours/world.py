"""This module provides a data set that is loaded and used by people of every role, and a survey with reports that wait:
the same world for each content, but for what the content moves."""

import dataclasses
import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core import mail
from django.test import Client

from datahub.accounts.models import Person
from datahub.analyses.anonymise.tests.test_guard_a_release import GUARDED
from datahub.analyses.tests.factories import K5, PLAN, RELEASE
from datahub.api.objects import describe
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import create, ref_to
from datahub.datasets.tests.factories import Visitor, load, somebody, work
from datahub.jobs.models import Job
from datahub.policies.decide.dataset_rules import OF_POLICIES, WITHOUT_A_ROOM
from datahub.policies.hold.role_holders import assign
from datahub.policies.write.policy_store import write
from tests.api.policy_world import RULE
from tests.api.world import SCOPES, World, a_token, a_world, person
from tests.privacy.neighbours.tape import MOMENT, Tape

OPERATOR = "operator"  # This role holds the token of the metrics.
LIMITS = {"epsilon_cap": None, "minimum_cohort": 0, "mechanisms": None}
ROLES = {  # Each role permits the listed uses.
    **{
        use.removeprefix("dataset."): [use.removeprefix("dataset.")] for use in OF_POLICIES if use not in WITHOUT_A_ROOM
    },
    "anonymise and see_figures": ["anonymise", "see_figures"],
}
MORE_THAN_ROWS: dict[str, Any] = {"models": [{"model": "k-anonymity", "k": 10**6}]}
ROWS: dict[str, Any] = {"columns": [{"name": "age"}, {"name": "town"}], "epsilon": "1", "delta": "0.000001"}


def _wish(*more: dict[str, Any]) -> dict[str, Any]:
    return {"version": 1, "plan": PLAN, "candidates": [GUARDED, K5, *more]}


BODIES: dict[tuple[str, str], Any] = {
    ("POST", "api/v1/datasets/<uuid:id>/anonymisations/"): _wish(MORE_THAN_ROWS),
    ("POST", "api/v1/datasets/<uuid:id>/syntheses/"): {"version": 1, "plan": ROWS | {"epsilon": "0.5"}},
}


@dataclasses.dataclass(frozen=True)
class Neighbourhood:
    """`clients` by role, `tokens` those that send a token of all scopes instead of a session; `own` are ids of things
    that somebody of a role made."""

    tape: Tape
    world: World
    clients: Mapping[str, Client]
    tokens: Mapping[str, Client]
    own: Mapping[str, Mapping[str, str]]
    # Accepted bodies for this world's things, in addition to those of the who-may table.
    bodies: Mapping[tuple[str, str], Any]


def a_neighbourhood(tape: Tape, content: str) -> Neighbourhood:
    tape.step("platform")
    world, owner = a_world(), Visitor(somebody("ana"))
    Job.objects.filter(state=Job.State.QUEUED).update(state=Job.State.CANCELLED, finished_at=MOMENT)
    tape.step("data set")
    data_set = create(actor=owner.person, id=uuid4(), fields={"name": "Incomes"})
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
    release = owner.send("POST", f"anonymisations/{tried['id']}/releases/", public).json()
    work()
    ids |= {"<anonymisation>": tried["id"], "<release>": release["id"]}
    upload = owner.get(f"datasets/{data_set.pk}/versions/1/").json()["upload"]["id"]
    ids |= {"<uuid:upload_id>": upload}
    own = {role: _things_of(tape, role, visitor, data_set) for role, visitor in members.items()}
    people = {role: visitor.person for role, visitor in members.items()}
    clients, tokens = sign_in(tape, {**people, **others()})
    mail.outbox.clear()
    world = dataclasses.replace(world, ids={**world.ids, **ids})
    return Neighbourhood(tape, world, clients, tokens, own, BODIES)


def others() -> dict[str, Person]:
    return {name: person(f"a-{name}", administrator=name == "administrator") for name in ("stranger", "administrator")}


def sign_in(tape: Tape, people: Mapping[str, Person]) -> tuple[dict[str, Client], dict[str, Client]]:
    """Returns the clients by role: those with a session, and those with a token. Nobody, and whoever holds the token of
    the metrics, has no session."""
    metrics = Client(headers={"Authorization": f"Bearer {settings.METRICS_TOKEN}"})
    clients, tokens = {"anonymous": Client(), OPERATOR: metrics}, {}
    for role, holder in people.items():
        tape.step(f"session of {role}")
        clients[role] = Client()
        clients[role].force_login(holder)
        tape.step(f"token of {role}")
        tokens[role] = Client(headers={"Authorization": f"Bearer {a_token(holder, *SCOPES)[1]}"})
    return clients, tokens


def _members(owner: Visitor, data_set: DataSet) -> dict[str, Visitor]:
    """Returns a member for each role, who holds that alone."""
    roles = [
        {
            "name": name, "description": "", "anyone": False, "delegable": False, "groups": [], "requires": [],
            "rules": [RULE | LIMITS | {"name": "use", "operations": operations}],
        }
        for name, operations in ROLES.items()
    ]  # fmt: skip
    ref = ref_to(data_set)
    write(actor=owner.person, ref=ref, facts=describe([ref])[ref], document={"roles": roles, "groups": []}, after=0)
    members = {name: Visitor(somebody(re.sub("[ _]", "", name))) for name in ROLES}
    for name, member in members.items():
        assign(actor=owner.person, ref=ref, role=name, holder=member.person, until=None)
    return members


def _budget(owner: Visitor, data_set: DataSet) -> None:
    limit = {"rho": "10", "delta": "0.001", "epsilon": None}
    answer = owner.send("PUT", f"budgets/dataset:{data_set.pk}/limits/", limit)
    assert answer.status_code == 200, answer.content


def _things_of(tape: Tape, role: str, member: Visitor, data_set: DataSet) -> dict[str, str]:
    """Makes the things that a person of this role asks for; they must be equal in both worlds, or the walk reports
    it.
    """
    tape.step(f"things of {role}")
    if role == "anonymise":
        kept = member.send("POST", f"datasets/{data_set.pk}/anonymisations/", _wish(MORE_THAN_ROWS)).json()
        release = member.send("POST", f"anonymisations/{kept['id']}/releases/", RELEASE | {"candidate": 2}).json()
        work()
        return {"<anonymisation>": kept["id"], "<release>": release["id"]}
    if role == "anonymise and see_figures":
        seen = _wish(MORE_THAN_ROWS) | {"accept_unbounded": True}
        kept = member.send("POST", f"datasets/{data_set.pk}/anonymisations/", seen).json()
        work()
        return {"<anonymisation>": kept["id"]}
    if role == "synthesise":
        synthesis = member.send("POST", f"datasets/{data_set.pk}/syntheses/", {"version": 1, "plan": ROWS}).json()
        work()
        question = {"epsilon": "1", "delta": "0.000001"}
        assert member.send("POST", f"syntheses/{synthesis['id']}/measured-reports/", question).status_code == 202
        work()
        return {"<synthesis>": synthesis["id"]}
    return {}

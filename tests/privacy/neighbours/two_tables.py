"""This module is about two data sets that belong together, and somebody whose role in both permits to synthesise: they
have made synthetic rows of both, and a measured report on these."""

import dataclasses

from django.core import mail

from datahub.analyses.tests.synthesis_factories import give_budget
from datahub.analyses.tests.two_tables_factories import (
    HOUSEHOLDS,
    MEMBERS,
    OF_HOUSEHOLDS,
    OF_MEMBERS,
    ask,
    loaded,
    plan,
)
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, somebody, work, write_policy
from datahub.jobs.models import Job
from datahub.policies.hold.role_holders import assign
from tests.api.world import a_world
from tests.privacy.neighbours.tape import MOMENT, Tape
from tests.privacy.neighbours.world import Neighbourhood, others, sign_in

Tables = tuple[str, str]  # The content of the households and of their members.
BOTH: Tables = HOUSEHOLDS, MEMBERS


def two_tables(tape: Tape, content: Tables) -> Neighbourhood:
    tape.step("platform")
    world, owner, member = a_world(), Visitor(somebody("ana")), Visitor(somebody("bea"))
    Job.objects.filter(state=Job.State.QUEUED).update(state=Job.State.CANCELLED, finished_at=MOMENT)
    tape.step("households")
    households = loaded(owner, "Households", content[0], OF_HOUSEHOLDS)
    tape.step("members")
    members = loaded(owner, "Members", content[1], OF_MEMBERS)
    tape.step("policies")
    for data_set in (households, members):
        give_budget(owner, data_set, "10")
        write_policy(owner.person, data_set, "synthesise")
        assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=member.person, until=None)
    tape.step("synthetic rows of both")
    answer = ask(member, households, members)
    assert answer.status_code == 202, answer.content
    work()
    tape.step("a measured report")
    question = {"epsilon": "1", "delta": "0.000001"}
    measured = member.send("POST", f"syntheses/{answer.json()['id']}/measured-reports/", question)
    assert measured.status_code == 202, measured.content
    work()
    clients, tokens = sign_in(tape, {"synthesise": member.person, **others()})
    mail.outbox.clear()
    ids = {"<data set>": str(households.pk), "<lineage>": str(households.lineage_id), "<members>": str(members.pk)}
    bodies = {("POST", "api/v1/datasets/<uuid:id>/syntheses/?two"): {"version": 1, "plan": plan(members, epsilon="1")}}
    return Neighbourhood(
        tape,
        dataclasses.replace(world, ids={**world.ids, **ids}),
        clients,
        tokens,
        {"synthesise": {"<joined>": answer.json()["id"]}},
        bodies,
    )

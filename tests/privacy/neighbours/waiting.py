"""This module is about a survey of which a batch has been counted, and a few reports that wait: the same world but for
one of them."""

import dataclasses
from collections.abc import Sequence

from django.core import mail

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from datahub.jobs.models import Job
from datahub.policies.decide.vocabulary import ROLES
from datahub.policies.services import grant
from mechanisms.common.canonical import canonical
from surveys.intake import inbox
from surveys.intake.inbox import Outcome, Row
from surveys.intake.report import Report
from surveys.models import Version
from surveys.running.sweep import sweep
from surveys.tests.factories import a_record, a_version, read, work
from tests.api.world import a_world, person
from tests.privacy.neighbours.tape import MOMENT, Tape
from tests.privacy.neighbours.world import Neighbourhood, others, sign_in

Waiting = tuple[int, int]  # The level, and the seed of the record.
COUNTED: Sequence[Waiting] = [(number % 2, number) for number in range(160)]
FEW: Sequence[Waiting] = [(number % 2, 1000 + number) for number in range(10)]


def a_survey(tape: Tape, waiting: Sequence[Waiting]) -> Neighbourhood:
    tape.step("platform")
    world = a_world()
    Job.objects.filter(state=Job.State.QUEUED).update(state=Job.State.CANCELLED, finished_at=MOMENT)
    tape.step("survey")
    version = a_version(world.owner)
    clients, tokens = sign_in(tape, {**_people(version), **others(), "owner": world.owner})
    for name, some in (("counted", COUNTED), ("waiting", waiting)):
        tape.step(name)
        _accept(version, some)
        tape.step(f"sweep of what is {name}")
        sweep()
        work()
    mail.outbox.clear()
    own = dataclasses.replace(world, version=version)
    return Neighbourhood(tape, own, clients, tokens, {}, {})


def _people(version: Version) -> dict[str, Person]:
    """Returns a person for each role that people are given in a survey."""
    ref = Ref("survey", str(version.survey_id))
    people = {name: person(f"a-{name}") for name in sorted(ROLES["survey"] - {"owner"})}
    for name, somebody in people.items():
        grant(actor=somebody, person=somebody, role=name, ref=ref)
    return people


def _accept(version: Version, some: Sequence[Waiting]) -> None:
    definition = read(version)
    rows = []
    for level, seed in some:
        key, record = seed.to_bytes(16, "big"), a_record(version, level, seed=seed)
        body = canonical({"key": key.hex(), "record": record.hex()})
        report = Report(version=version.hash, level=level, key=key, proof="", record=record, body=body)
        rows.append(Row(report, version.pk, definition.row_bytes, capped=False))
    assert set(inbox.accept(rows)) <= {Outcome.ACCEPTED}

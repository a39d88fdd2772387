"""`python -m benchmarks.page.inside PEOPLE`: as many researchers, each with the whole demonstration, counted already.

Prints a line for each: survey and token. They are several because one person may ask 20 times a second.
"""

import os
import sys
from datetime import timedelta
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

import numpy as np  # noqa: E402 - models can be imported only once Django has been set up
from django.utils import timezone  # noqa: E402 - the same

from datahub.accounts import services as accounts  # noqa: E402 - the same
from datahub.accounts.models import Person  # noqa: E402 - the same
from datahub.jobs.execution import run  # noqa: E402 - the same
from datahub.jobs.services import submit  # noqa: E402 - the same
from mechanisms.common.entropy import SeededEntropy  # noqa: E402 - the same
from surveys.demonstration import prepare  # noqa: E402 - the same
from surveys.demonstration.people import LEVEL_PERCENT, People, everybody  # noqa: E402 - the same
from surveys.drafts.services import ref_to  # noqa: E402 - the same
from surveys.models import Batch, Counts, Report, Version  # noqa: E402 - the same
from surveys.publishing import definition as rules  # noqa: E402 - the same
from surveys.reports.tally import tally  # noqa: E402 - the same


def researcher(number: int) -> Person:
    person = accounts.register(email=f"{number}@bench.example", password=uuid4().hex, name=f"Researcher {number}")
    accounts.prove_address(actor=None, person=person, reason="the bench prepares its own people")
    return person


def fill(version: Version, people: People) -> None:
    """All answers as one batch, counted as ingest counts them, and the job that estimates."""
    definition, entropy = rules.read(version.definition), SeededEntropy(1)
    batch = Batch.objects.create(version=version, size=len(people), short=False)
    chosen = np.random.default_rng(1).choice(len(LEVEL_PERCENT), size=len(people), p=np.array(LEVEL_PERCENT) / 100)
    for level in definition.levels:
        members = np.flatnonzero(chosen == level.id)
        questions = [question.id for question in definition.questions]
        columns = [
            part.oracle.perturb_many(people.answers[question][members], entropy)
            for question, part in zip(questions, level.parts, strict=True)
        ]
        packed = [row.tobytes() for row in np.concatenate(columns, axis=1)]
        Report.objects.bulk_create(
            [Report(id=uuid4(), batch=batch, level=level.id, record=record) for record in packed], batch_size=5000
        )
        counted = tally(level, packed)
        for block, supports in counted.supports.items():
            Counts.objects.filter(version=version, level=level.id, block=block).update(
                reports=counted.reports, people=counted.reports, supports=list(supports)
            )
    job = submit(kind="surveys.estimate", subject=ref_to(version.survey), payload={"version": version.pk})
    run(job.pk)


if __name__ == "__main__":
    simulated = everybody()
    for number in range(int(sys.argv[1])):
        person = researcher(number)
        version = prepare.publish_survey(person, simulated)
        fill(version, simulated)
        life = timezone.now() + timedelta(hours=1)
        _, token = accounts.create_token(actor=person, name="bench", scopes=["surveys:read"], expires_at=life)
        print(version.survey_id, token)

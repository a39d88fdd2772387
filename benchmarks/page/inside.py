"""`python -m benchmarks.page.inside RESEARCHERS REPORTS`: the demonstration of each, with its reports counted already.

Prints a line for each: survey and token. They are several because one person may ask 20 times a second.
"""

import os
import sys
from datetime import timedelta
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from django.utils import timezone  # noqa: E402

from datahub.accounts import services as accounts  # noqa: E402
from datahub.accounts.models import Person  # noqa: E402
from datahub.jobs.execution import run  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from surveys.demonstration import prepare  # noqa: E402
from surveys.demonstration.answers import reports  # noqa: E402
from surveys.demonstration.people import People, everybody  # noqa: E402
from surveys.intake.reception import receive_many  # noqa: E402
from surveys.models import Version  # noqa: E402
from surveys.running.close import close  # noqa: E402

AT_ONCE = 500


def researcher(number: int) -> Person:
    person = accounts.register(email=f"{number}@bench.example", password=uuid4().hex, name=f"Researcher {number}")
    accounts.prove_address(actor=None, person=person, reason="the bench prepares its own people")
    return person


def fill(version: Version, people: People) -> None:
    """The reports are received, and the jobs that take them in and estimate have run."""
    sent = reports(prepare.definition_of(version), version.hash, people, seed=1)
    for start in range(0, len(sent), AT_ONCE):
        if any(receive_many(sent[start : start + AT_ONCE], {version.hash})):
            raise RuntimeError("a report of the bench was refused")
    close(actor=None, rule="the bench counts its own reports", survey_id=version.survey_id, number=version.number)
    while queued := Job.objects.filter(kind__startswith="surveys.", state=Job.State.QUEUED).first():
        run(queued.pk)


if __name__ == "__main__":
    simulated = everybody().part(0, int(sys.argv[2]))
    for number in range(int(sys.argv[1])):
        person = researcher(number)
        version = prepare.publish_survey(person, simulated)
        fill(version, simulated)
        life = timezone.now() + timedelta(hours=1)
        _, token = accounts.create_token(actor=person, name="bench", scopes=["surveys:read"], expires_at=life)
        print(version.survey_id, token)

"""`python -m benchmarks.intake.inside prepare FILE FILE COUNT BULKS SIZE | count`: acts on the measured DataHub.

The last word of what it prints is a token for bulk, or the number of reports in the inbox.
"""

import itertools
import json
import os
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from django.utils import timezone  # noqa: E402

from datahub.accounts.services import create_token, ref_of  # noqa: E402
from surveys.demonstration import prepare  # noqa: E402
from surveys.demonstration.answers import reports  # noqa: E402
from surveys.demonstration.people import everybody, questionnaire  # noqa: E402
from surveys.drafts import services  # noqa: E402
from surveys.models import InboxRow, Version  # noqa: E402
from surveys.publishing.publish import publish  # noqa: E402


def published() -> Version:
    """Returns the demonstration's questions as a real survey: not marked simulated, batches of its own rules."""
    person = prepare.researcher()
    survey = services.create(actor=person, id=uuid4(), draft=questionnaire(), simulated=False)
    return publish(actor=ref_of(person), rule="the bench prepares its own survey", survey_id=survey.pk)


def endless(version: Version) -> Iterator[dict[str, Any]]:
    """Reports as pages send them, each under a key of its own."""
    definition = prepare.definition_of(version)
    for seed in itertools.count():
        yield from reports(definition, version.hash, everybody(), seed)


def write(path: Path, bodies: Iterator[object], count: int) -> None:
    """Writes one body on each line."""
    with path.open("w", encoding="ascii") as file:
        for body in itertools.islice(bodies, count):
            file.write(json.dumps(body, separators=(",", ":"), sort_keys=True) + "\n")


def bulks(reports: Iterator[dict[str, Any]], size: int) -> Iterator[object]:
    while True:
        yield {"reports": list(itertools.islice(reports, size))}


def a_token() -> str:
    life = timezone.now() + timedelta(hours=1)
    _, text = create_token(actor=prepare.researcher(), name="bench", scopes=["reports:bulk"], expires_at=life)
    return str(text)


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        endless_reports = endless(published())
        count, bulk_count, size = map(int, sys.argv[4:])
        write(Path(sys.argv[2]), endless_reports, count)
        write(Path(sys.argv[3]), bulks(endless_reports, size), bulk_count)
        print(a_token())
    else:
        print(InboxRow.objects.count())

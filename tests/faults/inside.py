"""`python -m tests.faults.inside prepare | tally SURVEY`: asks the database of a drilled service. JSON comes out."""

import json
import os
import sys
from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import django
from django.utils import timezone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from datahub.accounts import services as accounts  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from surveys.models import Batch, Counts, InboxRow, Report  # noqa: E402
from tests.faults.respondents import digest  # noqa: E402


def prepare() -> dict[str, str]:
    """Returns a token of a new person who may build a survey."""
    person = accounts.register(email=f"{uuid4()}@example.org", password="a password of the drill", name="Drill")
    accounts.prove_address(actor=None, person=person, reason="the drill reads no mail")
    _, text = accounts.create_token(
        actor=person, name="Drill", scopes=["surveys:write"], expires_at=timezone.now() + timedelta(hours=1)
    )
    return {"token": str(text)}


def tally(survey: UUID) -> dict[str, Any]:
    """Returns what is stored and counted of a survey, and what became of the jobs about it."""
    reports = Report.objects.filter(batch__version__survey=survey).values_list("level", "record")
    stored = [f"{level}:{bytes(record).hex()}" for level, record in reports]
    counted: Counter[str] = Counter()
    for counts in Counts.objects.filter(version__survey=survey):
        counted[counts.block] += counts.reports
    jobs = Job.objects.filter(subject=f"survey:{survey}").values_list("kind", "state", "error")
    return {
        # While the survey is open, every accepted report has a mark.
        "marks": InboxRow.objects.filter(version__survey=survey).count(),
        "waiting": InboxRow.objects.filter(version__survey=survey, sealed__isnull=False).count(),
        "stored": len(stored),
        "digest": digest(stored),
        "counted": dict(counted),
        "batches": sorted(Batch.objects.filter(version__survey=survey).values_list("size", flat=True)),
        "jobs": Counter(f"{kind} {state} {error}".strip() for kind, state, error in jobs),
    }


if __name__ == "__main__":
    json.dump(prepare() if sys.argv[1] == "prepare" else tally(UUID(sys.argv[2])), sys.stdout)

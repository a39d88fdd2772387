"""Jobs that end when they are told to, and `python -m tests.faults.crowds.heavy ask PERSON KIND NAME... | look`.

A heavy job waits until its name stands as a file in the data folder: no job ends before the drill has looked.
"""

import json
import os
import sys
import time
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.faults.crowds.heavy_settings")
django.setup()

# Models can be imported only after django.setup().
from django.conf import settings  # noqa: E402
from django.db import transaction  # noqa: E402

from datahub.api.ref import PLATFORM, Ref  # noqa: E402
from datahub.jobs.claims import Claim  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from datahub.jobs.services import submit  # noqa: E402

LOOK_SECONDS = 0.05


def wait(claim: Claim) -> None:
    while not Path(settings.DATA, claim.payload["name"]).exists():
        time.sleep(LOOK_SECONDS)
    end(claim)


def end(claim: Claim) -> None:
    with transaction.atomic():
        claim.finish({})


def ask(person: str, kind: str, names: list[str]) -> None:
    for name in names:
        submit(kind=kind, subject=PLATFORM, owner=Ref("person", person), payload={"name": name})


def look() -> dict[str, str]:
    """Returns the state of each job by its name."""
    jobs = Job.objects.filter(kind__startswith="drill.")
    return {payload["name"]: state for payload, state in jobs.values_list("payload", "state")}


if __name__ == "__main__":
    if sys.argv[1] == "ask":
        ask(sys.argv[2], sys.argv[3], sys.argv[4:])
    json.dump(look(), sys.stdout)

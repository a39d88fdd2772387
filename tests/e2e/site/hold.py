"""Ask for the deletion of a data set of a served site, and hold its job until standard input ends.

Called by hold.ts. A worker begins a deletion within milliseconds. Held here, it waits as for a busy worker, and an
owner can withdraw it. When the input ends the job is carried out, as whoever holds it does.
"""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from django.db import transaction  # noqa: E402

from datahub.accounts.models import Person  # noqa: E402
from datahub.datasets.models import DataSet  # noqa: E402
from datahub.datasets.services.destroy import ask_for_destruction, destroy  # noqa: E402
from datahub.jobs import claims  # noqa: E402
from datahub.jobs.heartbeat import Heartbeat  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402


def claim_on_new_deletion(data_set: DataSet, owner: Person) -> claims.Claim:
    """Returns a claim on a new deletion, made in the same transaction, so that no worker sees the job first."""
    with transaction.atomic():
        ask_for_destruction(actor=owner, rule="a journey", data_set_id=data_set.pk, name=data_set.name)
        job = Job.objects.get(kind="datasets.destroy", subject=f"dataset:{data_set.pk}")
        claim = claims.take(job.pk)
    if claim is None:
        raise RuntimeError("somebody else holds the deletion that was asked for just now")
    return claim


if __name__ == "__main__":
    deletion = claim_on_new_deletion(DataSet.objects.get(pk=sys.argv[1]), Person.objects.get(email=sys.argv[2]))
    with Heartbeat(deletion):
        print("held", flush=True)  # hold.ts waits for this line.
        sys.stdin.read()
        destroy(deletion)

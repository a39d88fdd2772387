"""`python -m tests.faults.crowds.crowd_inside prepare NUMBER | rotate | settle | look`: beside a drilled service.

prepare     so many people who may own data sets; their tokens as JSON
rotate      reads references of data sets, one a line; changes the keys of each by the command, and says so in a line
jobs        how many are not over, besides those of the clock, of which there is always one; and how the others ended
settle      ends what killed writers left begun, as upkeep does after ten minutes; only when no job is at work
look        what there is of each data set, its jobs and its budget, and what the verifications say, as JSON
"""

import json
import os
import sys
import time
from collections import Counter
from datetime import timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import django
from django.utils import timezone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.faults.crowds.crowd_settings")
django.setup()

# Models can be imported only after django.setup().
from django.conf import settings  # noqa: E402
from django.core.management import CommandError, call_command  # noqa: E402
from django.db import InterfaceError, OperationalError, connection  # noqa: E402

from datahub.accounts import services as accounts  # noqa: E402
from datahub.analyses.anonymise.rules.texts import text_of  # noqa: E402
from datahub.datasets.models import DataSet  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from datahub.ledger.models import Account, Spend, Unbounded  # noqa: E402
from datahub.releases import folders  # noqa: E402
from datahub.releases.models import Release  # noqa: E402
from datahub.releases.services.begin import sweep  # noqa: E402
from datahub.vault import rotation, upkeep  # noqa: E402
from datahub.vault.collections.tables import batches  # noqa: E402
from datahub.vault.models import SecureCollection  # noqa: E402
from tests.faults.crowds.crowd import digest_of  # noqa: E402

AGAIN_SECONDS = 0.2


def prepare(number: int) -> list[str]:
    tokens = []
    for place in range(number):
        person = accounts.register(
            email=f"person-{place}@example.org", password="a password of the drill", name=f"Person {place}"
        )
        accounts.prove_address(actor=None, person=person, reason="the drill reads no mail")
        ends = timezone.now() + timedelta(hours=1)
        tokens.append(
            str(accounts.create_token(actor=person, name="drill", scopes=["datasets:write"], expires_at=ends)[1])
        )
    return tokens


def rotate() -> None:
    """Rotates keys, and repeats the command if the database was away."""
    for line in sys.stdin:
        while True:
            try:
                call_command("vault", "rotate-keys", data_set=line.strip(), stdout=StringIO())
                break
            except (OperationalError, InterfaceError):
                connection.close()
                time.sleep(AGAIN_SECONDS)
        print("changed", flush=True)


def settle() -> None:
    upkeep.GRACE = timedelta(0)
    rotation.end_what_waits(upkeep.reconcile_by_date)


def look_at_jobs() -> dict[str, Any]:
    jobs = Job.objects.exclude(state=Job.State.DONE)
    return {
        "open": jobs.exclude(state__in=Job.ENDED).exclude(kind__in=settings.CLOCK).count(),
        "ended in vain": [f"{job.kind}: {job.error or job.state}" for job in jobs.filter(state__in=Job.ENDED)],
        "done": Counter(Job.objects.filter(state=Job.State.DONE).values_list("kind", flat=True)),
    }


def look() -> dict[str, Any]:
    sweep()
    released = Release.objects.exclude(file=None).values_list("file", flat=True)
    return look_at_jobs() | {
        "data sets": {str(data_set.pk): look_at(data_set) for data_set in DataSet.objects.all()},
        "folders": sorted(map(str, folders.there())) == sorted(map(str, released)),
        "verified": {name: verified(*words) for name, words in VERIFICATIONS.items()},
    }


VERIFICATIONS = {"vault": ("vault", "verify"), "log": ("audit", "verify"), "ledger": ("ledger", "status")}


def verified(*words: str) -> str:
    """Returns the last line of the command, or of its refusal where it finds a fault."""
    output, findings = StringIO(), StringIO()
    try:
        call_command(*words, stdout=output, stderr=findings)
    except CommandError as refusal:
        return f"{refusal}: {findings.getvalue()}"
    return output.getvalue().strip()


def look_at(data_set: DataSet) -> dict[str, Any]:
    ref, people = f"dataset:{data_set.pk}", f"lineage:{data_set.lineage_id}"
    account = Account.objects.filter(ref=people, people=people).first()
    spends = Spend.objects.filter(lines__account__people=people).distinct()
    return {
        "rows": [digest_of(lines_of(row)) for row in SecureCollection.objects.filter(ref=ref)],
        "keys left": [row.name for row in SecureCollection.objects.filter(ref=ref) if retired(row)],
        "spends": [[spend.state, sum_text(spend.rho)] for spend in spends],
        "spent": "0" if account is None else sum_text(account.spent_rho),
        "reserved": "0" if account is None else sum_text(account.reserved_rho),
        "unbounded": Unbounded.objects.filter(people=people).count(),
        "releases": list(Release.objects.filter(data_set=ref).values_list("state", flat=True)),
    }


def sum_text(rho: Decimal) -> str:
    """Returns a sum of budgets in the text form of the API."""
    return f"{rho.normalize():f}"


def retired(row: SecureCollection) -> bool:
    """Returns whether old keys of the collection are still there."""
    return bool(upkeep.records_of(row).ring.retired(row.name))


def lines_of(row: SecureCollection) -> list[str]:
    """Returns the rows as they stood in the file, in no order."""
    read = batches(upkeep.records_of(row), ["age", "town", "income"])
    columns = ([column.to_pylist() for column in batch.columns] for batch in read)
    return [",".join(map(text_of, values)) for batch in columns for values in zip(*batch, strict=True)]


def main(word: str, *words: str) -> None:
    if word == "rotate":
        rotate()
    else:
        answers = {"prepare": lambda: prepare(int(words[0])), "jobs": look_at_jobs, "settle": settle, "look": look}
        json.dump(answers[word](), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])

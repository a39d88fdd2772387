"""`python -m tests.faults.analyses.releasing MOMENT | look`: says what there is of a release, as JSON, and is the next
worker.

made        an owner has chosen a candidate; the worker is killed when the table is made and verified
sealing     killed when the first sealed piece stands on the disk
leaving     killed when the ledger was told, but nothing is committed
finished    killed when all is committed
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from datahub.accounts.models import Person  # noqa: E402
from datahub.analyses.tests.factories import PLAN, RELEASE, an_anonymisation  # noqa: E402
from datahub.datasets.tests.factories import CSV, Visitor, a_data_set, load, somebody  # noqa: E402
from datahub.jobs.clock import queue_running_jobs  # noqa: E402
from datahub.jobs.execution import run  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from datahub.jobs.shares import Share  # noqa: E402
from datahub.ledger.models import Unbounded  # noqa: E402
from datahub.releases import folders, verifier  # noqa: E402
from datahub.releases.in_memory import files_in_memory  # noqa: E402
from datahub.releases.models import Release  # noqa: E402
from datahub.releases.services import keep  # noqa: E402
from datahub.releases.services.begin import sweep  # noqa: E402
from datahub.vault.collections.file_chunks import Pieces  # noqa: E402
from tests.faults.dying import first, then  # noqa: E402

KILLED: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "made": (keep, "_begin_file", first(keep._begin_file, signal.SIGKILL)),
    "sealing": (Pieces, "write", then(Pieces.write, signal.SIGKILL)),
    "leaving": (keep, "leave", then(keep.leave, signal.SIGKILL)),
    "finished": (keep, "_finish", then(keep._finish, signal.SIGKILL)),
}
WORD = b"Basel"  # This word occurs in the rows of the data set in clear.
CANDIDATE = {"models": [{"model": "k-anonymity", "k": 5}, {"model": "k-map", "k": 6}]}


def ask() -> None:
    call_command("migrate", verbosity=0)
    owner = Visitor(somebody("ana"))
    data_set = a_data_set(owner.person)
    load(owner, data_set)
    head, *rows = CSV.splitlines()
    everybody = a_data_set(owner.person, name="Residents")
    load(owner, everybody, "\n".join((head, *rows * 3)) + "\n")
    population = {"data_set": str(everybody.pk), "version": 1}
    tried = an_anonymisation(owner, data_set, CANDIDATE, plan={**PLAN, "boxes": "disjoint", "population": population})
    answer = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE)
    assert answer.status_code == 202, answer.content


def attempt(moment: str) -> None:
    """Runs the job as a worker that knows it is the only one: it takes over what the one before it left behind."""
    setattr(*KILLED[moment])
    queue_running_jobs(Share.LONG)
    run(Job.objects.get(kind="analyses.release").pk)


def look() -> dict[str, Any]:
    """`left` are folders of pieces that the release does not name, which the sweeper then takes away."""
    job, release = Job.objects.get(kind="analyses.release"), Release.objects.get()
    kept = [path for path in Path(settings.DATA).rglob("*") if path.is_file()]
    facts: dict[str, Any] = {
        "job": job.state,
        "release": release.state,
        # One line is about the rows, the other about the population.
        "unbounded": list(Unbounded.objects.values_list("reason", flat=True)),
        "in the clear": [path.name for path in kept if "releases" in path.parts and WORD in path.read_bytes()],
        "left": sweep(),
        "folders": [str(file) for file in folders.there()] == [str(release.file)],
    }
    return facts | (_verified(release) if release.state == Release.State.RELEASED else {})


def _verified(release: Release) -> dict[str, Any]:
    """Returns the verifier's verdict on the downloaded release, by the card beside it."""
    owner = Visitor(Person.objects.get(email="ana@example.org"))
    table = owner.get(f"releases/{release.pk}/file/").content
    card = owner.get(f"releases/{release.pk}/card/").content
    with files_in_memory({"release": [table], "card": [card]}) as paths:
        findings = [asdict(finding) for finding in verifier.verify(verifier.Files(**paths, hierarchies={}))]
    return {
        "rows": len(table.splitlines()) - 1,
        "models": json.loads(card)["models"],
        "outcomes": sorted({finding["outcome"] for finding in findings}),
    }


def main(word: str) -> None:
    setup_test_environment()
    if word == "made":
        ask()
    json.dump(look(), sys.stdout)
    sys.stdout.flush()
    if word != "look":
        attempt(word)


if __name__ == "__main__":
    main(sys.argv[1])

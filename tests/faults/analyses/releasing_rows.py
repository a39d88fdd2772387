"""`python -m tests.faults.analyses.releasing_rows`: an owner hands synthetic rows over, and workers are killed.

Says as JSON what there was after each: when the rows are drawn and checked, when the first sealed piece stands on the
disk, when all is written and not committed, and when it is.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connections  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from datahub.analyses.tests.synthesis_factories import a_synthesis, give_budget, people_of  # noqa: E402
from datahub.datasets.models import DataSet  # noqa: E402
from datahub.datasets.tests.factories import Visitor, a_data_set, load, somebody  # noqa: E402
from datahub.jobs.clock import queue_running_jobs  # noqa: E402
from datahub.jobs.execution import run  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from datahub.jobs.shares import Share  # noqa: E402
from datahub.ledger.models import Unbounded  # noqa: E402
from datahub.ledger.tests.factories import sums  # noqa: E402
from datahub.releases import folders  # noqa: E402
from datahub.releases.models import Release  # noqa: E402
from datahub.releases.services import keep  # noqa: E402
from datahub.releases.services.begin import sweep  # noqa: E402
from datahub.vault.collections.file_chunks import Pieces  # noqa: E402
from tests.faults.dying import first, then  # noqa: E402

KILLED: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "checked": (keep, "_begin_file", first(keep._begin_file, signal.SIGKILL)),
    "sealing": (Pieces, "write", then(Pieces.write, signal.SIGKILL)),
    "leaving": (keep, "leave", then(keep.leave, signal.SIGKILL)),
    "finished": (keep, "_finish", then(keep._finish, signal.SIGKILL)),
}
WORD = b"Basel"  # This word occurs in the rows of the data set in clear.


def attempt(moment: str) -> int:
    """Runs the job in a child, as a worker that knows it is the only one. Returns what it ended with: below 0 it was
    killed."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        setattr(*KILLED[moment])
        queue_running_jobs(Share.LONG)
        run(Job.objects.get(kind="analyses.release_rows").pk)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def look(data_set: DataSet, ended: int) -> dict[str, Any]:
    """`left` are folders of pieces that the release does not name, which the sweeper then takes away."""
    release = Release.objects.get()
    kept = [path for path in Path(settings.DATA).rglob("*") if path.is_file() and "releases" in path.parts]
    return {
        "ended": ended,
        "job": Job.objects.get(kind="analyses.release_rows").state,
        "release": release.state,
        "spent": str(sums(people_of(data_set))[1]),
        "unbounded": Unbounded.objects.count(),
        "in the clear": [path.name for path in kept if WORD in path.read_bytes()],
        "left": sweep(),
        "folders": len(folders.there()),
    }


def main() -> None:
    setup_test_environment()
    call_command("migrate", verbosity=0)
    owner = Visitor(somebody("ana"))
    data_set = a_data_set(owner.person)
    load(owner, data_set)
    give_budget(owner, data_set)
    synthesis = a_synthesis(owner, data_set)
    wish = {"title": "Nobody", "audience": "recipients", "rows": 50}
    release = owner.send("POST", f"syntheses/{synthesis['id']}/releases/", wish).json()
    looks: dict[str, Any] = {moment: look(data_set, attempt(moment)) for moment in KILLED}
    table = owner.get(f"releases/{release['id']}/file/").content
    own = owner.get(f"syntheses/{synthesis['id']}/file/", form="csv", rows="50").content
    json.dump({"rho": synthesis["rho"], "same": table == own, "found": looks}, sys.stdout)


if __name__ == "__main__":
    main()

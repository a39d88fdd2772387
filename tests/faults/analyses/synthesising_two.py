"""`python -m tests.faults.analyses.synthesising_two`: an owner asks for rows of two tables, and one worker after the
other is
killed, at the moments of `synthesising`; also between the reading of the two. Says as JSON what there was after each.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from django.core.management import call_command  # noqa: E402
from django.db import connections  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from datahub.analyses.models import Synthesis, SyntheticModel  # noqa: E402
from datahub.analyses.synthesise.job import columns_in_vault  # noqa: E402
from datahub.analyses.synthesise.two_tables import job as synthesis_job  # noqa: E402
from datahub.analyses.tests.synthesis_factories import people_of  # noqa: E402
from datahub.analyses.tests.two_tables_factories import ask, two_data_sets  # noqa: E402
from datahub.datasets.models import DataSet  # noqa: E402
from datahub.datasets.tests.factories import Visitor, somebody  # noqa: E402
from datahub.jobs.clock import queue_running_jobs  # noqa: E402
from datahub.jobs.execution import run  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from datahub.jobs.shares import Share  # noqa: E402
from datahub.ledger.models import Spend, StoredAnswer  # noqa: E402
from datahub.ledger.services import carry_out  # noqa: E402
from datahub.ledger.tests.factories import sums  # noqa: E402
from mechanisms.synthesis.two_tables.fitting import fitted_joined  # noqa: E402
from tests.faults.dying import first, then  # noqa: E402

KILLED: dict[str, tuple[str, Callable[..., Any]]] = {
    "permitted": ("start_held", first(carry_out.start_held, signal.SIGKILL)),
    "started": ("start_held", then(carry_out.start_held, signal.SIGKILL)),
    "half read": ("columns_in_vault", then(columns_in_vault, signal.SIGKILL)),
    "read": ("both_in_vault", then(synthesis_job.both_in_vault, signal.SIGKILL)),
    "fitted": ("fitted_joined", then(fitted_joined, signal.SIGKILL)),
    "written": ("commit", then(carry_out.commit, signal.SIGKILL)),
    "kept": ("_keep", then(synthesis_job._keep, signal.SIGKILL)),
}


def attempt(moment: str) -> int:
    """Runs the job in a child, as a worker that knows it is the only one. Returns what it ended with: below 0 it was
    killed."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        setattr(synthesis_job, *KILLED[moment])
        queue_running_jobs(Share.LONG)
        run(Job.objects.get(kind="analyses.synthesise_joined").pk)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def look(both: Sequence[DataSet], ended: int) -> dict[str, Any]:
    synthesis = Synthesis.objects.select_related("job", "spend").get()
    accounts = [sums(people_of(data_set)) for data_set in both]
    return {
        "ended": ended,
        "job": synthesis.job.state,
        "spend": synthesis.spend.state,
        "spends": Spend.objects.count(),
        "reserved": [str(reserved) for reserved, _ in accounts],
        "spent": [str(spent) for _, spent in accounts],
        "models": SyntheticModel.objects.count(),
        "answers": StoredAnswer.objects.count(),
    }


def main() -> None:
    setup_test_environment()
    call_command("migrate", verbosity=0)
    owner = Visitor(somebody("ana"))
    both = two_data_sets(owner)
    synthesis = ask(owner, *both).json()
    looks: dict[str, Any] = {moment: look(both, attempt(moment)) for moment in KILLED}
    again = ask(owner, *both).json()
    rows = owner.get(f"syntheses/{synthesis['id']}/rows/", rows="30").json()
    looks["again"] = look(both, 0) | {"same": again["id"] == synthesis["id"], "rows": len(rows["parents"]["rows"])}
    json.dump({"rho": synthesis["rho"], **looks}, sys.stdout)


if __name__ == "__main__":
    main()

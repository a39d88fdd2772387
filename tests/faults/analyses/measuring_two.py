"""`python -m tests.faults.analyses.measuring_two`: rows of two tables are measured on the true ones, and worker after
worker is
killed, at the moments of `measuring`; also between the reading of the two. Says as JSON what there was after each.
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

from datahub.analyses.models import Appraisal, MeasuredReport  # noqa: E402
from datahub.analyses.synthesise.job import columns_in_vault  # noqa: E402
from datahub.analyses.synthesise.two_tables import job as synthesis_job  # noqa: E402
from datahub.analyses.synthesise.two_tables.measured import job as report_job  # noqa: E402
from datahub.analyses.tests.synthesis_factories import people_of  # noqa: E402
from datahub.analyses.tests.two_tables_factories import a_synthesis_of_two, two_data_sets  # noqa: E402
from datahub.datasets.models import DataSet  # noqa: E402
from datahub.datasets.tests.factories import Visitor, somebody  # noqa: E402
from datahub.jobs.clock import queue_running_jobs  # noqa: E402
from datahub.jobs.execution import run  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from datahub.jobs.shares import Share  # noqa: E402
from datahub.ledger.models import Spend, StoredAnswer  # noqa: E402
from datahub.ledger.services import carry_out  # noqa: E402
from datahub.ledger.tests.factories import sums  # noqa: E402
from mechanisms.synthesis.measured.two_tables import measured_joined  # noqa: E402
from tests.faults.dying import first, then  # noqa: E402

QUESTION = {"epsilon": "1", "delta": "0.000001"}
KILLED: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "permitted": (report_job, "start_held", first(carry_out.start_held, signal.SIGKILL)),
    "started": (report_job, "start_held", then(carry_out.start_held, signal.SIGKILL)),
    "half read": (synthesis_job, "columns_in_vault", then(columns_in_vault, signal.SIGKILL)),
    "read": (report_job, "both_in_vault", then(synthesis_job.both_in_vault, signal.SIGKILL)),
    "measured": (report_job, "measured_joined", then(measured_joined, signal.SIGKILL)),
    "written": (report_job, "commit", then(carry_out.commit, signal.SIGKILL)),
    "kept": (report_job, "_keep", then(report_job._keep, signal.SIGKILL)),
}


def attempt(moment: str) -> int:
    """Runs the job in a child, as a worker that knows it is the only one. Returns what it ended with: below 0 it was
    killed."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        setattr(*KILLED[moment])
        queue_running_jobs(Share.LONG)
        run(Job.objects.get(kind="analyses.appraise_joined").pk)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def look(both: Sequence[DataSet], ended: int) -> dict[str, Any]:
    report = Appraisal.objects.select_related("job", "spend").get()
    accounts = [sums(people_of(data_set)) for data_set in both]
    return {
        "ended": ended,
        "job": report.job.state,
        "spend": report.spend.state,
        "spends": Spend.objects.count(),
        "reserved": [str(reserved) for reserved, _ in accounts],
        "spent": [str(spent) for _, spent in accounts],
        "models": MeasuredReport.objects.count(),
        "answers": StoredAnswer.objects.count(),
    }


def main() -> None:
    setup_test_environment()
    call_command("migrate", verbosity=0)
    owner = Visitor(somebody("ana"))
    both = two_data_sets(owner)
    rows = a_synthesis_of_two(owner, *both)
    path = f"syntheses/{rows['id']}/measured-reports/"
    report = owner.send("POST", path, QUESTION).json()
    looks: dict[str, Any] = {moment: look(both, attempt(moment)) for moment in KILLED}
    again = owner.send("POST", path, QUESTION).json()
    told = len(again["report"]["children"]["marginals"])
    looks["again"] = look(both, 0) | {"same": again["id"] == report["id"], "told": told}
    json.dump({"before": rows["rho"], "rho": report["rho"], **looks}, sys.stdout)


if __name__ == "__main__":
    main()

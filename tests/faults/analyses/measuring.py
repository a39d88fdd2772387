"""`python -m tests.faults.analyses.measuring`: synthetic rows are measured on the true ones, and worker after worker is
killed.

Says as JSON what there was after each: before its start, when the price is spent, when the rows are read, when all is
measured, when it is written and not committed, and when it is.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from django.core.management import call_command  # noqa: E402
from django.db import connections  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from datahub.analyses.models import Appraisal, MeasuredReport  # noqa: E402
from datahub.analyses.synthesise import job as synthesis_job  # noqa: E402
from datahub.analyses.synthesise.measured import job as report_job  # noqa: E402
from datahub.analyses.tests.synthesis_factories import a_synthesis, give_budget, people_of  # noqa: E402
from datahub.datasets.models import DataSet  # noqa: E402
from datahub.datasets.tests.factories import Visitor, a_data_set, load, somebody  # noqa: E402
from datahub.jobs.clock import queue_running_jobs  # noqa: E402
from datahub.jobs.execution import run  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from datahub.jobs.shares import Share  # noqa: E402
from datahub.ledger.models import Spend, StoredAnswer  # noqa: E402
from datahub.ledger.services import carry_out  # noqa: E402
from datahub.ledger.tests.factories import sums  # noqa: E402
from mechanisms.synthesis.measured import report  # noqa: E402
from tests.faults.dying import first, then  # noqa: E402

QUESTION = {"epsilon": "1", "delta": "0.000001", "target": "income", "group": "town"}
KILLED: dict[str, tuple[str, Callable[..., Any]]] = {
    "permitted": ("start_held", first(carry_out.start_held, signal.SIGKILL)),
    "started": ("start_held", then(carry_out.start_held, signal.SIGKILL)),
    "read": ("columns_in_vault", then(synthesis_job.columns_in_vault, signal.SIGKILL)),
    "measured": ("measured_report", then(report.measured_report, signal.SIGKILL)),
    "written": ("commit", then(carry_out.commit, signal.SIGKILL)),
    "kept": ("_keep", then(report_job._keep, signal.SIGKILL)),
}


def attempt(moment: str) -> int:
    """Runs the job in a child, as a worker that knows it is the only one. Returns what it ended with: below 0 it was
    killed."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        setattr(report_job, *KILLED[moment])
        queue_running_jobs(Share.LONG)
        run(Job.objects.get(kind="analyses.appraise").pk)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def look(data_set: DataSet, ended: int) -> dict[str, Any]:
    report = Appraisal.objects.select_related("job", "spend").get()
    reserved, spent = sums(people_of(data_set))
    return {
        "ended": ended,
        "job": report.job.state,
        "spend": report.spend.state,
        "spends": Spend.objects.count(),
        "reserved": str(reserved),
        "spent": str(spent),
        "models": MeasuredReport.objects.count(),
        "answers": StoredAnswer.objects.count(),
    }


def main() -> None:
    setup_test_environment()
    call_command("migrate", verbosity=0)
    owner = Visitor(somebody("ana"))
    data_set = a_data_set(owner.person)
    load(owner, data_set)
    give_budget(owner, data_set)
    rows = a_synthesis(owner, data_set)
    path = f"syntheses/{rows['id']}/measured-reports/"
    report = owner.send("POST", path, QUESTION).json()
    looks: dict[str, Any] = {moment: look(data_set, attempt(moment)) for moment in KILLED}
    again = owner.send("POST", path, QUESTION).json()
    told = len(again["report"]["marginals"])
    looks["again"] = look(data_set, 0) | {"same": again["id"] == report["id"], "told": told}
    json.dump({"before": rows["rho"], "rho": report["rho"], **looks}, sys.stdout)


if __name__ == "__main__":
    main()

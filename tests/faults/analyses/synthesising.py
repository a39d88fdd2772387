"""`python -m tests.faults.analyses.synthesising ENGINE`: an owner asks for synthetic rows, and worker after worker is
killed.

Says as JSON what there was after each: before its start, when the price is spent, when the rows are read, when the
model is fitted, when all is written and not committed, and when it is.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from django.core.management import call_command  # noqa: E402
from django.db import connections  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from datahub.analyses.models import Synthesis, SyntheticModel  # noqa: E402
from datahub.analyses.synthesise import job as synthesis_job  # noqa: E402
from datahub.analyses.synthesise.engines import gaussian, marginals  # noqa: E402
from datahub.analyses.synthesise.engines.aim import Aim  # noqa: E402
from datahub.analyses.tests.synthesis_factories import (  # noqa: E402
    ALWAYS_THERE,
    OF_NUMBERS,
    PLAN,
    ask,
    give_budget,
    people_of,
)
from datahub.datasets.models import DataSet  # noqa: E402
from datahub.datasets.tests.factories import CSV, Visitor, a_data_set, load, somebody  # noqa: E402
from datahub.jobs.clock import queue_running_jobs  # noqa: E402
from datahub.jobs.execution import run  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from datahub.jobs.shares import Share  # noqa: E402
from datahub.ledger.models import Spend, StoredAnswer  # noqa: E402
from datahub.ledger.services import carry_out  # noqa: E402
from datahub.ledger.tests.factories import sums  # noqa: E402
from mechanisms.synthesis import fitting  # noqa: E402
from mechanisms.synthesis.gaussian import normals  # noqa: E402
from tests.faults.dying import first, then  # noqa: E402

FITTED: dict[str, tuple[ModuleType | type[Aim], str, Callable[..., Any]]] = {
    "marginals": (marginals, "fitted", then(fitting.fitted, signal.SIGKILL)),
    "gaussian": (gaussian, "fitted", then(normals.fitted, signal.SIGKILL)),
    "aim": (Aim, "answered", then(Aim.answered, signal.SIGKILL)),
}
PLANS = {"marginals": PLAN, "gaussian": OF_NUMBERS, "aim": PLAN | {"engine": "aim"}}
SHARES = {"aim": Share.SLOW}  # AIM runs on the slow workers; other engines run on the long-worker.
ENGINE = sys.argv[1]
KILLED: dict[str, tuple[ModuleType | type[Aim], str, Callable[..., Any]]] = {
    "permitted": (synthesis_job, "start_held", first(carry_out.start_held, signal.SIGKILL)),
    "started": (synthesis_job, "start_held", then(carry_out.start_held, signal.SIGKILL)),
    "read": (synthesis_job, "columns_in_vault", then(synthesis_job.columns_in_vault, signal.SIGKILL)),
    "fitted": FITTED[ENGINE],
    "written": (synthesis_job, "commit", then(carry_out.commit, signal.SIGKILL)),
    "kept": (synthesis_job, "_keep", then(synthesis_job._keep, signal.SIGKILL)),
}


def attempt(moment: str) -> int:
    """Runs the job in a child, as a worker that knows it is the only one. Returns what it ended with: below 0 it was
    killed."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        setattr(*KILLED[moment])
        queue_running_jobs(SHARES.get(ENGINE, Share.LONG))
        run(Job.objects.get(kind__startswith="analyses.synthesise").pk)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def look(data_set: DataSet, ended: int) -> dict[str, Any]:
    synthesis = Synthesis.objects.select_related("job", "spend").get()
    reserved, spent = sums(people_of(data_set))
    return {
        "ended": ended,
        "job": synthesis.job.state,
        "spend": synthesis.spend.state,
        "spends": Spend.objects.count(),
        "reserved": str(reserved),
        "spent": str(spent),
        "models": SyntheticModel.objects.count(),
        "answers": StoredAnswer.objects.count(),
    }


def main() -> None:
    setup_test_environment()
    call_command("migrate", verbosity=0)
    owner = Visitor(somebody("ana"))
    data_set = a_data_set(owner.person)
    load(owner, data_set, CSV, **ALWAYS_THERE)
    give_budget(owner, data_set, "10")
    synthesis = ask(owner, data_set, PLANS[ENGINE]).json()
    looks: dict[str, Any] = {moment: look(data_set, attempt(moment)) for moment in KILLED}
    again = ask(owner, data_set, PLANS[ENGINE]).json()
    rows = owner.get(f"syntheses/{synthesis['id']}/rows/", rows="30").json()
    looks["again"] = look(data_set, 0) | {"same": again["id"] == synthesis["id"], "rows": len(rows["rows"])}
    json.dump({"rho": synthesis["rho"], **looks}, sys.stdout)


if __name__ == "__main__":
    main()

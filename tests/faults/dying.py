"""`python -m tests.faults.dying MOMENT SURVEY`: closes a survey, and is the worker that attempts its last ingest.

counted     killed when reports and counts are written but not committed
committed   killed when they are, and the key file is still there
frozen      stopped before it moves the first row; SIGCONT lets it go on, and it says what came of that
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from django.db import transaction  # noqa: E402

from datahub.jobs import claims, execution  # noqa: E402
from datahub.jobs.heartbeat import Heartbeat  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from surveys.reports import ingest as ingesting  # noqa: E402
from surveys.running.close import close  # noqa: E402

Deed = Callable[..., Any]


def then(deed: Deed, number: signal.Signals) -> Deed:
    def done(*given: Any, **named: Any) -> Any:
        answer = deed(*given, **named)
        os.kill(os.getpid(), number)
        return answer

    return done


def first(deed: Deed, number: signal.Signals) -> Deed:
    def doing(*given: Any, **named: Any) -> Any:
        os.kill(os.getpid(), number)
        return deed(*given, **named)

    return doing


def main(moment: str, survey: str) -> None:
    replaced: dict[str, tuple[str, Deed]] = {
        "counted": ("_add", then(ingesting._add, signal.SIGKILL)),
        "committed": ("_finish", then(ingesting._finish, signal.SIGKILL)),
        "frozen": ("_move", first(ingesting._move, signal.SIGSTOP)),
    }
    setattr(ingesting, *replaced[moment])
    with transaction.atomic():  # No other worker can see the job before it is claimed.
        close(actor=None, rule="drill", survey_id=UUID(survey), number=1)
        job = Job.objects.get(kind="surveys.ingest", subject=f"survey:{survey}")
        claim = claims.take(job.pk)
    assert claim is not None
    with Heartbeat(claim):
        execution._attempt(claim)
    print("ended", claim.finished, Job.objects.get(pk=job.pk).state)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])

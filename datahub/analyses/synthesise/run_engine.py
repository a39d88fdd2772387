"""An engine runs in this process, or as a program in its own environment, which an operator has installed."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection

from datahub.analyses.errors import EngineMissing, no_rows
from datahub.analyses.synthesise.engines.aim import Aim
from datahub.analyses.synthesise.engines.engine import ColumnNumbers, Engine, Json
from datahub.analyses.synthesise.engines.named import ENGINES
from datahub.analyses.synthesise.sandbox_process import started
from datahub.jobs.claims import Claim
from datahub.jobs.errors import ClaimLost
from datahub.ledger.errors import AnalysisFailed

log = logging.getLogger(__name__)

AIM = "aim"
PROGRAM = Path(__file__).parent / "engines" / "programs" / "aim.py"
Fit = Callable[[Sequence[ColumnNumbers], Decimal], Json]


def kind_of_job(engine: Engine) -> str:
    return "analyses.synthesise_slowly" if isinstance(engine, Aim) else "analyses.synthesise"


def engines_offered() -> list[dict[str, Any]]:
    """Returns the engines that run here, each with `hours`: the time after which a slow engine is stopped."""
    hours = {AIM: settings.AIM_HOURS}
    return [{"engine": name, "hours": hours.get(name)} for name in ENGINES if name != AIM or settings.AIM_PYTHON]


def check_offered(engine: Engine) -> None:
    """Checks that an engine is installed. PlanRefused where it is not."""
    if isinstance(engine, Aim) and not settings.AIM_PYTHON:
        raise no_rows("engine", f"is {AIM}, which is not installed here")


@contextmanager
def at_work(engine: Engine, claim: Claim) -> Iterator[Fit]:
    """Yields the function that fits an engine, in this process or in its program. EngineMissing if that is not
    installed: then no row was read."""
    if not isinstance(engine, Aim):
        yield engine.fitted
        return
    if not settings.AIM_PYTHON:
        raise EngineMissing
    # The program must use the same version of OpenDP as this process, which draws all other noise.
    same = {"opendp": version("opendp")}
    with started(settings.AIM_PYTHON, PROGRAM, megabytes=settings.AIM_MEGABYTES, greeting=same) as program:

        def fit(columns: Sequence[ColumnNumbers], rho: Decimal) -> Json:
            seconds = settings.AIM_HOURS * 3600
            answer = program.told(engine.program_input(columns, rho), seconds=seconds, look=wanted_by(claim))
            try:
                return engine.answered(answer)
            except AnalysisFailed:
                log.error("%s said what is no answer to its plan", AIM)
                raise

        yield fit


def wanted_by(claim: Claim) -> Callable[[], None]:
    """Returns a function that raises ClaimLost when the job was cancelled, or another attempt has claimed it."""

    def look() -> None:
        try:
            is_over = claim.cancelled()
        except DatabaseError:  # the database may be away for a moment: hours of work wait for it
            connection.close()
            return
        if is_over:
            raise ClaimLost(f"job {claim.job_id} is not ours any more")

    return look

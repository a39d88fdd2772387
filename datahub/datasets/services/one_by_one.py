"""The scheduler ends things one by one, each in a transaction of its own, so that one that fails holds up no other."""

import logging
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import transaction

from datahub.api.problem import Problem
from datahub.api.ref import Ref

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Swept:
    """The result of a sweep says how many were ended, and of each that was not why: the code of a refusal, or the kind
    of an error."""

    done: int
    failed: dict[str, str]


def one_by_one(refs: Iterable[Ref], end: Callable[[Ref], object]) -> Swept:
    """Ends each of the things in a transaction of its own; the next sweep tries those again that failed."""
    done, failed = 0, {}
    for ref in refs:
        try:
            with transaction.atomic():
                end(ref)
        except Problem as refusal:
            failed[str(ref)] = refusal.code
            log.warning("%s was not ended: %s", ref, refusal.code)
        except Exception as error:  # noqa: BLE001 - an error in one must not keep the others waiting
            failed[str(ref)] = type(error).__name__  # the message is left out, because it may quote what was processed
            frames = "".join(traceback.format_tb(error.__traceback__))
            log.error("%s was not ended: %s\n%s", ref, type(error).__name__, frames)
        else:
            done += 1
    return Swept(done=done, failed=failed)

"""A process keeps the model of synthetic rows of a version as long as its published estimates stay the same."""

import hashlib
import json
from threading import Lock
from typing import Any

from surveys.errors import NoResults
from surveys.models import CrossTab, Version
from surveys.publishing import definition as definitions
from surveys.results.crosstabs.rules import unplanned_from
from surveys.results.selectors import results_of
from surveys.results.synthetic_rows.rules import MadeOfEstimates, made_of

MOST_KEPT = 8
_KEPT: dict[str, MadeOfEstimates] = {}  # The most recently used table is the last.
_LOCK = Lock()


def made_of_version(version: Version) -> tuple[MadeOfEstimates, dict[str, Any]]:
    """Returns the model of a version's estimates, and the results it was made of. Errors: NoResults before there are
    results, and the errors of `made_of`."""
    shown = results_of(version)
    if shown["state"] != "shown":
        raise NoResults("No rows are made before enough reports have been ingested.")
    tables = CrossTab.objects.filter(version=version, result__isnull=False).order_by("pk")
    crosstabs = [table for table in tables.values_list("result", flat=True) if table]
    least = unplanned_from(definitions.read(version.definition))
    estimates = {name: shown[name] for name in ("questions", "reports")}
    key = hashlib.sha256(json.dumps([estimates, crosstabs, least]).encode()).hexdigest()
    source = _KEPT.get(key) or made_of(estimates, crosstabs, least)
    with _LOCK:
        _KEPT.pop(key, None)
        _KEPT[key] = source
        if len(_KEPT) > MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
    return source, shown

"""A process keeps the model of a version as long as the published numbers stay the same."""

import hashlib
import json
from threading import Lock
from typing import Any

from surveys.errors import NoResults
from surveys.models import Estimate, Version
from surveys.publishing import definition as definitions
from surveys.results.crosstabs.rules import unplanned_from
from surveys.results.crosstabs.selectors import tables_of
from surveys.results.model.rules import model

MOST_MODELS = 16  # One process keeps this many models.
_MODELS: dict[tuple[str, str, int], dict[str, Any]] = {}  # The most recently used model is the last.
_LOCK = Lock()


def model_of(version: Version, question: str) -> dict[str, Any]:
    """Returns the model of the stored tables. It holds no new numbers and is kept only in this process."""
    kept = Estimate.objects.filter(version=version).only("result").first()
    if kept is None:
        raise NoResults("No model is made before enough reports have been ingested.")
    least = unplanned_from(definitions.read(version.definition))
    return _model(kept.result, tables_of(version), question, least)


def _model(result: dict[str, Any], tables: list[dict[str, Any]], question: str, least: int) -> dict[str, Any]:
    """Returns a model from the cache, or makes and keeps it: making takes seconds, and the same published numbers give
    the same model.

    They are known by a digest: kept whole, tables of hundreds of answers would stand in memory as keys.
    """
    published = hashlib.sha256(json.dumps([result, tables]).encode()).hexdigest()
    key = published, question, least
    kept_model = _MODELS.get(key) or model(result, tables, question, least)
    with _LOCK:
        _MODELS.pop(key, None)
        _MODELS[key] = kept_model
        if len(_MODELS) > MOST_MODELS:
            del _MODELS[next(iter(_MODELS))]
    return kept_model

"""These factories make a data set of sixty people, plans, candidates and releases for the tests of anonymisation."""

import json
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.test import Client
from django.utils import timezone

from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import CSV, Visitor, a_data_set, load, work
from datahub.datasets.tests.remembered import remembered

TOWNS = "Bern;Bern region;*\nBasel;Basel region;*\nThun;Bern region;*\n"
PLAN: dict[str, Any] = {
    "columns": [
        {"name": "age", "role": "quasi", "hierarchy": {"kind": "intervals", "start": 0, "widths": [5, 10, 20]}},
        {"name": "town", "role": "quasi", "hierarchy": {"kind": "flat"}},
        {"name": "income", "role": "sensitive"},
    ],
    "missing": "?",
}
K5: dict[str, Any] = {"models": [{"model": "k-anonymity", "k": 5}]}
K10_L3: dict[str, Any] = {
    "models": [{"model": "k-anonymity", "k": 10}, {"model": "distinct-l-diversity", "column": "income", "l": 3}]
}
K99: dict[str, Any] = {"models": [{"model": "k-anonymity", "k": 61}]}
RELEASE: dict[str, Any] = {
    "candidate": 0,
    "title": "Incomes, for the audit",
    "audience": "recipients",
    "licence": "CC BY 4.0",
    "citation": "Ana (2026).",
}


def plan(**changed: dict[str, Any]) -> dict[str, Any]:
    """Returns the plan, with changes to some columns by name."""
    return {**PLAN, "columns": [column | changed.get(column["name"], {}) for column in PLAN["columns"]]}


def ask(
    owner: Visitor,
    data_set: DataSet,
    *candidates: dict[str, Any],
    version: int = 1,
    plan: dict[str, Any] = PLAN,
    **wish: Any,
) -> Any:
    body = {"version": version, "plan": plan, "candidates": list(candidates) or [K5], **wish}
    return owner.send("POST", f"datasets/{data_set.pk}/anonymisations/", body)


def an_anonymisation(
    owner: Visitor,
    data_set: DataSet,
    *candidates: dict[str, Any],
    version: int = 1,
    plan: dict[str, Any] = PLAN,
    **wish: Any,
) -> dict[str, Any]:
    """Asks for an anonymisation and returns it when the worker is done."""
    answer = ask(owner, data_set, *candidates, version=version, plan=plan, **wish)
    assert answer.status_code == 202, answer.content
    work()
    shown: dict[str, Any] = owner.get(f"anonymisations/{answer.json()['id']}/").json()
    return shown


def released(
    owner: Visitor,
    data_set: DataSet,
    candidate: dict[str, Any] = K5,
    *,
    version: int = 1,
    plan: dict[str, Any] = PLAN,
    purpose: str | None = None,
    **changes: Any,
) -> dict[str, Any]:
    """Asks for a release and returns it when the worker is done."""
    wish = {} if purpose is None else {"purpose": purpose}
    tried = an_anonymisation(owner, data_set, candidate, version=version, plan=plan, **wish)
    answer = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE | changes)
    assert answer.status_code == 202, answer.content
    work()
    shown: dict[str, Any] = owner.get(f"releases/{answer.json()['id']}/").json()
    return shown


def rows_of(owner: Visitor, release: str | UUID) -> Sequence[Sequence[str]]:
    text = owner.get(f"releases/{release}/file/").content.decode()
    return [line.split(",") for line in text.splitlines()]


def loaded(owner: Visitor, name: str = "Incomes", content: str = CSV, **changed: Any) -> DataSet:
    """Returns a data set of the owner with this file loaded; `changed` replaces parts of its declaration."""

    def build() -> UUID:
        data_set = a_data_set(owner.person, name=name)
        load(owner, data_set, content, **changed)
        return data_set.pk

    return DataSet.objects.get(pk=remembered(f"{name} of {owner.person.pk}: {content} as {changed}", build))


def words_of(content: object) -> set[str]:
    """Returns each word and each whole number of an answer. An identifier falls into parts of four characters or more,
    so a number of fewer is in here only where it was said, not where an identifier happens to have its digits."""
    return set(re.findall(r"\w+", json.dumps(content)))


def in_days(days: float) -> str:
    return (timezone.now() + timedelta(days=days)).isoformat()


def give(owner: Visitor, release: dict[str, Any], to: Visitor, **wish: Any) -> Any:
    return owner.send("POST", f"releases/{release['id']}/recipients/", {"person": str(to.person.pk), **wish})


def follow(secret: str, what: str = "csv") -> Any:
    body = {"secret": secret, "what": what}
    return Client().post("/api/v1/release-downloads/", body, content_type="application/json")

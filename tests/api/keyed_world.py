"""This module provides the world of tests, with a budget, models and candidates: whatever can be created under an
Idempotency-Key can be."""

from collections.abc import Mapping
from typing import Any

from django.test import Client

from datahub.accounts.models import Person
from datahub.analyses.models import Anonymisation, Synthesis, SyntheticModel
from datahub.analyses.sealed import sealed
from datahub.api.ref import Ref
from datahub.datasets.models import Version
from datahub.datasets.tests.factories import mark_loaded
from datahub.policies.services import authorise
from datahub.releases.models import Release
from tests.api.world import World, a_world

YEARS = {"name": "years", "role": "quasi", "hierarchy": {"kind": "flat"}}
LEFT_OUT = [{"name": name, "role": "identifying"} for name in ("note", "code")]
PLAN: dict[str, Any] = {"columns": [YEARS, *LEFT_OUT], "missing": "?"}
K2: list[dict[str, Any]] = [{"model": "k-anonymity", "k": 2}]
CANDIDATE: dict[str, Any] = {
    "refused": "",
    "guarantee": "2-anonymous over {years}",
    **dict.fromkeys(("risk", "utility", "beside")),
    "public": [],
    "reasons": [],
}


def a_keyed_world() -> World:
    world = a_world()
    fit_out(world.owner, world.ids)
    return world


def fit_out(owner: Person, ids: Mapping[str, str]) -> None:
    """Gives the data sets of a world what their analyses need."""
    fit_out_without_models(owner, ids)
    _make_models()


def fit_out_without_models(owner: Person, ids: Mapping[str, str]) -> None:
    for version in Version.objects.all():
        mark_loaded(version, rows=100)
    Release.objects.update(state=Release.State.FAILED)  # Only one release of the same people may be in progress.
    _allow(owner, ids["<data set>"], ids["<members>"])
    _find_candidates(owner, ids["<anonymisation>"])


def _allow(owner: Person, *data_sets: str) -> None:
    client = Client()
    client.force_login(owner)
    limits = {"rho": "1000", "delta": "0.001", "epsilon": None}
    for data_set in data_sets:
        url = f"/api/v1/budgets/dataset:{data_set}/limits/"
        assert client.put(url, limits, content_type="application/json").status_code == 200


def _make_models() -> None:
    """Makes models that nothing opens here; they only exist, as after a job."""
    for synthesis in Synthesis.objects.filter(model=None):
        children = synthesis.children
        model = SyntheticModel.objects.create(
            version=synthesis.version,
            children=children,
            digest=synthesis.digest,
            content=b"",
            of_children=None if children is None else b"",
        )
        Synthesis.objects.filter(pk=synthesis.pk).update(model=model)


def _find_candidates(owner: Person, anonymisation_id: str) -> None:
    anonymisation = Anonymisation.objects.select_related("version").get(pk=anonymisation_id)
    ref = Ref("dataset", str(anonymisation.version.data_set_id))
    permit = authorise(viewer=owner, operation="dataset.anonymise", ref=ref)
    request, outcome = {"plan": PLAN, "candidates": [K2]}, {"candidates": [CANDIDATE]}
    anonymisation.asked = sealed(permit, ref, "asked", anonymisation.pk, request)
    anonymisation.found = sealed(permit, ref, "found", anonymisation.pk, outcome)
    anonymisation.save(update_fields=["asked", "found"])

"""This module provides candidates and a release of the owner's data set, both still to be made, with access for a
colleague."""

from typing import Any
from uuid import uuid4

from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.rules import hash_of
from datahub.accounts.services import ref_of
from datahub.analyses.models import Anonymisation, Synthesis
from datahub.analyses.sealed import sealed
from datahub.analyses.synthesise.rules.plan import read_synthetic_plan
from datahub.analyses.synthesise.selectors import columns_of
from datahub.api.ref import Ref
from datahub.datasets.models import DataSet, Version
from datahub.jobs.services import submit
from datahub.ledger.models import Spend
from datahub.policies.services import authorise
from datahub.releases.models import Link, Recipient, Release
from datahub.releases.services.begin import announce

PLAN: dict[str, Any] = {"columns": [{"name": "note", "role": "identifying"}], "missing": "?"}
ROWS: dict[str, Any] = {"columns": [{"name": "years"}], "epsilon": "1", "delta": "0.000001"}
OTHER_ROWS = ROWS | {"epsilon": "2"}
K2: list[dict[str, Any]] = [{"model": "k-anonymity", "k": 2}]


def release_things(owner: Person, data_set: DataSet, version: Version, colleague: Person) -> dict[str, str]:
    ref = Ref("dataset", str(data_set.pk))
    permit = authorise(viewer=owner, operation="dataset.anonymise", ref=ref)
    job, id = submit(kind="analyses.candidates", subject=ref, owner=ref_of(owner)), uuid4()
    sealed_request = sealed(permit, ref, "asked", id, {"plan": PLAN, "candidates": [K2]})
    Anonymisation.objects.create(id=id, version=version, asked_by=str(ref_of(owner)), job=job, asked=sealed_request)
    release = announce(
        permit=permit,
        id=uuid4(),
        kind=Release.Kind.ANONYMISED,
        version=Ref("dataset_version", str(version.pk)),
        number=1,
        people=Ref("lineage", str(data_set.lineage_id)),
        population=None,
        compared_with=None,
        columns=[{"name": "age", "role": "quasi"}],
        guarantee="5-anonymous over {age}",
        models=[{"model": "k-anonymity", "k": 5}],
        second_person=False,
        purpose="",
        noise=None,
        fields={"title": "Ages", "audience": "recipients", "licence": "", "citation": ""},
    )
    place = Recipient.objects.create(release=release, person=colleague)
    link = Link.objects.create(
        release=release,
        secret_hash=hash_of(f"a secret {release.pk}"),
        made_by=str(ref_of(owner)),
        expires_at=timezone.now(),
    )
    return {
        "<synthesis>": _synthesis(owner, version, ref),
        "<anonymisation>": str(id),
        "<release>": str(release.pk),
        "<uuid:recipient_id>": str(place.pk),
        "<uuid:link_id>": str(link.pk),
    }


def _synthesis(owner: Person, version: Version, ref: Ref) -> str:
    permit = authorise(viewer=owner, operation="dataset.synthesise", ref=ref)
    job, id = submit(kind="analyses.synthesise", subject=ref, owner=ref_of(owner)), uuid4()
    spend = Spend.objects.create(
        request=f"rows {id}", actor=str(ref_of(owner)), operation="dataset.synthesise", rho=1, delta=0
    )
    sealed_request, plan = (
        sealed(permit, ref, "synthesis", id, {"plan": OTHER_ROWS, "rows": []}),
        read_synthetic_plan(OTHER_ROWS, columns_of(version)),
    )
    Synthesis.objects.create(
        id=id,
        version=version,
        asked_by=str(ref_of(owner)),
        job=job,
        spend=spend,
        digest=plan.digest,
        asked=sealed_request,
    )
    return str(id)


def release_bodies(colleague: str, ends: str) -> dict[tuple[str, str], dict[str, Any]]:
    wanted = {"version": 1, "plan": PLAN, "candidates": [{"models": K2}]}
    chosen = {"candidate": 0, "title": "Notes", "audience": "recipients"}
    made_of = {"columns": [{"name": "years"}], "rows": 100, "privacy": [{"epsilon": "1", "delta": "0.000001"}]}
    return {
        ("POST", "api/v1/datasets/<uuid:id>/syntheses/"): {"version": 1, "plan": ROWS},
        ("POST", "api/v1/datasets/<uuid:id>/versions/<int:number>/syntheses/forecasts/"): made_of,
        ("PATCH", "api/v1/syntheses/<uuid:id>/"): {"state": "cancelled"},
        ("POST", "api/v1/syntheses/<uuid:id>/measured-reports/"): {"epsilon": "1", "delta": "0.000001"},
        ("POST", "api/v1/syntheses/<uuid:id>/releases/"): {"title": "Nobody", "audience": "recipients"},
        ("POST", "api/v1/datasets/<uuid:id>/anonymisations/"): wanted,
        ("POST", "api/v1/datasets/<uuid:id>/versions/<int:number>/counts/levels/"): {
            "column": "note",
            "hierarchy": {"kind": "flat"},
        },
        ("PATCH", "api/v1/anonymisations/<uuid:id>/"): {"state": "cancelled"},
        ("POST", "api/v1/anonymisations/<uuid:id>/releases/"): chosen,
        ("POST", "api/v1/releases/<uuid:id>/verdict/"): {"approved": True},
        ("POST", "api/v1/releases/<uuid:id>/recipients/"): {"person": colleague, "columns": ["age"]},
        ("POST", "api/v1/releases/<uuid:id>/links/"): {"expires_at": ends},
        ("POST", "api/v1/release-downloads/"): {"secret": "unknown"},
    }

"""Members of the households of the owner's data set, and rows of both that were asked for and are not made yet."""

from typing import Any
from uuid import uuid4

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.models import Synthesis
from datahub.analyses.sealed import sealed
from datahub.analyses.synthesise.selectors import columns_of
from datahub.analyses.synthesise.two_tables.rules.plan import read_two_tables_plan
from datahub.api.ref import Ref
from datahub.datasets.models import DataSet, Version
from datahub.datasets.rules.columns import EMPTY
from datahub.datasets.services.create import create
from datahub.datasets.services.look import keep_columns
from datahub.datasets.tests.factories import an_upload, mark_loaded
from datahub.jobs.services import submit
from datahub.ledger.models import Spend
from datahub.policies.services import authorise

CODE: dict[str, Any] = {**EMPTY, "name": "code", "type": "text", "role": "identifying", "longest": 9}


def as_named_in_the_file(*columns: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**column, "name_in_file": column["name"], "left_out": False} for column in columns]


def two_tables_things(owner: Person, data_set: DataSet, households: Version) -> dict[str, str]:
    members = _members(owner)
    ref, id = Ref("dataset", str(data_set.pk)), uuid4()
    permit = authorise(viewer=owner, operation="dataset.synthesise", ref=ref)
    plan_fields = _plan(str(members.data_set_id)) | {"epsilon": "2"}  # The plan differs from that of the request body.
    plan = read_two_tables_plan(plan_fields, columns_of(households), columns_of(members), version=members.pk)
    spend = Spend.objects.create(
        request=f"joined {id}", actor=str(ref_of(owner)), operation="dataset.synthesise", rho=1, delta=0
    )
    Synthesis.objects.create(
        id=id,
        version=households,
        children=members,
        asked_by=str(ref_of(owner)),
        job=submit(kind="analyses.synthesise_joined", subject=ref, owner=ref_of(owner)),
        spend=spend,
        digest=plan.digest,
        asked=sealed(permit, ref, "joined", id, {"plan": plan_fields, "rows": {"parents": [], "children": []}}),
    )
    return {"<joined>": str(id), "<members>": str(members.data_set_id)}


def two_tables_bodies(members: str) -> dict[tuple[str, str], dict[str, Any]]:
    plan_fields = _plan(members)
    made_of = {part: of for part, of in plan_fields.items() if part not in {"epsilon", "delta"}}
    wish = {"parents_assumed": 100, "children_assumed": 200, "privacy": [{"epsilon": "1", "delta": "0.000001"}]}
    return {
        ("POST", "api/v1/datasets/<uuid:id>/syntheses/?two"): {"version": 1, "plan": plan_fields},
        ("POST", "api/v1/datasets/<uuid:id>/versions/<int:number>/syntheses/forecasts/?two"): {**made_of, **wish},
        ("POST", "api/v1/syntheses/<uuid:id>/measured-reports/?two"): {"epsilon": "1", "delta": "0.000001"},
        ("PATCH", "api/v1/syntheses/<uuid:id>/?two"): {"state": "cancelled"},
        ("POST", "api/v1/syntheses/<uuid:id>/releases/?two"): {"title": "Nobody", "audience": "recipients"},
    }


def _members(owner: Person) -> Version:
    data_set = create(actor=owner, id=uuid4(), fields={"name": "Members"})
    version = Version.objects.create(data_set=data_set, number=1)
    an_upload(version, "b.csv")
    age = {**EMPTY, "name": "age", "type": "integer", "role": "quasi", "minimum": "0", "maximum": "99"}
    keep_columns(version, as_named_in_the_file(CODE, age))
    mark_loaded(version)
    return version


def _plan(members: str) -> dict[str, Any]:
    return {
        "parents": {"key": "code", "columns": [{"name": "years"}]},
        "children": {"data_set": members, "version": 1, "key": "code", "columns": [{"name": "age"}]},
        "context": ["years"],
        "most": 2,
        "epsilon": "1",
        "delta": "0.000001",
    }

"""These selectors return synthetic rows to whoever asked for them: what was released, and rows drawn from it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from datahub.analyses.drawing import KeyedEntropy
from datahub.analyses.errors import NotInThisState
from datahub.analyses.models import Synthesis
from datahub.analyses.sealed import model_in, plan_of
from datahub.analyses.synthesise.rules.files import DrawnRows, card_of_rows, rows_taken, taken_as
from datahub.analyses.synthesise.rules.plan import SyntheticPlan, read_synthetic_plan
from datahub.analyses.synthesise.rules.report import guarantee_of_rows, report_of
from datahub.analyses.synthesise.rules.rows_read import rows_in
from datahub.api.ref import Ref
from datahub.datasets.models import Version
from datahub.datasets.rules.columns import Column
from datahub.jobs.selectors import progress_of
from datahub.policies.services import Permit
from datahub.policies.write.policy_json import write_rows
from mechanisms.accounting.event import decimal_text


def ref_of_version(version: Version) -> Ref:
    return Ref("dataset_version", str(version.pk))


def syntheses_of(data_set: UUID, viewer: Ref) -> QuerySet[Synthesis]:
    """Returns the viewer's own syntheses of a data set, alone or as the parents: anybody else who asks for the same
    rows pays for them."""
    own = Synthesis.objects.filter(version__data_set=data_set, asked_by=str(viewer))
    return own.select_related("job", "version", "children", "spend", "model")


def columns_of(version: Version) -> list[Column]:
    """Returns the columns as their owner declared them."""
    return [Column.from_json({"name": column.name, **column.declaration}) for column in version.columns.all()]


def columns_shown(version: Version, permit: Permit) -> list[Column]:
    """Returns the columns that some rule shows to the viewer; of other columns not even a name is told."""
    shown = [limits.columns for limits in permit.ways]
    return [column for column in columns_of(version) if any(names is None or column.name in names for names in shown)]


def check_as_asked(synthesis: Synthesis, digest: str) -> None:
    """Checks that a plan is still the one that was asked for. NotInThisState where a plan that is read again has
    another digest: what is loaded is never declared anew, but a database can be written to, and a program that reads
    plans can change. Rows would carry wrong values unseen."""
    if digest != synthesis.digest:
        raise NotInThisState("The columns are not declared as they were when these rows were asked for. Ask anew.")


def synthesis_in_list(synthesis: Synthesis) -> dict[str, Any]:
    """Returns a synthesis as a list shows it, without how many rows there are. How long the work took is not hidden:
    `/jobs/` says when it ended."""
    job, children = synthesis.job, synthesis.children
    return {
        "id": synthesis.pk,
        "data_set": synthesis.version.data_set_id,
        "version": synthesis.version.number,
        "children": None if children is None else {"data_set": children.data_set_id, "version": children.number},
        "state": job.state,
        "error": job.error,
        "progress": progress_of(job),
        "purpose": synthesis.purpose,
        "spend": synthesis.spend.state,
        "created_at": synthesis.created_at,
    }


def whole_synthesis(synthesis: Synthesis, permit: Permit) -> dict[str, Any]:
    """Returns a synthesis as its page shows it. `report` is made only of what was released, and is null until then."""
    fields, plan = plan_read(synthesis, permit)
    model = None if synthesis.model is None else model_in(permit, _data_set_of(synthesis), synthesis.model)
    return {
        **synthesis_in_list(synthesis),
        "plan": fields,
        "only_rows": write_rows(plan.rows),
        "guarantee": guarantee_of_rows(fields, plan),
        "rho": decimal_text(plan.rho),
        "report": None if model is None else report_of(model, plan),
    }


def rows_made(synthesis: Synthesis, permit: Permit, rows: int) -> dict[str, Any]:
    """Draws synthetic rows from the model, which is free; the same number gives the same rows. NotInThisState until
    there is a model."""
    _, plan, model = _plan_and_model(synthesis, permit)
    texts = _drawn(model, plan, rows)
    return {"columns": list(texts), "rows": [list(row) for row in zip(*texts.values(), strict=True)]}


def file_made(synthesis: Synthesis, permit: Permit, form: str, rows: int | None, terms: Mapping[str, Any]) -> bytes:
    """Returns a file of rows, with its card where the form has room for one; as many rows as were estimated, unless
    `rows` says how many."""
    fields, plan, model = _plan_and_model(synthesis, permit)
    wanted, card = _card(synthesis, fields, plan, model, rows, terms)
    return taken_as(form, _drawn(model, plan, wanted), plan.columns, card)


def rows_to_release(synthesis: Synthesis, permit: Permit, rows: int | None, terms: Mapping[str, Any]) -> DrawnRows:
    """Returns the synthetic rows of a file and their card, to be released to others."""
    fields, plan, model = _plan_and_model(synthesis, permit)
    wanted, card = _card(synthesis, fields, plan, model, rows, terms)
    return DrawnRows(cells=_drawn(model, plan, wanted), card=card)


def _card(
    synthesis: Synthesis,
    fields: Mapping[str, Any],
    plan: SyntheticPlan,
    model: Mapping[str, Any],
    rows: int | None,
    terms: Mapping[str, Any],
) -> tuple[int, dict[str, Any]]:
    wanted = rows_taken(len(plan.columns), rows, model["rows"])
    about = {
        "data_set": str(synthesis.version.data_set_id),
        "version": synthesis.version.number,
        "terms": terms,
    }
    return wanted, card_of_rows(fields, plan, model, about=about, rows=wanted)


def _drawn(model: Mapping[str, Any], plan: SyntheticPlan, rows: int) -> dict[str, list[str | None]]:
    entropy = KeyedEntropy(bytes.fromhex(model["seed"]), {"rows": rows})
    return plan.engine.drawn(model, rows, entropy)


def _plan_and_model(synthesis: Synthesis, permit: Permit) -> tuple[dict[str, Any], SyntheticPlan, dict[str, Any]]:
    """Returns the plan of a synthesis, as fields and as read, and its model. NotInThisState until there is a model."""
    if synthesis.model is None:
        raise NotInThisState("There are no rows yet.")
    fields, plan = plan_read(synthesis, permit)
    return fields, plan, model_in(permit, _data_set_of(synthesis), synthesis.model)


def plan_read(synthesis: Synthesis, permit: Permit) -> tuple[dict[str, Any], SyntheticPlan]:
    """Returns the plan of a synthesis, as it was written and as it is read. NotInThisState if it now means something
    else."""
    note, columns = plan_of(permit, _data_set_of(synthesis), synthesis), columns_of(synthesis.version)
    plan = read_synthetic_plan(note["plan"], columns, rows_in(note["rows"], columns))
    check_as_asked(synthesis, plan.digest)
    return note["plan"], plan


def _data_set_of(synthesis: Synthesis) -> Ref:
    return Ref("dataset", str(synthesis.version.data_set_id))

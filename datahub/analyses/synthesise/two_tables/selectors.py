"""These selectors return rows of two tables to whoever asked for them and may use both: what was released, and rows
drawn from it."""

from collections.abc import Mapping
from typing import Any

from datahub.analyses.drawing import KeyedEntropy
from datahub.analyses.errors import NotInThisState, PlanRefused
from datahub.analyses.models import Synthesis
from datahub.analyses.sealed import halves_of
from datahub.analyses.synthesise.rules.files import Texts
from datahub.analyses.synthesise.selectors import columns_shown, synthesis_in_list
from datahub.analyses.synthesise.two_tables.rules.files import archive, card_of_two
from datahub.analyses.synthesise.two_tables.rules.plan import TwoTablesPlan, may_be_key
from datahub.analyses.synthesise.two_tables.rules.report import guarantees_of, report_of, units_of
from datahub.analyses.synthesise.two_tables.rules.rows import TwoTables, drawn, most_parents
from datahub.datasets.models import Version
from datahub.policies.services import Permit
from datahub.policies.write.policy_json import write_rows
from mechanisms.accounting.event import decimal_text

PlanFields = Mapping[str, Any]
Halves = tuple[dict[str, Any], dict[str, Any]]


def whole_two_tables(
    synthesis: Synthesis, permit: Permit, of_children: Permit, fields: PlanFields, plan: TwoTablesPlan
) -> dict[str, Any]:
    """Returns a synthesis of two tables as its page shows it. `report` is made of what was released alone; null until
    then."""
    models = None if synthesis.model is None else halves_of(permit, of_children, synthesis.model)
    return {
        **synthesis_in_list(synthesis),
        "plan": fields,
        "only_rows": {"parents": write_rows(plan.parents.rows), "children": write_rows(plan.children.rows)},
        "guarantees": guarantees_of(fields, plan),
        "units": units_of(plan),
        "rho": decimal_text(plan.rho),
        "report": None if models is None else report_of(*models, plan),
    }


def rows_of_two(
    synthesis: Synthesis, permit: Permit, of_children: Permit, plan: TwoTablesPlan, many: int
) -> dict[str, Any]:
    """Draws synthetic rows of both tables from the models, which is free; the same number gives the same rows.
    NotInThisState until there are models."""
    tables = _drawn(_halves(synthesis, permit, of_children), plan, many)
    return {"parents": _as_table(tables.parents), "children": _as_table(tables.children)}


def archive_of_two(
    synthesis: Synthesis,
    permit: Permit,
    of_children: Permit,
    fields: PlanFields,
    plan: TwoTablesPlan,
    form: str,
    many: int | None,
    terms: Mapping[str, PlanFields],
) -> bytes:
    """Returns an archive of synthetic rows of two tables. `terms` are of either table, as its card tells them. It has
    as many parents as were estimated, or as are given at once, unless `many` says how many."""
    parents, children = _halves(synthesis, permit, of_children)
    most = most_parents(parents, plan)
    if many is not None and many > most:
        raise PlanRefused("That is more than is given at once.", fields={"rows": f"is {many}; up to {most} are"})
    tables = _drawn((parents, children), plan, many or min(most, max(1, round(parents["rows"]))))
    about = {
        of: {"data_set": str(version.data_set_id), "version": version.number, "terms": terms[of]}
        for of, version in zip(("parents", "children"), synthesis.both_versions, strict=True)
    }
    return archive(form, tables, plan, card_of_two(fields, plan, parents, children, about=about, tables=tables))


def keys_offered(version: Version, permit: Permit) -> list[str]:
    """Returns the names of columns by which the viewer may join another table."""
    return [column.name for column in columns_shown(version, permit) if may_be_key(column)]


def _drawn(models: Halves, plan: TwoTablesPlan, many: int) -> TwoTables:
    parents, children = models
    return drawn(parents, children, plan, many, KeyedEntropy(bytes.fromhex(parents["seed"]), {"parents": many}))


def _halves(synthesis: Synthesis, permit: Permit, of_children: Permit) -> Halves:
    if synthesis.model is None:
        raise NotInThisState("There are no rows yet.")
    return halves_of(permit, of_children, synthesis.model)


def _as_table(texts: Texts) -> dict[str, Any]:
    return {"columns": list(texts), "rows": [list(row) for row in zip(*texts.values(), strict=True)]}

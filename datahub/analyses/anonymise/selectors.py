"""Anonymisations are shown to whoever may anonymise the data set: figures are made of the data. Counts of values and
the rows themselves are for its owners."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.anonymise.reading import declared_columns
from datahub.analyses.anonymise.rules.anonymity_models import AGAINST, compares
from datahub.analyses.anonymise.rules.levels import LevelsRequest, levels_of
from datahub.analyses.anonymise.rules.plan import Compared, compared_in
from datahub.analyses.errors import NotInThisState, PlanRefused
from datahub.analyses.models import PLANNED, UNFINISHED, Anonymisation, ColumnCounts, ValueCounts
from datahub.analyses.refusal_reasons import Why
from datahub.analyses.sealed import asked_of, counts_of, found_of, rows_beside
from datahub.api.ref import Ref
from datahub.api.sentences import coded
from datahub.datasets.models import Version
from datahub.jobs.models import Job
from datahub.jobs.selectors import progress_of
from datahub.policies.services import Permit, may
from datahub.releases.exact import keeps_figures_back, sees_rows
from datahub.releases.rules.guarantees import quasi_in

Models = Sequence[Mapping[str, Any]]
Tried = Sequence[Mapping[str, Any]]


def anonymisations_for(viewer: Person, data_set: Ref) -> QuerySet[Anonymisation]:
    """Returns all anonymisations of the data set, for whoever may see its rows; for others those that they asked for:
    even how far the work is tells of rows."""
    of_data_set = Anonymisation.objects.filter(version__data_set=UUID(data_set.id)).select_related("job", "version")
    return of_data_set if sees_rows(viewer, data_set) else of_data_set.filter(asked_by=str(ref_of(viewer)))


def anonymisation_for(viewer: Person, id: UUID) -> Anonymisation:
    """Returns an anonymisation that the viewer may see. Any other is answered with 404, as if it did not exist."""
    anonymisation = get_object_or_404(Anonymisation.objects.select_related("job", "version"), pk=id)
    return get_object_or_404(anonymisations_for(viewer, data_set_of(anonymisation)), pk=id)


def data_set_of(anonymisation: Anonymisation) -> Ref:
    return Ref("dataset", str(anonymisation.version.data_set_id))


def in_list(anonymisation: Anonymisation) -> dict[str, Any]:
    job = anonymisation.job or Job(state=PLANNED)
    return {
        "id": anonymisation.pk,
        "data_set": anonymisation.version.data_set_id,
        "version": anonymisation.version.number,
        "purpose": anonymisation.purpose,
        "state": job.state,
        "error": job.error,
        "progress": progress_of(job),
        "created_at": anonymisation.created_at,
        "finished_at": job.finished_at,
    }


def whole(
    anonymisation: Anonymisation, permit: Permit, *, viewer: Person, may_use: Callable[[Ref, frozenset[str]], bool]
) -> dict[str, Any]:
    """Returns an anonymisation as its page shows it. `refusal` says why nothing was found; `found` has a candidate for
    each that was asked for, in that order.

    Figures are for whoever may see the rows, or asked for them without a bound and may still be told. Counts of a
    population are for those who `may_use` these columns of it: this permit is about the rows alone.
    """
    data_set = data_set_of(anonymisation)
    wish = asked_of(permit, data_set, anonymisation)
    is_told = sees_rows(viewer, data_set) or (
        anonymisation.unbounded
        and not keeps_figures_back(permit)
        and may(viewer=viewer, operation="dataset.see_figures", ref=data_set)
    )
    content = (found_of(permit, data_set, anonymisation) or {}) if is_told else {}
    wanted, tried, population = wish["candidates"], content.get("candidates"), compared_in(wish["plan"])
    counts = population is None or may_use(Ref("dataset", population.data_set), quasi_in(wish["plan"]["columns"]))
    if not counts:
        wanted, tried = _without_counts(wanted, tried)
    return {
        **in_list(anonymisation),
        "unbounded": anonymisation.unbounded,
        "plan": wish["plan"],
        "candidates": [{"models": models} for models in wanted],
        "before": content.get("before"),
        "found": None if tried is None else list(tried),
        "refusal": content.get("refusal") if counts else None,
    }


def _without_counts(wanted: Sequence[Models], tried: Tried | None) -> tuple[list[Models], Tried | None]:
    """Returns the models and the figures of candidates as a viewer sees them who may not read counts of the population.
    Which thresholds it cannot hold tells how many people it has: they are said of a candidate that holds them alone,
    whose guarantee says them too."""
    holders = [candidate["refused"] == "" for candidate in tried] if tried is not None else [False] * len(wanted)
    models = [
        of if holds else [_without_thresholds(model) for model in of] for of, holds in zip(wanted, holders, strict=True)
    ]
    if tried is None:
        return models, None
    shown = [
        candidate if not compares(of) else _kept_back(candidate) for candidate, of in zip(tried, wanted, strict=True)
    ]
    return models, shown


def _without_thresholds(model: Mapping[str, Any]) -> Mapping[str, Any]:
    return {part: model[part] for part in ("model", AGAINST)} if compares([model]) else model


def _kept_back(candidate: Mapping[str, Any]) -> Mapping[str, Any]:
    if candidate["refused"] == "":
        return {**candidate, "population": None}
    why = Why("kept_back")
    return {**candidate, "refused": why, "reasons": coded(why)}


def population_of(anonymisation: Anonymisation, permit: Permit) -> Compared | None:
    """Returns the data set that the plan of an anonymisation compares with, or None."""
    return compared_in(asked_of(permit, data_set_of(anonymisation), anonymisation)["plan"])


def rows_of(anonymisation: Anonymisation, permit: Permit) -> list[dict[str, Any] | None]:
    """Returns a few rows of each candidate, before and after, with a permit to see rows; None for a refused
    candidate."""
    return rows_beside(permit, data_set_of(anonymisation), anonymisation)


def counts_state(version: Version) -> dict[str, Any]:
    """Returns the progress of the counting of values, without any count."""
    counts = ValueCounts.objects.filter(version=version).select_related("job").first()
    if counts is None:
        return {"state": "none", "error": "", "done": 0, "total": 0}
    job = counts.job
    state = "ready" if job.state == Job.State.DONE else "working" if job.state in UNFINISHED else "failed"
    return {"state": state, "error": job.error, "done": job.progress_done, "total": job.progress_total}


def counted_levels(version: Version, permit: Permit, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the levels of a hierarchy with the rows that each covers, with a permit to see rows. NotInThisState
    before they are counted, PlanRefused if no levels can be made."""
    if not ValueCounts.objects.filter(version=version, job__state=Job.State.DONE).exists():
        raise NotInThisState("The values of this version are not counted yet.")
    stored = ColumnCounts.objects.filter(of=version.pk, name=fields["column"]).first()
    counts = None if stored is None else counts_of(permit, permit.ref, stored)
    declared = next((column for column in declared_columns(version) if column.name == fields["column"]), None)
    if declared is None or counts is None:
        why = "is not counted" if stored is None else "has too many different values to count here"
        raise PlanRefused("Nothing is counted of this column.", fields={"column": why})
    request = LevelsRequest(
        declared=declared, hierarchy=fields["hierarchy"], unlisted=fields["unlisted"], missing=fields["missing"]
    )
    return levels_of(request, [(value, rows) for value, rows in counts])

"""This module is about exact figures of candidates: whoever may see the rows is shown them; others need a right of its
own, which no privacy bound covers."""

from collections.abc import Sequence
from dataclasses import dataclass

from datahub.accounts.models import Person
from datahub.analyses.anonymise.population import ref_to
from datahub.analyses.anonymise.rules.plan import Compared
from datahub.analyses.errors import PlanRefused
from datahub.analyses.refusal_reasons import Why
from datahub.api.ref import Ref
from datahub.jobs.claims import Claim
from datahub.policies.jobs import permit_of_job
from datahub.policies.services import Permit
from datahub.releases.exact import check_figures, may_see_rows, sees_rows

OPERATION = "dataset.see_figures"


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Figures have a viewer's permits for exact figures: `hidden_from` are the data sets whose rows they may not see,
    and `unbounded` holds a permit for each of these once they accept that no privacy bound holds for the people."""

    hidden_from: frozenset[Ref]
    unbounded: Sequence[Permit] = ()

    @property
    def are_told(self) -> bool:
        return {permit.ref for permit in self.unbounded} == self.hidden_from


def hidden_from(viewer: Person, data_set: Ref, named: Compared | None) -> frozenset[Ref]:
    """Returns the data sets of a plan whose rows this person may not see: of the rows, and of a population."""
    of_plan = [data_set, *([] if named is None else [ref_to(named)])]
    return frozenset(ref for ref in of_plan if not sees_rows(viewer, ref))


def check_told(permit: Permit, figures: Figures, named: Compared | None) -> None:
    """Refuses figures to those who may not be told: PlanRefused for a comparison by somebody who is not told figures;
    NotPermitted where the rules by which they anonymise keep figures back."""
    if figures.unbounded:
        check_figures(permit)
    if named is not None and not figures.are_told:
        why = Why("population_needs_figures")
        raise PlanRefused(f"This plan compares with a population. {why}", fields={"population": why})


def still_told(claim: Claim, named: Compared | None, permit: Permit) -> list[Permit]:
    """Returns the permits for figures of a person who sees no rows, that for the rows first; `permit` is theirs to
    anonymise. It raises what `permit_of_job` raises if the right to figures has ended since, and NotPermitted
    where the rules by which they anonymise keep figures back since."""
    of_plan = [claim.subject, *([] if named is None else [ref_to(named)])]
    hidden = [ref for ref in of_plan if not may_see_rows(permit.viewer, ref)]
    if hidden:
        check_figures(permit)
    return [permit_of_job(claim, OPERATION, ref=ref) for ref in hidden]


def not_told() -> PlanRefused:
    """Returns a refusal that is the same whatever the rows are the reason of, so that it tells nothing about them."""
    return PlanRefused(Why("rows_do_not_fit"))

"""The plan and the rows of an anonymisation job are prepared here; rows are read once for all candidates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from datahub.analyses.anonymise.population import columns_of_people, counted_people, read_progress
from datahub.analyses.anonymise.reading import check_size, declared_columns, read_rows
from datahub.analyses.anonymise.rules.figures import ShownRelease, find_release
from datahub.analyses.anonymise.rules.plan import read_plan
from datahub.analyses.anonymise.rules.population import People
from datahub.analyses.anonymise.rules.table import Prepared, prepared
from datahub.analyses.drawing import KeyedEntropy
from datahub.analyses.models import Anonymisation
from datahub.analyses.sealed import asked_of
from datahub.api.writes.locking import row_in
from datahub.datasets.models import Version
from datahub.jobs.claims import Claim
from datahub.policies.services import Permit
from datahub.releases.exact import may_see_rows
from datahub.vault.keys import keyring

Models = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Work:
    permit: Permit
    version: Version
    candidates: Sequence[Models]
    rows: Prepared
    people: People | None
    purpose: str


def asked_in(claim: Claim) -> Anonymisation:
    return row_in(Anonymisation.objects.select_related("version__data_set").filter(pk=claim.payload["anonymisation"]))


def work_of(claim: Claim, permit: Permit, anonymisation: Anonymisation) -> Work:
    """Reads all rows, and those of the population that the plan names. PlanRefused for a plan that does not fit them,
    TooManyRows, NotInThisState, and what `permit_of_job` raises."""
    version = anonymisation.version
    wish, columns = asked_of(permit, claim.subject, anonymisation), declared_columns(version)
    plan = read_plan(wish["plan"], columns)
    shows_rows = may_see_rows(permit.viewer, claim.subject)
    size = check_size(permit, version)
    # Columns that are left out are read too, because they identify the person of a row.
    names = [column.name for column in plan.columns]
    texts, times = read_rows(permit, version, plan, names, read_progress(claim, shows_rows=shows_rows))
    of_people = columns_of_people(claim, plan, version, size, shows_rows=shows_rows, purpose=anonymisation.purpose)
    rows = prepared(plan, columns, texts, None if of_people is None else of_people.columns, times=times)
    people = counted_people(rows, of_people)
    return Work(
        permit=permit,
        version=version,
        candidates=wish["candidates"],
        rows=rows,
        people=people,
        purpose=anonymisation.purpose,
    )


def made_of(work: Work, models: Models) -> ShownRelease:
    """Makes the release of these models. It is the same each time, however the rows are stored: draws are keyed by the
    data set."""
    secret = keyring.keys_of(work.permit, work.permit.ref).field("releases", "draws", "mac").secret
    people = None if work.people is None else work.people.counted
    return find_release(work.rows, models, KeyedEntropy(secret, {"models": [dict(model) for model in models]}), people)

"""Another data set is the population of a plan: it is used as data sets are, with a permit of its own."""

from uuid import UUID

from datahub.analyses.errors import PlanRefused
from datahub.analyses.reading import MOST_ROWS, declared_columns, read_columns
from datahub.analyses.rules.people import People, check_declared, people_in
from datahub.analyses.rules.plan import Compared, Plan
from datahub.analyses.rules.table import Columns, Prepared
from datahub.analyses.services.limits import check_limits_of_population
from datahub.analyses.why import Why
from datahub.api.ref import Ref
from datahub.datasets.models import Version
from datahub.jobs.claims import Claim
from datahub.policies.jobs import permit_of_job
from datahub.policies.services import Permit


def ref_to(named: Compared) -> Ref:
    return Ref("dataset", named.data_set)


def population_for(permit: Permit, named: Compared, plan: Plan, version: Version) -> Version:
    """The version that is compared with; `permit` is for it. PlanRefused where it is no population of `version`."""
    if permit.ref == Ref("dataset", str(version.data_set_id)):
        raise _refused(Why("itself"))
    found = (
        Version.objects.select_related("data_set").filter(data_set=UUID(named.data_set), number=named.version).first()
    )
    if found is None or found.state != Version.State.LOADED or found.rows is None:
        raise _refused(Why("not_loaded", version=named.version))
    if found.rows > MOST_ROWS:
        raise _refused(Why("too_large", rows=found.rows, most=MOST_ROWS))
    if found.rows < (version.rows or 0):
        raise _refused(Why("too_small", rows=found.rows, own=version.rows))
    check_declared(plan, declared_columns(version), declared_columns(found))
    return found


def name_of(population: Version) -> str:
    """As guarantees say it."""
    return " ".join([*population.data_set.name.split(), f"version {population.number}"])


def columns_of_people(claim: Claim, plan: Plan, version: Version) -> Columns:
    """Of a job: empty where the plan names no population. Whoever asked must still be allowed to use it, and their role
    on it must still have no limit that a comparison breaks: NotPermitted."""
    if plan.population is None:
        return {}
    permit = permit_of_job(claim, "dataset.anonymise", ref=ref_to(plan.population))
    check_limits_of_population(permit, plan)
    population = population_for(permit, plan.population, plan, version)
    names = [column.name for column in plan.of("quasi")]
    return read_columns(permit, population, plan, names, lambda done, of: claim.progress(done, of, "reading"))


def counted_people(rows: Prepared, columns: Columns) -> People | None:
    return people_in(rows, columns) if columns else None


def _refused(why: Why) -> PlanRefused:
    return PlanRefused(f"This is no population of these rows. {why}", fields={"population": why})

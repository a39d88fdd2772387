"""A plan can name another data set as its population; the asker needs a permit for that data set too."""

from collections.abc import Callable
from uuid import UUID

from datahub.analyses.anonymise.limits import check_limits_of_population
from datahub.analyses.anonymise.reading import declared_columns, read_rows
from datahub.analyses.anonymise.rules.plan import Compared, Plan
from datahub.analyses.anonymise.rules.population import People, PeopleCounts, check_declared, check_name, people_in
from datahub.analyses.anonymise.rules.table import Prepared
from datahub.analyses.errors import PlanRefused
from datahub.analyses.refusal_reasons import Why
from datahub.api.ref import Ref
from datahub.datasets.models import DataSet, Version
from datahub.datasets.sealed import rows_of
from datahub.jobs.claims import Claim
from datahub.policies.jobs import permit_of_job
from datahub.policies.services import Permit

# A population has at most this many people; the verifier keeps one bit for each person and class.
MOST_PEOPLE = 300_000


def ref_to(named: Compared) -> Ref:
    return Ref("dataset", named.data_set)


def lineage_of(data_set: Ref) -> Ref:
    """Returns the lineage of a data set: the people behind it."""
    return Ref("lineage", str(DataSet.objects.values_list("lineage", flat=True).get(pk=data_set.id)))


def population_for(permit: Permit, named: Compared, plan: Plan, version: Version, rows: int) -> Version:
    """Returns the version that is compared with; `permit` is for it. PlanRefused if it is no population of `version`,
    which has `rows` rows."""
    population = _declared_population(permit, named, plan, version)
    people = rows_of(permit, population) or 0
    if people > MOST_PEOPLE:
        raise _refused(Why("too_large", rows=people, most=MOST_PEOPLE))
    if people < rows:
        raise _refused(Why("too_small", rows=people, own=rows))
    return population


def _declared_population(permit: Permit, named: Compared, plan: Plan, version: Version) -> Version:
    """Returns the version that a plan compares with, as far as it can be told without how many rows either has."""
    if permit.ref == Ref("dataset", str(version.data_set_id)):
        raise _refused(Why("itself"))
    versions = Version.objects.select_related("data_set")
    population = versions.filter(data_set=UUID(named.data_set), number=named.version).first()
    if population is None or population.state != Version.State.LOADED:
        raise _refused(Why("not_loaded", version=named.version))
    check_declared(plan, declared_columns(version), declared_columns(population))
    return population


def named_population(permit: Permit, named: Compared, plan: Plan, version: Version, rows: int | None) -> str:
    """Returns the name of a plan's population, as guarantees state it. PlanRefused if it is no population; if `rows` is
    given also by the numbers of rows, which are for whoever may see them."""
    if rows is None:
        population = _declared_population(permit, named, plan, version)
    else:
        population = population_for(permit, named, plan, version, rows)
    name = name_of(population)
    check_name(name)
    return name


def name_of(population: Version) -> str:
    """Returns the name and the version of a population, as guarantees state them."""
    return " ".join([*population.data_set.name.split(), f"version {population.number}"])


def read_progress(claim: Claim, *, shows_rows: bool) -> Callable[[int, int], None]:
    """Returns a function that notes how far reading is; how many rows there are is for whoever may see them."""
    if shows_rows:
        return lambda done, total: claim.progress(done, total, "reading")
    return lambda _done, _total: claim.progress(0, 0, "reading")


def columns_of_people(
    claim: Claim, plan: Plan, version: Version, rows: int, *, shows_rows: bool, purpose: str
) -> PeopleCounts | None:
    """Returns the people of the population that a job compares with; None where its plan names none. Whoever asked
    must still be allowed to use it, and their role on it must still have no limit that a comparison breaks:
    NotPermitted."""
    if plan.population is None:
        return None
    permit = permit_of_job(claim, "dataset.anonymise", ref=ref_to(plan.population))
    check_limits_of_population(permit, plan, purpose=purpose)
    population = population_for(permit, plan.population, plan, version, rows)
    names = [column.name for column in plan.of("quasi")]
    return PeopleCounts(*read_rows(permit, population, plan, names, read_progress(claim, shows_rows=shows_rows)))


def counted_people(rows: Prepared, people: PeopleCounts | None) -> People | None:
    return None if people is None else people_in(rows, people)


def _refused(why: Why) -> PlanRefused:
    return PlanRefused(f"This is no population of these rows. {why}", fields={"population": why})

"""A use that is refused when its job begins costs nobody anything, unless an earlier attempt had read already."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from datahub.accounts.models import Person, Token
from datahub.accounts.services import ref_of, revoke_token
from datahub.api.facts import Facts
from datahub.api.ref import Ref
from datahub.audit.models import Entry
from datahub.jobs import claims
from datahub.jobs.claims import Claim
from datahub.jobs.errors import ClaimLost
from datahub.jobs.execution import run
from datahub.jobs.models import Job
from datahub.jobs.services import cancel, submit
from datahub.ledger.models import Spend
from datahub.ledger.rules import STALE
from datahub.ledger.services import carry_out as carrying
from datahub.ledger.services.carry_out import commit, lapse, permit_to_start, start, start_held
from datahub.ledger.services.reserve import reserve
from datahub.ledger.tests.factories import TENTH, some_people, sums
from datahub.policies.decide.conditions import NOTHING_KNOWN, Context
from datahub.policies.errors import Refused
from datahub.policies.hold.role_holders import assign
from datahub.policies.jobs import asked_with, join
from datahub.policies.services import authorise, grant
from datahub.policies.tests.factories import CAP, COUNT, SEE, with_role
from datahub.policies.tests.people import a_person, a_token
from datahub.policies.write import policy_store

pytestmark = pytest.mark.django_db(transaction=True)
ADULT, USE = Ref("dataset", "adult"), "dataset.synthesise"
PEOPLE = Ref("lineage", "those-of-adult")
RHO = TENTH.rho


def describe_adult(ids: list[str]) -> dict[Ref, Facts]:
    """Describes the data set Adult as owned by the person called Ana."""
    owner, attributes = ref_of(Person.objects.get(name="ana")), {"lineage": str(PEOPLE)}
    return {Ref("dataset", id): Facts("Adult", "", owner, None, "loaded", attributes=attributes) for id in ids}


def carry_out(claim: Claim) -> None:
    """Carries out a job as an analysis would."""
    spend = UUID(claim.payload["spend"])
    permit_to_start(claim, USE, spend, context=Context(purpose=claim.payload.get("purpose")))
    start_held(claim, spend)
    with transaction.atomic():
        commit(spend, fence=claim.fence, answer=None)
        claim.finish({})


@pytest.fixture(autouse=True)
def adult_is_asked(settings: Settings) -> None:
    settings.OBJECTS = settings.OBJECTS | {"dataset": f"{__name__}.describe_adult"}
    settings.JOBS = settings.JOBS | {"analyse": f"{__name__}.carry_out"}
    some_people(ref=PEOPLE)


@pytest.fixture
def token() -> Token:
    return a_token(a_person("ana"), "datasets:use")


@pytest.fixture
def question_job(token: Token) -> Job:
    """Returns the job of a question asked by a token, whose price is reserved."""
    permit = authorise(viewer=token.person, operation=USE, ref=ADULT, token=token)
    spend = reserve(permit=permit, request="one", accounts=[PEOPLE, permit.viewer], cost=TENTH)
    payload = {"spend": str(spend.pk), **asked_with(permit)}
    return submit(kind="analyse", subject=ADULT, payload=payload, owner=permit.viewer)


def write(ana: Person, limit: dict[str, Any], *, after: int) -> None:
    """Writes a policy by which Ana lets her staff do research within this limit."""
    rules = [COUNT | limit | {"purposes": ["research"]}, SEE]
    facts = describe_adult([ADULT.id])[ADULT]
    policy_store.write(actor=ana, ref=ADULT, facts=facts, document=with_role(rules=rules), after=after)


@pytest.fixture
def researched(token: Token) -> Job:
    """Returns a question for research by somebody who owns nothing."""
    bo, ana = a_person("bo"), token.person
    write(ana, {"epsilon_cap": CAP | {"epsilon": "0.1"}}, after=0)
    assign(actor=ana, ref=ADULT, role="staff", holder=bo, until=None)
    permit = authorise(viewer=bo, operation=USE, ref=ADULT, context=Context(purpose="research"))
    spend = reserve(permit=permit, request="two", accounts=[PEOPLE, permit.viewer], cost=TENTH)
    payload = {"spend": str(spend.pk), "purpose": "research", **asked_with(permit)}
    return submit(kind="analyse", subject=ADULT, payload=payload, owner=permit.viewer)


def taken(job: Job) -> Claim:
    claim = claims.take(job.pk)
    assert claim
    return claim


def taken_anew(job: Job) -> Claim:
    """Returns the claim of the next attempt at a job, whose lease ran out."""
    Job.objects.update(state=Job.State.QUEUED, lease_until=None)
    return taken(job)


def call_off(job: Job) -> None:
    cancel(actor=Ref.parse(job.owner), rule="a-rule", job_id=job.pk)


def ended(job: Job) -> tuple[str, str]:
    job.refresh_from_db()
    return job.state, job.error


def test_a_question_by_a_token_that_is_still_good_is_paid_for(question_job: Job) -> None:
    run(question_job.pk)
    assert ended(question_job) == ("done", "")
    assert sums(PEOPLE) == (0, RHO)


def test_a_question_by_a_revoked_token_costs_nobody_anything(question_job: Job, token: Token) -> None:
    assert sums(PEOPLE) == (RHO, 0)
    revoke_token(actor=token.person, token=token)
    run(question_job.pk)
    assert ended(question_job) == ("failed", "token_revoked")
    assert sums(PEOPLE) == sums(PEOPLE, ref_of(token.person)) == (0, 0)
    assert Spend.objects.get().state == "released"


def test_a_question_by_an_expired_token_costs_nobody_anything(question_job: Job) -> None:
    Token.objects.update(expires_at=timezone.now())
    run(question_job.pk)
    assert ended(question_job) == ("failed", "token_expired")
    assert sums(PEOPLE) == (0, 0)


def test_a_question_whose_asker_may_no_longer_costs_nobody_anything(question_job: Job, token: Token) -> None:
    Person.objects.filter(pk=token.person_id).update(is_active=False)
    run(question_job.pk)
    assert ended(question_job) == ("failed", "not_authenticated")
    assert sums(PEOPLE) == (0, 0)


def test_what_a_killed_worker_had_started_stays_spent_when_the_token_ends(question_job: Job, token: Token) -> None:
    killed = taken(question_job)
    start(UUID(question_job.payload["spend"]), fence=killed.fence)
    Job.objects.update(state=Job.State.QUEUED, lease_until=None)
    revoke_token(actor=token.person, token=token)
    run(question_job.pk)
    assert ended(question_job) == ("failed", "token_revoked")
    assert sums(PEOPLE) == (0, RHO)


def test_a_question_that_is_called_off_when_a_worker_has_just_taken_it_costs_nobody_anything(question_job: Job) -> None:
    claim = taken(question_job)
    call_off(question_job)
    with pytest.raises(ClaimLost):
        permit_to_start(claim, USE, UUID(question_job.payload["spend"]), context=NOTHING_KNOWN)
    assert sums(PEOPLE) == (0, 0)


def test_a_question_that_is_called_off_between_its_permit_and_its_start_costs_nobody_anything(
    question_job: Job,
) -> None:
    claim, spend = taken(question_job), UUID(question_job.payload["spend"])
    permit_to_start(claim, USE, spend, context=NOTHING_KNOWN)
    call_off(question_job)
    with pytest.raises(ClaimLost):
        start_held(claim, spend)
    assert sums(PEOPLE) == (0, 0)


def test_what_was_set_aside_for_a_question_that_is_called_off_is_free_again_at_once(question_job: Job) -> None:
    call_off(question_job)
    assert sums(PEOPLE) == (0, 0)
    assert Spend.objects.get().state == "released"
    call_off(question_job)
    assert Entry.objects.filter(operation="budget.release").count() == 1
    assert lapse(timezone.now() + STALE + timedelta(seconds=1)) == 0


def test_a_question_that_is_called_off_after_a_worker_has_begun_to_read_stays_spent(question_job: Job) -> None:
    start_held(taken(question_job), UUID(question_job.payload["spend"]))
    call_off(question_job)
    assert sums(PEOPLE) == (0, RHO)


@pytest.mark.parametrize("named", [None, "none", ""])
def test_a_job_that_names_no_price_is_called_off_all_the_same(question_job: Job, named: str | None) -> None:
    Job.objects.update(payload=question_job.payload | {"spend": named})
    call_off(question_job)
    assert ended(question_job) == ("cancelled", "")
    assert sums(PEOPLE) == (RHO, 0)


def test_what_somebody_else_set_aside_is_neither_used_nor_given_back(question_job: Job) -> None:
    bo = a_person("bo")
    grant(actor=bo, person=bo, role="owner", ref=ADULT)
    of_bo = authorise(viewer=bo, operation=USE, ref=ADULT)
    payload = {"spend": question_job.payload["spend"], **asked_with(of_bo)}
    job, other = (submit(kind="analyse", subject=ADULT, payload=payload, owner=of_bo.viewer) for _ in range(2))
    run(job.pk)
    assert ended(job) == ("failed", "paid_by_another")
    call_off(other)
    assert sums(PEOPLE) == (RHO, 0)


def test_what_one_person_pays_for_is_not_done_for_another_who_joined(question_job: Job, token: Token) -> None:
    bo = a_person("bo")
    grant(actor=token.person, person=bo, role="owner", ref=ADULT)
    with transaction.atomic():
        join(Job.objects.all(), authorise(viewer=bo, operation=USE, ref=ADULT))
    revoke_token(actor=token.person, token=token)
    run(question_job.pk)
    assert ended(question_job) == ("failed", "token_revoked")
    assert sums(PEOPLE) == (0, 0)


def test_who_joins_with_a_token_that_lasts_keeps_their_own_question(question_job: Job, token: Token) -> None:
    with transaction.atomic():
        join(Job.objects.all(), authorise(viewer=token.person, operation=USE, ref=ADULT))
    revoke_token(actor=token.person, token=token)
    run(question_job.pk)
    assert ended(question_job) == ("done", "")
    assert sums(PEOPLE) == (0, RHO)


def test_an_attempt_that_was_overtaken_is_not_even_asked(question_job: Job, token: Token) -> None:
    slow, spend = taken(question_job), UUID(question_job.payload["spend"])
    next_one = taken_anew(question_job)
    permit_to_start(next_one, USE, spend, context=NOTHING_KNOWN)
    Person.objects.update(is_active=False)
    with pytest.raises(ClaimLost):
        permit_to_start(slow, USE, spend, context=NOTHING_KNOWN)
    assert sums(PEOPLE) == (RHO, 0)
    start_held(next_one, spend)
    assert sums(PEOPLE) == (0, RHO)


def test_an_attempt_that_is_overtaken_while_it_is_refused_gives_nothing_back(
    question_job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, spend = taken(question_job), UUID(question_job.payload["spend"])
    others = []

    def refused(*_: object, **__: object) -> None:
        others.append(taken_anew(question_job))
        raise Refused("No longer.")

    with monkeypatch.context() as patched:
        patched.setattr(carrying, "permit_of_job", refused)
        with pytest.raises(ClaimLost):
            permit_to_start(slow, USE, spend, context=NOTHING_KNOWN)
    assert sums(PEOPLE) == (RHO, 0)
    start_held(others[0], spend)
    assert sums(PEOPLE) == (0, RHO)


def test_a_question_that_was_permitted_for_its_purpose_is_paid_for(researched: Job) -> None:
    run(researched.pk)
    assert ended(researched) == ("done", "")
    assert sums(PEOPLE) == (0, RHO)


def test_a_question_whose_price_is_over_what_the_owner_allows_by_now_costs_nobody_anything(
    researched: Job, token: Token
) -> None:
    write(token.person, {"epsilon_cap": CAP | {"epsilon": "0.09"}}, after=1)
    run(researched.pk)
    assert ended(researched) == ("failed", "permission_denied")
    assert sums(PEOPLE) == (0, 0)

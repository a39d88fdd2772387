"""What is refused when its job begins costs nobody anything, unless an earlier attempt had read already."""

from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from datahub.accounts.models import Person, Token
from datahub.accounts.services import ref_of, revoke_token
from datahub.api.facts import Facts
from datahub.api.ref import Ref
from datahub.jobs import claims
from datahub.jobs.claims import Claim
from datahub.jobs.execution import run
from datahub.jobs.models import Job
from datahub.jobs.services import submit
from datahub.ledger.models import Spend
from datahub.ledger.services.carry_out import commit, permit_to_start, start
from datahub.ledger.services.reserve import reserve
from datahub.ledger.tests.house import TENTH, some_people, sums
from datahub.policies.jobs import asked_with
from datahub.policies.services import authorise
from datahub.policies.tests.people import a_person, a_token

pytestmark = pytest.mark.django_db(transaction=True)
ADULT, QUERY = Ref("dataset", "adult"), "dataset.query"
PEOPLE = Ref("lineage", "those-of-adult")
RHO = TENTH.rho


def describe_adult(ids: list[str]) -> dict[Ref, Facts]:
    """Whoever is called Ana owns it."""
    owner, attributes = ref_of(Person.objects.get(name="ana")), {"lineage": str(PEOPLE)}
    return {Ref("dataset", id): Facts("Adult", "", owner, None, "loaded", attributes=attributes) for id in ids}


def carry_out(claim: Claim) -> None:
    """As an analysis does it."""
    spend = UUID(claim.payload["spend"])
    permit_to_start(claim, QUERY, spend)
    start(spend, fence=claim.fence)
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
def asked(token: Token) -> Job:
    """A question by token, set aside and queued."""
    permit = authorise(viewer=token.person, operation=QUERY, ref=ADULT, token=token)
    spend = reserve(permit=permit, request="one", accounts=[PEOPLE, permit.viewer], cost=TENTH)
    payload = {"spend": str(spend.pk), **asked_with(permit)}
    return submit(kind="analyse", subject=ADULT, payload=payload, owner=permit.viewer)


def ended(job: Job) -> tuple[str, str]:
    job.refresh_from_db()
    return job.state, job.error


def test_a_question_by_a_token_that_is_still_good_is_paid_for(asked: Job) -> None:
    run(asked.pk)
    assert ended(asked) == ("done", "")
    assert sums(PEOPLE) == (0, RHO)


def test_a_question_by_a_revoked_token_costs_nobody_anything(asked: Job, token: Token) -> None:
    assert sums(PEOPLE) == (RHO, 0)
    revoke_token(actor=token.person, token=token)
    run(asked.pk)
    assert ended(asked) == ("failed", "token_revoked")
    assert sums(PEOPLE) == sums(PEOPLE, ref_of(token.person)) == (0, 0)
    assert Spend.objects.get().state == "released"


def test_a_question_by_an_expired_token_costs_nobody_anything(asked: Job) -> None:
    Token.objects.update(expires_at=timezone.now())
    run(asked.pk)
    assert ended(asked) == ("failed", "token_expired")
    assert sums(PEOPLE) == (0, 0)


def test_a_question_whose_asker_may_no_longer_costs_nobody_anything(asked: Job, token: Token) -> None:
    Person.objects.filter(pk=token.person_id).update(is_active=False)
    run(asked.pk)
    assert ended(asked) == ("failed", "not_authenticated")
    assert sums(PEOPLE) == (0, 0)


def test_what_a_killed_worker_had_started_stays_spent_when_the_token_ends(asked: Job, token: Token) -> None:
    killed = claims.take(asked.pk)
    assert killed
    start(UUID(asked.payload["spend"]), fence=killed.fence)
    Job.objects.update(state=Job.State.QUEUED, lease_until=None)
    revoke_token(actor=token.person, token=token)
    run(asked.pk)
    assert ended(asked) == ("failed", "token_revoked")
    assert sums(PEOPLE) == (0, RHO)

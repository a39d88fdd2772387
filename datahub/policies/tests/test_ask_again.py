"""A job asks the rules again when it starts, with the token it was asked by: if the token has ended, the job ends
too."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from datahub.accounts.models import Person, Token
from datahub.accounts.services import ref_of, revoke_token
from datahub.api.problem import Problem
from datahub.api.ref import Ref
from datahub.jobs.claims import Claim
from datahub.jobs.models import Job
from datahub.policies.decide.conditions import NOTHING_KNOWN, Context
from datahub.policies.decide.obligations import kept_limits
from datahub.policies.errors import Hidden, Refused, SignInNeeded, TokenExpired, TokenRevoked, TokenTooNarrow
from datahub.policies.hold.role_holders import assign
from datahub.policies.jobs import asked_with, join, permit_of_job
from datahub.policies.models import Role
from datahub.policies.services import Permit, authorise, grant
from datahub.policies.tests.factories import COUNT, DATA, SEE, may, with_role, write
from datahub.policies.tests.people import a_person, a_token
from mechanisms.accounting.zcdp import pure

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_sets_are_known")]
DEED = "dataset.administer"


def job_of(person: Person, token: Token | None = None) -> Claim:
    """Returns the claim of a worker on a job that was asked for."""
    permit = authorise(viewer=person, operation=DEED, ref=DATA, token=token)
    return claimed(asked_with(permit))


def claimed(payload: dict[str, str]) -> Claim:
    return Claim(job_id=uuid4(), kind="test", subject=DATA, payload=payload, attempt=1, breakdowns=0, fence=1)


@pytest.fixture
def token(ana: Person) -> Token:
    return a_token(ana, "datasets:write")


def test_a_token_that_is_still_good_starts_what_it_asked_for(ana: Person, token: Token) -> None:
    job = job_of(ana, token)
    permit = permit_of_job(job, DEED)
    assert (permit.viewer, permit.ref, permit.rule) == (ref_of(ana), DATA, "an-owner-administers-the-data-set")
    assert permit.token == Ref("token", str(token.pk))


def test_a_revoked_token_starts_nothing(ana: Person, token: Token) -> None:
    job = job_of(ana, token)
    revoke_token(actor=ana, token=token)
    with pytest.raises(TokenRevoked):
        permit_of_job(job, DEED)


def test_a_token_that_is_no_more_starts_nothing(ana: Person, token: Token) -> None:
    job = job_of(ana, token)
    token.delete()
    with pytest.raises(TokenRevoked):
        permit_of_job(job, DEED)


@pytest.mark.parametrize("reference", ["none", "", "1", None])
def test_what_is_no_reference_of_a_token_starts_nothing(ana: Person, reference: Any) -> None:
    with pytest.raises(TokenRevoked):
        permit_of_job(claimed({"person": str(ana.pk), "token": reference}), DEED)


def test_an_expired_token_starts_nothing(ana: Person, token: Token) -> None:
    job = job_of(ana, token)
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(TokenExpired):
        permit_of_job(job, DEED)


def test_a_token_whose_scopes_no_longer_cover_the_work_starts_nothing(ana: Person, token: Token) -> None:
    job = job_of(ana, token)
    Token.objects.update(scopes=["datasets:read"])
    with pytest.raises(TokenTooNarrow):
        permit_of_job(job, DEED)


def test_what_was_asked_in_a_session_outlives_every_token(ana: Person, token: Token) -> None:
    job = job_of(ana)
    revoke_token(actor=ana, token=token)
    assert permit_of_job(job, DEED).token is None


def test_a_job_from_before_tokens_were_kept_starts_as_its_person_may(ana: Person) -> None:
    assert permit_of_job(claimed({"person": str(ana.pk)}), DEED).viewer == ref_of(ana)


def test_a_token_of_somebody_else_starts_nothing(ana: Person, bo: Person) -> None:
    with pytest.raises(Problem, match="scope"):
        permit_of_job(claimed({"person": str(ana.pk), "token": str(a_token(bo, "datasets:write").pk)}), DEED)


def test_a_good_token_does_not_stand_in_for_a_lost_role(ana: Person, token: Token) -> None:
    job = job_of(ana, token)
    Role.objects.all().delete()
    with pytest.raises(Hidden):
        permit_of_job(job, DEED)


def test_a_person_who_is_no_more_starts_nothing() -> None:
    with pytest.raises(SignInNeeded):
        permit_of_job(claimed({"person": str(uuid4())}), DEED)


@pytest.mark.parametrize("reference", ["none", "", "1", None, 7])
def test_what_is_no_reference_of_a_person_starts_nothing(reference: Any) -> None:
    with pytest.raises(SignInNeeded):
        permit_of_job(claimed({"person": reference}), DEED)


def test_a_job_that_names_nobody_starts_nothing() -> None:
    with pytest.raises(SignInNeeded):
        permit_of_job(claimed({}), DEED)


def test_a_job_keeps_which_token_it_was_and_nothing_that_opens(ana: Person, token: Token) -> None:
    assert job_of(ana, token).payload == {"person": str(ana.pk), "token": str(token.pk)}
    assert job_of(ana).payload == {"person": str(ana.pk)}


USE = "dataset.synthesise"
NOISE = frozenset({"discrete-gaussian", "exponential"})
RESEARCH = Context(purpose="research", mechanisms=NOISE, columns=frozenset({"age"}), cost=pure(1))


def purpose_is(purpose: str) -> dict[str, Any]:
    return {"purposes": [purpose]}


def asked_by(bo: Person, ana: Person, *rules: dict[str, Any], context: Context = RESEARCH) -> Claim:
    """Returns the claim of a worker on a use of Ana's data that these rules permit to Bo."""
    write(ana, with_role(rules=[*rules, SEE]))
    assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None)
    return claimed(asked_with(may(bo, USE, context=context)))


def test_a_permit_for_one_purpose_holds_again_for_that_purpose(ana: Person, bo: Person) -> None:
    job = asked_by(bo, ana, COUNT | purpose_is("research"))
    assert permit_of_job(job, USE, context=RESEARCH).viewer == ref_of(bo)
    with pytest.raises(Refused):
        permit_of_job(job, USE, context=Context(purpose="marketing"))
    silent = permit_of_job(job, USE, context=NOTHING_KNOWN)
    assert kept_limits(silent.ways, Context(time=timezone.now())) is None


def test_what_is_permitted_for_one_purpose_is_not_permitted_for_another(ana: Person, bo: Person) -> None:
    teaching = COUNT | purpose_is("teaching") | {"name": "teach", "columns": []}
    job = asked_by(bo, ana, COUNT | purpose_is("research"), teaching)
    assert permit_of_job(job, USE, context=RESEARCH).obligations.columns is None
    with pytest.raises(Refused):
        permit_of_job(job, USE, context=replace(RESEARCH, purpose="teaching"))


@pytest.mark.parametrize(
    "limit",
    [
        {"epsilon_cap": {"epsilon": "0.5", "delta": "0.000001"}},
        {"mechanisms": ["discrete-gaussian"]},
        {"columns": []},
        {"purposes": ["teaching"]},
    ],
)
def test_a_limit_that_the_owner_narrowed_since_refuses(ana: Person, bo: Person, limit: dict[str, Any]) -> None:
    job = asked_by(bo, ana, COUNT)
    write(ana, with_role(rules=[COUNT | limit, SEE]), after=1)
    with pytest.raises(Refused):
        permit_of_job(job, USE, context=RESEARCH)


def test_an_end_that_has_passed_since_refuses_whatever_time_the_use_was_permitted_at(ana: Person, bo: Person) -> None:
    ended, then = timezone.now() - timedelta(hours=1), timezone.now() - timedelta(hours=2)
    context = Context(purpose="research", time=then)
    job = asked_by(bo, ana, COUNT | {"expires_at": ended.isoformat()}, context=context)
    with pytest.raises(Refused):
        permit_of_job(job, USE, context=context)


def queued(permit: Permit) -> Job:
    return Job.objects.create(kind="test", subject=str(DATA), payload={"version": "1", **asked_with(permit)})


def as_claimed(job: Job) -> Claim:
    job.refresh_from_db()
    return claimed(job.payload)


def test_work_that_somebody_else_asks_for_too_goes_on_for_them(ana: Person, token: Token) -> None:
    grant(actor=ana, person=(cho := a_person("cho")), role="owner", ref=DATA)
    job = queued(authorise(viewer=ana, operation=DEED, ref=DATA, token=token))
    join(Job.objects.filter(pk=job.pk), authorise(viewer=cho, operation=DEED, ref=DATA))
    assert permit_of_job(as_claimed(job), DEED).viewer == ref_of(ana)
    revoke_token(actor=ana, token=token)
    assert permit_of_job(as_claimed(job), DEED).viewer == ref_of(cho)
    Role.objects.filter(person=cho).delete()
    with pytest.raises(TokenRevoked):
        permit_of_job(as_claimed(job), DEED)


def test_who_asks_again_is_kept_once(ana: Person, token: Token) -> None:
    by_token = authorise(viewer=ana, operation=DEED, ref=DATA, token=token)
    job = queued(by_token)
    for permit in (by_token, authorise(viewer=ana, operation=DEED, ref=DATA), by_token, may(ana, DEED)):
        join(Job.objects.filter(pk=job.pk), permit)
    assert as_claimed(job).payload["also"] == [{"person": str(ana.pk)}]


def test_nobody_joins_what_a_worker_has_taken(ana: Person, token: Token) -> None:
    job = queued(authorise(viewer=ana, operation=DEED, ref=DATA, token=token))
    Job.objects.update(state=Job.State.RUNNING, fence=1, attempts=1, lease_until=timezone.now())
    join(Job.objects.filter(pk=job.pk), may(ana, DEED))
    assert "also" not in as_claimed(job).payload

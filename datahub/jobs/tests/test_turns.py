"""Nobody waits behind all jobs of another person, and nobody may have any number of jobs waiting."""

from uuid import UUID

import pytest
from django.db import transaction
from pytest_django.fixtures import Settings

from datahub.api.ref import Ref
from datahub.jobs import claims, execution
from datahub.jobs.celery_tasks import run
from datahub.jobs.errors import TooManyJobs
from datahub.jobs.models import Job
from datahub.jobs.services import SHORT_TO_LONG
from datahub.jobs.shares import Share
from datahub.jobs.tests.work import claimed, submitted
from datahub.jobs.turns import next_job

pytestmark = pytest.mark.django_db
ADA, BEA, CLEO = (Ref("person", name) for name in ("ada", "bea", "cleo"))


def submit_jobs(owner: Ref | None, count: int = 1, kind: str = "test.compute") -> list[UUID]:
    return [submitted(kind, owner=owner).id for _ in range(count)]


def order(share: Share = Share.LONG) -> list[UUID]:
    """Returns the order in which a single worker does the waiting jobs."""
    done = []
    while (job_id := next_job(share)) is not None:
        finish(job_id)
        done.append(job_id)
    return done


def finish(job_id: UUID) -> None:
    claim = claims.take(job_id)
    assert claim is not None
    with transaction.atomic():
        claim.finish({})


def test_people_take_turns_however_many_jobs_one_of_them_asked_for() -> None:
    ada, bea, cleo = submit_jobs(ADA, 4), submit_jobs(BEA, 2), submit_jobs(CLEO)
    assert order() == [ada[0], bea[0], cleo[0], ada[1], bea[1], ada[2], ada[3]]


def test_jobs_of_one_person_keep_their_order() -> None:
    ada = submit_jobs(ADA, 5)
    assert order() == ada


def test_who_comes_later_and_has_nothing_running_is_next() -> None:
    ada = submit_jobs(ADA, 3)
    claimed(Job.objects.get(pk=ada[0]))
    [bea] = submit_jobs(BEA)
    assert next_job(Share.LONG) == bea


def test_who_has_fewer_jobs_running_is_next_also_where_theirs_began_last() -> None:
    ada, bea = submit_jobs(ADA, 3), submit_jobs(BEA, 2)
    for job_id in (*ada[:2], bea[0]):
        claimed(Job.objects.get(pk=job_id))
    assert next_job(Share.LONG) == bea[1]


def test_jobs_of_another_share_take_nobodys_turn() -> None:
    """Bea had a short job after Ada's long one, and another of her jobs runs: her long job is next all the same."""
    first, second = submit_jobs(ADA, 2)
    finish(first)
    short, other = submit_jobs(BEA, 2, "test.count")
    finish(short)
    claimed(Job.objects.get(pk=other))
    [long] = submit_jobs(BEA)
    assert order() == [long, second]
    assert next_job(Share.USUAL) is None


def test_what_keeps_the_platform_going_comes_first() -> None:
    submit_jobs(ADA, 2, "test.count")
    mail = submitted("test.mail").id
    assert next_job(Share.USUAL) == mail


def test_a_message_about_one_job_brings_the_one_whose_turn_it_is() -> None:
    """The worker got the messages of all of Ada's jobs before Bea asked."""
    ada = submit_jobs(ADA, 3)
    run(str(ada[0]))
    [bea] = submit_jobs(BEA)
    for told_of in (ada[1], ada[2], bea):
        run(str(told_of))
        ended = list(Job.objects.filter(state=Job.State.DONE).values_list("pk", flat=True))
        assert (bea in ended, len(ended)) == (True, 2 + (ada[1], ada[2], bea).index(told_of))


def test_a_job_that_another_worker_was_quicker_to_take_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = submit_jobs(ADA), submit_jobs(BEA)
    take, taken = claims.take, list[claims.Claim | None]()

    def quicker(job_id: UUID) -> claims.Claim | None:
        if not taken:
            taken.append(take(job_id))
        return take(job_id)

    monkeypatch.setattr(claims, "take", quicker)
    execution.run_next(first[0])
    assert Job.objects.get(pk=second[0]).state == Job.State.DONE


def test_a_message_about_a_job_that_is_no_more_does_nothing() -> None:
    submit_jobs(ADA)
    execution.run_next(UUID(int=7))
    assert Job.objects.get().state == Job.State.QUEUED


@pytest.mark.parametrize(("kind", "times"), [("test.compute", 1), ("test.forget", 1), ("test.count", SHORT_TO_LONG)])
def test_one_person_may_have_so_many_jobs_waiting_and_another_may_still_ask(
    settings: Settings, kind: str, times: int
) -> None:
    settings.MOST_WAITING_JOBS = 2
    submit_jobs(ADA, 2 * times, kind)
    with pytest.raises(TooManyJobs) as refusal:
        submit_jobs(ADA, 1, kind)
    assert (refusal.value.code, refusal.value.status) == ("too_many_jobs", 429)
    assert (refusal.value.retry_after_seconds or 0) > 0
    submit_jobs(BEA, 1, kind)


def test_a_job_that_began_makes_room_for_the_next(settings: Settings) -> None:
    settings.MOST_WAITING_JOBS = 1
    [first] = submit_jobs(ADA)
    with pytest.raises(TooManyJobs):
        submit_jobs(ADA)
    claimed(Job.objects.get(pk=first))
    submit_jobs(ADA)


def test_what_the_platform_must_do_is_never_refused(settings: Settings) -> None:
    settings.MOST_WAITING_JOBS = 0
    for kind, owner in (("test.must", ADA), ("test.mail", ADA), ("test.compute", None)):
        submitted(kind, owner=owner)
    with pytest.raises(TooManyJobs):
        submit_jobs(ADA)


def test_the_same_wish_again_is_no_other_job_and_is_not_refused(settings: Settings) -> None:
    settings.MOST_WAITING_JOBS = 1
    first = submitted("test.compute", owner=ADA, key="once")
    assert submitted("test.compute", owner=ADA, key="once") == first

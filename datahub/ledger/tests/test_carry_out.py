"""A started use is spent, whatever happens to it; a use that never started is given back; and nobody can tell why it
failed."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from datahub.api.ref import PLATFORM, Ref
from datahub.audit.models import Entry
from datahub.jobs import claims
from datahub.jobs.models import Job
from datahub.jobs.services import submit
from datahub.ledger import journal
from datahub.ledger.errors import AnalysisFailed, BudgetExceeded, NotCovered, SpendEnded, StaleFence
from datahub.ledger.models import Spend, StoredAnswer
from datahub.ledger.selectors import answer_of, budget_of, spends_of
from datahub.ledger.services.carry_out import Answer, commit, give_up, lapse, release, start
from datahub.ledger.services.limits import unbounded
from datahub.ledger.services.reserve import reserve_stored
from datahub.ledger.tasks import sweep
from datahub.ledger.tests.factories import ANA, BEN, TENTH, account, permit, reserved, some_people, sums

pytestmark = pytest.mark.django_db
RHO = TENTH.rho
VERSION = Ref("dataset_version", "adult-1")
ANSWER = Answer(plan_digest="d" * 64, data_version=str(VERSION), body={"count": "41", "epsilon": "0.1"})


def test_a_start_spends_and_a_commit_keeps_the_answer() -> None:
    people = some_people()
    spend = reserved(people)
    start(spend.pk, fence=1)
    assert sums(people) == (0, RHO)
    commit(spend.pk, fence=1, answer=ANSWER)
    assert sums(people) == sums(people, ANA) == (0, RHO)
    answer = answer_of(ANSWER.plan_digest, VERSION)
    assert answer is not None
    assert answer.body == ANSWER.body
    assert [entry.operation for entry in Entry.objects.order_by("number")][-3:] == [
        "budget.reserve",
        "budget.start",
        "budget.commit",
    ]


def test_before_the_start_a_release_gives_everything_back() -> None:
    people = some_people()
    spend = reserved(people)
    release(spend.pk, fence=1)
    release(spend.pk, fence=1)
    assert sums(people) == sums(people, ANA) == (0, 0)
    with pytest.raises(SpendEnded):
        start(spend.pk, fence=2)
    assert Entry.objects.filter(operation="budget.release").count() == 1


def test_after_the_start_nothing_gives_it_back() -> None:
    people = some_people()
    spend = reserved(people)
    start(spend.pk, fence=1)
    for fence in (1, None):
        with pytest.raises(SpendEnded):
            release(spend.pk, fence=fence)
    commit(spend.pk, fence=1, answer=None)
    with pytest.raises(SpendEnded):
        release(spend.pk, fence=1)
    assert sums(people) == (0, RHO)


def test_a_worker_that_lost_its_claim_changes_nothing() -> None:
    spend = reserved(some_people())
    start(spend.pk, fence=2)
    with pytest.raises(StaleFence):
        start(spend.pk, fence=1)
    with pytest.raises(StaleFence):
        commit(spend.pk, fence=1, answer=ANSWER)
    with pytest.raises(StaleFence):
        give_up(spend.pk, fence=1)
    assert not StoredAnswer.objects.exists()
    start(spend.pk, fence=3)
    commit(spend.pk, fence=3, answer=ANSWER)


def test_a_retry_after_a_lost_worker_costs_nothing_more() -> None:
    people = some_people()
    spend = reserved(people)
    for fence in (1, 2, 3):
        start(spend.pk, fence=fence)
    commit(spend.pk, fence=3, answer=ANSWER)
    commit(spend.pk, fence=3, answer=Answer(plan_digest="d" * 64, data_version=str(VERSION), body={"count": "7"}))
    assert sums(people) == (0, RHO)
    assert StoredAnswer.objects.get().body == ANSWER.body


@pytest.mark.parametrize("reason", ["no rows", "a huge group", "out of memory"])
def test_a_failure_after_the_data_were_read_looks_the_same_and_costs_the_same(reason: str) -> None:
    """The analyst sees the same error, balance, spend and log of their own uses, whatever failed."""
    people, quiet = some_people(), some_people()
    for of, fails in ((people, True), (quiet, False)):
        spend = reserved(of, request=f"{of} asks")
        start(spend.pk, fence=1)
        if fails:
            give_up(spend.pk, fence=1)
        else:
            commit(spend.pk, fence=1, answer=None)
    seen = [
        (
            sums(of),
            sums(of, ANA),
            [(spend.state, spend.cost, spend.note) for spend in spends_of(of, ANA, everything=False)],
            [(entry.operation, entry.reason) for entry in Entry.objects.filter(subject=str(of), actor=str(ANA))],
        )
        for of in (people, quiet)
    ]
    assert seen[0] == seen[1]
    with pytest.raises(TypeError):
        AnalysisFailed(reason)  # type: ignore[call-arg]  # the error takes no reason
    assert AnalysisFailed().to_json() == {
        "code": "analysis_failed",
        "detail": "The analysis gave no answer. Its cost is spent.",
        "fields": {},
    }


def test_a_failure_before_the_data_were_read_is_given_back() -> None:
    people = some_people()
    give_up(reserved(people).pk, fence=1)
    assert sums(people) == (0, 0)


def test_the_sweeper_ends_what_nobody_goes_on_with() -> None:
    people = some_people()
    waiting, running = reserved(people), reserved(people)
    start(running.pk, fence=1)
    assert lapse(timezone.now() + timedelta(hours=23)) == 0
    assert lapse(timezone.now() + timedelta(hours=25)) == 2
    assert [Spend.objects.get(pk=spend.pk).state for spend in (waiting, running)] == ["released", "committed"]
    assert sums(people) == (0, RHO)
    commit(running.pk, fence=1, answer=ANSWER)  # a very long analysis can still give its answer
    assert lapse(timezone.now() + timedelta(hours=50)) == 0


def test_the_clock_asks_the_sweeper() -> None:
    job = submit(kind="ledger.sweep", subject=PLATFORM)
    claim = claims.take(job.pk)
    assert claim is not None
    sweep(claim)
    assert Job.objects.get(pk=job.pk).result == {"ended": 0}


def answered(people: Ref) -> StoredAnswer:
    spend = reserved(people)
    start(spend.pk, fence=1)
    commit(spend.pk, fence=1, answer=ANSWER)
    return StoredAnswer.objects.get()


def test_a_stored_answer_costs_the_people_nothing_and_the_reader_their_share() -> None:
    people = some_people()
    stored = answered(people)
    spend = reserve_stored(permit=permit(people, viewer=BEN), request="ben asks", answer=stored)
    again = reserve_stored(permit=permit(people, viewer=BEN), request="ben asks", answer=stored)
    assert (spend, spend.state, spend.cost) == (again, "committed", TENTH)
    assert sums(people) == sums(people, ANA) == (0, RHO)
    assert sums(people, BEN) == (0, RHO)


def test_a_stored_answer_is_refused_to_a_reader_whose_share_is_full() -> None:
    people = some_people()
    stored = answered(people)
    from_ben = permit(people, viewer=BEN)
    reserve_stored(permit=from_ben, request="one", answer=stored)
    share = account(people, BEN)
    share.cap_rho = RHO
    share.save(update_fields=["cap_rho"])
    with pytest.raises(BudgetExceeded) as refusal:
        reserve_stored(permit=from_ben, request="two", answer=stored)
    assert refusal.value.fields == {"account": ["analyst"]}


def test_a_stored_answer_needs_a_permit_for_the_data_set_that_gave_it() -> None:
    people = some_people()
    stored = answered(people)
    of_a_copy = replace(permit(people, viewer=BEN), ref=Ref("dataset", "copy"))
    with pytest.raises(NotCovered):
        reserve_stored(permit=of_a_copy, request="ben asks", answer=stored)
    of_the_version = replace(of_a_copy, ref=Ref.parse(stored.data_version))
    assert reserve_stored(permit=of_the_version, request="ben asks", answer=stored).state == "committed"


def test_a_stored_answer_needs_a_permit_for_its_own_people() -> None:
    people, others = some_people(), some_people()
    with pytest.raises(NotCovered):
        reserve_stored(permit=permit(others, viewer=BEN), request="one", answer=answered(people))


def test_an_answer_belongs_to_one_version_of_the_data() -> None:
    answered(some_people())
    assert answer_of(ANSWER.plan_digest, Ref("dataset_version", "adult-2")) is None


def test_after_something_left_without_a_bound_everybody_is_told() -> None:
    people = some_people()
    assert list(budget_of(people, BEN, everything=True).unbounded) == []
    unbounded(permit=permit(people, viewer=BEN, operation="dataset.release"), people=people, reason="an exact table")
    for viewer, everything in ((ANA, False), (BEN, True)):
        assert [entry.reason for entry in budget_of(people, viewer, everything=everything).unbounded] == [
            "an exact table"
        ]
    reserved(people)  # the remaining budget still counts
    with pytest.raises(NotCovered):
        unbounded(permit=permit(people), people=people, reason="a query")


def test_a_viewer_sees_their_own_share_and_the_owner_everything() -> None:
    people = some_people()
    start(reserved(people).pk, fence=1)
    reserved(people, viewer=BEN)
    own = budget_of(people, ANA, everything=False)
    assert [account.ref for account in own.accounts] == [str(ANA)]
    assert own.forecast is not None
    assert (own.forecast.questions, own.forecast.cost) == (8, TENTH)
    assert [account.ref for account in budget_of(people, BEN, everything=True).accounts] == [
        str(people),
        str(ANA),
        str(BEN),
    ]
    assert budget_of(people, BEN, everything=True).forecast is None
    assert [spend.actor for spend in spends_of(people, ANA, everything=False)] == [str(ANA)]
    assert spends_of(people, BEN, everything=True).count() == 2


@pytest.mark.django_db(transaction=True)
def test_the_journal_has_a_line_before_the_database_has_the_spend(monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal's line is written after the rest of the transaction, including the log's entry: only the commit can
    fail then."""
    spend, seen = reserved(some_people()), []
    append, entries = journal.append, Entry.objects.count()

    def watched(*told: object) -> None:
        seen.append((connection.in_atomic_block, Entry.objects.count() - entries))
        append(*told)  # type: ignore[arg-type]  # the arguments are passed on unchanged

    monkeypatch.setattr(journal, "append", watched)
    start(spend.pk, fence=1)
    assert seen == [(True, 1)]
    assert Entry.objects.count() == entries + 1

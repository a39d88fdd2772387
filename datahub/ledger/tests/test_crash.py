"""A process that is killed between any two steps loses no budget that was promised, and gives none back."""

import os
import signal
import warnings
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.audit.selectors import read_whole
from datahub.ledger import journal
from datahub.ledger.errors import BudgetExceeded, SpendEnded
from datahub.ledger.models import Account, Head, Spend, StoredAnswer, Unbounded
from datahub.ledger.services import carry_out, limits, reserve
from datahub.ledger.services.carry_out import Answer, commit, lapse, release, start
from datahub.ledger.services.recovery import stands
from datahub.ledger.tests.factories import BEN, TENTH, permit, reserved, some_people, sums

pytestmark = pytest.mark.django_db(transaction=True)
RHO = TENTH.rho
ANSWER = Answer(plan_digest="d" * 64, data_version="dataset_version:adult-1", body={"count": "41"})
Deed = Callable[..., Any]


def die(*_: Any, **__: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def then_die(deed: Deed) -> Deed:
    def done(*given: Any, **named: Any) -> None:
        deed(*given, **named)
        die()

    return done


def at_the_second(deed: Deed) -> Deed:
    """Returns a deed that dies at its second call: the first line of a journal only names its epoch."""
    done = []

    def twice(*given: Any, **named: Any) -> None:
        deed(*given, **named)
        done.append(deed)
        if len(done) == 2:
            die()

    return twice


WRITTEN = (journal, "append", then_die(journal.append))  # the process dies once the journal has the line


def torn(mark: Any, entry: dict[str, Any]) -> None:
    """Writes only half of the line to the disk, then dies."""
    with (Path(settings.LEDGER_FOLDER) / "journal").open("ab") as file:
        file.write(b'{"epoch":"')
        file.flush()
        os.fsync(file.fileno())
    die()


def killed(deed: Callable[[], Any], *replaced: tuple[Any, str, Deed]) -> None:
    """Runs `deed` in another process, which dies at what was replaced."""
    connection.close()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # pytest may hold threads, which the child does not use
        child = os.fork()
    if child == 0:
        for module, name, other in replaced:
            setattr(module, name, other)
        try:
            deed()
        finally:
            os._exit(7)  # a process that was killed does not come here
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL


def tomorrow() -> int:
    return lapse(timezone.now() + timedelta(hours=25))


def whole() -> bool:
    """Returns whether the sums of every account are those of its lines, and the log is intact."""
    for account in Account.objects.all():
        counted = {"reserved": 0, "executing": 0, "committed": 0, "released": 0}
        for line in account.lines.select_related("spend"):
            counted[line.spend.state] += line.rho
        if (account.reserved_rho, account.spent_rho) != (
            counted["reserved"],
            counted["executing"] + counted["committed"],
        ):
            return False
    return read_whole()[2] is None


def test_killed_before_a_reservation_is_committed() -> None:
    people = some_people()
    killed(lambda: reserved(people, request="one"), (reserve, "record", die))
    assert (sums(people), Spend.objects.count(), whole()) == ((0, 0), 0, True)
    reserved(people, request="one")


def test_killed_after_a_reservation() -> None:
    people = some_people()
    killed(lambda: die(reserved(people, request="one")))
    assert sums(people) == (RHO, 0)
    assert tomorrow() == 1
    assert (sums(people), whole()) == ((0, 0), True)


def test_killed_before_the_start_is_written_down() -> None:
    people = some_people()
    spend = reserved(people)
    killed(lambda: start(spend.pk, fence=1), (journal, "append", die))
    assert (sums(people), str(stands())) == ((RHO, 0), "even")
    start(spend.pk, fence=2)
    assert (sums(people), whole()) == ((0, RHO), True)


def test_killed_while_the_start_is_being_written_down() -> None:
    people = some_people()
    start(reserved(people).pk, fence=1)
    spend = reserved(people)
    killed(lambda: start(spend.pk, fence=1), (journal, "append", torn))
    assert (sums(people), str(stands())) == ((RHO, RHO), "even")
    start(spend.pk, fence=2)
    assert (sums(people), str(stands()), whole()) == ((0, 2 * RHO), "even", True)


@pytest.mark.parametrize("next_comes", ["the worker", "somebody else"])
def test_killed_between_the_journal_and_the_database(next_comes: str) -> None:
    """The start counts as spent, because nobody can tell whether it was committed."""
    people = some_people()
    spend = reserved(people)
    killed(lambda: start(spend.pk, fence=1), WRITTEN)
    assert (sums(people), str(stands())) == ((RHO, 0), "unfinished")
    if next_comes == "the worker":
        start(spend.pk, fence=2)
    else:
        reserved(people)  # the next use of the ledger carries out the journal's line
    assert sums(people)[1] == RHO
    assert (Spend.objects.get(pk=spend.pk).state, str(stands()), whole()) == ("executing", "even", True)
    with pytest.raises(SpendEnded):
        release(spend.pk, fence=None)


def test_killed_at_the_end_of_the_start() -> None:
    people = some_people()
    spend = reserved(people)
    killed(lambda: start(spend.pk, fence=1), (carry_out, "_note", die))
    assert (sums(people), str(stands())) == ((RHO, 0), "even")  # the journal's line would come last
    start(spend.pk, fence=2)
    commit(spend.pk, fence=2, answer=ANSWER)
    assert (sums(people), str(stands()), whole()) == ((0, RHO), "even", True)


def test_killed_while_the_data_are_read() -> None:
    people = some_people()
    spend = reserved(people)
    killed(lambda: die(start(spend.pk, fence=1)))
    assert sums(people) == (0, RHO)
    assert tomorrow() == 1
    assert (sums(people), Spend.objects.get(pk=spend.pk).state, whole()) == ((0, RHO), "committed", True)


def test_killed_before_the_answer_is_committed() -> None:
    people = some_people()
    spend = reserved(people)
    start(spend.pk, fence=1)
    killed(lambda: commit(spend.pk, fence=1, answer=ANSWER), (carry_out, "_note", die))
    assert (StoredAnswer.objects.count(), sums(people)) == (0, (0, RHO))
    start(spend.pk, fence=2)
    commit(spend.pk, fence=2, answer=ANSWER)
    assert (StoredAnswer.objects.count(), sums(people), whole()) == (1, (0, RHO), True)


def test_killed_while_a_release_is_written() -> None:
    people = some_people()
    spend = reserved(people)
    killed(lambda: release(spend.pk, fence=None), (carry_out, "_note", die))
    assert sums(people) == (RHO, 0)
    release(spend.pk, fence=None)
    assert (sums(people), whole()) == ((0, 0), True)


def test_killed_while_an_entry_without_bound_is_written() -> None:
    people = some_people()
    permit_of_ben = permit(people, viewer=BEN, operation="dataset.release")
    killed(
        lambda: limits.unbounded(permit=permit_of_ben, people=people, reason="a table"),
        WRITTEN,
    )
    assert str(stands()) == "unfinished"
    reserved(people)
    assert str(stands()) == "even"
    assert Unbounded.objects.filter(people=str(people)).count() == 1


def test_what_is_tried_again_after_it_was_killed_leaves_one_entry_without_bound() -> None:
    people = some_people()
    permit_of_ben = permit(people, viewer=BEN, operation="dataset.release")
    killed(
        lambda: limits.unbounded(permit=permit_of_ben, people=people, reason="release 1"),
        WRITTEN,
    )
    limits.unbounded(permit=permit_of_ben, people=people, reason="release 1")
    limits.unbounded(permit=permit_of_ben, people=people, reason="release 2")
    assert [entry.reason for entry in Unbounded.objects.order_by("number")] == ["release 1", "release 2"]
    assert whole()


def test_killed_while_entries_of_several_people_are_written_leaves_all_of_them() -> None:
    several = [some_people(), some_people()]
    permits = [(permit(people, viewer=BEN, operation="dataset.release"), people) for people in several]
    killed(lambda: limits.unbounded_together(permits, reason="a sample"), WRITTEN)
    assert str(stands()) == "unfinished"  # a restored database would be another standing
    entries = limits.unbounded_together(permits, reason="a sample")
    assert [entry.people for entry in entries] == [str(people) for people in several]
    assert Unbounded.objects.count() == 2
    assert (str(stands()), whole()) == ("even", True)


def test_of_several_people_only_those_who_are_not_yet_written_down_get_a_line() -> None:
    first, second = some_people(), some_people()
    permits = [(permit(people, viewer=BEN, operation="dataset.release"), people) for people in (first, second)]
    limits.unbounded_together(permits[:1], reason="a sample")
    limits.unbounded_together(permits, reason="a sample")
    assert [entry.people for entry in Unbounded.objects.order_by("number")] == [str(first), str(second)]


def test_what_an_older_database_holds_twice_is_found_and_what_is_new_beside_it_is_written_down() -> None:
    first, second = some_people(), some_people()
    permits = [(permit(people, viewer=BEN, operation="dataset.release"), people) for people in (second, first)]
    (kept,) = limits.unbounded_together(permits[1:], reason="a sample")
    again = {"people": kept.people, "actor": kept.actor, "operation": kept.operation, "reason": kept.reason}
    Unbounded.objects.create(number=kept.number + 100, **again)
    new, old = limits.unbounded_together(permits, reason="a sample")
    assert (new.people, old) == (str(second), kept)
    assert Unbounded.objects.count() == 3


def test_killed_while_a_limit_is_lowered() -> None:
    people = some_people()
    killed(lambda: some_people(rho="0.005", ref=people), WRITTEN)
    reserved(people)
    with pytest.raises(BudgetExceeded):
        reserved(people)


def test_killed_at_the_very_first_limit() -> None:
    killed(lambda: some_people(ref=Ref("lineage", "one")), (journal, "append", at_the_second(journal.append)))
    assert (Account.objects.count(), Head.objects.count(), str(stands())) == (0, 1, "unfinished")
    people = some_people(ref=Ref("lineage", "one"))
    start(reserved(people).pk, fence=1)
    assert (str(stands()), whole()) == ("even", True)


def test_a_disk_that_refuses_the_line_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    people = some_people()
    spend = reserved(people)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal, "append", full)
    with pytest.raises(OSError, match="No space"):
        start(spend.pk, fence=1)
    monkeypatch.undo()
    assert (sums(people), Spend.objects.get(pk=spend.pk).state) == ((RHO, 0), "reserved")
    start(spend.pk, fence=1)
    assert (sums(people), whole()) == ((0, RHO), True)

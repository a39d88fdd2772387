"""The difference between two views of results never holds few reports of one level."""

import csv
import hashlib
import io
import json
import secrets
import zipfile
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from datahub.accounts.models import Person
from surveys import keys
from surveys.models import Batch, BatchKey, CrossTab, InboxRow, Report, Version
from surveys.reports.withdraw import withdraw
from surveys.running.close import close
from surveys.tests.client import Visitor
from surveys.tests.factories import COLOURS, a_report, a_version, question, send, sweep_and_work, work

pytestmark = pytest.mark.django_db(transaction=True)

LEVELS = ({"epsilon": "0.5"}, {"epsilon": "1"}, {"epsilon": "1.5"})
PAIRED: dict[str, Any] = {
    "questions": [question(may_skip=False), question("q2", options=COLOURS, may_skip=False), question("q3")],
    "pairs": [["q1", "q2"]],
    "levels": list(LEVELS),
}
State = Counter[int]  # Maps levels to numbers of reports.


class Crowd:
    """Sends reports of chosen levels, and takes some back."""

    def __init__(self, version: Version) -> None:
        self.version, self.sent = version, Counter[int]()

    def send(self, *levels: int) -> "Crowd":
        for level, number in enumerate(levels):
            for _ in range(number):
                assert send(a_report(self.version, level=level)).status == 202
            self.sent[level] += number
        return self

    def send_and_take_back(self, level: int) -> None:
        key = secrets.token_bytes(16)
        assert send(a_report(self.version, level=level, key=key)).status == 202
        withdraw(version_hash=self.version.hash, receipt=hashlib.sha256(key).digest())


def close_now(version: Version) -> None:
    close(actor=None, rule="test", survey_id=version.survey_id, number=version.number)
    work()


def seen(ana: Person, version: Version) -> State:
    """Returns the number of reports of each level in every output; all outputs agree."""
    ours = State(Report.objects.filter(batch__version=version, batch__left_out=False).values_list("level", flat=True))
    path = f"surveys/{version.survey_id}/results/"
    results = Visitor(ana).get(path).json()
    assert results["reports"] == ours.total()
    assert Visitor(ana).get(f"surveys/{version.survey_id}/").json()["versions"][0]["reports"] == ours.total()
    if results["state"] == "collecting":
        assert ours.total() == 0
        return ours
    shown = [results["levels"], *(question["by_level"] for question in results["questions"])]
    for groups in shown:
        assert [group["reports"] for group in groups] == [
            sum(ours[level] for level in group["levels"]) for group in groups
        ]
    assert all(question["guarantee"]["n"] == ours.total() for question in results["questions"])
    assert [table["table"]["reports"] for table in Visitor(ana).get(f"{path}crosstabs/").json()["crosstabs"]] == [
        ours.total()
    ]
    assert +State(in_archive(ana, path)) == +ours
    return ours


def in_archive(ana: Person, path: str) -> dict[int, int]:
    """Returns the rows in the files of each level."""
    answer = Visitor(ana).get(f"{path}export/", what="reports")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as whole:
        names = [name for name in whole.namelist() if name.startswith("reports/")]
        rows = {name: len(list(csv.reader(io.TextIOWrapper(whole.open(name), encoding="utf-8-sig")))) for name in names}
        levels = {level["id"]: level["reports"] for level in json.loads(whole.read("codebook.json"))["levels"]}
    for name, number in rows.items():
        assert number - 1 == levels[int(name.split("-level")[1][0])]
    return levels


def assert_steps(states: list[State]) -> None:
    for before, after in pairwise(states):
        for level in range(len(LEVELS)):
            step = after[level] - before[level]
            assert step == 0 or step >= 20, (level, states)


def assert_all_there(crowd: Crowd, last: State, results: dict[str, Any]) -> None:
    """Every report that was accepted is stored, and is in the numbers unless fewer than 20 chose its level in all."""
    few = {level: number for level, number in crowd.sent.items() if number < 20}
    stored = Counter(Report.objects.filter(batch__version=crowd.version).values_list("level", flat=True))
    assert stored == +crowd.sent
    assert last == +Counter({level: number for level, number in crowd.sent.items() if level not in few})
    assert results["left_out"] == sum(few.values())


bursts = st.lists(
    st.tuples(st.tuples(*[st.sampled_from([0, 1, 7, 19, 20, 21, 45, 60])] * len(LEVELS)), st.booleans()),
    min_size=2,
    max_size=5,
)


@example(bursts=[((60, 19, 60), False), ((0, 0, 1), False)])  # Reports that are left out at the end hide nobody.
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(bursts=bursts)
def test_any_two_things_that_are_seen_differ_by_no_or_twenty_reports_of_a_level(
    ana: Person, bursts: list[tuple[tuple[int, ...], bool]]
) -> None:
    version = a_version(ana, **PAIRED)
    crowd, states = Crowd(version), [State()]
    for levels, takes_back in bursts:
        crowd.send(*levels)
        if takes_back:
            crowd.send_and_take_back(0)
        sweep_and_work()
        states.append(seen(ana, version))
    close_now(version)
    states.append(seen(ana, version))
    assert_steps(states)
    totals = [state.total() for state in states if state.total()]
    assert all(after == before or after - before >= 50 for before, after in pairwise(totals))
    assert_all_there(crowd, states[-1], Visitor(ana).get(f"surveys/{version.survey_id}/results/").json())
    version.refresh_from_db()
    assert InboxRow.objects.filter(version=version).count() == 0
    assert not version.batch_keys.exclude(state=BatchKey.State.DONE).exists()


def test_one_report_of_a_level_between_two_looks_is_not_seen(ana: Person) -> None:
    """A reviewer tried this attack: look, send one report of a level among many of another, look again; then the same
    with files."""
    version = a_version(ana, **PAIRED)
    crowd = Crowd(version).send(60, 60)
    sweep_and_work()
    before = seen(ana, version)
    assert min(before[0], before[1]) >= 20
    crowd.send(120, 1)
    sweep_and_work()
    after = seen(ana, version)
    assert after[0] > before[0]
    assert after[1] - before[1] == 0
    close_now(version)
    assert_steps([State(), before, after, seen(ana, version)])
    assert seen(ana, version) == {0: 180, 1: 61}


def test_what_a_level_held_back_comes_with_at_least_twenty_when_the_version_closes(ana: Person) -> None:
    version = a_version(ana, **PAIRED)
    crowd = Crowd(version).send(100, 45)
    sweep_and_work()
    before = seen(ana, version)
    assert before == {0: 70, 1: 25}
    crowd.send(0, 1)
    close_now(version)
    assert seen(ana, version) == {0: 100, 1: 46}


def test_a_level_that_few_chose_is_in_no_number_and_the_results_say_so(ana: Person) -> None:
    version = a_version(ana, **PAIRED)
    Crowd(version).send(60, 19, 1)
    close_now(version)
    results = Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()
    assert (results["reports"], results["left_out"]) == (60, 20)
    assert [(group["levels"], group["reports"]) for group in results["levels"]] == [([0, 1, 2], 60)]
    assert sorted((batch.size, batch.left_out) for batch in Batch.objects.all()) == [(20, True), (60, False)]
    assert seen(ana, version) == {0: 60}
    printed = Visitor(ana).get(f"surveys/{version.survey_id}/results/report/").content.decode()
    assert "20 more reports are left out" in printed
    assert CrossTab.objects.get().reports == 60


def test_rows_that_wait_are_sealed_again_and_the_key_of_their_batch_is_destroyed(ana: Person) -> None:
    version = a_version(ana, **PAIRED)
    crowd = Crowd(version).send(80, 3)
    sweep_and_work()
    (first,) = BatchKey.objects.filter(state=BatchKey.State.HELD).values_list("pk", flat=True)
    crowd.send(60, 3)
    sweep_and_work()
    assert first not in keys.kept_batch_keys()
    assert BatchKey.objects.get(pk=first).state == BatchKey.State.DONE
    (held_key,) = BatchKey.objects.filter(state=BatchKey.State.HELD).values_list("pk", flat=True)
    assert set(InboxRow.objects.filter(sealed__isnull=False).values_list("batch_key", flat=True)) == {held_key}
    crowd.send(0, 14)
    close_now(version)
    assert seen(ana, version) == {0: 140, 1: 20}


def test_simulated_people_are_shown_one_by_one(ana: Person) -> None:
    version = a_version(ana, simulated=True, **PAIRED)
    Crowd(version).send(30, 1)
    sweep_and_work()
    assert Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()["reports"] == 31

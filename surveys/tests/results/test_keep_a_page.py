"""The results page is written once, and again as soon as something that it shows has changed."""

import gzip
import re
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import brotli
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.policies.tests.people import a_person
from surveys.models import Batch, BatchKey, Estimate, SimulatedTruth, Version
from surveys.population import EVERYBODY, SAMPLE
from surveys.publishing.blocks import Mechanism
from surveys.results import page
from surveys.results.selectors import results_of
from surveys.running.close import close
from surveys.tests.factories import a_report, a_version, alike, an_estimate, question, send, sweep_and_work, work

pytestmark = pytest.mark.django_db(transaction=True)


def send_some(version: Version, first: int, many: int) -> None:
    for number in range(first, first + many):
        assert send(a_report(version, level=number % 2, key=number.to_bytes(16, "big"))).status == 202


def get(person: Person, version: Version, population: str = SAMPLE, digits: str = "", **headers: str) -> Any:
    client = Client()
    client.force_login(person)
    query = {"population": population} | ({"digits": digits} if digits else {})
    return client.get(f"/api/v1/surveys/{version.survey_id}/results/", query, headers=headers)


def test_a_browser_that_keeps_the_page_is_told_that_it_is_the_same(ana: Person) -> None:
    version = a_version(ana)
    whole = get(ana, version)
    assert (whole.status_code, whole["Cache-Control"]) == (200, "private, no-cache")
    same = get(ana, version, **{"if-none-match": whole["ETag"]})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", whole["ETag"])
    assert get(ana, version, **{"if-none-match": '"another"'}).content == whole.content


@pytest.mark.parametrize(
    ("accepted", "coding"), [("gzip, deflate", "gzip"), ("gzip, br", "br"), ("br;q=0, gzip", "gzip")]
)
def test_a_browser_that_reads_packed_bytes_is_sent_the_same_page_in_fewer(
    ana: Person, accepted: str, coding: str
) -> None:
    version = a_version(ana)
    plain, packed = get(ana, version), get(ana, version, **{"accept-encoding": accepted})
    assert (packed["Content-Encoding"], packed["Vary"], packed["ETag"]) == (coding, plain["Vary"], plain["ETag"])
    unpack = {"gzip": gzip.decompress, "br": brotli.decompress}[coding]
    assert unpack(packed.content) == plain.content
    assert len(packed.content) < len(plain.content)


def test_a_fraction_has_six_decimals_or_digits_and_all_else_is_as_it_was() -> None:
    written = {"share": 0.123456789, "mean": 41234.123456789, "small": 1.23456789e-9, "of": (1, "0.5", None, True)}
    shorter = {"share": 0.123457, "mean": 41234.123457, "small": 1.23457e-9, "of": [1, "0.5", None, True]}
    assert page.rounded(written, 6) == shorter


def uneven(mechanism: Mechanism, reports: int) -> list[int]:
    """Moves a few of the counts that are alike, as chance does: equal numbers would pack well."""
    draw, counts = Random(reports), alike(mechanism, reports)  # noqa: S311 - chance of a test
    for place in range(len(counts) - 1):
        moved = draw.randint(0, counts[place] // 20)
        counts[place], counts[place + 1] = counts[place] - moved, counts[place + 1] + moved
    return counts


def test_fifty_questions_at_three_levels_are_sent_in_80_kilobytes(ana: Person) -> None:
    options = [{"id": f"o{number}", "label": f"Option {number}"} for number in range(5)]
    questions = [question(f"q{number}", options=options) for number in range(50)]
    version = a_version(ana, questions=questions, levels=[{"epsilon": epsilon} for epsilon in ("0.05", "0.1", "0.15")])
    an_estimate(version, 3000, uneven)
    sent = get(ana, version, digits="6", **{"accept-encoding": "br"})
    assert len(brotli.decompress(sent.content)) > 400_000
    assert len(sent.content) <= 80_000


def test_a_pause_while_a_page_is_written_is_not_kept_beyond_it(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    version = a_version(ana)
    write = page.results_of  # type: ignore[attr-defined]  # what the module calls

    def paused_meanwhile(*args: Any) -> Any:
        Version.objects.filter(pk=version.pk).update(paused=True)
        return write(*args)

    monkeypatch.setattr(page, "results_of", paused_meanwhile)
    get(ana, version)
    monkeypatch.undo()
    assert get(ana, version).json()["version"]["state"] == "paused"
    Version.objects.filter(pk=version.pk).update(paused=False)
    assert get(ana, version).json()["version"]["state"] == "open"


def test_a_page_that_a_proxy_compressed_again_is_known_by_its_weak_tag(ana: Person) -> None:
    version = a_version(ana)
    assert get(ana, version, **{"if-none-match": f"W/{get(ana, version)['ETag']}"}).status_code == 304


def test_who_may_not_see_the_results_is_not_told_whether_they_changed(ana: Person) -> None:
    version = a_version(ana)
    etag = get(ana, version)["ETag"]
    answer = get(a_person("bob"), version, **{"if-none-match": etag})
    assert answer.status_code == 404
    assert "ETag" not in answer


def test_each_change_of_what_is_shown_writes_the_page_again(ana: Person) -> None:
    version = a_version(ana)
    pages = [get(ana, version)]
    send_some(version, 0, 49)
    sweep_and_work()
    assert get(ana, version)["ETag"] == pages[0]["ETag"], "49 reports wait, and nothing tells of them"
    send_some(version, 49, 60)
    sweep_and_work()
    pages.append(get(ana, version))
    Version.objects.filter(pk=version.pk).update(paused=True)
    pages.append(get(ana, version))
    Version.objects.filter(pk=version.pk).update(paused=False)
    send_some(version, 200, 30)
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    pages.append(get(ana, version))
    assert [answer.json()["state"] for answer in pages] == ["collecting", "shown", "shown", "shown"]
    assert [answer.json()["version"]["state"] for answer in pages] == ["open", "open", "paused", "closed"]
    assert len({answer["ETag"] for answer in pages}) == len(pages)
    assert get(ana, version, EVERYBODY)["ETag"] != pages[-1]["ETag"]


TABLES = {"batch", "batchkey", "counts", "estimate", "simulatedtruth", "survey", "version"}
CHANGES: dict[str, Callable[[Version], object]] = {
    "it closed": lambda version: of(Version, version).update(state="closed", closed_at=timezone.now()),
    "it paused": lambda version: of(Version, version).update(paused=True),
    "it opens later": lambda version: of(Version, version).update(opens_at=timezone.now() + timedelta(days=1)),
    "a batch came": lambda version: Batch.objects.create(version=version, size=50, short=False),
    "a batch grew": lambda version: Batch.objects.filter(version=version).update(size=51),
    "one withdrew": lambda version: BatchKey.objects.filter(version=version, state="done").update(withdrawn=1),
    "a key was done": lambda version: BatchKey.objects.filter(version=version, state="current").update(state="done"),
    "an estimate came": lambda version: Estimate.objects.filter(version=version).update(computed_at=timezone.now()),
    "a truth came": lambda version: SimulatedTruth.objects.create(version=version, shares={}),
}


def of(model: Any, version: Version) -> Any:
    return model.objects.filter(pk=version.pk)


@pytest.fixture
def shown(ana: Person) -> Version:
    version = a_version(ana)
    an_estimate(version, 3000, uneven)
    Batch.objects.create(version=version, size=50, short=False)
    BatchKey.objects.create(version=version, state="done")
    return version


@pytest.mark.parametrize("change", CHANGES)
def test_a_page_is_found_by_all_that_it_hangs_on(shown: Version, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    monkeypatch.setattr(page, "_written", lambda *key: key)
    before = page.page_of(shown.survey_id, "", SAMPLE, None)
    assert page.page_of(shown.survey_id, "", SAMPLE, None) == before
    CHANGES[change](shown)
    assert page.page_of(shown.survey_id, "", SAMPLE, None) != before


def test_a_page_is_made_of_tables_whose_changes_are_watched_and_of_no_other(shown: Version) -> None:
    """A table that results are read from in future needs its changes above, and its place in the key."""
    with CaptureQueriesContext(connection) as queries:
        results_of(Version.objects.select_related("survey").get(pk=shown.pk), SAMPLE)
    sql = " ".join(query["sql"] for query in queries.captured_queries)
    assert set(re.findall(r'"surveys_([a-z]+)"', sql)) == TABLES


def test_a_page_that_is_kept_reads_neither_draft_nor_definition_nor_results(ana: Person) -> None:
    version = a_version(ana)
    get(ana, version)
    with CaptureQueriesContext(connection) as queries:
        get(ana, version)
    statements = [query["sql"] for query in queries.captured_queries]
    columns = ('"definition"', '"draft"', '"known_shares"', '"result"')
    assert [
        sql for sql in statements if any(f"{column}," in sql or f"{column} FROM" in sql for column in columns)
    ] == []
    assert len([sql for sql in statements if "surveys_" in sql]) == 2

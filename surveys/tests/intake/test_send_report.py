"""These tests cover what the intake takes and what it refuses; refused means that nothing was stored."""

import json
import threading
from collections import Counter, deque
from contextlib import ExitStack
from typing import Any

import pytest
from django.conf import settings as as_configured
from django.db import connection

from datahub.accounts.models import Person
from surveys import keys
from surveys.intake import reception, route
from surveys.models import InboxRow, Version
from surveys.tests.factories import Answer, a_record, a_report, a_version, body_of, question, read, send, text

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def version(ana: Person) -> Version:
    return a_version(ana)


def test_a_report_is_accepted_and_stored_once(version: Version) -> None:
    answer = send(a_report(version))
    assert (answer.status, answer.json) == (202, {"state": "accepted"})
    assert InboxRow.objects.count() == 1


def test_a_row_holds_neither_key_nor_record_and_has_one_length_for_every_level(ana: Person) -> None:
    options = [{"id": f"o{number}", "label": str(number)} for number in range(30)]
    levels = [{"epsilon": "0.5"}, {"epsilon": "6"}]
    version = a_version(ana, questions=[question(options=options)], levels=levels)
    definition = read(version)
    assert [level.record_bytes for level in definition.levels] == [4, 1]
    key, record = b"0123456789abcdef", a_record(version, 0)
    assert send(a_report(version, level=0, key=key, record=text(record))).status == 202
    assert send(a_report(version, level=1)).status == 202
    rows = [
        [bytes(part) for part in parts if part is not None]
        for parts in InboxRow.objects.values_list("key_mac", "body_mac", "sealed")
    ]
    assert not [part for row in rows for part in row if key in part or record in part]
    assert {len(sealed) for _, _, sealed in rows} == {12 + 1 + 4 + 16}


def test_the_same_report_again_is_the_same_202_and_is_stored_once(version: Version) -> None:
    report = a_report(version)
    assert [send(report).status for _ in range(3)] == [202, 202, 202]
    assert InboxRow.objects.count() == 1


def test_the_order_of_fields_and_blanks_do_not_make_another_report(version: Version) -> None:
    report = a_report(version)
    send(report)
    assert send(json.dumps(dict(reversed(report.items())), indent=1).encode()).status == 202


def test_another_report_with_a_key_that_was_used_is_refused(version: Version) -> None:
    report = a_report(version, level=0)
    send(report)
    answer = send(a_report(version, level=1, key=b"\0" * 16) | {"key": report["key"]})
    assert (answer.status, answer.code) == (409, "key_reused")
    assert InboxRow.objects.count() == 1


def test_of_two_hundred_posts_of_one_key_with_two_bodies_one_body_wins(version: Version) -> None:
    key = text(b"one key for both")
    bodies = [body_of(a_report(version, level=level) | {"key": key}) for level in (0, 1)]
    answers: list[tuple[int, Answer]] = []
    start = threading.Barrier(20)

    def post_ten(which: int) -> None:
        start.wait()
        answers.extend((which, send(bodies[which])) for _ in range(10))
        connection.close()

    threads = [threading.Thread(target=post_ten, args=(number % 2,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    heard = Counter((which, answer.status) for which, answer in answers)
    assert heard in ({(0, 202): 100, (1, 409): 100}, {(1, 202): 100, (0, 409): 100})
    assert InboxRow.objects.count() == 1


@pytest.mark.parametrize("body", [b"level 0", b"[]", b"", b'{"key":' * 1000, b'{"level":NaN}'])
def test_refuses_what_is_no_report_and_stores_nothing(version: Version, body: bytes) -> None:
    answer = send(body)
    assert (answer.status, answer.code) == (400, "malformed")
    assert InboxRow.objects.count() == 0


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"version": "0" * 64}, 404, "unknown_version"),
        ({"level": 2}, 400, "unknown_level"),
        ({"record": text(b"\0")}, 400, "wrong_length"),
        ({"record": text(b"\0" * 3)}, 400, "wrong_length"),
        ({"record": ""}, 400, "wrong_length"),
        ({"record": text(b"\xff\0")}, 400, "bad_record"),
        ({"record": text(b"\0\xff")}, 400, "bad_record"),
    ],
)
def test_refuses_what_this_version_could_not_have_sent(
    version: Version, changed: dict[str, Any], status: int, code: str
) -> None:
    answer = send(a_report(version) | changed)
    assert (answer.status, answer.code) == (status, code)
    assert InboxRow.objects.count() == 0


def test_refuses_a_set_with_a_padding_bit_or_of_another_size(ana: Person) -> None:
    options = [{"id": f"o{number}", "label": str(number)} for number in range(13)]
    item = question(options=options, may_skip=False)
    version = a_version(ana, questions=[item], levels=[{"epsilon": "0.5"}])
    assert read(version).levels[0].parts[0].oracle.client_spec()["size"] == 5
    assert send(a_report(version, record=text(b"\xf0\x08"))).status == 202
    for bad in (b"\xf0\x01", b"\xf8\x01", b"\xf0\x00", b"\xf8\x08"):
        assert send(a_report(version, record=text(bad))).code == "bad_record"


def test_refuses_a_body_that_is_too_large_before_reading_it(version: Version) -> None:
    answer = send(body_of(a_report(version)) + b" " * 9000)
    assert (answer.status, answer.code) == (413, "too_large")
    assert send(b"{}", CONTENT_LENGTH="99999999").code == "too_large"


@pytest.mark.parametrize("declared", ["", "-1", "x", "1 0", "١", "9" * 12])
def test_refuses_a_length_that_cannot_be_read(version: Version, declared: str) -> None:
    assert send(a_report(version), CONTENT_LENGTH=declared).code in {"malformed", "too_large"}
    assert InboxRow.objects.count() == 0


def test_refuses_a_body_that_ended_early(version: Version) -> None:
    raw = body_of(a_report(version))
    assert send(raw, CONTENT_LENGTH=str(len(raw) + 1)).code == "malformed"


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_refuses_what_a_form_of_another_site_could_send(version: Version, kind: str) -> None:
    answer = send(a_report(version), CONTENT_TYPE=kind)
    assert (answer.status, answer.code) == (415, "unsupported_media_type")


def test_refuses_an_address_with_parameters_and_stores_nothing(version: Version) -> None:
    answer = send(a_report(version), QUERY_STRING="level=1")
    assert (answer.status, answer.code, list(answer.json["fields"])) == (400, "invalid", ["level"])
    assert not InboxRow.objects.exists()


def test_says_busy_when_all_places_are_taken(version: Version) -> None:
    report = a_report(version)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reception, "_slots", deque([0]))
        with reception.a_slot():
            answer = send(report)
        assert (answer.status, answer.code, answer.headers["Retry-After"]) == (429, "busy", "1")
        assert send(report).status == 202


def test_a_network_that_floods_is_told_to_wait(version: Version, settings: Any) -> None:
    settings.INTAKE_PER_MINUTE = 3
    answers = [send(a_report(version)).status for _ in range(4)]
    assert answers == [202, 202, 202, 429]
    assert send(a_report(version), REMOTE_ADDR="192.0.2.8").status == 202
    assert send(a_report(version), REMOTE_ADDR="127.0.0.1").status == 202


@pytest.mark.parametrize(("processes", "allowed"), [(1, 4), (2, 2), (3, 1), (9, 1)])
def test_each_web_process_takes_its_part_of_what_a_network_may_send(
    version: Version, settings: Any, processes: int, allowed: int
) -> None:
    """Each process counts in its own memory, so all together accept no more than one process would."""
    settings.INTAKE_PER_MINUTE, settings.WEB_PROCESSES = 4, processes
    answers = [send(a_report(version)).status for _ in range(5)]
    assert answers == [202] * allowed + [429] * (5 - allowed)


def test_one_network_that_sends_slowly_leaves_places_to_the_others(version: Version) -> None:
    with ExitStack() as slow:
        for _ in range(route.OF_ONE_NETWORK):
            slow.enter_context(route.a_slot_of("192.0.2.7"))
        answer = send(a_report(version))
        assert (answer.status, answer.code, answer.headers["Retry-After"]) == (429, "busy", "1")
        assert send(a_report(version), REMOTE_ADDR="192.0.2.8").status == 202
    assert send(a_report(version)).status == 202
    assert not route.held_places


def test_this_machine_may_hold_all_places(version: Version) -> None:
    """This machine is also where requests come from whose proxy has not been counted."""
    with ExitStack() as slow:
        for _ in range(as_configured.INTAKE_AT_ONCE - 1):
            slow.enter_context(route.a_slot_of("127.0.0.1"))
        assert send(a_report(version), REMOTE_ADDR="127.0.0.1").status == 202


def test_says_unavailable_when_the_keys_of_an_open_version_are_gone(version: Version) -> None:
    keys.destroy_version_secrets(version.hash)
    answer = send(a_report(version))
    assert (answer.status, answer.code) == (503, "unavailable")
    assert answer.headers["Retry-After"]
    assert InboxRow.objects.count() == 0


def test_says_unavailable_when_the_batch_key_is_gone(version: Version) -> None:
    for batch_key in keys.kept_batch_keys():
        keys.destroy_batch_key(batch_key)
    assert send(a_report(version)).status == 503
    assert InboxRow.objects.count() == 0


def test_an_answer_carries_no_cookie_and_is_kept_nowhere(version: Version) -> None:
    headers = send(a_report(version)).headers
    assert headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in headers


def test_the_documented_view_takes_the_same_road(version: Version, client: Any) -> None:
    report = a_report(version)
    answers = [
        client.generic("POST", "/api/v1/reports/", body_of(report), content_type="application/json") for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [202, 202]
    refused = client.generic("POST", "/api/v1/reports/", b"[]", content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    assert client.get("/api/v1/reports/").status_code == 405
    assert InboxRow.objects.count() == 1


def test_a_survey_that_has_just_opened_is_read_once_by_all_who_send(
    version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    together, read = threading.Barrier(8), reception.versions.read
    reads: list[str] = []
    answers: list[int] = []

    def counted(hash: str) -> Any:
        reads.append(hash)
        return read(hash)

    def post(number: int) -> None:
        report = a_report(version, key=bytes([number]) * 16)
        together.wait()
        answers.append(send(report).status)
        connection.close()

    monkeypatch.setattr(reception.versions, "read", counted)
    threads = [threading.Thread(target=post, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (answers, reads) == ([202] * 8, [version.hash])


def test_who_cannot_learn_what_was_published_is_told_to_come_back(
    version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reception, "RETRY_SECONDS", 0.001)
    with reception._reading:
        answer = send(a_report(version))
    assert (answer.status, answer.code) == (503, "unavailable")
    assert send(a_report(version)).status == 202

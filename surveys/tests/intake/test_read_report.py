"""A body that is no report is refused, whatever the version. The texts of refusals never quote what was sent."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from datahub.api.errors import Malformed, TooLarge
from surveys.intake.report import BODY_LIMIT, parse
from surveys.tests.factories import body_of, text

REPORT = {"key": text(b"0123456789abcdef"), "level": 0, "proof": "", "record": text(b"\0\1"), "version": "ab" * 32}

MALFORMED: dict[str, Any] = {
    "no JSON": b"level 0",
    "a list": b"[]",
    "a text": b'"report"',
    "nothing": b"",
    "half of it": lambda report: body_of(report)[:-20],
    "deep": b'{"key":' + b'{"a":' * 1500,
    "a deep list": b'{"key":' + b"[" * 5000,
    "a field too many": lambda report: body_of(report | {"answer": "yes"}),
    "a field too few": lambda report: body_of({name: report[name] for name in ("key", "level", "proof", "record")}),
    "a field twice": lambda report: body_of(report).replace(b'"level":0', b'"level":1,"level":0'),
    "NaN": lambda report: body_of(report).replace(b'"level":0', b'"level":NaN'),
    "infinity": lambda report: body_of(report).replace(b'"level":0', b'"level":-Infinity'),
    "a level with a point": lambda report: body_of(report).replace(b'"level":0', b'"level":0.0'),
    "a level beyond floats": lambda report: body_of(report).replace(b'"level":0', b'"level":1e999'),
    "a level of many digits": lambda report: body_of(report).replace(b'"level":0', b'"level":' + b"9" * 5000),
    "a level that is true": lambda report: body_of(report | {"level": True}),
    "a level that is a word": lambda report: body_of(report | {"level": "low"}),
    "levels of more blocks than there are": lambda report: body_of(report | {"level": "0" * 51}),
    "levels beyond the third": lambda report: body_of(report | {"level": "0123"}),
    "levels of no block": lambda report: body_of(report | {"level": ""}),
    "levels in other digits": lambda report: body_of(report | {"level": "0\u0661"}),
    "levels with a line break": lambda report: body_of(report | {"level": "01\n"}),
    "levels in a list": lambda report: body_of(report | {"level": [0, 1]}),
    "a level below zero": lambda report: body_of(report | {"level": -1}),
    "no level": lambda report: body_of(report | {"level": None}),
    "a version in capitals": lambda report: body_of(report | {"version": "A" * 64}),
    "a short version": lambda report: body_of(report | {"version": "a" * 63}),
    "a proof": lambda report: body_of(report | {"proof": "AAAA"}),
    "a short key": lambda report: body_of(report | {"key": text(b"0" * 15)}),
    "a long key": lambda report: body_of(report | {"key": text(b"0" * 17)}),
    "a key with padding": lambda report: body_of(report | {"key": text(b"0" * 16) + "=="}),
    "a key with a stray bit": lambda report: body_of(report | {"key": "A" * 21 + "B"}),
    "a key of the other alphabet": lambda report: body_of(report | {"key": "+" * 21 + "A"}),
    "a key with a line break": lambda report: body_of(report | {"key": text(b"0" * 16) + "\n"}),
    "a key that is a number": lambda report: body_of(report | {"key": 7}),
    "a record that is null": lambda report: body_of(report | {"record": None}),
    "letters beyond ASCII": lambda report: json.dumps(report | {"proof": "é"}, ensure_ascii=False).encode(),
    "bytes that are no text": b'{"key":"\xff\xfe"}',
}


def test_reads_the_one_spelling_of_a_report() -> None:
    report = parse(body_of(REPORT))
    assert (report.key, report.level, report.record, report.version) == (b"0123456789abcdef", 0, b"\0\1", "ab" * 32)


@pytest.mark.parametrize("name", MALFORMED)
def test_refuses_what_is_no_report(name: str) -> None:
    malformed: bytes | Callable[[dict[str, Any]], bytes] = MALFORMED[name]
    body = malformed(dict(REPORT)) if callable(malformed) else malformed
    with pytest.raises(Malformed) as refused:
        parse(body)
    assert text(b"0123456789abcdef") not in str(refused.value)


def test_refuses_more_bytes_than_any_report_has() -> None:
    with pytest.raises(TooLarge):
        parse(body_of(REPORT) + b" " * BODY_LIMIT)


def test_a_report_does_not_show_what_it_holds_when_it_is_printed() -> None:
    assert "0123456789abcdef" not in repr(parse(body_of(REPORT)))

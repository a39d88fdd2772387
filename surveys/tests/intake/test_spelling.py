"""A report in the spelling of the pages is read without a JSON parser, and means what the parser would have read."""

import base64
import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from datahub.api.problem import Problem
from surveys.intake import report as rules
from surveys.intake import spelling
from surveys.intake.report import Report
from surveys.tests.factories import body_of, text
from surveys.tests.intake.test_read_report import MALFORMED, REPORT

LETTERS = "ABQgwEIMcokUY048-_+/=\n \\\"'{}[]:,0123456789ab"


def read(reading: Any, body: Any) -> Report | str:
    """Returns the report, or the text of its refusal."""
    try:
        report: Report = reading(body)
    except Problem as refusal:
        return f"{refusal.code}: {refusal}"
    return report


def agree(body: bytes) -> None:
    assert read(spelling.read, body) == read(rules.parse, body)
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return
    assert read(spelling.read_value, value) == read(rules.from_value, value)


LEVELS = st.integers(0, 255) | st.text("012", min_size=1, max_size=50)


@given(key=st.binary(min_size=16, max_size=16), record=st.binary(max_size=40), level=LEVELS)
def test_reads_every_report_as_the_parser_does(key: bytes, record: bytes, level: int | str) -> None:
    body = body_of(REPORT | {"key": text(key), "record": text(record), "level": level})
    report = spelling.read(body)
    assert (report.key, report.record, report.level, report.body) == (key, record, level, body)
    agree(body)


def test_the_spelling_of_the_pages_needs_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(body: bytes) -> Report:
        raise AssertionError(body)

    monkeypatch.setattr(rules, "parse", parse)
    assert spelling.read(body_of(REPORT)).record == b"\0\1"


@pytest.mark.parametrize("name", MALFORMED)
def test_refuses_what_the_parser_refuses(name: str) -> None:
    malformed = MALFORMED[name]
    agree(malformed(dict(REPORT)) if callable(malformed) else malformed)


@given(place=st.integers(0, 200), letter=st.sampled_from(LETTERS), extra=st.booleans())
@example(place=29, letter="B", extra=False)  # The last letter of the key has an unused bit set.
def test_agrees_with_the_parser_wherever_one_letter_differs(place: int, letter: str, extra: bool) -> None:
    body = body_of(REPORT | {"record": text(b"\0\1\2\3\4")})
    agree(body[:place] + letter.encode() + body[place + (not extra) :])


NUMBERS = ["0", "00", "07", "255", "256", "-0", "1e1", '"0"', '"3"', '"012"', '""', "012", '"1', '"' + "2" * 51 + '"']


@given(record=st.text("ABQgwEZ-_09", max_size=9), level=st.sampled_from(NUMBERS))
def test_agrees_on_every_text_of_base64_and_every_number(record: str, level: str) -> None:
    whole = json.dumps(REPORT | {"record": record}, separators=(",", ":"), sort_keys=True)
    agree(whole.replace('"level":0', f'"level":{level}').encode())


ODD = [
    None,
    True,
    7,
    1.0,
    "",
    "AAAA",
    ["AAAA"],
    {"a": 1},
    10**63,
    10**21,
    "\ud800",
    "\u00e9",
    "A\n",
    'A","level":1,"x":"',
    "021",
    '0"',
]


@pytest.mark.parametrize("field", sorted(REPORT))
@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_agrees_on_values_of_every_kind_in_every_field(field: str, odd: object) -> None:
    value = REPORT | {field: odd}
    assert read(spelling.read_value, value) == read(rules.from_value, value)


@pytest.mark.parametrize("changed", [{"indent": 1}, {"sort_keys": False}, {"separators": (", ", ": ")}])
def test_another_spelling_is_the_same_report(changed: dict[str, Any]) -> None:
    report = dict(reversed(list(REPORT.items())))
    body = json.dumps(report, **({"separators": (",", ":")} | changed)).encode()
    assert read(spelling.read, body) == read(rules.parse, body) == rules.parse(body_of(REPORT))


def test_the_last_letter_is_one_whose_unused_bits_are_zero() -> None:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for length in (1, 2):
        written = {base64.urlsafe_b64encode(bytes([value] * length)).rstrip(b"=")[-1:].decode() for value in range(256)}
        for letter in alphabet:
            body = body_of(REPORT | {"record": "A" * length + letter})
            assert isinstance(read(spelling.read, body), Report) == (letter in written)

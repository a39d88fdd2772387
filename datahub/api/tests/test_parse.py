"""A body is read as one JSON object, or refused by a rule that it names without quoting it."""

import io
import json
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datahub.api.errors import Malformed, TooLarge
from datahub.api.parsers import DEPTH_LIMIT, StrictJSONParser, read_object

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc\"\\[{é", max_size=3), inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@given(st.dictionaries(st.text("abc", max_size=3), values, max_size=4), st.booleans())
def test_reads_every_object_that_json_can_write(value: dict[str, object], escaped: bool) -> None:
    assert read_object(json.dumps(value, ensure_ascii=escaped).encode()) == value


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (b"", "not JSON: line 1, column 1"),
        (b"{", "not JSON"),
        (b'{"a": 1,}', "not JSON"),
        (b"{'a': 1}", "not JSON"),
        (b'{"a": 1} {}', "not JSON: line 1, column 10"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": Infinity}', "Infinity"),
        (b'{"a": -Infinity}', "-Infinity"),
        (b'{"a": 1e400}', "range of a double"),
        (b'{"a": -1e400}', "range of a double"),
        (b'{"a": ' + b"1" * 5000 + b"}", "too long to read"),
        (b'{"a": 1, "a": 1}', "names a field twice"),
        (b'{"b": [{"a": 1, "\\u0061": 2}]}', "names a field twice"),
        (b"[]", "must be a JSON object"),
        (b'"text"', "must be a JSON object"),
        (b"null", "must be a JSON object"),
        (b'\xef\xbb\xbf{"a": 1}', "not JSON"),
        ('{"a": 1}'.encode("utf-16"), "not UTF-8"),
        (b'{"a": "\xff"}', "not UTF-8: byte 7"),
        (b'{"a": "\xed\xa0\x80"}', "not UTF-8"),
        (b'{"a": "\\ud800"}', "surrogate"),
        (b'{"\\udc00": 1}', "surrogate"),
        (b'{"a": ["x\\u0000"]}', "NUL"),
        (b'{"a": "\x00"}', "not JSON"),
        (b'{"a": "' + b"[" * 100 + b'"', "not JSON"),
    ],
)
def test_refuses_what_readers_could_take_differently(body: bytes, rule: str) -> None:
    with pytest.raises(Malformed, match=rule):
        read_object(body)


def test_a_pair_of_surrogates_is_a_letter() -> None:
    assert read_object(b'{"a": "\\ud83d\\ude00"}') == {"a": "\N{GRINNING FACE}"}


def test_brackets_in_text_are_no_depth() -> None:
    body = json.dumps({"a": "[{" * 1000, 'b"[': ["\\[" * 50]}).encode()
    assert len(read_object(body)["a"]) == 2000


def nested(depth: int) -> bytes:
    return b'{"a": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


def test_depth_is_limited() -> None:
    assert read_object(nested(DEPTH_LIMIT))
    with pytest.raises(Malformed, match="deeper than"):
        read_object(nested(DEPTH_LIMIT + 1))


@pytest.mark.parametrize("bomb", [b"[" * 100_000, b'{"a":' * 100_000, b'["",' * 50_000])
def test_a_bomb_is_refused_without_being_parsed(bomb: bytes) -> None:
    with pytest.raises(Malformed, match="deeper than"):
        read_object(bomb)


def test_an_error_never_quotes_the_body() -> None:
    for body in (b'{"secret-text": }', b'{"a": "secret-text', b'{"secret-text": 1, "secret-text": 2}'):
        with pytest.raises(Malformed) as refusal:
            read_object(body)
        assert "secret" not in str(refusal.value.to_json())


class Endless(io.RawIOBase):
    """This body states no length and does not end."""

    def read(self, size: int = -1) -> bytes:
        assert 0 < size < 10_000, "all of it was asked for"
        return b" " * size


def parse(stream: io.IOBase, declared: str = "") -> dict[str, object]:
    request = SimpleNamespace(META={"CONTENT_LENGTH": declared})
    context = {"view": SimpleNamespace(body_limit=100), "request": request}
    return StrictJSONParser().parse(stream, parser_context=context)  # type: ignore[arg-type]  # the parser calls only read()


def test_size_is_limited_before_and_while_reading() -> None:
    assert parse(io.BytesIO(b'{"a": "' + b"x" * 91 + b'"}')) == {"a": "x" * 91}
    with pytest.raises(TooLarge):
        parse(io.BytesIO(b'{"a": "' + b"x" * 92 + b'"}'))
    with pytest.raises(TooLarge, match="1000 bytes"):
        parse(Endless(), declared="1000")
    with pytest.raises(TooLarge):
        parse(Endless())

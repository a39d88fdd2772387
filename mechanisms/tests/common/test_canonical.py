"""These tests check that a value has exactly one canonical JSON text."""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.common.canonical import LARGEST_INTEGER, canonical, digest

VECTORS = json.loads((Path(__file__).resolve().parents[3] / "tests" / "vectors" / "canonical.json").read_text())
keys = st.text(st.characters(max_codepoint=127), max_size=5)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST_INTEGER, LARGEST_INTEGER) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


@given(value=values)
def test_is_read_back_as_it_was_and_written_again_alike(value: object) -> None:
    text = canonical(value)
    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text
    assert digest(value) == hashlib.sha256(text).hexdigest()


@given(value=st.dictionaries(keys, st.integers(0, 9), min_size=2))
def test_does_not_depend_on_the_order_of_keys(value: dict[str, int]) -> None:
    assert canonical(dict(reversed(value.items()))) == canonical(value)


def test_has_no_blanks_and_no_escapes_but_the_necessary() -> None:
    value = {"b": [1, None, True], "a": 'é"\n'}
    assert canonical(value) == '{"a":"é\\"\\n","b":[1,null,true]}'.encode()


@pytest.mark.parametrize("text", VECTORS["bad_texts"])
def test_refuses_json_without_a_canonical_form(text: str) -> None:
    with pytest.raises(ValueError, match=r"canonical|outside|nested|surrogate|ASCII"):
        canonical(json.loads(text))


@pytest.mark.parametrize("value", [1.0, float("nan"), b"x", (1,), {1}, {1: 2}, object()])
def test_refuses_values_that_are_no_json(value: object) -> None:
    with pytest.raises(ValueError, match=r"canonical|ASCII"):
        canonical(value)

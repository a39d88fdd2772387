"""The OpenAPI document gives patterns of texts: they judge each character of the first plane as the serializers do."""

import re
from itertools import product
from unicodedata import category

import pytest
from rest_framework.serializers import DecimalField

from datahub.api.names import SEEN, SEEN_AND_NOT_BLANK, unseen_in
from datahub.api.serializers import amount_pattern, is_amount

FIRST_PLANE = [chr(code) for code in range(0x10000) if category(chr(code)) != "Cs"]


def test_a_name_may_hold_by_the_pattern_what_it_may_hold_by_the_rule() -> None:
    other = [
        letter
        for letter in FIRST_PLANE
        if bool(re.fullmatch(SEEN, letter)) == bool(unseen_in(letter, but="\u200c\u200d"))
    ]
    assert other == []


def test_a_name_of_spaces_alone_is_none() -> None:
    assert re.fullmatch(SEEN, "  ")
    assert not re.fullmatch(SEEN_AND_NOT_BLANK, "  ")
    assert re.fullmatch(SEEN_AND_NOT_BLANK, " a ")


@pytest.mark.parametrize("least", [None, 0, -1])
def test_an_amount_is_read_by_the_rule_as_by_the_pattern(least: int | None) -> None:
    field = DecimalField(max_digits=4, decimal_places=2, min_value=least)
    texts = ["".join(letters) for length in range(7) for letters in product("-1.", repeat=length)]
    apart = [text for text in texts if is_amount(field, text) != bool(re.fullmatch(amount_pattern(field), text))]
    assert apart == []
    assert [is_amount(field, text) for text in ("11.11", "111.1", "1e1", "-1")] == [True, False, False, least != 0]

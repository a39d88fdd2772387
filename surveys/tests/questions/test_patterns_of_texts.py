"""The patterns of texts in the OpenAPI document accept exactly the characters that the rules of a draft accept."""

import re
from unicodedata import category

from surveys.questions.checks import UNSEEN
from surveys.questions.serializers import LINE, TEXT

FIRST_PLANE = [chr(code) for code in range(0x10000) if category(chr(code)) != "Cs"]


def test_a_text_may_hold_what_the_rule_lets_it_hold() -> None:
    assert [
        character for character in FIRST_PLANE if bool(re.fullmatch(TEXT, character)) == bool(UNSEEN.search(character))
    ] == []


def test_a_line_holds_neither_tab_nor_end_of_line_besides() -> None:
    other = {
        character
        for character in FIRST_PLANE
        if bool(re.fullmatch(LINE, character)) != bool(re.fullmatch(TEXT, character))
    }
    assert other == {"\t", "\n"}

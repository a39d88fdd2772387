"""Markdown in the labels of an XLSForm is left out, and a plain text comes through an export as it is."""

import pytest

from surveys.drafts.importing.markdown import with_markdown_escaped, without_markdown
from surveys.drafts.xlsform.survey import draft_of


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**How** old are you?", "How old are you?"),
        ("__How__ old are *you*, _really_?", "How old are you, really?"),
        ("**very _old_ now**", "very old now"),
        ("# About you\nAnd ## more", "About you\nAnd ## more"),
        ("See [our page](https://example.org/a_b)", "See our page (https://example.org/a_b)"),
        ("2*3*4, snake_case_name, * and _", "2*3*4, snake_case_name, * and _"),
        ("${main_source} and ${other_source}", "${main_source} and ${other_source}"),
        (r"\*not strong\*", "*not strong*"),
    ],
)
def test_signs_of_markdown_are_left_out_and_others_stay(text: str, plain: str) -> None:
    assert without_markdown(text) == plain


@pytest.mark.parametrize("text", ["**a**", "_a_ {q_1} \\", "a * b", "[x](y) # z", r"a \* b", "# a"])
def test_a_plain_text_comes_back_as_it_is(text: str) -> None:
    assert without_markdown(with_markdown_escaped(text)) == text


def test_a_label_with_markdown_has_a_note_at_its_question() -> None:
    draft, notes = draft_of(b"type,name,label\nacknowledge,ok,**I agree**\n", is_workbook=False)
    assert draft["questions"][0]["text"] == "I agree"
    (note,) = notes
    assert (note["path"], note["item"]) == ("survey row 2.label", "ok")
    assert note["why"] == "the signs of Markdown are left out: “**I agree**” became “I agree”"

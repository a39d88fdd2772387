"""Markup in a questionnaire becomes the words that people saw; signs that only look like markup stay."""

from time import process_time

import pytest

from surveys.drafts.importing.markup import LONGEST_SOURCE, without_markup
from surveys.drafts.surveyjs.survey import draft_of


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("Temperature <36.5 or >38?", "Temperature <36.5 or >38?"),
        ("<10 km on weekdays and >20 km on Sundays", "<10 km on weekdays and >20 km on Sundays"),
        ("younger <--> older, a < b, I </3 it, <?>", "younger <--> older, a < b, I </3 it, <?>"),
        ("shorter than <you", "shorter than <you"),
        ("R&D, AT&T, a&copy=1", "R&D, AT&T, a&copy=1"),
        ("caf&eacute; &lt;3 &#8364; &#x20AC;", "café <3 € €"),
        ("<B CLASS='x'>Bold</B> and <my-tag>kept</my-tag>", "Bold and kept"),
        ("<p>One</p><p>Two<br/>Three</p>", "One\nTwo\nThree"),
        ("<ul>\n <li>a</li>\n <li>b</li>\n</ul>", "a\nb"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
        ("<script>if (a < b) { run() }</script>Hello<style>p > a {}</style>", "Hello"),
        ("before<!-- nobody reads <b>this</b> -->after", "beforeafter"),
        ("<a title='x > y'>link</a>", "link"),
        ("two\nlines", "two\nlines"),
        ("x<y and y>z", "x<y and y>z"),
        ("a<b and c>d", "a<b and c>d"),
        ("a<b>c, p<q>r", "a<b>c, p<q>r"),
        ("age<i or weight>u, <b>bold</b>", "age<i or weight>u, bold"),
        ("Write <your name> here", "Write <your name> here"),
        ("<p style='color:red'>red</p><br /><img src=a.png alt=''>", "red"),
        ("<div\n class=x hidden>words</div>", "words"),
        ("&amp;lt;", "&lt;"),
    ],
)
def test_words_are_kept_and_markup_is_not(source: str, words: str) -> None:
    assert without_markup(source) == words


def test_a_note_shows_how_a_text_stood_and_what_it_became() -> None:
    element = {"type": "boolean", "name": "q", "title": "Do you <b>run</b>?", "labelTrue": "Yes &amp; often"}
    draft, notes = draft_of({"elements": [element]})
    assert draft["questions"][0]["text"] == "Do you run?"
    assert draft["questions"][0]["options"][0]["label"] == "Yes & often"
    assert [note["path"] for note in notes] == ["elements.0.labelTrue", "elements.0.title"]
    assert notes[1]["why"].endswith(": “Do you <b>run</b>?” became “Do you run?”")


def test_a_text_without_markup_has_no_note() -> None:
    assert draft_of({"elements": [{"type": "boolean", "name": "q", "title": "5 < 6 > 4 & more"}]})[1] == []


def test_a_label_of_blocks_is_one_line() -> None:
    element = {"type": "dropdown", "name": "q", "choices": [{"value": 1, "text": "<p>One</p><p>Two</p>"}, "b"]}
    assert draft_of({"elements": [element]})[0]["questions"][0]["options"][0]["label"] == "One Two"


def test_the_braces_of_a_style_are_no_names() -> None:
    draft, notes = draft_of({"elements": [{"type": "html", "name": "h", "html": "<style>p{color:red}</style>Hello"}]})
    assert draft["questions"][0]["text"] == "Hello"
    assert [note["what"] for note in notes] == ["text"]


@pytest.mark.parametrize("piece", ["<", "<a", "<a>", "<!--", "&", "</a ", "<a b='", "<script>"])
def test_no_text_takes_long_to_read(piece: str) -> None:
    start = process_time()
    without_markup(piece * LONGEST_SOURCE)
    assert process_time() - start < 2

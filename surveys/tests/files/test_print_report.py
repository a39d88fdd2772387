"""These tests cover a report to print: the page's numbers, how people are protected and the method, in both
languages."""

import io
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import fields
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pypdf import PdfReader
from pytest_django import Settings

from datahub.accounts.models import Person
from surveys.errors import BadQuery
from surveys.files.report.contents import contents
from surveys.files.report.parts import Chart, Rows
from surveys.files.report.pdf import MOST_ROWS, pdf_of
from surveys.files.report.sentences import most_sure
from surveys.files.report.words import CHINESE, ENGLISH, LANGUAGES
from surveys.models import Estimate
from surveys.results.crosstabs.selectors import planned_tables_of
from surveys.results.selectors import shown_results_of
from surveys.tests.client import Visitor
from surveys.tests.factories import COLOURS, a_version, question
from surveys.tests.files.pdf_text import OWN_FONTS, squeezed, text_in
from surveys.tests.files.test_draw_pdf import a_font
from surveys.tests.reports.test_send_some import a_sampled_version, close_now, send_many
from surveys.tests.results.test_compare_and_cross import gathered

pytestmark = pytest.mark.django_db(transaction=True)


def report(ana: Person, survey: object, **query: str) -> bytes:
    answer = Visitor(ana).get(f"surveys/{survey}/results/report/", **query)
    assert answer.status_code == 200, answer.content
    return bytes(answer.content)


class Loads(HTMLParser):
    """This parser collects the addresses that a browser would fetch, and the open tags."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.loads += [str(value) for name, value in attributes if name in ("src", "href", "srcset", "data")]
        self.scripts += tag == "script"


def test_a_report_holds_the_numbers_the_label_and_the_method(ana: Person) -> None:
    version = gathered(ana)
    shown = Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()
    text = report(ana, version.survey_id, **{"as": "html"}).decode()
    for question_ in shown["questions"]:
        assert question_["text"] in text
    assert all(term in unescape(text) for term, _ in ENGLISH.label)
    assert shown["version"]["hash"][:12] in text
    # The document is the project's own; parsing shows that every element is closed.
    ElementTree.fromstring(text.split("\n", 1)[1])  # noqa: S314
    assert text.count("<circle") == sum(len(each["estimates"]["answers"]) for each in shown["questions"])
    assert text.count("<svg") == sum(len(each["estimates"]["answers"]) + 1 for each in shown["questions"])
    share = shown["questions"][0]["estimates"]["answers"][0]["share"]
    assert f"{abs(share) * 100:.0f}\u00a0%" in text


@pytest.mark.parametrize(
    ("epsilon", "expected"), [(1, "74\u00a0%"), (4, "99\u00a0%"), (8, "99.97\u00a0%"), (12, "99.9994\u00a0%")]
)
def test_nobody_is_said_to_become_certain_of_an_answer(epsilon: float, expected: str) -> None:
    assert most_sure(epsilon, ENGLISH) == expected


def test_a_report_loads_nothing_and_runs_nothing(ana: Person) -> None:
    version = gathered(
        ana, questions=[question() | {"text": "<script>alert(1)</script>"}, question("q2"), question("q3")]
    )
    text = report(ana, version.survey_id, **{"as": "html"}).decode()
    loads = Loads()
    loads.feed(text)
    assert (loads.loads, loads.scripts) == ([], 0)
    assert not re.search(r"url\(|@import|https?://", text)
    assert "&lt;script&gt;" in text


def test_a_report_is_written_in_chinese(ana: Person) -> None:
    version = gathered(ana, title="工作中的健康")
    text = report(ana, version.survey_id, language="zh-CN").decode()
    assert 'lang="zh-CN"' in text
    assert all(term in text for term, _ in CHINESE.label)
    assert CHINESE.method_title in text
    pdf = report(ana, version.survey_id, language="zh-CN", **{"as": "pdf"})
    written = text_in(pdf)
    assert all(squeezed(term) in written for term, _ in CHINESE.label)
    assert "工作中的健康" in written


def test_a_pdf_uses_the_fonts_that_the_administrator_adds(ana: Person, tmp_path: Path, settings: Settings) -> None:
    version = gathered(ana, title="ສະ")
    assert "[?]" in text_in(report(ana, version.survey_id, **{"as": "pdf"}))
    a_font(tmp_path, "Added", "ສະ")
    settings.FONTS = tmp_path
    assert "[?]" not in text_in(report(ana, version.survey_id, **{"as": "pdf"}))


def test_a_pdf_is_the_same_whenever_it_is_made(ana: Person) -> None:
    version = gathered(ana)
    first, second = (report(ana, version.survey_id, **{"as": "pdf"}) for _ in range(2))
    assert first == second
    assert first.rstrip().endswith(b"%%EOF")


def test_a_long_questionnaire_fits_on_pages(ana: Person) -> None:
    many = [
        {"id": f"o{place}", "label": f"A rather long answer number {place} that needs two lines"} for place in range(60)
    ]
    version = gathered(
        ana, questions=[question(), question("q2", options=many), question("q3", options=COLOURS)], pairs=[]
    )
    parts = list(contents(shown_results_of(version), planned_tables_of(version), ENGLISH))
    assert [len(part.estimates) for part in parts if isinstance(part, Chart)] == [3, 61, 5]
    pages = PdfReader(io.BytesIO(pdf_of("Long", parts, ENGLISH, OWN_FONTS))).pages
    assert len(pages) >= 3
    heads = [page.extract_text() for page in pages if "rather long answer" in page.extract_text()]
    assert all(ENGLISH.interval in head for head in heads)


def test_every_sentence_is_there_in_both_languages() -> None:
    for field in fields(ENGLISH):
        english, chinese = (getattr(words, field.name) for words in LANGUAGES.values())
        assert type(english) is type(chinese)
        assert len(english) == len(chinese) or isinstance(english, str)
        if field.name not in {"tag", "percent", "or_", "comma"}:
            assert english != chinese
        if isinstance(english, str):
            assert set(re.findall(r"\{\w+\}", chinese)) <= set(re.findall(r"\{\w+\}", english))


def test_refuses_what_it_cannot_write_and_what_is_not_shown_yet(ana: Person) -> None:
    version = gathered(ana)
    path = f"surveys/{version.survey_id}/results/report/"
    assert Visitor(ana).get(path, **{"as": "docx"}).status_code == 400
    assert Visitor(ana).get(path, language="la").status_code == 400
    young = a_version(ana)
    assert Visitor(ana).get(f"surveys/{young.survey_id}/results/report/").json()["code"] == "no_results"


def test_a_report_says_where_the_questions_were_not_sent_as_the_lots_say(ana: Person) -> None:
    version = a_sampled_version(ana)
    send_many(version, range(150))
    close_now(version)
    kept = Estimate.objects.get(version=version)
    doubted = {"statistic": 60.0, "freedom": 4, "chance": 0.0004, "furthest": None}
    written = {}
    for name, draws in (("honest", kept.result["draws"]), ("doubted", doubted)):
        Estimate.objects.filter(pk=kept.pk).update(result=kept.result | {"draws": draws})
        written[name] = unescape(report(ana, version.survey_id).decode())
    assert ENGLISH.draws_off not in written["honest"]
    assert ENGLISH.draws_off in written["doubted"]


def test_a_report_that_would_take_minutes_is_refused_before_it_is_set() -> None:
    rows = Rows(tuple(("Yes", "1 %") for _ in range(MOST_ROWS + 1)), headed=False)
    with pytest.raises(BadQuery, match="as a web page"):
        pdf_of("Health", [rows], ENGLISH, OWN_FONTS)

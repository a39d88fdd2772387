"""These tests cover the PDF form of a report: letters of every script, texts as data, long texts, fonts."""

import hashlib
import io
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from surveys.files.report.fonts import FOLDER, Fonts, fonts_in
from surveys.files.report.parts import Bars, Heading, Part, Rows, Text
from surveys.files.report.pdf import MOST_COLUMNS, ROOT, pdf_of, report_of
from surveys.files.report.words import CHINESE, ENGLISH, Words
from surveys.tests.files.pdf_text import OWN_FONTS, glyphs_in, squeezed, text_in

REPOSITORY = Path(__file__).resolve().parents[3]
# Each of the nine scripts of the issue, then what else the fonts beside the module hold.
TO_THE_RIGHT = {
    "Polish": "Zażółć gęślą jaźń (a) [b]",
    "Vietnamese": "Bạn ngủ bao nhiêu tiếng mỗi đêm?",
    "Greek": "Πόσες ώρες κοιμάστε;",
    "Russian": "Сколько часов вы спите? №",
    "Hindi": "क्षत्रिय श्री ज़्यादा स्वास्थ्य सर्वेक्षण",
    "Thai": "คุณดื่มน้ำบ่อยแค่ไหน",
    "Chinese": "您每周至少有两天在家工作吗？“是”",
    "Japanese": "週に二日以上、在宅で働きますか。",
    "Korean": "집에서 일합니까?",
    "Bengali": "ক্ষমা বাংলা ভাষা",
    "Tamil": "கொழும்பு நோய்",
    "Telugu": "ఆరోగ్య సర్వే",
    "Gujarati": "આરોગ્ય સર્વેક્ષણ",
    "Punjabi": "ਸਿਹਤ ਸਰਵੇਖਣ",
    "Georgian": "ჯანმრთელობა",
    "Armenian": "Առողջություն",
    "Amharic": "የጤና ጥናት",
    "emoji": "👍🏽 ❤️ 👨\u200d👩\u200d👧 1️⃣ 🇵🇱 😀",
    "signs": "a → b, x ≥ ½, ☐ ✗ ✓ ★ € \u2212 °",
    "decomposed": "cafe\u0301 각",
}
TO_THE_LEFT = {
    "Arabic": "كم مرة شعرت بألم في الظهر خلال الاثني عشر شهرًا الماضية؟ (3)",
    "Persian": "چند ساعت در شب می\u200cخوابید؟",
    "Urdu": "آپ رات کو کتنے گھنٹے سوتے ہیں؟",
    "Hebrew": "באיזו תדירות כאב לך הגב ב-12 החודשים? (א)",
}
MARKUP = ['#read("/etc/passwd")', "$x$", "*b* _c_ `d`", r"\u{41} \ <a> @b", "= h", '#import "@preview/a:1.0.0"', "// a"]


def page_of(*texts: str, words: Words = ENGLISH, fonts: Fonts = OWN_FONTS) -> bytes:
    return pdf_of("T", [Text(text) for text in texts], words, fonts)


@pytest.mark.parametrize("text", TO_THE_RIGHT.values(), ids=TO_THE_RIGHT)
def test_a_text_is_read_from_the_page_as_it_was_written(text: str) -> None:
    page = page_of(text)
    assert text_in(page) == squeezed(f"T{text}1")
    assert 0 not in glyphs_in(page)


@pytest.mark.parametrize("text", TO_THE_LEFT.values(), ids=TO_THE_LEFT)
def test_a_text_to_the_left_has_its_letters_on_the_page(text: str) -> None:
    """The file has their glyphs in the order in which they stand on the page, which is not that of the text."""
    page = page_of(text)
    assert Counter(text_in(page)) == Counter(squeezed(f"T{text}1"))
    assert 0 not in glyphs_in(page)


@pytest.mark.parametrize("text", MARKUP)
def test_what_looks_like_markup_is_text(text: str) -> None:
    page = pdf_of(text, [Heading(text), Rows(((text, text), (text, text)), headed=True)], ENGLISH, OWN_FONTS)
    assert text_in(page) == squeezed(f"{text * 6}1")


def test_the_template_stands_alone_and_reads_nothing() -> None:
    assert [path.name for path in ROOT.iterdir()] == ["report.typ"]
    template = (ROOT / "report.typ").read_text("utf-8")
    assert not re.search(r"#(import|include)|\b(eval|read|plugin|csv|toml|yaml|xml|cbor|image)\s*\(", template)
    assert template.count("sys.inputs") == 2  # the comment that names it, and the one place that reads it


def test_a_letter_without_a_font_is_named_on_the_last_line() -> None:
    text = text_in(page_of("Lao ສະບາຍດີ, see"))
    assert text.startswith(squeezed("T Lao [?], see No font here has these letters; [?] stands for them:"))
    assert text.endswith(squeezed("lao letter do (U+0E94), lao vowel sign ii (U+0EB5).1"))


def test_many_letters_without_a_font_are_counted() -> None:
    letters = "".join(map(chr, range(0x13000, 0x13000 + 50)))
    assert squeezed("(U+13013) and 30 more.") in text_in(page_of(letters))
    assert squeezed("另有 30 个") in text_in(page_of(letters, words=CHINESE))


def test_a_mark_that_no_font_draws_with_its_letter_is_left_out_with_it() -> None:
    assert squeezed("[?] me") in text_in(page_of("e\u0f71 me"))


LETTERS = sorted(set().union(*OWN_FONTS.letters.values()))


@given(
    st.lists(
        st.text(
            st.one_of(
                st.sampled_from(LETTERS).map(chr),
                st.characters(categories=["Mn", "Mc", "Me", "Cf", "Cc", "Cs"]),
                st.characters(),
            ),
            min_size=1,
        ),
        min_size=1,
    )
)
@settings(max_examples=40, deadline=None)
def test_no_text_is_drawn_as_an_empty_box(texts: list[str]) -> None:
    """51 000 texts of this kind were drawn once by hand; forty lists of them are drawn here. PDF/UA-1 refuses a box, so
    that a wrong table of letters would fail as well."""
    assert 0 not in glyphs_in(page_of(*texts))


def test_controls_and_halves_of_letters_are_no_trouble() -> None:
    text = text_in(page_of("\x00\x07a\ud800b\ufeffc\u2028d\r\ne\tf\x85g"))
    assert text.startswith("Ta[?]bcdefg")
    assert "U+D800" in text


@pytest.mark.parametrize(
    "text",
    ["lorem ipsum " * 8_400, "x" * 100_000, "e" + "\u0301" * 100_000, "中文" * 50_000, "ສ" * 100_000, "\n" * 30_000],
    ids=["words", "no blanks", "marks", "Chinese", "no font", "line ends"],
)
def test_a_text_of_100_000_letters_is_drawn(text: str) -> None:
    began = time.process_time()
    pages = PdfReader(io.BytesIO(page_of(text))).pages
    assert len(pages) < 1_000
    assert time.process_time() - began < 20


def lines_of(page: bytes) -> set[float]:
    """Returns the heights at which text stands on the first page."""
    heights: set[float] = set()
    first = PdfReader(io.BytesIO(page)).pages[0]
    first.extract_text(visitor_text=lambda text, cm, *_: heights.add(round(cm[5], 1)) if text.strip() else None)
    return heights


def test_a_name_of_500_letters_without_blanks_stays_on_its_page() -> None:
    assert len(lines_of(pdf_of("N" * 500, [], ENGLISH, OWN_FONTS))) >= 15
    narrow = Rows((("a", "b", "c", "d"), ("a", "b", "Wahrscheinlichkeitsverteilung" * 2, "d")), headed=True)
    assert squeezed("Wahrscheinlichkeitsverteilung" * 2) in text_in(pdf_of("T", [narrow], ENGLISH, OWN_FONTS))


def test_a_table_with_many_columns_goes_on_below() -> None:
    rows = tuple(tuple(f"{row}.{column}" for column in range(20)) for row in "ab")
    drawn = report_of("T", [Rows(rows, headed=True)], ENGLISH, OWN_FONTS)["parts"]
    assert [len(part["rows"][0]) for part in drawn] == [MOST_COLUMNS, MOST_COLUMNS, 6]
    assert [[row[0]["text"] for row in part["rows"]] for part in drawn] == [["a.0", "b.0"]] * 3
    assert {each["text"] for part in drawn for each in part["rows"][1]} == {f"b.{column}" for column in range(20)}


def test_a_heading_of_nothing_is_a_dash() -> None:
    page = pdf_of(" ", [Heading("\u200b"), Text(""), Rows((("",),), headed=True)], ENGLISH, OWN_FONTS)
    assert text_in(page) == "\u2013\u20131"


def test_the_same_report_is_the_same_file_at_any_time() -> None:
    first = page_of("Zażółć")
    time.sleep(1.1)
    assert page_of("Zażółć") == first


def test_reports_drawn_at_once_are_those_drawn_one_after_another() -> None:
    texts = [*TO_THE_RIGHT.values(), *TO_THE_LEFT.values()]
    alone = [page_of(text) for text in texts]
    with ThreadPoolExecutor(2) as pool:
        assert [*pool.map(page_of, texts)] == alone


def test_reports_one_after_another_leave_little_memory_behind() -> None:
    """Typst would keep ten of these reports, 100 MB."""
    program = """
import resource, sys
from pathlib import Path
from surveys.files.report.fonts import fonts_in
from surveys.files.report.parts import Rows
from surveys.files.report.pdf import report_of, typeset
from surveys.files.report.words import ENGLISH
fonts, peaks = fonts_in(Path("none")), []
for number in range(12):
    rows = Rows(tuple((f"{number} {row}", "b", "c", "d") for row in range(800)), headed=True)
    typeset(report_of("T", [rows], ENGLISH, fonts), fonts, format="pdf")
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (2**20 if sys.platform == "darwin" else 2**10))
print(peaks[-1] - peaks[0])
"""
    run = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert int(run.stdout) < 60


def test_a_report_may_be_read_aloud() -> None:
    """PDF/UA-1: the file says so, has title and language, and its parts and pictures have their kinds."""
    parts: Sequence[Part] = [Heading("Sleep"), Rows((("a", "b"),), headed=True), Bars((0.5, 1), ("0", "9"), "Shares")]
    reader = PdfReader(io.BytesIO(pdf_of("Zdrowie", parts, ENGLISH, OWN_FONTS)))
    root: Any = reader.trailer["/Root"].get_object()
    assert "<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_object().get_data().decode()
    assert reader.metadata is not None
    assert (reader.metadata.title, root["/Lang"], root["/MarkInfo"]["/Marked"]) == ("Zdrowie", "en", True)
    kinds = [element["/S"] for element in _elements(root["/StructTreeRoot"])]
    assert [kind for kind in kinds if kind in ("/Title", "/H1", "/TH", "/Figure")] == [
        "/Title", "/H1", "/TH", "/TH", "/Figure",
    ]  # fmt: skip
    alternatives = [element["/Alt"] for element in _elements(root["/StructTreeRoot"]) if "/Alt" in element]
    assert alternatives == ["0 … 9: Shares"]


def _elements(parent: object) -> list[dict[str, object]]:
    children = parent.get("/K", []) if isinstance(parent, dict) else []
    every = [child.get_object() for child in (children if isinstance(children, list) else [children])]
    named = [child for child in every if isinstance(child, dict) and "/S" in child]
    return [element for child in named for element in (child, *_elements(child))]


def test_the_language_of_a_report_sets_its_direction_and_a_letter_that_of_a_text() -> None:
    arabic = replace(ENGLISH, tag="ar")
    every = {
        words.tag: report_of("T", [Text("כן 3"), Text("3 % … 5 %"), Text("…")], words, OWN_FONTS)
        for words in (ENGLISH, arabic)
    }
    assert {tag: report["rtl"] for tag, report in every.items()} == {"en": False, "ar": True}
    directions = {tag: [part["text"]["rtl"] for part in report["parts"]] for tag, report in every.items()}
    assert directions == {"en": [True, False, False], "ar": [True, False, True]}
    pages = {words.tag: PdfReader(io.BytesIO(page_of("abc", words=words))).pages[0] for words in (ENGLISH, arabic)}
    edges: dict[str, float] = {}
    for tag, page in pages.items():
        page.extract_text(
            visitor_text=lambda text, cm, *_, tag=tag: edges.update({tag: cm[4]}) if "abc" in text else None
        )
    assert edges["en"] < 60 < 500 < edges["ar"]


def test_chinese_reports_take_their_marks_from_the_chinese_font() -> None:
    assert OWN_FONTS.families_for("zh-CN")[0] == "Noto Sans SC"
    assert OWN_FONTS.families_for("en")[0] == "Noto Sans"


def test_the_list_of_fonts_is_that_of_the_folder() -> None:
    listed = json.loads((FOLDER / "fonts.json").read_text("utf-8"))
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FOLDER.glob("*.ttf")}
    assert {font["file"]: font["sha256"] for font in listed} == files
    assert {path.suffix for path in FOLDER.iterdir()} == {".ttf", ".txt", ".json"}
    notices = (FOLDER / "OFL.txt").read_text("utf-8")
    assert all(f"{name}: Copyright" in notices for name in files)
    assert "SIL OPEN FONT LICENSE Version 1.1" in notices


def a_font(folder: Path, family: str, letters: str) -> None:
    """Writes a font whose letters are squares."""
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for corner in ((0, 500), (500, 500), (500, 0)):
        pen.lineTo(corner)
    pen.closePath()
    names = [".notdef", *(f"u{ord(letter):04X}" for letter in letters)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): f"u{ord(letter):04X}" for letter in letters})
    builder.setupGlyf(dict.fromkeys(names, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    names_of_it = {"familyName": family, "styleName": "Regular", "fullName": family, "psName": family.replace(" ", "")}
    builder.setupNameTable(names_of_it)
    builder.setupOS2(usWeightClass=400)
    builder.setupPost()
    builder.save(folder / f"{family}.ttf")


@pytest.mark.parametrize("family", ["Added", "Noto Sans SC"], ids=["another family", "a fuller font of a family"])
def test_a_font_that_the_administrator_adds_is_used(tmp_path: Path, family: str) -> None:
    a_font(tmp_path, family, "ສະ")
    page = page_of("ສະ and ສ", fonts=fonts_in(tmp_path))
    assert text_in(page) == squeezed("Tສະ and ສ1")
    assert 0 not in glyphs_in(page)


def test_a_file_that_is_no_font_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    assert text_in(page_of("a", fonts=fonts_in(tmp_path))) == "Ta1"

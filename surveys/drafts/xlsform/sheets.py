"""The sheets of an XLSForm, from a workbook or from CSV, as rows of cells by the name of their column."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from surveys.drafts.importing.reading import DEFAULT, Reading
from surveys.drafts.unfit import unfit
from surveys.drafts.xlsform.workbook import MOST_ROWS, Workbook

SHEETS = ("survey", "choices", "settings")
TRANSLATED = ("label", "hint")
ALIASES = {
    "caption": "label", "relevance": "relevant", "calculate": "calculation", "list_name": "list_name",
    "list name": "list_name", "value": "name", "title": "form_title", "form_title": "form_title",
}  # fmt: skip
_BIND = re.compile(r"bind::?(relevant|required|constraint|calculate|readonly)", re.IGNORECASE)  # Written in full.
_CODE = re.compile(r"\(\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})\s*\)\s*$")
_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
NO_FORM = (
    "This table is no XLSForm: that has a sheet “survey” whose first row names the columns type, name and label. "
    "A table of data is put in under Data."
)
LANGUAGES = {
    "amharic": "am", "arabic": "ar", "bangla": "bn", "bengali": "bn", "burmese": "my", "chinese": "zh", "czech": "cs",
    "danish": "da", "dari": "prs", "deutsch": "de", "dutch": "nl", "english": "en", "español": "es", "espanol": "es",
    "farsi": "fa", "finnish": "fi", "français": "fr", "francais": "fr", "french": "fr", "german": "de", "greek": "el",
    "hausa": "ha", "hebrew": "he", "hindi": "hi", "hungarian": "hu", "igbo": "ig", "indonesian": "id",
    "italian": "it", "italiano": "it", "japanese": "ja", "khmer": "km", "kinyarwanda": "rw", "korean": "ko",
    "kurdish": "ku", "lao": "lo", "malay": "ms", "nepali": "ne", "norwegian": "no", "oromo": "om", "pashto": "ps",
    "persian": "fa", "polish": "pl", "portuguese": "pt", "português": "pt", "portugues": "pt", "romanian": "ro",
    "russian": "ru", "sinhala": "si", "somali": "so", "spanish": "es", "swahili": "sw", "kiswahili": "sw",
    "swedish": "sv", "tagalog": "tl", "tamil": "ta", "thai": "th", "tigrinya": "ti", "turkish": "tr",
    "ukrainian": "uk", "urdu": "ur", "vietnamese": "vi", "yoruba": "yo", "zulu": "zu",
}  # fmt: skip

# The name under which a language is written; of several in the list above the first counts.
LANGUAGE_NAMES = {tag: name.title() for name, tag in reversed(LANGUAGES.items())}


@dataclass(frozen=True)
class Row:
    """This is a row of a sheet. `texts` are the columns of words, by language."""

    place: str
    cells: Mapping[str, str]
    texts: Mapping[str, Mapping[str, str]]

    def get(self, name: str) -> str:
        return self.cells.get(name, "").strip()


Table = Sequence[tuple[int, Sequence[str]]]  # Rows with their numbers, of which the first is the header.


def tables_of(content: bytes, *, is_workbook: bool, notes: Reading) -> Mapping[str, Table]:
    """Returns the sheets of a form by name."""
    tables = _of_workbook(content, notes) if is_workbook else _of_csv(content)
    if "survey" not in tables or not tables["survey"]:
        raise unfit(NO_FORM)
    if not {"type", "name"} <= {title.strip().lower() for title in tables["survey"][0][1]}:
        raise unfit(NO_FORM)
    return tables


def rows_of(name: str, table: Table, default_language: str, reading: Reading) -> Iterator[Row]:
    if not table:
        return
    number, titles = table[0]
    headers = list(_headers(name, number, titles, default_language, reading))
    for number, values in table[1:]:
        cells: dict[str, str] = {}
        texts: dict[str, dict[str, str]] = {}
        for (column, language), value in zip(headers, values, strict=False):
            if column in TRANSLATED and value.strip():
                texts.setdefault(column, {}).setdefault(language, value)
            elif column and value.strip():
                cells.setdefault(column, value)
        if cells or texts:
            yield Row(f"{name} row {number}", cells, texts)


def language_of(title: str) -> str | None:
    """Returns the language tag of a column's language, such as `English (en)`, `en` or `English`; None if nobody can
    tell it."""
    match = _CODE.search(title)
    if match:
        return _cased(match[1])
    return LANGUAGES.get(title.strip().lower()) or (_cased(title.strip()) if _TAG.fullmatch(title.strip()) else None)


def spoken_languages(table: Table) -> list[str]:
    """Returns the titles of the languages in which a sheet has labels, in their order."""
    titles = [_split(title) for title in table[0][1]] if table else []
    return list(dict.fromkeys(language for column, language in titles if column == "label" and language))


def has_plain_labels(table: Table) -> bool:
    return any(_split(title) == ("label", "") for title in table[0][1]) if table else False


def _headers(
    name: str, number: int, titles: Iterable[str], default_language: str, reading: Reading
) -> Iterator[tuple[str, str]]:
    known: set[tuple[str, str]] = set()
    for title in titles:
        column, spoken = _split(title)
        language = DEFAULT
        if spoken and spoken.lower() != default_language.lower():
            language = language_of(spoken) or ""
            if not language:
                why = "nobody can tell the code of this language; write it in brackets, as in label::Français (fr)"
                reading.note(f"{name} row {number}", title, why)
                column = ""
        if column and (column, language) in known:
            reading.note(f"{name} row {number}", title, "this column stands there twice; the first is read")
            column = ""
        known.add((column, language))
        yield column, language


def _split(title: str) -> tuple[str, str]:
    """Returns a column and its language; what is neither label nor hint keeps its whole title."""
    title = " ".join(title.split())
    column, _, language = title.replace("::", ":", 1).partition(":")
    column = ALIASES.get(column.strip().lower(), column.strip().lower())
    if column in TRANSLATED:
        return column, language.strip()
    bind = _BIND.fullmatch(title)
    if bind:
        title = bind[1]
    name, mark, rest = title.partition("::")
    whole = f"{name.lower()}::{rest}" if mark else title.lower().replace(" ", "_")
    return ALIASES.get(title.lower(), whole), ""


def _cased(tag: str) -> str:
    language, _, rest = tag.partition("-")
    return f"{language.lower()}-{rest}" if rest else language.lower()


def _of_workbook(content: bytes, notes: Reading) -> Mapping[str, Table]:
    book = Workbook(content)
    tables = {}
    for name in book.names:
        known = name.strip().lower()
        if known not in SHEETS:
            if not known.startswith("datahub"):
                notes.note(f"sheet {name}"[:100], name, "only the sheets survey, choices and settings are read")
            continue
        cells = book.cells(name)
        width = max((max(row) for row in cells.values()), default=0)
        tables[known] = [
            (number, [cells[number].get(at, "") for at in range(1, width + 1)]) for number in sorted(cells)
        ]
    for place in book.formulas:
        notes.note(place, "formula", "its stored result is read; the formula itself is not")
    for place in book.without_result:
        notes.note(place, "formula", "it has no stored result, so the cell is empty here")
    return tables


def _of_csv(content: bytes) -> Mapping[str, Table]:
    """Reads a form in one CSV file: the name of a sheet stands alone in the first column, and its rows begin with an
    empty cell. A file of one sheet begins with its header."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise unfit(
            "This CSV is not in UTF-8. In your spreadsheet program choose “CSV UTF-8” when you save it."
        ) from error
    delimiter = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    tables: dict[str, list[tuple[int, list[str]]]] = {}
    sheet = ""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for number, line in enumerate(reader, 1):
            if number > MOST_ROWS:
                raise unfit(
                    f"This file has more than {MOST_ROWS} rows, so it is no form. A table of data is put in under Data."
                )
            if not any(cell.strip() for cell in line):
                continue
            first = line[0].strip().lower()
            if first in SHEETS and not any(cell.strip() for cell in line[1:]):
                sheet = first
                tables.setdefault(sheet, [])
            elif sheet:
                tables[sheet].append((number, line[1:]))
            else:
                tables.setdefault("survey", []).append((number, line))
    except csv.Error as error:
        raise unfit("This file ends in .csv but is no table. Save the form as .xlsx or CSV UTF-8 once more.") from error
    return tables

"""The structure of a survey as LimeSurvey exports it with tabs between its columns (.txt)."""

import csv
import io

from surveys.drafts.importing.xml_events import refused
from surveys.drafts.limesurvey.contents import OTHER_TABLES, Contents, Entry, Group, Question
from surveys.drafts.unfit import unfit

MOST_ROWS = 60_000
NOT_UTF_8 = (
    "This file ends in .txt but is not in UTF-8. Export the survey of LimeSurvey as tab-separated text once more."
)
NO_SURVEY = "This text is no survey of LimeSurvey. Export the survey there as tab-separated text, or as its structure."
NEEDED = {"class", "name", "text", "language"}
OWN = {
    "id", "related_id", "class", "type/scale", "name", "relevance", "text", "help", "language", "validation",
    "mandatory", "encrypted", "other", "default", "same_default", "same_script",
}  # fmt: skip
Row = dict[str, str]


def contents_of(content: bytes) -> Contents:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise unfit(NOT_UTF_8) from error
    lines = csv.reader(io.StringIO(text, newline=""), delimiter="\t")
    reader = _Reader()
    try:
        header = [title.strip().lower() for title in next(lines, [])]
        if not set(header) >= NEEDED:
            raise unfit(NO_SURVEY)
        for number, line in enumerate(lines, 2):
            if number > MOST_ROWS:
                raise refused("the file", f"has more than {MOST_ROWS} rows")
            reader.read(dict(zip(header, line, strict=False)))
    except csv.Error as error:
        raise refused("the file", f"is no table with tabs: {error}") from error
    if not reader.contents.groups:
        raise unfit("This survey of LimeSurvey has no group of questions, so there is nothing to import.")
    return reader.contents


class _Reader:
    """This reads row by row. Rows of a further language repeat a group, a question or an answer by its name."""

    def __init__(self) -> None:
        self.contents = Contents()
        self._questions: dict[str, Question] = {}
        self._entries: dict[tuple[int, str, str, str], Entry] = {}
        self._groups: dict[str, Group] = {}
        self._groups_of_language: dict[str, int] = {}
        self._group: Group | None = None
        self._question: Question | None = None

    def read(self, row: Row) -> None:
        kind = row.get("class", "").strip().upper()
        language = row.get("language", "").strip() or self.contents.language
        if kind == "S" and row.get("name") == "language":
            self.contents.language = row.get("text", "").strip() or "en"
        elif kind == "SL":
            self._survey_text(row.get("name", ""), row.get("text", ""), language)
        elif kind == "G":
            self._read_group(row, language)
        elif kind == "Q" and self._group is not None:
            self._read_question(row, language)
        elif kind in ("SQ", "A") and self._question is not None:
            self._read_entry(kind, row, language)
        elif kind in ("AS", "QTA", "QTAM", "QTALS", "C"):
            name = {"AS": "assessments", "C": "conditions"}.get(kind, "quota")
            self.contents.others[name] = OTHER_TABLES[name]

    def _survey_text(self, name: str, text: str, language: str) -> None:
        texts = {
            "surveyls_title": self.contents.title,
            "surveyls_description": self.contents.description,
            "surveyls_welcometext": self.contents.welcome,
        }.get(name)
        if texts is not None and text.strip():
            texts[language] = text

    def _read_group(self, row: Row, language: str) -> None:
        place = self._groups_of_language.get(language, 0)
        self._groups_of_language[language] = place + 1
        id = row.get("id", "").strip() or str(place)
        if id not in self._groups:
            self._groups[id] = Group(relevance=row.get("relevance", ""))
            self.contents.groups.append(self._groups[id])
        self._group = self._groups[id]
        self._group.name |= _text(row, "name", language)
        self._group.description |= _text(row, "text", language)

    def _read_question(self, row: Row, language: str) -> None:
        code = row.get("name", "").strip()
        question = self._questions.get(code)
        if question is None or language in question.texts:
            question = Question(
                code=code, type=row.get("type/scale", "").strip(), mandatory=row.get("mandatory", ""),
                relevance=row.get("relevance", ""), other=row.get("other", ""),
            )  # fmt: skip
            self._questions[code] = question
            assert self._group is not None  # noqa: S101 - read() has looked
            self._group.questions.append(question)
        self._question = question
        question.texts |= _text(row, "text", language) or {language: ""}
        question.helps |= _text(row, "help", language)
        for name, value in row.items():
            if name not in OWN and value.strip():
                question.attributes.setdefault(name, {})[language] = value
        if row.get("validation", "").strip():
            question.attributes["validation"] = {"": row["validation"]}
        if row.get("default", "").strip():
            question.attributes["default"] = {"": row["default"]}

    def _read_entry(self, kind: str, row: Row, language: str) -> None:
        assert self._question is not None  # noqa: S101 - read() has looked
        code, scale = row.get("name", "").strip(), row.get("type/scale", "").strip() or "0"
        key = (id(self._question), kind, code, scale)
        entries = self._question.rows if kind == "SQ" else self._question.answers
        entry = self._entries.get(key)
        if entry is None or language in entry.texts:
            entry = Entry(code, scale=scale, relevance=row.get("relevance", ""))
            self._entries[key] = entry
            entries.append(entry)
        entry.texts |= _text(row, "text", language) or {language: ""}


def _text(row: Row, column: str, language: str) -> dict[str, str]:
    return {language: row[column]} if row.get(column, "").strip() else {}

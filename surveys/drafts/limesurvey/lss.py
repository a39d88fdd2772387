"""The structure of a survey as LimeSurvey exports it in XML (.lss), in the tables of its versions 2 to 6."""

from collections.abc import Iterable, Mapping

from surveys.drafts.importing.xml_events import read_xml, refused
from surveys.drafts.limesurvey.contents import OTHER_TABLES, Contents, Entry, Group, Question, Texts
from surveys.drafts.unfit import unfit

MOST_ROWS = 60_000
NO_SURVEY = (
    "This is no survey of LimeSurvey, but perhaps its responses or a label set. Export the survey structure (.lss)."
)
Row = dict[str, str]
Tables = dict[str, list[Row]]


class _TableReader:
    def __init__(self) -> None:
        self.tables: Tables = {}
        self.kind = ""
        self._count = 0
        self._path: list[str] = []
        self._words: list[str] = []

    def start(self, element: str, _: Mapping[str, str]) -> None:
        self._path.append(element)
        self._words = []
        if self._path[2:] == ["rows", "row"]:
            self._count += 1
            if self._count > MOST_ROWS:
                raise refused("the survey", f"has more than {MOST_ROWS} rows in its tables")
            self.tables.setdefault(self._path[1], []).append({})

    def text(self, words: str) -> None:
        self._words.append(words)

    def end(self, element: str) -> None:
        words = "".join(self._words)
        if len(self._path) == 5 and self._path[2:4] == ["rows", "row"]:
            self.tables[self._path[1]][-1][element] = words
        elif self._path[1:] == ["LimeSurveyDocType"]:
            self.kind = words.strip()
        self._path.pop()
        self._words = []


def contents_of(content: bytes) -> Contents:
    reader = _TableReader()
    read_xml(content, "the survey", start=reader.start, end=reader.end, text=reader.text)
    if reader.kind != "Survey" or not reader.tables.get("surveys"):
        raise unfit(NO_SURVEY)
    tables = reader.tables
    survey = tables["surveys"][0]
    contents = Contents(language=survey.get("language", "en"))
    for row in tables.get("surveys_languagesettings", []):
        language = row.get("surveyls_language", contents.language)
        contents.title[language] = row.get("surveyls_title", "")
        contents.description[language] = row.get("surveyls_description", "")
        contents.welcome[language] = row.get("surveyls_welcometext", "")
    contents.others = {name: why for name, why in OTHER_TABLES.items() if tables.get(name) and name != "conditions"}
    contents.groups = list(_groups(tables, survey.get("sid", "")))
    return contents


def _groups(tables: Tables, survey_id: str) -> Iterable[Group]:
    own_texts = _by(tables, "group_l10ns", "gid")
    questions = _questions(tables, survey_id)
    for id, rows in _ordered(_by(tables, "groups", "gid"), "group_order"):
        texts = [*rows, *own_texts.get(id, [])]
        yield Group(
            name=_texts(texts, "group_name"),
            description=_texts(texts, "description"),
            relevance=rows[0].get("grelevance", ""),
            questions=questions.get(id, []),
        )


def _questions(tables: Tables, survey_id: str) -> dict[str, list[Question]]:
    """Returns the questions of each group, in order."""
    texts, attributes = _by(tables, "question_l10ns", "qid"), _by(tables, "question_attributes", "qid")
    answers, rows_of_question = _by(tables, "answers", "qid"), _by(tables, "subquestions", "parent_qid")
    with_conditions = {row.get("qid") for row in tables.get("conditions", [])}
    groups: dict[str, list[Question]] = {}
    for id, rows in _ordered(_by(tables, "questions", "qid"), "question_order"):
        first = rows[0]
        if first.get("parent_qid", "0") not in ("0", ""):
            continue  # Some versions list subquestions here too.
        words = [*rows, *texts.get(id, [])]
        question = Question(
            code=first.get("title", ""), type=first.get("type", ""), mandatory=first.get("mandatory", ""),
            relevance=first.get("relevance", ""), other=first.get("other", ""), texts=_texts(words, "question"),
            helps=_texts(words, "help"), rows=_entries(rows_of_question.get(id, []), "title", "question", texts, "qid"),
            answers=_entries(answers.get(id, []), "code", "answer", _by(tables, "answer_l10ns", "aid"), "aid"),
            names=[f"{survey_id}X{first.get('gid', '')}X{id}"],
        )  # fmt: skip
        for row in attributes.get(id, []):
            question.attributes.setdefault(row.get("attribute", ""), {})[row.get("language", "")] = row.get("value", "")
        if first.get("preg", "").strip():
            question.attributes["validation"] = {"": first["preg"]}
        if id in with_conditions and question.relevance.strip() in ("", "1"):
            question.attributes["conditions"] = {"": "1"}
        groups.setdefault(first.get("gid", ""), []).append(question)
    return groups


def _entries(rows: Iterable[Row], code: str, text: str, own_texts: Mapping[str, list[Row]], key: str) -> list[Entry]:
    """Returns answers or subquestions, in order; older versions have a row for each language."""
    entries: dict[tuple[str, str], Entry] = {}
    order = "sortorder" if text == "answer" else "question_order"
    for row in sorted(rows, key=lambda row: _number(row.get(order, ""))):
        scale = row.get("scale_id", "0")
        entry = entries.setdefault((row.get(code, ""), scale), Entry(row.get(code, ""), scale=scale))
        entry.texts |= _texts([row, *own_texts.get(row.get(key, ""), [])], text)
        entry.relevance = entry.relevance or row.get("relevance", "")
    return list(entries.values())


def _texts(rows: Iterable[Row], column: str) -> Texts:
    return {row.get("language", ""): row[column] for row in rows if row.get(column, "").strip()}


def _by(tables: Tables, name: str, column: str) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in tables.get(name, []):
        groups.setdefault(row.get(column, ""), []).append(row)
    return groups


def _ordered(groups: Mapping[str, list[Row]], column: str) -> list[tuple[str, list[Row]]]:
    return sorted(groups.items(), key=lambda entry: _number(entry[1][0].get(column, "")))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

"""A survey of LimeSurvey as its two forms of file tell it: groups of questions with answers, and texts by language."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Texts = dict[str, str]  # By language.


@dataclass
class Entry:
    """This is an answer, or a subquestion, of a question."""

    code: str
    texts: Texts = field(default_factory=dict)
    scale: str = "0"
    relevance: str = ""


@dataclass
class Question:
    code: str
    type: str
    mandatory: str = ""
    relevance: str = ""
    other: str = ""
    texts: Texts = field(default_factory=dict)
    helps: Texts = field(default_factory=dict)
    attributes: dict[str, Texts] = field(default_factory=dict)  # By name, then by language, or "" for all languages.
    rows: list[Entry] = field(default_factory=list)
    answers: list[Entry] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # Further names by which older conditions call the question.

    @property
    def place(self) -> str:
        return f"question {self.code}"

    def attribute(self, name: str) -> str:
        values = self.attributes.get(name, {})
        return next((value.strip() for value in values.values() if value.strip()), "")


@dataclass
class Group:
    name: Texts = field(default_factory=dict)
    description: Texts = field(default_factory=dict)
    relevance: str = ""
    questions: list[Question] = field(default_factory=list)


@dataclass
class Contents:
    language: str = "en"
    title: Texts = field(default_factory=dict)
    description: Texts = field(default_factory=dict)
    welcome: Texts = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)
    others: dict[str, str] = field(default_factory=dict)  # What else the file holds, with the reason it is left out.


OTHER_TABLES: Mapping[str, str] = {
    "quota": "nobody is turned away by an answer: it would tell the answer",
    "assessments": "no score is computed from answers",
    "defaultvalues": "an answer that is there before the person gives one would be counted",
    "conditions": "only the relevance equation of a question is read",
}

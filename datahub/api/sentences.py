"""A sentence of a refusal carries its code and what it names, so that pages can say the same in another language."""

from collections.abc import Mapping
from typing import Any, Self


class Sentence(str):
    """This is the English text of a code; `about` has what it names, as texts."""

    __slots__ = ("about", "code")
    code: str
    about: Mapping[str, str]

    def __new__(cls, templates: Mapping[str, str], code: str, /, **about: object) -> Self:
        sentence = super().__new__(cls, templates[code].format(**about))
        sentence.code, sentence.about = code, {name: str(value) for name, value in about.items()}
        return sentence


def coded(sentence: str, at: str = "") -> list[dict[str, Any]]:
    """Returns the code of a sentence that has one, for JSON; `at` is the dotted path of the field that it is about."""
    return [{"at": at, "code": sentence.code, "about": dict(sentence.about)}] if isinstance(sentence, Sentence) else []


def coded_fields(fields: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    """Returns the codes of all sentences about fields that have one."""
    return [reason for at, sentences in fields.items() for sentence in sentences for reason in coded(sentence, at)]

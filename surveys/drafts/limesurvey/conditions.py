"""A relevance equation of LimeSurvey becomes a condition of a draft with the same meaning, or is left out."""

import re
from collections.abc import Iterator

from surveys.drafts.importing.conditions import (
    FLIPPED,
    MOST_CHARACTERS,
    ConditionParser,
    NotTaken,
    Token,
    comparison_of,
)
from surveys.drafts.importing.reading import Known, Reading

SPELLINGS = {
    "==": "=", "eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "&&": "and", "||": "or",
    "!": "not", "and": "and", "or": "or", "not": "not",
}  # fmt: skip
SUFFIXES = ("", ".NAOK", ".shown", ".value", ".code", ".valueNAOK")  # What may follow the name of a question.
_TOKEN = re.compile(
    r"\s*(?:\"(?P<text>[^\"]*)\"|'(?P<quoted>[^']*)'"
    r"|(?P<name>[0-9]+X[0-9]+X[0-9A-Za-z_#]+(?:\.[A-Za-z]+)?|[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*)"
    r"|(?P<number>-?[0-9]+(?:\.[0-9]+)?)|(?P<mark>&&|\|\||<=|>=|!=|==|=|<|>|!|\(|\)|,)|(?P<other>\S))"
)


def condition(source: str, reading: Reading) -> str:
    if len(source) > MOST_CHARACTERS:
        raise NotTaken(f"has more than {MOST_CHARACTERS} characters")
    return _Parser(list(_tokens(source)), reading).whole()


def _tokens(source: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(source):
        kind = str(match.lastgroup)
        text = match[kind]
        if kind in ("name", "mark") and text.lower() in SPELLINGS:
            yield "mark", SPELLINGS[text.lower()]
        else:
            yield ("text" if kind == "quoted" else kind), text


class _Parser(ConditionParser):
    def comparison(self) -> str:
        kind, text = self.next()
        if kind == "name" and self.takes("("):
            return self._call(text)
        if kind == "name":
            known = self._known(text)
            if not (self.peek()[0] == "mark" and self.peek()[1] in FLIPPED):
                raise NotTaken(f"takes the answer {text!r} itself for true or false")
            return _compared(known, self.next()[1], self._value())
        if kind not in ("text", "number"):
            raise NotTaken(f"has {text or 'nothing'} where it should name a question")
        _, operator = self.next()
        kind, name = self.next()
        if kind != "name" or operator not in FLIPPED:
            raise NotTaken("compares nothing with the answer to a question")
        return _compared(self._known(name), FLIPPED[operator], text)

    def _call(self, function: str) -> str:
        if function.lower() != "is_empty":
            raise NotTaken(f"uses the function {function}")
        kind, text = self.next()
        if kind != "name" or not self.takes(")"):
            raise NotTaken("asks whether something other than an answer is empty")
        return _compared(self._known(text), "=", "")

    def _known(self, name: str) -> Known:
        known = self.reading.questions.get(name)
        if known is None:
            raise NotTaken(f"asks about {name!r}, which is no earlier question")
        if known.rows:
            raise NotTaken(f"asks about {name!r}, which has an answer for each of its rows")
        return known

    def _value(self) -> str:
        kind, text = self.next()
        if kind not in ("text", "number"):
            raise NotTaken(f"has {text or 'nothing'} where it should have a value")
        return text


def _compared(known: Known, operator: str, value: str) -> str:
    if known.option:
        return _of_tick(known, operator, value)
    if value == "":
        if operator not in ("=", "!="):
            raise NotTaken(f"compares nothing by {operator}")
        return f"{known.id} answered" if operator == "!=" else f"not {known.id} answered"
    return comparison_of(known, known.id, operator, [value])


def _of_tick(known: Known, operator: str, value: str) -> str:
    """Returns whether an option of a multiple choice is ticked, which LimeSurvey calls "Y", or not, which it calls
    nothing."""
    if operator not in ("=", "!=") or value not in ("Y", ""):
        raise NotTaken("compares an option of a multiple choice with something other than Y")
    ticked = f"{known.id} includes '{known.option}'"
    return ticked if (operator == "=") == (value == "Y") else f"not {ticked}"

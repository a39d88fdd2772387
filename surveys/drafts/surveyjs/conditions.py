"""A visibleIf of SurveyJS becomes a condition of a draft with the same meaning, or is left out."""

import re
from collections.abc import Iterator

from surveys.drafts.importing.conditions import MOST_CHARACTERS, ConditionParser, NotTaken, Token, comparison_of
from surveys.drafts.importing.reading import Known, Reading

SPELLINGS = {
    "==": "=", "equal": "=", "<>": "!=", "notequal": "!=", "greater": ">", "greaterorequal": ">=", "less": "<",
    "lessorequal": "<=", "&&": "and", "||": "or", "!": "not", "negate": "not", "contain": "contains",
    "notcontain": "notcontains",
}  # fmt: skip
_TOKEN = re.compile(
    r"\s*(?:(?P<name>\{[^{}]{1,200}\})|(?P<text>'[^']*'|\"[^\"]*\")|(?P<mark>&&|\|\||<=|>=|<>|!=|==|=|<|>|!|\(|\)|\[|\]|,)"
    r"|(?P<word>[^\s'\"{}()\[\],=<>!&|]+))"
)


def condition(source: object, reading: Reading) -> str:
    if not isinstance(source, str) or len(source) > MOST_CHARACTERS:
        raise NotTaken(f"is no text of at most {MOST_CHARACTERS} characters")
    return _Parser(list(_tokens(source)), reading).whole()


def equals(name: str, operator: str, value: object, reading: Reading) -> str:
    """Returns the condition that a trigger states in three fields."""
    known = reading.questions.get(name)
    if known is None:
        raise NotTaken(f"asks about {name!r}, which is no earlier question")
    return comparison_of(known, known.id, SPELLINGS.get(operator, operator), [str(value)])


def _tokens(source: str) -> Iterator[Token]:
    place = 0
    while source[place:].strip():
        match = _TOKEN.match(source, place)
        if match is None:
            raise NotTaken(f"cannot be read at character {place + 1}")
        place = match.end()
        kind = str(match.lastgroup)
        text = match[kind]
        if kind in ("mark", "word") and text.lower() in {*SPELLINGS, *SPELLINGS.values(), *WORDS}:
            yield "mark", SPELLINGS.get(text.lower(), text.lower())
        else:
            yield kind, text


WORDS = ("and", "or", "not", "contains", "notcontains", "anyof", "allof", "noneof", "empty", "notempty")


class _Parser(ConditionParser):
    def comparison(self) -> str:
        kind, text = self.next()
        if kind != "name":
            raise NotTaken(f"has {text or 'nothing'} where it should name a question")
        known, operand = self._operand(text[1:-1].strip())
        mark, operator = self.next()
        if mark == "" and known.type == "yes_no":
            return f"{operand} = 'yes'"
        if mark != "mark":
            raise NotTaken(f"has {operator or 'nothing'} where it should compare")
        if operator in ("empty", "notempty"):
            return f"{operand} answered" if operator == "notempty" else f"not {operand} answered"
        return comparison_of(known, operand, operator, self._values())

    def _operand(self, name: str) -> tuple[Known, str]:
        known = self.reading.questions.get(name)
        if known is not None and not known.rows:
            return known, known.id
        matrix, _, row = name.rpartition(".")
        known = self.reading.questions.get(matrix)
        if known is None or row not in known.rows:
            raise NotTaken(f"asks about {name!r}, which is no earlier question")
        return known, f"{known.id}.{known.rows[row]}"

    def _values(self) -> list[str]:
        if not self.takes("["):
            return [self._value()]
        values = [self._value()]
        while self.takes(","):
            values.append(self._value())
        if not self.takes("]"):
            raise NotTaken("leaves a list open")
        return values

    def _value(self) -> str:
        kind, text = self.next()
        if kind not in ("text", "word"):
            raise NotTaken(f"has {text or 'nothing'} where it should have a value")
        return text[1:-1] if kind == "text" else text

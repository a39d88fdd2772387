"""A visibleIf of SurveyJS becomes a condition of a draft with the same meaning, or is left out."""

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal, InvalidOperation

from surveys.drafts.surveyjs.reading import Known, Reading
from surveys.questions.all import QUESTION_TYPES
from surveys.questions.limits import CONDITION
from surveys.questions.question_type import Measure

MOST_CHARACTERS, MOST_DEPTH = 4000, 20
ORDERED: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "<": Decimal.__lt__, "<=": Decimal.__le__, ">": Decimal.__gt__, ">=": Decimal.__ge__,
}  # fmt: skip
SPELLINGS = {
    "==": "=", "equal": "=", "<>": "!=", "notequal": "!=", "greater": ">", "greaterorequal": ">=", "less": "<",
    "lessorequal": "<=", "&&": "and", "||": "or", "!": "not", "negate": "not", "contain": "contains",
    "notcontain": "notcontains",
}  # fmt: skip
_TOKEN = re.compile(
    r"\s*(?:(?P<name>\{[^{}]{1,200}\})|(?P<text>'[^']*'|\"[^\"]*\")|(?P<mark>&&|\|\||<=|>=|<>|!=|==|=|<|>|!|\(|\)|\[|\]|,)"
    r"|(?P<word>[^\s'\"{}()\[\],=<>!&|]+))"
)


class NotTaken(Exception):
    """The condition says something that ours cannot say; the reason completes "the condition"."""


def condition(source: object, reading: Reading) -> str:
    if not isinstance(source, str) or len(source) > MOST_CHARACTERS:
        raise NotTaken(f"is no text of at most {MOST_CHARACTERS} characters")
    text = _Parser(list(_tokens(source)), reading).whole()
    if len(text) > CONDITION:
        raise NotTaken(f"would have {len(text)} characters here; at most {CONDITION} are allowed")
    return text


def equals(name: str, operator: str, value: object, reading: Reading) -> str:
    """Returns the condition that a trigger states in three fields."""
    known = reading.questions.get(name)
    if known is None:
        raise NotTaken(f"asks about {name!r}, which is no earlier question")
    return _test(known, known.id, SPELLINGS.get(operator, operator), [str(value)])


def _tokens(source: str) -> Iterator[tuple[str, str]]:
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


class _Parser:
    def __init__(self, tokens: Sequence[tuple[str, str]], reading: Reading) -> None:
        self._tokens, self._place, self._depth, self._reading = tokens, 0, 0, reading

    def whole(self) -> str:
        text = self._any()
        if self._peek() != ("", ""):
            raise NotTaken(f"goes on with {self._peek()[1]!r} where it should end")
        return text

    def _peek(self) -> tuple[str, str]:
        return self._tokens[self._place] if self._place < len(self._tokens) else ("", "")

    def _next(self) -> tuple[str, str]:
        token = self._peek()
        self._place += 1
        return token

    def _takes(self, mark: str) -> bool:
        if self._peek() == ("mark", mark):
            self._place += 1
            return True
        return False

    def _any(self) -> str:
        parts = [self._all()]
        while self._takes("or"):
            parts.append(self._all())
        return " or ".join(parts)

    def _all(self) -> str:
        parts = [self._term()]
        while self._takes("and"):
            parts.append(self._term())
        return " and ".join(parts)

    def _term(self) -> str:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise NotTaken(f"is nested deeper than {MOST_DEPTH} times")
        try:
            if self._takes("not"):
                return f"not {self._term()}"
            if self._takes("("):
                inside = self._any()
                if not self._takes(")"):
                    raise NotTaken("leaves a bracket open")
                return f"({inside})"
            return self._comparison()
        finally:
            self._depth -= 1

    def _comparison(self) -> str:
        kind, text = self._next()
        if kind != "name":
            raise NotTaken(f"has {text or 'nothing'} where it should name a question")
        known, operand = self._operand(text[1:-1].strip())
        mark, operator = self._next()
        if mark == "" and known.type == "yes_no":
            return f"{operand} = 'yes'"
        if mark != "mark":
            raise NotTaken(f"has {operator or 'nothing'} where it should compare")
        if operator in ("empty", "notempty"):
            return f"{operand} answered" if operator == "notempty" else f"not {operand} answered"
        return _test(known, operand, operator, self._values())

    def _operand(self, name: str) -> tuple[Known, str]:
        known = self._reading.questions.get(name)
        if known is not None and not known.rows:
            return known, known.id
        matrix, _, row = name.rpartition(".")
        known = self._reading.questions.get(matrix)
        if known is None or row not in known.rows:
            raise NotTaken(f"asks about {name!r}, which is no earlier question")
        return known, f"{known.id}.{known.rows[row]}"

    def _values(self) -> list[str]:
        if not self._takes("["):
            return [self._value()]
        values = [self._value()]
        while self._takes(","):
            values.append(self._value())
        if not self._takes("]"):
            raise NotTaken("leaves a list open")
        return values

    def _value(self) -> str:
        kind, text = self._next()
        if kind not in ("text", "word"):
            raise NotTaken(f"has {text or 'nothing'} where it should have a value")
        return text[1:-1] if kind == "text" else text


def _test(known: Known, operand: str, operator: str, values: Sequence[str]) -> str:
    """Returns a test as our expression. SurveyJS finds that who did not answer differs from every value; so does `not q
    = 'x'`, and `q != 'x'` not."""
    if _measure(known) is Measure.OPTIONS:
        return _of_set(known, operand, operator, values)
    if operator in ("anyof", "noneof"):
        listed = f"{operand} in ({', '.join(_literal(known, value) for value in values)})"
        return listed if operator == "anyof" else f"not {listed}"
    if len(values) != 1:
        raise NotTaken(f"compares with a list by {operator}")
    if operator in ("=", "!="):
        same = f"{operand} = {_literal(known, values[0])}"
        return same if operator == "=" else f"not {same}"
    if operator not in ORDERED:
        raise NotTaken(f"uses {operator}, which is not for this kind of question")
    if _measure(known) in (Measure.POINT, Measure.NUMBER, Measure.DAY):
        return f"{operand} {operator} {_literal(known, values[0])}"
    return _of_ordered_options(known, operand, operator, values[0])


def _of_set(known: Known, operand: str, operator: str, values: Sequence[str]) -> str:
    tests = [f"{operand} includes {_literal(known, value)}" for value in values]
    match operator:
        case "contains" | "allof":
            return tests[0] if len(tests) == 1 else f"({' and '.join(tests)})"
        case "anyof":
            return tests[0] if len(tests) == 1 else f"({' or '.join(tests)})"
        case "notcontains" | "noneof":
            return f"not ({' or '.join(tests)})"
    raise NotTaken(f"uses {operator}, which is not for a multiple choice")


def _of_ordered_options(known: Known, operand: str, operator: str, value: str) -> str:
    """Returns a comparison with options that are numbers, which SurveyJS compares as numbers; ours are words, so those
    that hold are listed."""
    bound = _number(value)
    holding = [id for name, id in known.options.items() if ORDERED[operator](_number(name), bound)]
    if not holding:
        raise NotTaken("never holds")
    return f"{operand} in ({', '.join(_quoted(id) for id in holding)})"


def _literal(known: Known, value: str) -> str:
    if _measure(known) in (Measure.POINT, Measure.NUMBER):
        return f"{_number(value):f}"
    if _measure(known) is Measure.DAY:
        return _quoted(value)
    option_id = known.options.get(value) or next(
        (id for name, id in known.options.items() if name.lower() == value.lower()), None
    )
    if option_id is None:
        raise NotTaken(f"compares with {value!r}, which is no answer of that question")
    return _quoted(option_id)


def _measure(known: Known) -> Measure:
    return QUESTION_TYPES[known.type].measure


def _number(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise NotTaken(f"compares with {text!r} as if it were a number") from None
    if not number.is_finite() or abs(number) >= 10**12:
        raise NotTaken(f"compares with {text!r}, which is too large")
    return number


def _quoted(text: str) -> str:
    if "'" in text:
        raise NotTaken("compares with a text that holds a quote")
    return f"'{text}'"

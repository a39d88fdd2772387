"""Conditions of other programs become conditions of a draft with the same meaning, or are left out.

A format brings its own words and comparisons (`ConditionParser.comparison`); and, or, not and brackets are read here,
and so is what a comparison with the answer to a question means.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation

from surveys.drafts.importing.reading import Known, Reading
from surveys.questions.all import QUESTION_TYPES
from surveys.questions.checks import day
from surveys.questions.limits import CONDITION
from surveys.questions.question_type import Measure

MOST_CHARACTERS, MOST_DEPTH = 4000, 20
ORDERED: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "<": Decimal.__lt__, "<=": Decimal.__le__, ">": Decimal.__gt__, ">=": Decimal.__ge__,
}  # fmt: skip
FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}  # With its sides exchanged.
Token = tuple[str, str]  # The kind and the text of a word.


class NotTaken(Exception):
    """The condition says something that ours cannot say; the reason completes "the condition"."""


class ConditionParser(ABC):
    def __init__(self, tokens: Sequence[Token], reading: Reading) -> None:
        self._tokens, self._place, self._depth, self.reading = tokens, 0, 0, reading

    def whole(self) -> str:
        text = self._any()
        if self.peek() != ("", ""):
            raise NotTaken(f"goes on with {self.peek()[1]!r} where it should end")
        if len(text) > CONDITION:
            raise NotTaken(f"would have {len(text)} characters here; at most {CONDITION} are allowed")
        return text

    @abstractmethod
    def comparison(self) -> str:
        """Reads the next comparison; returns it as an expression of a draft."""

    def peek(self) -> tuple[str, str]:
        return self._tokens[self._place] if self._place < len(self._tokens) else ("", "")

    def next(self) -> tuple[str, str]:
        token = self.peek()
        self._place += 1
        return token

    def takes(self, mark: str) -> bool:
        if self.peek() == ("mark", mark):
            self._place += 1
            return True
        return False

    def _any(self) -> str:
        parts = [self._all()]
        while self.takes("or"):
            parts.append(self._all())
        return " or ".join(parts)

    def _all(self) -> str:
        parts = [self._term()]
        while self.takes("and"):
            parts.append(self._term())
        return " and ".join(parts)

    def _term(self) -> str:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise NotTaken(f"is nested deeper than {MOST_DEPTH} times")
        try:
            if self.takes("not"):
                return f"not {self._term()}"
            if self.takes("("):
                inside = self._any()
                if not self.takes(")"):
                    raise NotTaken("leaves a bracket open")
                return f"({inside})"
            return self.comparison()
        finally:
            self._depth -= 1


def comparison_of(known: Known, operand: str, operator: str, values: Sequence[str]) -> str:
    """Returns a test as our expression. Elsewhere somebody who did not answer differs from every value; so does
    `not q = 'x'`, and `q != 'x'` not."""
    if measure_of(known) is Measure.OPTIONS:
        return _of_set(known, operand, operator, values)
    if operator in ("anyof", "noneof"):
        listed = f"{operand} in ({', '.join(literal_of(known, value) for value in values)})"
        return listed if operator == "anyof" else f"not {listed}"
    if len(values) != 1:
        raise NotTaken(f"compares with a list by {operator}")
    if operator in ("=", "!="):
        same = f"{operand} = {literal_of(known, values[0])}"
        return same if operator == "=" else f"not {same}"
    if operator not in ORDERED:
        raise NotTaken(f"uses {operator}, which is not for this kind of question")
    if measure_of(known) in (Measure.POINT, Measure.NUMBER, Measure.DAY):
        return f"{operand} {operator} {literal_of(known, values[0])}"
    return _of_ordered_options(known, operand, operator, values[0])


def _of_set(known: Known, operand: str, operator: str, values: Sequence[str]) -> str:
    tests = [f"{operand} includes {literal_of(known, value)}" for value in values]
    match operator:
        case "contains" | "allof":
            return tests[0] if len(tests) == 1 else f"({' and '.join(tests)})"
        case "anyof":
            return tests[0] if len(tests) == 1 else f"({' or '.join(tests)})"
        case "notcontains" | "noneof":
            return f"not ({' or '.join(tests)})"
    raise NotTaken(f"uses {operator}, which is not for a multiple choice")


def _of_ordered_options(known: Known, operand: str, operator: str, value: str) -> str:
    """Returns a comparison with options that are numbers, which other programs compare as numbers; ours are words, so
    those that hold are listed."""
    bound = _number(value)
    holding = [id for name, id in known.options.items() if ORDERED[operator](_number(name), bound)]
    if not holding:
        raise NotTaken("never holds")
    return f"{operand} in ({', '.join(_quoted(id) for id in holding)})"


def literal_of(known: Known, value: str) -> str:
    if measure_of(known) in (Measure.POINT, Measure.NUMBER):
        return f"{_number(value):f}"
    if measure_of(known) is Measure.DAY:
        if day(value) is None:
            raise NotTaken(f"compares with {value!r}, which is no day written 2026-12-01")
        return _quoted(value)
    option_id = known.options.get(value) or next(
        (id for name, id in known.options.items() if name.lower() == value.lower()), None
    )
    if option_id is None:
        raise NotTaken(f"compares with {value!r}, which is no answer of that question")
    return _quoted(option_id)


def measure_of(known: Known) -> Measure:
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

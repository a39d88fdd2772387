"""Conditions are the small language in which an item says when it is shown. docs/reference/expressions.md describes it.

    or   := and ("or" and)*            and := not ("and" not)*            not := "not" not | "(" or ")" | test
    test := operand "answered" | operand ("=" | "!=" | "<" | "<=" | ">" | ">=") literal
          | operand "in" "(" literal ("," literal)* ")" | operand "includes" literal

Twin: frontend/src/respond/version/expression.ts; tests/vectors/expressions.json holds both to one meaning. Refusals
come in one order: characters, length, words, grammar; then what surveys.drafts.references has to say.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NoReturn

from surveys.questions.checks import DECIMAL

LONGEST, DEEPEST = 500, 20  # A condition has at most 500 characters, and 20 parentheses and nots around a test.
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
KEYWORDS = ("or", "and", "not", "answered", "in", "includes")

_WORD = re.compile(
    r"(?P<name>[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?)|(?P<number>-?[0-9]+(\.[0-9]+)?)|'(?P<text>[^']*)'"
    r"|(?P<symbol>!=|<=|>=|[=<>(),])"
)


class TextRefused(ValueError):
    """This error says what is wrong with a condition or a piped text. `place` counts characters from 1; `code` is the
    broken rule, by its name in the test vectors."""

    def __init__(self, place: int, code: str, rule: str) -> None:
        super().__init__(f"at character {place}: {rule}")
        self.place, self.code = place, code


@dataclass(frozen=True)
class Literal:
    text: str
    is_number: bool
    place: int = field(compare=False, default=0)

    def __str__(self) -> str:
        return self.text if self.is_number else f"'{self.text}'"


@dataclass(frozen=True)
class Test:
    """A test compares the answer to an item. `operator` is a comparison, `answered`, `in` or `includes`; `operand` an
    item, or item.row."""

    operand: str
    operator: str
    literals: tuple[Literal, ...]
    place: int = field(compare=False, default=0)
    operator_place: int = field(compare=False, default=0)

    __test__ = False  # pytest must not collect this class as a test.

    def __str__(self) -> str:
        literals = ", ".join(map(str, self.literals))
        if self.operator == "in":
            return f"{self.operand} in ({literals})"
        return f"{self.operand} {self.operator} {literals}".rstrip()


@dataclass(frozen=True)
class Not:
    part: "Condition"

    def __str__(self) -> str:
        return f"not {_inside(self.part)}"


@dataclass(frozen=True)
class Joined:
    """A joined condition has two or more parts, joined by `and` or by `or`."""

    by: str
    parts: tuple["Condition", ...]

    def __str__(self) -> str:
        return f" {self.by} ".join(map(_inside, self.parts))


Condition = Test | Not | Joined
# An answer: the id of an option, a decimal text or a day; for a multiple choice, the ids of all chosen options.
Given = str | frozenset[str]


def parse(text: str) -> Condition:
    words = _Words(_split(text), len(text))
    condition = _joined(words, "or", 0)
    if words.kind != "end":
        words.refuse("expected", "here the condition should end, or go on with and, or")
    return condition


def holds(condition: Condition, given: Mapping[str, Given]) -> bool:
    """Returns whether a condition holds for the answers given. `given` has a value for each question that was shown and
    answered, and for no other."""
    match condition:
        case Not(part):
            return not holds(part, given)
        case Joined("and", parts):
            return all(holds(part, given) for part in parts)
        case Joined(_, parts):
            return any(holds(part, given) for part in parts)
        case Test():
            value = given.get(condition.operand)
            return value is not None and _passes(condition, value)


def leaves(condition: Condition) -> list[Test]:
    """Returns the tests of a condition, from left to right."""
    match condition:
        case Test():
            return [condition]
        case Not(part):
            return leaves(part)
        case Joined(_, parts):
            return [test for part in parts for test in leaves(part)]


def _passes(test: Test, value: Given) -> bool:
    if test.operator == "answered":
        return True
    if isinstance(value, frozenset):
        return test.operator == "includes" and test.literals[0].text in value
    order = [_order(value, literal) for literal in test.literals]
    if test.operator == "in":
        return 0 in order
    return {
        "=": order[0] == 0, "!=": order[0] != 0, "<": order[0] < 0, "<=": order[0] <= 0, ">": order[0] > 0,
        ">=": order[0] >= 0, "includes": False,
    }[test.operator]  # fmt: skip


def _order(value: str, literal: Literal) -> int:
    """Returns -1, 0 or 1: numbers are ordered by their exact value, ids and days as texts."""
    if literal.is_number:
        left, right = Decimal(value), Decimal(literal.text)
        return (left > right) - (left < right)
    return (value > literal.text) - (value < literal.text)


def _inside(condition: Condition) -> str:
    return f"({condition})" if isinstance(condition, Joined) else str(condition)


@dataclass(frozen=True)
class _Word:
    kind: str
    text: str
    place: int


class _Words:
    """This is the list of the words of a condition that have not been read yet."""

    def __init__(self, words: Sequence[_Word], length: int) -> None:
        self._words, self._next = [*words, _Word("end", "", length + 1)], 0

    @property
    def kind(self) -> str:
        return self._words[self._next].kind

    @property
    def place(self) -> int:
        return self._words[self._next].place

    def take(self) -> _Word:
        self._next += 1
        return self._words[self._next - 1]

    def take_if(self, kind: str) -> bool:
        is_match = self.kind == kind
        self._next += is_match
        return is_match

    def refuse(self, code: str, rule: str) -> NoReturn:
        raise TextRefused(self.place, code, rule)


def _split(text: str) -> list[_Word]:
    for place, character in enumerate(text, 1):
        if not " " <= character <= "~":
            raise TextRefused(place, "unknown_character", "only letters, digits and signs of ASCII are read")
    if len(text) > LONGEST:
        raise TextRefused(LONGEST + 1, "too_long", f"a condition has at most {LONGEST} characters")
    words, at = [], 0
    while at < len(text):
        if text[at] == " ":
            at += 1
            continue
        words.append(_word(text, at))
        match = _WORD.match(text, at)
        at = match.end() if match else len(text)
    return words


def _word(text: str, at: int) -> _Word:
    match = _WORD.match(text, at)
    if match is None and text[at] == "'":
        raise TextRefused(at + 1, "unfinished_text", "this text has no quote at its end")
    if match is None:
        raise TextRefused(at + 1, "unknown_character", f"{text[at]} has no meaning here")
    if match["number"] is not None:
        if not DECIMAL.fullmatch(match["number"]):
            raise TextRefused(at + 1, "not_a_number", "a number is written 18 or -0.5, with no zero too many")
        return _Word("number", match["number"], at + 1)
    if match["text"] is not None:
        return _Word("text", match["text"], at + 1)
    word = match["symbol"] or match["name"]
    is_name = match["symbol"] is None and word not in KEYWORDS
    return _Word("name" if is_name else word, word, at + 1)


def _joined(words: _Words, by: str, depth: int) -> Condition:
    below = _negated if by == "and" else lambda more, deep: _joined(more, "and", deep)
    parts = [below(words, depth)]
    while words.take_if(by):
        parts.append(below(words, depth))
    return parts[0] if len(parts) == 1 else Joined(by, tuple(parts))


def _negated(words: _Words, depth: int) -> Condition:
    if words.kind in ("not", "(") and depth == DEEPEST:
        words.refuse("too_deep", f"conditions are nested at most {DEEPEST} deep")
    if words.take_if("not"):
        return Not(_negated(words, depth + 1))
    if not words.take_if("("):
        return _test(words)
    condition = _joined(words, "or", depth + 1)
    if not words.take_if(")"):
        words.refuse("expected", "here ) is missing")
    return condition


def _test(words: _Words) -> Test:
    if words.kind != "name":
        words.refuse("expected", "here the id of a question, not or ( should stand")
    operand, operator = words.take(), words.take()
    if operator.kind in COMPARISONS or operator.kind == "includes":
        literals = [_literal(words)]
    elif operator.kind == "in":
        literals = _literals(words)
    elif operator.kind == "answered":
        literals = []
    else:
        rule = f"here {', '.join(COMPARISONS)}, in, includes or answered should stand"
        raise TextRefused(operator.place, "expected", rule)
    return Test(operand.text, operator.kind, tuple(literals), operand.place, operator.place)


def _literals(words: _Words) -> list[Literal]:
    if not words.take_if("("):
        words.refuse("expected", "here ( should stand")
    literals = [_literal(words)]
    while words.take_if(","):
        literals.append(_literal(words))
    if not words.take_if(")"):
        words.refuse("expected", "here , or ) should stand")
    return literals


def _literal(words: _Words) -> Literal:
    if words.kind not in ("text", "number"):
        words.refuse("expected", "here a number or a 'text' should stand")
    word = words.take()
    return Literal(word.text, word.kind == "number", word.place)

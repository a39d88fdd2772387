"""A `relevant` of an XLSForm becomes a condition of a draft with the same meaning, or is left out; a `constraint`
becomes the bounds of a number or of a day."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from surveys.drafts.importing.conditions import (
    FLIPPED,
    MOST_CHARACTERS,
    ConditionParser,
    NotTaken,
    Token,
    comparison_of,
    measure_of,
)
from surveys.drafts.importing.reading import Known, Reading
from surveys.questions.checks import DECIMAL, day
from surveys.questions.question_type import Measure

_TOKEN = re.compile(
    r"\s*(?:\$\{(?P<name>[^{}]{1,200})\}|'(?P<text>[^']*)'|\"(?P<quoted>[^\"]*)\"|(?P<number>-?[0-9]+(?:\.[0-9]+)?)"
    r"|(?P<mark><=|>=|!=|=|<|>|\(|\)|,)|(?P<word>[A-Za-z][A-Za-z0-9_.:-]*)|(?P<other>\S))"
)
_COMPARISONS = tuple(FLIPPED)
_PART = re.compile(r"\.\s*(<=|>=|<|>|=)\s*(?:'([^']*)'|date\(\s*['\"]([^'\"]*)['\"]\s*\)|(-?[0-9]+(?:\.[0-9]+)?))")
_TURNED = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?)\s*(<=|>=|<|>)\s*\.")
_MOST_CHOSEN = re.compile(r"count-selected\(\s*\.\s*\)\s*(<=|<)\s*([0-9]{1,3})")
_ALONE = re.compile(
    r"not\(\s*selected\(\s*\.\s*,\s*['\"]([^'\"]+)['\"]\s*\)\s+and\s+count-selected\(\s*\.\s*\)\s*(>=\s*2|>\s*1)\s*\)"
)


def condition(source: str, reading: Reading) -> str:
    if len(source) > MOST_CHARACTERS:
        raise NotTaken(f"has more than {MOST_CHARACTERS} characters")
    return _Parser(list(_tokens(source)), reading).whole()


def _tokens(source: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(source):
        kind = str(match.lastgroup)
        text = match[kind]
        if kind == "word" and text in ("and", "or", "not"):
            yield "mark", text
        elif kind == "name":
            yield kind, text.strip()
        else:
            yield ("text" if kind == "quoted" else kind), text


class _Parser(ConditionParser):
    def comparison(self) -> str:
        kind, text = self.peek()
        if kind == "word" and text in ("selected", "count-selected", "string-length"):
            self.next()
            return self._selected() if text == "selected" else self._counted(text)
        if kind == "name":
            self.next()
            known = self._known(text)
            return self._compared(known, self._operator(), self._value())
        value = self._value()
        operator = self._operator()
        kind, text = self.next()
        if kind != "name":
            raise NotTaken("compares nothing with the answer to a question")
        return self._compared(self._known(text), FLIPPED[operator], value)

    def _known(self, name: str) -> Known:
        known = self.reading.questions.get(name)
        if known is None:
            raise NotTaken(f"asks about {name!r}, which is no earlier question")
        if known.rows:
            raise NotTaken(f"asks about {name!r}, which has an answer for each of its rows")
        return known

    def _operator(self) -> str:
        kind, text = self.next()
        if kind != "mark" or text not in _COMPARISONS:
            raise NotTaken(f"has {text or 'nothing'} where it should compare")
        return text

    def _value(self) -> str:
        kind, text = self.next()
        if kind == "word" and text == "date":
            self._bracket("(")
            kind, text = self.next()
            self._bracket(")")
        if kind not in ("text", "number"):
            raise NotTaken(f"has {text or 'nothing'} where it should have a value")
        return text

    def _bracket(self, mark: str) -> None:
        if not self.takes(mark):
            raise NotTaken(f"lacks {mark} where it should stand")

    def _selected(self) -> str:
        self._bracket("(")
        kind, text = self.next()
        if kind != "name":
            raise NotTaken("asks what is selected in no question")
        known = self._known(text)
        self._bracket(",")
        value = self._value()
        self._bracket(")")
        operator = "contains" if measure_of(known) is Measure.OPTIONS else "="
        return comparison_of(known, known.id, operator, [value])

    def _counted(self, function: str) -> str:
        """Reads a count that only says whether there is an answer."""
        self._bracket("(")
        kind, text = self.next()
        self._bracket(")")
        if kind != "name":
            raise NotTaken(f"uses {function} of no question")
        known, operator, value = self._known(text), self._operator(), self._value()
        if (operator, value) in ((">", "0"), (">=", "1"), ("!=", "0")):
            return f"{known.id} answered"
        if (operator, value) in (("=", "0"), ("<", "1"), ("<=", "0")):
            return f"not {known.id} answered"
        raise NotTaken(f"compares {function} with {value}")

    def _compared(self, known: Known, operator: str, value: str) -> str:
        if value == "":
            if operator not in ("=", "!="):
                raise NotTaken(f"compares nothing by {operator}")
            return f"{known.id} answered" if operator == "!=" else f"not {known.id} answered"
        return comparison_of(known, known.id, operator, [value])


@dataclass
class Constraint:
    """This is what a constraint says that a draft can hold; `left` are its other parts."""

    least: str | None = None
    most: str | None = None
    most_choices: int | None = None
    alone: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    strict: bool = False  # A bound itself is not allowed, which no draft can say of decimals and days.


def constraint_of(source: str, kind: str) -> Constraint:
    """Returns what a constraint says. `kind` is that of its values: whole, number or day."""
    constraint = Constraint()
    for part in _parts(source[:MOST_CHARACTERS]):
        _read_part(part, constraint, kind=kind)
    return constraint


def _read_part(part: str, constraint: Constraint, *, kind: str) -> None:
    if alone := _ALONE.fullmatch(part):
        constraint.alone.append(alone[1])
    elif chosen := _MOST_CHOSEN.fullmatch(part):
        constraint.most_choices = int(chosen[2]) - (chosen[1] == "<")
    elif match := _PART.fullmatch(part):
        _bound(match[1], match[2] or match[3] or match[4] or "", part, constraint, kind=kind)
    elif turned := _TURNED.fullmatch(part):
        _bound(FLIPPED[turned[2]], turned[1], part, constraint, kind=kind)
    else:
        constraint.left.append(part)


def _bound(operator: str, value: str, part: str, constraint: Constraint, *, kind: str) -> None:
    if operator == "=" or not (day(value) if kind == "day" else DECIMAL.fullmatch(value)):
        constraint.left.append(part)
        return
    if operator in ("<", ">") and kind == "whole" and Decimal(value) % 1 == 0:
        value = str(int(Decimal(value)) + (1 if operator == ">" else -1))
    elif operator in ("<", ">"):
        constraint.strict = True
    if operator.startswith(">"):
        constraint.least = value
    else:
        constraint.most = value


def _parts(source: str) -> Iterator[str]:
    """Yields what is joined by `and` outside of brackets, without brackets around a part."""
    source = source.strip()
    while source.startswith("(") and _closes_at_end(source):
        source = source[1:-1].strip()
    depth, begin = 0, 0
    pieces = []
    for match in re.finditer(r"[()]|\sand\s", source):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if match[0] not in "()" and depth == 0:
            pieces.append(source[begin : match.start()])
            begin = match.end()
    pieces.append(source[begin:])
    if len(pieces) == 1:
        if source:
            yield source
        return
    for piece in pieces:
        yield from _parts(piece)


def _closes_at_end(source: str) -> bool:
    depth = 0
    for place, character in enumerate(source):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return place == len(source) - 1
    return False

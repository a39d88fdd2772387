"""Conditions of a draft, written in the languages of other formats with the same meaning; and one form in which two
conditions of the same meaning can be compared."""

from collections.abc import Callable
from dataclasses import dataclass

from surveys.drafts.expressions import Condition, Joined, Literal, Not, Test, TextRefused, parse
from surveys.questions.checks import day


class NotSaid(Exception):
    """The condition cannot be written in that format; the reason completes "the condition"."""


@dataclass(frozen=True)
class Language:
    """This is how a format writes the parts of a condition. `operand` writes the name of an answer, or raises
    NotSaid."""

    operand: Callable[[str], str]
    answered: str  # With the operand in place of {}.
    includes: str  # With the operand in place of {0}, and the option in place of {1}.
    different: str  # The sign of what is not equal.
    negated: str
    day: str


def written(text: str, language: Language) -> str:
    try:
        return _written(parse(text), language)
    except TextRefused as refusal:
        raise NotSaid(f"is not finished: {refusal}") from refusal


def _written(condition: Condition, language: Language) -> str:
    match condition:
        case Not(part):
            return language.negated.format(_written(part, language))
        case Joined(by, parts):
            return f" {by} ".join(_inside(part, language) for part in parts)
        case Test():
            return _test(condition, language)


def _inside(condition: Condition, language: Language) -> str:
    text = _written(condition, language)
    return f"({text})" if isinstance(condition, Joined) else text


def _test(test: Test, language: Language) -> str:
    operand = language.operand(test.operand)
    literals = [_literal(literal, language) for literal in test.literals]
    match test.operator:
        case "answered":
            return language.answered.format(operand)
        case "includes":
            return language.includes.format(operand, literals[0])
        case "in":
            return f"({' or '.join(f'{operand} = {literal}' for literal in literals)})"
        case "!=":
            return f"({language.answered.format(operand)} and {operand} {language.different} {literals[0]})"
    return f"{operand} {test.operator} {literals[0]}"


def _literal(literal: Literal, language: Language) -> str:
    if literal.is_number:
        return literal.text
    return language.day.format(literal.text) if day(literal.text) else f"'{literal.text}'"


def same_condition(first: str, second: str) -> bool:
    if first == second:
        return True
    try:
        return _normal(parse(first)) == _normal(parse(second))
    except TextRefused:
        return False


def _normal(condition: Condition) -> Condition:
    """Returns a condition of the same meaning in which only answered, includes, =, <, <=, > and >= are tested."""
    match condition:
        case Not(Not(part)):
            return _normal(part)
        case Not(part):
            return Not(_normal(part))
        case Joined(by, parts):
            flat: list[Condition] = []
            for part in map(_normal, parts):
                flat += part.parts if isinstance(part, Joined) and part.by == by else [part]
            return Joined(by, tuple(flat))
        case Test(operand, "in", literals):
            equal = tuple(Test(operand, "=", (literal,)) for literal in literals)
            return equal[0] if len(equal) == 1 else Joined("or", equal)
        case Test(operand, "!=", literals):
            return Joined("and", (Test(operand, "answered", ()), Not(Test(operand, "=", literals))))
        case Test():
            return condition

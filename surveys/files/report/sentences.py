"""Figures and sentences that answers and numbers share."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from surveys.files.report.words import Words

Json = Mapping[str, Any]
_SURPRISING = 0.05


def percent(share: float, decimals: int, words: Words) -> str:
    return words.percent.format(points(share, decimals))


def points(share: float, decimals: int) -> str:
    text = f"{abs(share) * 100:.{decimals}f}"
    return f"\u2212{text}" if share < 0 and float(text) != 0 else text


def most_sure(epsilon: float, words: Words) -> str:
    """Returns how sure somebody who thought it fifty-fifty can become: a bound, so rounded up, and never to
    certainty."""
    sure = 1 / (1 + math.exp(-epsilon))
    decimals = 0 if sure <= 0.99 else next(some for some in range(2, 16) if sure <= 1 - 10 ** -(some + 2))
    unit = 10 ** (decimals + 2)
    return percent(math.ceil(sure * unit) / unit, decimals, words)


def decimals_of(half_width: float) -> int:
    """Returns how many decimals of a percentage mean something, as on the page."""
    if half_width >= 0.0095:
        return 0
    return 1 if half_width >= 0.00095 else 2


def figure(value: float, half_width: float) -> str:
    """Returns a number with as many decimals as two digits of the half-width have."""
    decimals = max(0, min(6, 1 - math.floor(math.log10(half_width)))) if half_width > 0 else 0
    text = f"{abs(value):.{decimals}f}"
    return f"\u2212{text}" if value < 0 and float(text) != 0 else text


def whole(number: int) -> str:
    """Returns a whole number with a minus sign, which a hyphen is not."""
    return figure(number, 0)


def with_levels(text: str, question: Json, words: Words, *, several: bool) -> str:
    if not several:
        return text
    agreement = question["agreement"]
    if agreement is None:
        return f"{text} {words.unknown}"
    sentence = words.different if agreement["chance"] < _SURPRISING else words.alike
    return f"{text} {sentence.format(times=_times(agreement['chance'], words))}"


def left_out_texts(result: Json, words: Words) -> Iterator[str]:
    """The sentences on the reports and the people that the estimate of a question leaves out."""
    if result.get("left_out"):
        yield words.left_out_of_question.format(reports=result["left_out"])
    if result.get("unrepresented"):
        yield words.unrepresented.format(share=percent(result["unrepresented"], 0, words))


def mechanisms_in(joined: str, words: Words) -> str:
    return words.comma.join(words.mechanisms.get(slug, slug) for slug in joined.split(" + "))


def _times(chance: float, words: Words) -> str:
    if chance < 0.01:
        return words.fewer_than_one
    if chance > 0.99:
        return words.more_than_99
    return f" {round(chance * 100)} " if words.tag == "zh-CN" else str(round(chance * 100))

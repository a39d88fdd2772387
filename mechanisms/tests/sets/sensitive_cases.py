"""This module provides the mechanisms that protect some answers, small enough to list every answer, set and report."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.sets.sensitive_answers import SensitiveAnswers
from mechanisms.ldp.sets.su_grr import SuGRR
from mechanisms.ldp.sets.su_rap import SuRAP, UtilityOptimizedRappor
from mechanisms.ldp.sets.su_wheel import SuWheel, sensitive_wheel_channel
from mechanisms.ldp.sets.utility_optimized_randomized_response import UtilityOptimizedRandomizedResponse
from mechanisms.ldp.shapes.channel import Answer
from mechanisms.ldp.shapes.sets.sensitive_wheel import SensitiveWheelChannel

EPSILONS = ("0.5", "4")
SPLITS = ((2, 1), (3, 3), (4, 2))  # Each case has a number of answers, and of sensitive ones.


@dataclass(frozen=True, kw_only=True)
class SmallWheel(SuWheel):
    """This mechanism equals suWheel, but its circle is so small that every report can be listed."""

    def _integers(self, epsilon: Fraction) -> SensitiveWheelChannel:
        pads = (self.pad_sensitive, self.pad_clear)
        return sensitive_wheel_channel(self.answers, self.sensitive, pads, epsilon, places=11, word_bits=9)


def oracles() -> list[SensitiveAnswers]:
    mechanisms: list[SensitiveAnswers] = []
    for (answers, sensitive), epsilon in itertools.product(SPLITS, EPSILONS):
        both = {"answers": answers, "sensitive": sensitive}
        mechanisms.append(UtilityOptimizedRandomizedResponse(**both, epsilon=epsilon))
        mechanisms.append(UtilityOptimizedRappor(**both, epsilon=epsilon))
        mechanisms += [SuGRR(**both, pad_to=pad_to, epsilon=epsilon) for pad_to in (1, 2)]
        mechanisms += [SuRAP(**both, most=most, epsilon=epsilon) for most in (2, answers) if most <= answers]
    mechanisms += [
        SmallWheel(answers=answers, sensitive=sensitive, pad_sensitive=pads[0], pad_clear=pads[1], epsilon=epsilon)
        for (answers, sensitive, pads) in ((2, 1, (1, 1)), (4, 2, (1, 2)), (3, 2, (2, 1)))
        for epsilon in ("0.5", "1")
    ]
    return mechanisms


def name_of(oracle: SensitiveAnswers) -> str:
    more = [getattr(oracle, name) for name in ("pad_to", "most", "pad_sensitive", "pad_clear") if hasattr(oracle, name)]
    return "-".join(str(part) for part in (oracle.slug, oracle.answers, oracle.sensitive, *more, oracle.epsilon_text))


ORACLES = oracles()
every_oracle = pytest.mark.parametrize("oracle", ORACLES, ids=name_of)


def of_one(oracle: FrequencyOracle) -> bool:
    return isinstance(oracle, UtilityOptimizedRandomizedResponse | UtilityOptimizedRappor)


def all_answers(oracle: SensitiveAnswers) -> list[Answer]:
    """Returns every answer or set that the question takes."""
    if of_one(oracle):
        return list(range(oracle.answers))
    sizes = range(oracle.answers + 1)
    every = [frozenset(members) for size in sizes for members in itertools.combinations(range(oracle.answers), size)]
    return [answer for answer in every if taken(oracle, answer)]


def taken(oracle: SensitiveAnswers, answer: frozenset[int]) -> bool:
    sensitive = sum(member < oracle.sensitive for member in answer)
    if isinstance(oracle, SuWheel):
        return sensitive <= oracle.pad_sensitive and len(answer) - sensitive <= oracle.pad_clear
    return (
        0 < len(answer) <= oracle.largest if isinstance(oracle, SuRAP) else len(answer) <= getattr(oracle, "pad_to", 0)
    )


def members_in(answer: Answer) -> frozenset[int]:
    return frozenset([answer]) if isinstance(answer, int) else answer


def channels(oracle: SensitiveAnswers) -> dict[Answer, Mapping[int | bytes, Fraction]]:
    return {answer: oracle.report_probabilities(answer) for answer in all_answers(oracle)}


def supports(oracle: SensitiveAnswers, reports: list[int | bytes]) -> list[list[int]]:
    """Returns whether each report supports each sensitive answer or names each other one: 0 or 1."""
    records = []
    for report in reports:
        length = oracle.report_bytes
        records.append(report if isinstance(report, bytes) else report.to_bytes(length, "big"))
    packed = np.frombuffer(b"".join(records), dtype=np.uint8).reshape(len(records), -1)
    return [[int(bit) for bit in row] for row in oracle.channel.supports(packed)]

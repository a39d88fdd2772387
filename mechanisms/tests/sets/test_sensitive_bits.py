"""Bits of sensitive answers and of others: each spends its part of epsilon, and would spend more by one word."""

from fractions import Fraction

import pytest

from mechanisms.common.thresholds import WORDS, exp_exceeds
from mechanisms.ldp.sets.sensitive_answers import SensitiveAnswers
from mechanisms.ldp.sets.su_rap import SuRAP, UtilityOptimizedRappor
from mechanisms.tests.sets.sensitive_cases import ORACLES, name_of


@pytest.mark.parametrize(
    "oracle", [oracle for oracle in ORACLES if isinstance(oracle, UtilityOptimizedRappor | SuRAP)], ids=name_of
)
def test_a_bit_more_generous_by_one_word_would_spend_more_than_its_part(oracle: SensitiveAnswers) -> None:
    each = Fraction(oracle.epsilon) / (oracle.most if isinstance(oracle, SuRAP) else 2)
    spec = oracle.client_spec()
    flip_below, clear_below = int(spec["zero_below"]), int(spec["clear_below"])
    assert spec["one_below"] == WORDS - flip_below
    assert exp_exceeds(each, Fraction(WORDS - flip_below, flip_below))
    assert not exp_exceeds(each, Fraction(WORDS - flip_below + 1, flip_below - 1))
    assert exp_exceeds(each, Fraction(WORDS, WORDS - clear_below))
    assert not exp_exceeds(each, Fraction(WORDS, WORDS - clear_below - 1))

"""This module provides every mechanism of the catalogue for a small question, by its slug."""

from collections.abc import Callable
from decimal import Decimal

from mechanisms.catalogue import OF_A_NUMBER, OF_KEYS, OF_ONE, OF_SEVERAL_NUMBERS, mechanism
from mechanisms.ldp.key_values.key_values import KeyValues
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.numbers.numbers_mechanism import NumbersMechanism
from mechanisms.ldp.sets.bitwise_randomized_response import BitwiseRandomizedResponse
from mechanisms.ldp.sets.padding_and_sampling import PaddingAndSampling
from mechanisms.ldp.sets.privset import PrivSet
from mechanisms.ldp.sets.su_grr import SuGRR
from mechanisms.ldp.sets.su_rap import SuRAP, UtilityOptimizedRappor
from mechanisms.ldp.sets.su_wheel import SuWheel
from mechanisms.ldp.sets.utility_optimized_randomized_response import UtilityOptimizedRandomizedResponse
from mechanisms.ldp.sets.wheel import Wheel

Make = Callable[[Decimal | str], LocalMechanism]
OfAnswers = Callable[[int, Decimal | str], LocalMechanism]

ENDS = Grid(low=-3, high=7, steps=1)
GRR = "generalized-randomized-response"


def oracle_maker(slug: str) -> OfAnswers:
    return lambda answers, epsilon: mechanism(slug, answers=answers, epsilon=epsilon)


OF_ANSWERS: dict[str, OfAnswers] = {  # The makers take the number of answers, and epsilon.
    **{offered.slug: oracle_maker(offered.slug) for offered in OF_ONE},
    "bitwise-randomized-response": lambda d, e: BitwiseRandomizedResponse(answers=d, most=2, epsilon=e),
    "padding-and-sampling": lambda d, e: PaddingAndSampling(answers=d, pad_to=1, epsilon=e, of_one=GRR),
    "privset": lambda d, e: PrivSet(answers=d, pad_to=1, epsilon=e),
    "wheel": lambda d, e: Wheel(answers=d, pad_to=1, epsilon=e),
    "utility-optimized-randomized-response": lambda d, e: UtilityOptimizedRandomizedResponse(
        answers=d, sensitive=1, epsilon=e
    ),
    "utility-optimized-rappor": lambda d, e: UtilityOptimizedRappor(answers=d, sensitive=1, epsilon=e),
    "sugrr": lambda d, e: SuGRR(answers=d, sensitive=1, pad_to=1, epsilon=e),
    "surap": lambda d, e: SuRAP(answers=d, sensitive=1, most=2, epsilon=e),
    "suwheel": lambda d, e: SuWheel(answers=d, sensitive=1, pad_sensitive=1, pad_clear=1, epsilon=e),
}


def of_answers(slug: str) -> Make:
    return lambda epsilon: OF_ANSWERS[slug](2 if slug == "randomized-response" else 5, epsilon)


def of_a_number(offered: type[NumberMechanism]) -> Make:
    return lambda epsilon: offered(grid=Grid(low=-3, high=7, steps=5), epsilon=epsilon)


def of_numbers(offered: type[NumbersMechanism]) -> Make:
    return lambda epsilon: offered(grids=(ENDS,) * 3, epsilon=epsilon)


def of_keys(kind: type[KeyValues]) -> Make:
    return lambda epsilon: kind(keys=5, pad_to=2, grid=ENDS, epsilon=epsilon)


MAKE: dict[str, Make] = {
    **{slug: of_answers(slug) for slug in OF_ANSWERS},
    **{offered.slug: of_a_number(offered) for offered in OF_A_NUMBER},
    "number-or-skipped": lambda epsilon: NumberOrSkipped(grid=ENDS, epsilon=epsilon),
    **{offered.slug: of_numbers(offered) for offered in OF_SEVERAL_NUMBERS},
    **{kind.slug: of_keys(kind) for kind in OF_KEYS},
}

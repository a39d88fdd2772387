"""The catalogue lists every mechanism offered, one line each. `python -m mechanisms.catalogue --json` prints their
descriptions, and those of the mechanisms of a curator (mechanisms.central), which no question of a survey takes.
"""

import inspect
import json
import re
import sys
from dataclasses import dataclass, fields
from decimal import Decimal
from functools import partial

from mechanisms.central.central_mechanism import CentralMechanism
from mechanisms.central.offered import CENTRAL
from mechanisms.ldp.key_values.key_values import KeyValues
from mechanisms.ldp.key_values.pckv_grr import PCKVGRR
from mechanisms.ldp.key_values.pckv_ue import PCKVUE
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.ldp.numbers.duchi import DuchiMechanism
from mechanisms.ldp.numbers.duchi_numbers import DuchiNumbers
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.hybrid import HybridMechanism
from mechanisms.ldp.numbers.laplace import LaplaceMechanism
from mechanisms.ldp.numbers.number_choice import OF_A_MEAN
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.numbers.numbers_mechanism import NumbersMechanism
from mechanisms.ldp.numbers.piecewise import PiecewiseMechanism
from mechanisms.ldp.numbers.piecewise_numbers import PiecewiseNumbers
from mechanisms.ldp.numbers.square_wave import SquareWave
from mechanisms.ldp.one_answer.choice import Choice, cheapest, largest_variance, taking
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.ldp.one_answer.hadamard_response import HadamardResponse
from mechanisms.ldp.one_answer.local_hashing import BinaryLocalHashing, OptimizedLocalHashing
from mechanisms.ldp.one_answer.optimized_unary_encoding import OptimizedUnaryEncoding
from mechanisms.ldp.one_answer.randomized_response import RandomizedResponse
from mechanisms.ldp.one_answer.subset_selection import SubsetSelection
from mechanisms.ldp.one_answer.summation_histogram_encoding import SummationHistogramEncoding
from mechanisms.ldp.one_answer.symmetric_unary_encoding import SymmetricUnaryEncoding
from mechanisms.ldp.one_answer.thresholding_histogram_encoding import ThresholdingHistogramEncoding
from mechanisms.ldp.sets.bitwise_randomized_response import BitwiseRandomizedResponse
from mechanisms.ldp.sets.padded_sets import PaddedSets
from mechanisms.ldp.sets.padding_and_sampling import PaddingAndSampling
from mechanisms.ldp.sets.privset import PrivSet
from mechanisms.ldp.sets.sensitive_answers import SensitiveAnswers
from mechanisms.ldp.sets.su_grr import SuGRR
from mechanisms.ldp.sets.su_rap import SuRAP, UtilityOptimizedRappor
from mechanisms.ldp.sets.su_wheel import SuWheel
from mechanisms.ldp.sets.utility_optimized_randomized_response import UtilityOptimizedRandomizedResponse
from mechanisms.ldp.sets.wheel import Wheel
from mechanisms.proofs import proofs_of

IN_SURVEYS: tuple[type[FrequencyOracle], ...] = (  # the answer page can draw these, each for one answer
    RandomizedResponse,
    GeneralizedRandomizedResponse,
    OptimizedUnaryEncoding,
    SymmetricUnaryEncoding,
    SubsetSelection,
)
OF_ONE: tuple[type[FrequencyOracle], ...] = (  # these protect one answer of a domain
    *IN_SURVEYS,
    HadamardResponse,
    ThresholdingHistogramEncoding,
    BinaryLocalHashing,
    OptimizedLocalHashing,
    SummationHistogramEncoding,
)
OF_PADDED_SETS: tuple[type[PaddedSets], ...] = (  # these protect a set of at most `pad_to` answers
    PaddingAndSampling,
    PrivSet,
    Wheel,
)
SETS_IN_SURVEYS: tuple[type[FrequencyOracle], ...] = (BitwiseRandomizedResponse, PrivSet)
OF_SENSITIVE: tuple[type[SensitiveAnswers], ...] = (  # these protect sensitive answers only
    UtilityOptimizedRandomizedResponse,
    UtilityOptimizedRappor,
    SuGRR,
    SuRAP,
    SuWheel,
)
MECHANISMS: tuple[type[FrequencyOracle], ...] = (
    *OF_ONE,
    BitwiseRandomizedResponse,
    *OF_PADDED_SETS,
    *OF_SENSITIVE,
)
OF_A_NUMBER: tuple[type[NumberMechanism], ...] = (  # these protect a number between bounds
    DuchiMechanism,
    PiecewiseMechanism,
    HybridMechanism,
    LaplaceMechanism,
    SquareWave,
)
NUMBERS_IN_SURVEYS: tuple[type[NumberMechanism], ...] = (*OF_A_MEAN, SquareWave)
OF_SEVERAL_NUMBERS: tuple[type[NumbersMechanism], ...] = (  # these protect several numbers
    DuchiNumbers,
    PiecewiseNumbers,
)
USED_IN_SURVEYS: tuple[type[LocalMechanism], ...] = (  # the answer page can draw all of these
    *IN_SURVEYS,
    *SETS_IN_SURVEYS,
    *NUMBERS_IN_SURVEYS,
    NumberOrSkipped,
)
OF_KEYS: tuple[type[KeyValues], ...] = (PCKVGRR, PCKVUE)  # these protect keys with a number each
OFFERED: tuple[type[LocalMechanism], ...] = (
    *MECHANISMS,
    *OF_A_NUMBER,
    NumberOrSkipped,
    *OF_SEVERAL_NUMBERS,
    *OF_KEYS,
)
FAMILIES: dict[str, tuple[type[LocalMechanism], ...]] = {  # each mechanism is in one family
    "one-answer": OF_ONE,
    "set": (BitwiseRandomizedResponse, *OF_PADDED_SETS),
    "sensitive-answer": OF_SENSITIVE,
    "number": (*OF_A_NUMBER, NumberOrSkipped),
    "numbers": OF_SEVERAL_NUMBERS,
    "key-values": OF_KEYS,
}
OF_A_CURATOR = "curator"  # the family of mechanisms that a curator runs on data in clear
FIELDS = ("Guarantee", "Sensitivity", "Shapes", "Error", "Source", "Departures")


MOST_BY_SUBSETS = 2_048  # with more answers unary encoding is as good (within 1 % up to epsilon 3) and faster


def mechanism(
    slug: str, *, answers: int, epsilon: Decimal | str, most: int | None = None, largest: int | None = None
) -> FrequencyOracle:
    """Returns a mechanism by its slug. `most` and `largest` are for sets of answers, and only for them.

    They say in how many positions two of them can differ, and how many answers one can hold.
    """
    if slug == BitwiseRandomizedResponse.slug and most is not None:
        return BitwiseRandomizedResponse(answers=answers, epsilon=epsilon, most=most)
    if slug == PrivSet.slug and largest is not None:
        return PrivSet(answers=answers, epsilon=epsilon, pad_to=largest)
    for offered in OF_ONE:
        if offered.slug == slug and most is None:
            return offered(answers=answers, epsilon=epsilon)
    if any(offered.slug == slug for offered in MECHANISMS):
        raise ValueError(f"{slug} is not for {'one answer' if most is None else 'sets of answers'}")
    if any(offered.slug == slug for offered in CENTRAL):
        raise ValueError(f"{slug} is for a curator who holds the data of all; no question takes it")
    if slug.endswith("-as-published"):
        raise ValueError(f"{slug} is for reproduction only; mechanisms.reproductions has it, and no question takes it")
    raise ValueError(f"the mechanism is {slug!r}; offered are {', '.join(offered.slug for offered in MECHANISMS)}")


def number_mechanism(slug: str, *, grid: Grid, epsilon: Decimal | str) -> NumberMechanism:
    """Returns the mechanism of one number, by its slug. ValueError for a slug not offered, and the mechanism's own
    errors."""
    for offered in OF_A_NUMBER:
        if offered.slug == slug:
            return offered(grid=grid, epsilon=epsilon)
    raise ValueError(
        f"the mechanism is {slug!r}; for a number are {', '.join(offered.slug for offered in OF_A_NUMBER)}"
    )


def numbers_mechanism(slug: str, *, grids: tuple[Grid, ...], epsilon: Decimal | str) -> NumbersMechanism:
    """Returns the mechanism of several numbers of one person, which share epsilon. ValueError as of
    `number_mechanism`."""
    for offered in OF_SEVERAL_NUMBERS:
        if offered.slug == slug:
            return offered(grids=grids, epsilon=epsilon)
    known = ", ".join(offered.slug for offered in OF_SEVERAL_NUMBERS)
    raise ValueError(f"the mechanism is {slug!r}; for several numbers are {known}")


def choose(answers: int, epsilon: Decimal | str) -> Choice:
    """Returns the candidate whose report is the cheapest, of those within 1 % of the smallest mean variance, and of
    these within 1 % of the smallest variance of the share that is hardest to estimate.

    The mean over the answers is q(1-q)/(p-q)^2 + (1-2q)/(k(p-q)) - sum(share^2)/k. The truth enters every candidate
    through the same last term, so the ranking holds whatever people answer. No other candidate has a smaller variance
    than subset selection, which with sets of one is generalised randomised response; so what is weighed against it is
    the report: its bytes first, which everybody sends and the hub keeps, then the random words that the phone reads.
    """
    offered = [mechanism for mechanism in IN_SURVEYS if mechanism is not SubsetSelection or answers <= MOST_BY_SUBSETS]
    candidates = taking(partial(mechanism, answers=answers, epsilon=epsilon) for mechanism in offered)
    variances = {oracle.slug: float(oracle.variance(1 / answers, 1)) for oracle in candidates}
    return cheapest(candidates, variances, f"{answers} answers")


def choose_for_sets(answers: int, most: int, largest: int, epsilon: Decimal | str) -> Choice:
    """Returns the choice that `choose` makes, by the variance where it is largest, over all shares of an answer.

    For a question with several answers, of which a person gives at most `largest`, and two people's sets differ in at
    most `most` positions: what lets bits be flipped less (docs/decisions/0020). Errors: ValueError where none takes it.
    """
    candidates = taking(
        partial(mechanism, offered.slug, answers=answers, most=most, largest=largest, epsilon=epsilon)
        for offered in SETS_IN_SURVEYS
    )
    variances = {oracle.slug: largest_variance(oracle) for oracle in candidates}
    return cheapest(candidates, variances, f"a set of up to {largest} of {answers} answers")


@dataclass(frozen=True, kw_only=True)
class Figures:
    """The figures of a mechanism say what one report on one answer costs and tells.

    reports * variance = constant + linear * share - share^2, exactly, for respondents drawn at random from many people;
    for the respondents themselves it is share * (1 - share) less.
    """

    report_bytes: int
    epsilon_spent: str
    constant: float
    linear: float

    def variance(self, share: float, reports: int) -> float:
        return (self.constant + self.linear * share - share**2) / reports


def figures(offered: type[LocalMechanism], *, answers: int, epsilon: Decimal | str) -> Figures:
    """Returns the figures of a mechanism for one answer. ValueError says why it does not take the question."""
    for kind in OF_ONE:
        if kind is offered:
            oracle = kind(answers=answers, epsilon=epsilon)
            none, everybody = float(oracle.variance(0.0, 1)), float(oracle.variance(1.0, 1))
            return Figures(
                report_bytes=oracle.report_bytes,
                epsilon_spent=f"{oracle.epsilon_spent():f}",
                constant=none,
                linear=everybody - none + 1,
            )
    raise ValueError(f"{offered.slug} is not for one answer of a domain")


def describe(offered: type[LocalMechanism]) -> dict[str, str | int | list[str] | dict[str, int]]:
    """Returns the first line of the docstring and its six fields, with what a form needs to know.

    `family` says what a person holds; `parameters` are what makes one of it, all public. `in_surveys` says whether
    questions of surveys get it: only what has a twin in the browser can perturb there. `proofs` is read from the report
    of a run: see mechanisms.proofs.
    """
    texts = _doc_fields(offered)
    return {
        "slug": offered.slug,
        "name": offered.name,
        "family": next(family for family, members in FAMILIES.items() if offered in members),
        "version": offered.version,
        "shape": offered.shape,
        "neighbours": offered.neighbours,
        "module": offered.__module__,
        "parameters": [field.name for field in fields(offered) if field.init],
        "in_surveys": offered in USED_IN_SURVEYS,
        "proofs": proofs_of(offered.slug, offered.version),
        **texts,
    }


def describe_central(offered: type[CentralMechanism]) -> dict[str, str | int | list[str] | dict[str, int]]:
    """Returns the catalogue entry of a curator's mechanism, with the fields of `describe`; `is_taught` marks mechanisms
    that never release anything."""
    return {
        "slug": offered.slug,
        "name": offered.name,
        "family": OF_A_CURATOR,
        "version": offered.version,
        "shape": offered.shape,
        "neighbours": offered.neighbours,
        "module": offered.__module__,
        "parameters": [field.name for field in fields(offered)],
        "in_surveys": False,
        "is_taught": offered.is_taught,
        "proofs": proofs_of(offered.slug, offered.version),
        **_doc_fields(offered),
    }


def _doc_fields(offered: type[LocalMechanism | CentralMechanism]) -> dict[str, str]:
    """Returns the first line of the docstring and its six fields."""
    text = inspect.getdoc(offered) or ""
    summary, _, rest = text.partition("\n\n")
    sections = {
        name: " ".join(lines.split())
        for name, lines in re.findall(r"^([A-Z][a-z]+)  +(.+(?:\n +.+)*)$", rest, flags=re.MULTILINE)
    }
    missing = [field for field in FIELDS if field not in sections]
    if missing:
        raise ValueError(f"the docstring of {offered.__name__} lacks {', '.join(missing)}")
    return {"summary": summary, **{field.lower(): sections[field] for field in FIELDS}}


def main() -> None:
    if sys.argv[1:] != ["--json"]:
        sys.exit("usage: python -m mechanisms.catalogue --json")
    descriptions = [*map(describe, OFFERED), *map(describe_central, CENTRAL)]
    sys.stdout.write(json.dumps(descriptions, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

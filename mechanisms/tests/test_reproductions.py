"""Mechanisms as they were published: right as channels and estimators, and with the bounds that they really keep."""

import itertools
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from mechanisms import catalogue
from mechanisms.accounting.shuffler import REMOVED, Shuffler
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.as_published.reproduction import Reproduction
from mechanisms.ldp.as_published.su_grr import SuGRRAsPublished, SuGRRSampleAsPublished
from mechanisms.ldp.as_published.su_rap import SuRAPAsPublished, SuRAPSampleAsPublished
from mechanisms.ldp.as_published.su_wheel import SuWheelAsPublished
from mechanisms.ldp.estimates.shuffled_reports import shuffled_guarantee
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.reproductions import FOR_REPRODUCTION, paragraphs
from mechanisms.tests.sets.many_sets import PEOPLE

SMALL = [
    *[offered.example() for offered in FOR_REPRODUCTION if offered is not SuWheelAsPublished],
    SuGRRAsPublished(answers=4, sensitive=1, members=3, epsilon="2"),
    SuGRRSampleAsPublished(answers=4, sensitive=3, members=3, epsilon="2"),
    SuRAPAsPublished(answers=4, sensitive=3, members=3, epsilon="4"),
    SuRAPSampleAsPublished(answers=4, sensitive=1, members=3, epsilon="2"),
    SuWheelAsPublished(answers=3, sensitive=1, members=1, epsilon="2", places=5, word_bits=9),
]


def name_of(oracle: Reproduction) -> str:
    return f"{oracle.slug}-{oracle.answers}-{oracle.members}"


every_small = pytest.mark.parametrize("oracle", SMALL, ids=name_of)


@every_small
def test_estimates_are_exactly_unbiased(oracle: Reproduction) -> None:
    for members in oracle.all_sets():
        law = oracle.reports(members)
        assert sum(law.values()) == 1
        expected = [Fraction(0)] * oracle.answers
        for sent, chance in law.items():
            assert sent.named <= members
            for answer, count in enumerate(oracle.supports(sent)):
                expected[answer] += chance * count
        for answer, mean in enumerate(expected):
            low, stretch = oracle.lines()[answer >= oracle.sensitive]
            assert mean == low + stretch * (answer in members)


def listed(offered: type[Reproduction], epsilon: str) -> list[Decimal | None]:
    kept = replace(offered.example(), epsilon=epsilon).kept()
    return [None if bound is None else round(bound, 3) for bound in (kept.silent, kept.protected, kept.whole)]


@pytest.mark.parametrize(("epsilon", "less"), [("1", "0.620"), ("4", "3.325")])
def test_only_the_bits_keep_what_was_published_of_all_sets(epsilon: str, less: str) -> None:
    """The bounds are those that other code found before, of six answers of which two are held and four are sensitive:
    only the bits keep all of epsilon."""
    for offered in (SuGRRAsPublished, SuGRRSampleAsPublished):
        assert listed(offered, epsilon) == [Decimal(less), None, Decimal(less)]
    for bits in (SuRAPAsPublished, SuRAPSampleAsPublished):
        assert listed(bits, epsilon) == [Decimal(epsilon)] * 3


def test_the_published_wheel_keeps_its_place_and_nothing_of_the_whole_report() -> None:
    kept = SuWheelAsPublished.example().kept()
    assert (kept.silent, kept.whole) == (None, None)
    assert kept.protected is not None
    assert Decimal("0.9") < kept.protected <= 1


REAL = [
    SuGRRAsPublished(answers=6, sensitive=3, members=2, epsilon="2"),
    SuGRRSampleAsPublished(answers=6, sensitive=3, members=2, epsilon="2"),
    SuRAPAsPublished(answers=6, sensitive=3, members=2, epsilon="2"),
    SuRAPSampleAsPublished(answers=6, sensitive=3, members=2, epsilon="2"),
    SuWheelAsPublished(answers=6, sensitive=3, members=2, epsilon="2"),
]


@pytest.mark.parametrize("oracle", REAL, ids=name_of)
def test_estimates_of_many_people_lie_within_six_standard_errors_of_the_truth(oracle: Reproduction) -> None:
    """The test compares six shares: a correct mechanism fails for one seed in eighty million. The seed is fixed."""
    pairs = np.array(list(itertools.combinations(range(6), 2)))
    drawn = pairs[np.minimum(np.random.default_rng(5).geometric(0.3, PEOPLE) - 1, len(pairs) - 1)]
    truth = np.zeros((PEOPLE, 6), dtype=bool)
    truth[np.arange(PEOPLE)[:, None], drawn] = True
    supports = oracle.perturb_many(truth, SeededEntropy(20261122))
    estimate = oracle.estimate(supports.sum(axis=0), PEOPLE)
    stretch = np.array([float(oracle.lines()[answer >= oracle.sensitive][1]) for answer in range(6)])
    error = supports.std(axis=0) / (stretch * np.sqrt(PEOPLE))
    assert (np.abs(estimate - truth.mean(axis=0)) <= 6 * error).all()


def test_each_person_tells_or_replaces_each_member_once() -> None:
    truth = np.tile(np.arange(6) < 2, (50, 1))
    assert (REAL[0].perturb_many(truth, SeededEntropy(1)).sum(axis=1) == 2).all()


def test_no_question_choice_ledger_or_mixer_takes_them() -> None:
    for offered in FOR_REPRODUCTION:
        assert offered.slug.endswith("-as-published")
        assert not issubclass(offered, LocalMechanism)
        with pytest.raises(ValueError, match="is for reproduction only"):
            catalogue.mechanism(offered.slug, answers=4, epsilon="1")
        with pytest.raises(ValueError, match="is no mechanism that people answer with"):
            shuffled_guarantee(
                offered.example(),  # type: ignore[arg-type]  # not a local mechanism
                reports=100,
                delta="1e-6",
                shuffler=Shuffler(run_by="a", reports_to="b", removes=REMOVED),
            )
    assert not any(offered.slug.endswith("-as-published") for offered in catalogue.OFFERED)


def test_the_reference_says_what_each_keeps() -> None:
    rows = [line for line in paragraphs() if line.startswith("| `")]
    assert rows == [
        "| `sugrr-as-published` | 0.620 | no bound | 0.620 |",
        "| `sugrr-sample-as-published` | 0.620 | no bound | 0.620 |",
        "| `surap-as-published` | 1.000 | 1.000 | 1.000 |",
        "| `surap-sample-as-published` | 1.000 | 1.000 | 1.000 |",
        "| `suwheel-as-published` | no bound | 1.000 | no bound |",
    ]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"members": 0}, "members is 0"),
        ({"members": 6}, "members is 6"),
        ({"sensitive": 0}, "sensitive is 0"),
        ({"sensitive": 7}, "sensitive is 7"),
        ({"epsilon": "0"}, "epsilon is 0"),
    ],
)
def test_refuses_questions_that_cannot_be(more: dict[str, int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(SuGRRAsPublished.example(), **more)  # type: ignore[arg-type]  # wrong on purpose


def test_refuses_sets_of_another_size() -> None:
    for size in (1, 3):
        with pytest.raises(ValueError, match="exactly 2 answers"):
            SuRAPAsPublished.example().perturb_many(np.arange(6)[None, :] < size, SeededEntropy(1))

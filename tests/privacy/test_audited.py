"""The audit and its description leave out no mechanism that the answer page can draw; these tests also say what that
audit misses."""

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import beta, binom

from mechanisms.catalogue import OFFERED, USED_IN_SURVEYS, describe
from tests.privacy.audit import choose_event
from tests.privacy.audited import BOUND_ALPHA, CHOSEN_ON, EPSILON, KINDS, PLANTED_EPSILON, PLANTED_TESTED_ON
from tests.privacy.shipped_page import FRONTEND

DRAWN = re.compile(r'\["([a-z-]+)", "[a-z-]+"\]')  # The pattern finds a mechanism and its shape of report.
REST = 1e-12  # Counts with this total chance are not summed, and count as missed.


def drawn_by_the_page() -> set[str]:
    slugs = DRAWN.findall((FRONTEND / "src" / "respond" / "version" / "levels.ts").read_text(encoding="utf-8"))
    assert slugs
    return set(slugs)


def test_every_mechanism_that_the_page_can_draw_is_audited() -> None:
    assert set(KINDS) == drawn_by_the_page()


def test_the_catalogue_says_of_these_mechanisms_and_of_no_other_that_surveys_use_them() -> None:
    assert {offered.slug for offered in USED_IN_SURVEYS} == drawn_by_the_page()
    assert {offered.slug for offered in OFFERED if describe(offered)["in_surveys"]} == drawn_by_the_page()


@pytest.mark.parametrize("slug", KINDS)
def test_the_question_stays_the_same_whichever_two_answers_tell_most(slug: str) -> None:
    """A number that may be skipped stays one where both are numbers: the page refuses what draws it otherwise."""
    every = KINDS[slug].make(EPSILON)
    assert replace(every, answers=every.answers[:2]).item("q1") == every.item("q1")


def chance_to_miss(likely: float, unlikely: float, drawn: int) -> float:
    """Returns the probability that the lower bound does not exceed the declared epsilon, of so many draws for each of
    the two answers.

    It does where the likely answer gave the event oftener than it would, but for half of the error, at e^epsilon times
    Clopper and Pearson's upper limit of the other.
    """
    least, most = binom.interval(1 - REST, drawn, unlikely)
    counts = np.arange(least, most + 1)
    limits = np.exp(float(EPSILON)) * beta.isf(BOUND_ALPHA / 2, counts + 1, drawn - counts)
    too_few = binom.cdf(binom.isf(BOUND_ALPHA / 2, drawn, limits), drawn, likely)
    return REST + float(binom.pmf(counts, drawn, unlikely) @ too_few)


def chosen(channel: NDArray[np.float64], each: int, entropy: np.random.Generator) -> tuple[float, float]:
    """Returns the probabilities, under its two answers, of the event that the audit chooses from so many draws of each
    answer."""
    event = choose_event(entropy.multinomial(each, channel))
    likely, unlikely = (channel[answer, sorted(event.reports)].sum() for answer in (event.likely, event.unlikely))
    return round(float(likely), 9), round(float(unlikely), 9)


def test_a_build_that_spends_15_percent_more_is_missed_less_than_once_in_ten_thousand_runs() -> None:
    """The result is exact for each chosen event, and the mean of a hundred choices for each mechanism."""
    entropy, missed = np.random.default_rng(7), 0.0
    for kind in KINDS.values():
        planted = kind.make(PLANTED_EPSILON).channel
        each = CHOSEN_ON * kind.many // len(planted)
        events = Counter(chosen(planted, each, entropy) for _ in range(100))
        for event, times in events.items():
            missed += times / 100 * chance_to_miss(*event, PLANTED_TESTED_ON * kind.many // 2)
    assert missed < 1e-4

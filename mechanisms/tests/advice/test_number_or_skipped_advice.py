"""The plan of a number that may be skipped is compared with the limits that are shown afterwards."""

import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.ldp.advice import numbers_or_skipped as advice
from mechanisms.ldp.advice.level_mix import parts_of_all
from mechanisms.ldp.advice.means import mean_half_width
from mechanisms.ldp.advice.numbers_or_skipped import (
    answered_half_width,
    furthest_answered_push,
    furthest_mean_of_answered_push,
    mean_of_answered_half_width,
    required_for_answered,
    required_for_mean_of_answered,
)
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_choice import choose_for_mean
from mechanisms.ldp.numbers.number_or_skipped import LOWER, SKIPPED, UPPER, NumberOrSkipped
from mechanisms.ldp.numbers.pooled_number_or_skipped import share_pooled_number_or_skipped

GRID = Grid(low=-3, high=7, steps=1)
STRONG, WEAK = (NumberOrSkipped(grid=GRID, epsilon=epsilon) for epsilon in ("0.5", "3"))
PLACES = np.linspace(0, 1, 21)
Shares = NDArray[np.float64]


def shares_of(answered: float, place: float) -> Shares:
    return np.array([answered * (1 - place), answered * place, 1 - answered])


def sent(mechanism: NumberOrSkipped, shares: Shares) -> Shares:
    p, q = float(mechanism.channel.p), float(mechanism.channel.q)
    return q + (p - q) * shares


def shown(portions: Sequence[tuple[NumberOrSkipped, int]], answered: float, place: float) -> tuple[float, float]:
    """Half the way between the limits of the share, and of the mean, where each report comes as often as expected."""
    parts = [
        (mechanism, np.rint(reports * sent(mechanism, shares_of(answered, place))).astype(int))
        for mechanism, reports in portions
    ]
    pooled = share_pooled_number_or_skipped(parts)
    limits, of_share = pooled.interval(0.95), pooled.answered_interval(0.95)
    assert limits is not None
    return float(of_share[1] - of_share[0]) / 2, float(limits[1] - limits[0]) / 2


@pytest.mark.parametrize("mix", [(1, 0), (0, 1), (1, 1), (9, 1)])
@pytest.mark.parametrize("answered", [0.3, 0.5, 0.95])
def test_limits_are_at_most_so_wide_and_so_wide_for_some_mean(mix: tuple[int, int], answered: float) -> None:
    reports = 4_000_000
    each = [reports * part // sum(mix) for part in mix]
    widths = [shown(list(zip((STRONG, WEAK), each, strict=True)), answered, place) for place in PLACES]
    portions = list(zip((STRONG, WEAK), mix, strict=True))
    planned = mean_of_answered_half_width(portions, reports, answered=answered, confidence=0.95)
    assert max(mean for _, mean in widths) == pytest.approx(planned, rel=1e-3)
    share = answered_half_width(portions, reports, answered=answered, confidence=0.95)
    assert [share_width for share_width, _ in widths] == pytest.approx([share] * len(PLACES), rel=1e-3)


@pytest.mark.parametrize(("mechanism", "reports"), [(STRONG, 1500), (WEAK, 40), (WEAK, 300)])
def test_limits_of_few_reports_are_at_most_so_wide(mechanism: NumberOrSkipped, reports: int) -> None:
    planned = mean_of_answered_half_width([(mechanism, 1)], reports, answered=0.5, confidence=0.95)
    assert planned is not None
    widest = max(shown([(mechanism, reports)], 0.5, place)[1] for place in PLACES)
    assert 0.8 * planned < widest < 1.02 * planned  # The test rounds the counts, so the limits differ slightly.


def test_so_few_reports_that_nobody_may_have_answered_have_no_limits_and_say_so() -> None:
    assert mean_of_answered_half_width([(STRONG, 1)], 100, answered=0.5, confidence=0.95) is None
    counts = np.rint(100 * sent(STRONG, shares_of(0.5, 0.5))).astype(int)
    assert STRONG.interval(counts, 0.95) is None


def test_a_plan_for_few_who_answer_holds_where_more_do() -> None:
    planned = [
        mean_of_answered_half_width([(STRONG, 2), (WEAK, 1)], 2000, answered=answered, confidence=0.95)
        for answered in np.linspace(0.3, 1, 30)
    ]
    widths = [width for width in planned if width is not None]
    assert len(widths) == len(planned)
    assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize("half", [0.02, 0.5, 30])
def test_as_many_reports_as_are_required_are_enough_and_one_less_is_not(half: float) -> None:
    portions = [(STRONG, 1), (WEAK, 2)]
    enough = required_for_mean_of_answered(portions, half_width=half, answered=0.5, confidence=0.95)
    widths = [
        mean_of_answered_half_width(portions, reports, answered=0.5, confidence=0.95)
        for reports in (enough - 1, enough)
    ]
    assert widths[1] is not None
    assert widths[1] <= half
    assert widths[0] is None or widths[0] > half
    share = required_for_answered(portions, half_width=half / 100, answered=0.5, confidence=0.95)
    assert answered_half_width(portions, share, answered=0.5, confidence=0.95) <= half / 100
    assert answered_half_width(portions, share - 1, answered=0.5, confidence=0.95) > half / 100


def test_a_search_reads_the_levels_once_and_their_chances_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Converting the chances at each step would take most of the time of a plan with fifty such questions."""
    read = []

    def counted(portions: Sequence[tuple[NumberOrSkipped, float]]) -> list[tuple[NumberOrSkipped, float]]:
        read.append(portions)
        return parts_of_all(portions)

    monkeypatch.setattr(advice, "parts_of_all", counted)
    assert required_for_mean_of_answered([(STRONG, 1)], half_width=0.02, answered=0.5, confidence=0.95) > 2**20
    assert len(read) == 1
    assert (STRONG.channel.p, STRONG.channel.q) == (STRONG.channel.p, (1 - STRONG.channel.p) / 2)
    assert STRONG.channel.p is STRONG.channel.p
    assert STRONG.channel.q is STRONG.channel.q


def wider_than_of_everybody(epsilon: str, answered: float) -> float:
    """Returns how many times wider the limits are than those of a mean that everybody gives, of 50 steps, among many
    people."""
    plain = choose_for_mean(Grid(low=0, high=50, steps=50), epsilon).mechanism
    mechanism = NumberOrSkipped(grid=Grid(low=0, high=50, steps=1), epsilon=epsilon)
    width = mean_of_answered_half_width([(mechanism, 1)], 10**8, answered=answered, confidence=0.95)
    assert width is not None
    return width / mean_half_width([(plain, 1)], 10**8, 0.95)


@pytest.mark.depends_on("frontend/src/studio/words/en/items.ts", "frontend/src/studio/words/zh-CN/items.ts")
@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_the_builder_states_the_price_as_it_is(language: str) -> None:
    words = (Path(__file__).parents[3] / "frontend/src/studio/words" / language / "items.ts").read_text("utf-8")
    hint = re.search(r'skipNumberHint:\s+"([^"]+)"', words)
    assert hint
    least, most, of_all = (float(figure) for figure in re.findall(r"(?<!epsilon )\d\.\d+", hint[1]))
    epsilons = ("0.25", "0.5", "1", "1.5", "2", "3", "4", "6", "8")
    half, everybody = ([wider_than_of_everybody(epsilon, answered) for epsilon in epsilons] for answered in (0.5, 1))
    assert [min(half), max(half), max(everybody)] == pytest.approx([least, most, of_all], abs=0.05)
    assert max(half) == half[0]


def pushed(
    mechanism: NumberOrSkipped, made_up: float, answered: float, place: float, report: int
) -> tuple[float, float]:
    """Returns the expected share who answered and the expected mean, if so many of a billion reports are this one
    report."""
    alike = np.zeros(3)
    alike[report] = 1
    of_all = (1 - made_up) * sent(mechanism, shares_of(answered, place)) + made_up * alike
    counts = np.rint(1e9 * of_all).astype(int)
    mean = mechanism.mean(counts)
    assert mean is not None
    return mechanism.answered(counts), mean


@pytest.mark.parametrize("answered", [0.5, 0.9])
@pytest.mark.parametrize("made_up", [0.01, 0.05])
@pytest.mark.parametrize("mechanism", [STRONG, WEAK])
def test_no_made_up_reports_push_a_mean_further_and_some_push_it_so_far(
    mechanism: NumberOrSkipped, made_up: float, answered: float
) -> None:
    furthest = furthest_mean_of_answered_push([mechanism], made_up, answered=answered)
    assert furthest is not None
    moved = [
        pushed(mechanism, made_up, answered, place, report)[1] - (GRID.low + GRID.width * place)
        for place in PLACES
        for report in (LOWER, UPPER, SKIPPED)
    ]
    assert max(moved) == pytest.approx(furthest, rel=1e-5)
    assert min(moved) == pytest.approx(-furthest, rel=1e-5)


def test_who_makes_up_reports_chooses_the_level_at_which_they_push_most() -> None:
    assert furthest_mean_of_answered_push([WEAK, STRONG], 0.01, answered=0.5) == furthest_mean_of_answered_push(
        [STRONG], 0.01, answered=0.5
    )
    assert furthest_answered_push([WEAK, STRONG], 0.01) == furthest_answered_push([STRONG], 0.01)


def test_the_share_who_answered_is_pushed_furthest_where_none_or_all_did() -> None:
    up, down = furthest_answered_push([STRONG], 0.05)
    assert pushed(STRONG, 0.05, 1e-3, 0.5, UPPER)[0] - 1e-3 == pytest.approx(up, abs=1e-4)
    assert pushed(STRONG, 0.05, 1, 0.5, SKIPPED)[0] - 1 == pytest.approx(-down, abs=1e-6)


def test_where_made_up_reports_can_leave_nobody_who_answered_no_push_is_stated() -> None:
    hidden = NumberOrSkipped(grid=GRID, epsilon="0.1")
    assert furthest_mean_of_answered_push([hidden], 0.05, answered=0.5) is None
    nobody = 0.95 * sent(hidden, shares_of(0.5, 0.5)) + 0.05 * np.array([0, 0, 1])
    assert hidden.mean(np.rint(1e9 * nobody).astype(int)) is None


PLANS: list[Callable[[], object]] = [
    lambda: mean_of_answered_half_width([(WEAK, 1)], 0, answered=0.5, confidence=0.95),
    lambda: answered_half_width([(WEAK, 1)], 0, answered=0.5, confidence=0.95),
    lambda: answered_half_width([(WEAK, 0)], 9, answered=0.5, confidence=0.95),
    lambda: answered_half_width([(WEAK, -1)], 9, answered=0.5, confidence=0.95),
    lambda: answered_half_width([(WEAK, math.nan)], 9, answered=0.5, confidence=0.95),
    lambda: answered_half_width([(WEAK, 1)], 9, answered=1.5, confidence=0.95),
    lambda: mean_of_answered_half_width([(WEAK, 1)], 9, answered=0, confidence=0.95),
    lambda: required_for_answered([(WEAK, 1)], half_width=0, answered=0.5, confidence=0.95),
    lambda: required_for_mean_of_answered([(WEAK, 1)], half_width=-1, answered=0.5, confidence=0.95),
    lambda: furthest_answered_push([WEAK], 1.1),
    lambda: furthest_mean_of_answered_push([WEAK], -0.1, answered=0.5),
]


@pytest.mark.parametrize("plan", PLANS)
def test_refuses_what_nobody_can_plan(plan: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"at least 1|nobody chooses|none below 0|above 0|lies in"):
        plan()

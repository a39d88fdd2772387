"""Attacks by hand on small tables: what they achieve, what is promised, and that promises are kept."""

import math
from typing import Any

import numpy as np
import pytest

from mechanisms.anonymity.attacks.background_knowledge import background_knowledge
from mechanisms.anonymity.attacks.downcoding import downcoding
from mechanisms.anonymity.attacks.homogeneity import homogeneity
from mechanisms.anonymity.attacks.intersection import intersection
from mechanisms.anonymity.attacks.linkage import linkage
from mechanisms.anonymity.attacks.outcome import drawn, outcome, surest
from mechanisms.anonymity.attacks.published import Published, published
from mechanisms.anonymity.attacks.similarity import similarity
from mechanisms.anonymity.attacks.skewness import skewness
from mechanisms.anonymity.hierarchy import ALL, from_paths
from mechanisms.anonymity.making import flat, intervals
from mechanisms.common.entropy import SeededEntropy

AGE = intervals("age", range(8), start=0, widths=[2, 4])
SEX = flat("sex", ["f", "m"])
ILLNESS = from_paths(
    "illness",
    [["ulcer", "stomach", ALL], ["gastritis", "stomach", ALL], ["flu", "lungs", ALL], ["asthma", "lungs", ALL]],
)
COUNTS = np.array([[6, 3, 1, 0], [0, 4, 0, 0], [2, 2, 8, 0]])  # [class, illness]; 26 rows


def everybody(counts: Any) -> dict[str, Any]:
    """Returns each row of the counts as an attacked person."""
    cells = np.argwhere(counts)
    rows = np.repeat(cells, counts[tuple(cells.T)], axis=0)
    return {"counts": np.asarray(counts), "class_of": rows[:, 0], "truth": rows[:, 1]}


def test_an_outcome_has_the_error_of_the_difference() -> None:
    attack = outcome([1, 1, 0, 1], [0, 1, 0, 0])
    assert (attack.people, attack.success, attack.without, attack.advantage) == (4, 0.75, 0.25, 0.5)
    assert attack.standard_error == pytest.approx(np.std([1, 0, 0, 1], ddof=1) / 2)
    assert outcome([1, 1, 1], 0.1).standard_error == 0
    with pytest.raises(ValueError, match="fewer than two"):
        outcome([1], 0)


def test_a_promise_is_kept_up_to_three_standard_errors_of_a_share_as_promised() -> None:
    assert outcome([1] * 29 + [0] * 71, 0).within(0.2) is True  # 3 errors of 0.2 on 100 people are 0.12
    assert outcome([1] * 33 + [0] * 67, 0).within(0.2) is False
    assert outcome([1] + [0] * 99, 0).within(0) is False  # what is impossible happens to nobody
    with pytest.raises(ValueError, match=r"promised is 1\.5"):
        outcome([1, 0], 0).within(1.5)


def test_people_are_drawn_once_and_all_alike() -> None:
    entropy = SeededEntropy(1)
    draws = [drawn(5, 2, entropy) for _ in range(3000)]
    assert all(len(set(draw.tolist())) == 2 for draw in draws)
    first = np.bincount([draw[0] for draw in draws], minlength=5)
    assert (abs(first - 600) < 6 * math.sqrt(3000 * 0.2 * 0.8)).all()  # 6 errors: one seed in 10**8
    with pytest.raises(ValueError, match="from 1 to the 5 rows"):
        drawn(5, 6, entropy)
    assert surest(np.array([0.1, 0.9, 0.9, 0.5]), 3).tolist() == [1, 2, 3]
    with pytest.raises(ValueError, match="he knows"):
        surest(np.array([0.1]), 2)


def small() -> Published:
    """Ages 0 0 1 5 7, men but the last: {0, 1} together, 5 and 7 under `4-7`, the last as any sex."""
    quasi = np.array([[0, 1], [0, 1], [1, 1], [5, 1], [7, 0]])
    return published([AGE, SEX], quasi, np.array([[1, 0], [1, 0], [1, 0], [2, 1], [2, 1]]))


def test_what_is_published_are_boxes_with_their_rows() -> None:
    seen = small()
    assert seen.sizes.tolist() == [3, 2]
    assert seen.class_of.tolist() == [0, 0, 0, 1, 1]
    assert seen.counts(np.array([0, 1, 1, 2, 2])).tolist() == [[1, 2, 0], [0, 0, 2]]
    assert seen.matches(np.array([[0, 1], [0, 0], [4, 0], [2, 1]])).tolist() == [
        [True, False],
        [False, False],
        [False, True],
        [False, False],
    ]
    assert seen.projected([1]).sizes.tolist() == [3, 2]
    whole = published([AGE, SEX], np.array([[0, 0], [1, 0], [0, 1]]), np.array([[0, 1], [0, 1], [0, 1]]))
    assert whole.projected([1]).sizes.tolist() == [3]
    assert whole.projected([0]).class_of.tolist() == [0, 1, 0]


def test_linkage_finds_one_row_of_those_that_fit() -> None:
    """Everybody is asked about many times: 12 000 draws of 1/3 or 1/2, within 6 errors; one seed in 10**8."""
    seen = small()
    own = np.repeat(seen.class_of, 2400)
    known = np.repeat([[0, 1], [0, 1], [1, 1], [5, 1], [7, 0]], 2400, axis=0)
    attack = linkage(matches=seen.matches(known), sizes=seen.sizes, own=own, picked=12_000, entropy=SeededEntropy(1))
    assert abs(attack.success - 2 / 5) < 6 * attack.standard_error
    assert attack.without == pytest.approx(1 / 5)
    few = linkage(matches=seen.matches(known), sizes=seen.sizes, own=own, picked=4800, entropy=SeededEntropy(1))
    assert abs(few.success - 1 / 2) < 6 * few.standard_error  # two rows fit fewer people than three do


def test_homogeneity_speaks_of_classes_of_one_value_only() -> None:
    attack = homogeneity(**everybody(COUNTS))
    assert (attack.success, attack.without) == (4 / 26, 0)
    assert homogeneity(**everybody(np.array([[3, 1, 0], [0, 4, 1]]))).success == 0  # likely is not certain
    assert homogeneity(**everybody(COUNTS[:, :1][:1])).advantage == 0  # a table of one value has no secret


def test_who_rules_values_out_names_the_commonest_that_is_left() -> None:
    attack = background_knowledge(**everybody(COUNTS), ruled_out=0, picked=26)
    assert attack.success == (6 + 4 + 8) / 26
    assert attack.without == 9 / 26  # of 8, 9, 9 the first of the most
    second_attack = background_knowledge(**everybody(COUNTS), ruled_out=1, picked=7 + 4 + 10)
    assert second_attack.people == 21  # who has the second commonest value of the class is left out
    assert second_attack.success == (6 + 4 + 8) / 21
    surest_of_all = background_knowledge(**everybody(COUNTS), ruled_out=1, picked=11)
    assert surest_of_all.success == (4 + 6) / 11  # certain of four, six of seven


def test_what_is_ruled_out_is_ruled_out_without_the_release_too() -> None:
    attack = background_knowledge(**everybody(np.array([[4, 2, 0], [0, 5, 3]])), ruled_out=1, picked=9)
    assert attack.success == 1
    assert attack.without == 1  # of the first four the commonest value of all is ruled out, and theirs comes next


def test_more_cannot_be_ruled_out_than_there_is() -> None:
    with pytest.raises(ValueError, match="from 0 to 3 can be ruled out"):
        background_knowledge(**everybody(COUNTS), ruled_out=4, picked=1)


def test_skewness_accuses_where_the_value_is_most_frequent() -> None:
    attack = skewness(**everybody(COUNTS), value=2, picked=12)
    assert [attack.success, attack.without] == pytest.approx([8 / 12, 9 / 26])
    assert skewness(**everybody(COUNTS), value=0, picked=10).success == pytest.approx(6 / 10)  # not the largest class
    with pytest.raises(ValueError, match="value is 4"):
        skewness(**everybody(COUNTS), value=4, picked=1)


def test_similarity_names_groups() -> None:
    attack = similarity(**everybody(COUNTS), hierarchy=ILLNESS, level=1, picked=14)
    assert attack.success == (9 + 4) / 14
    assert similarity(**everybody(COUNTS), hierarchy=ILLNESS, level=1, picked=26).success == (9 + 4 + 8) / 26
    assert attack.without == pytest.approx(17 / 26)  # the largest group of the table is the stomach's
    with pytest.raises(ValueError, match="levels 1 to 2"):
        similarity(**everybody(COUNTS), hierarchy=ILLNESS, level=0, picked=1)


def test_two_releases_leave_the_rows_that_fit_in_both() -> None:
    """Four rows a, b, c, d; the first release joins a, b and c, d, the second a, c and b, d."""
    pairs = (np.array([[1, 0], [1, 0], [0, 1], [0, 1]], bool), np.array([[1, 0], [0, 1], [1, 0], [0, 1]], bool))
    rows = (np.array([[1, 1, 0, 0], [0, 0, 1, 1]]), np.array([[1, 0, 1, 0], [0, 1, 0, 1]]))
    often = (np.repeat(pairs[0], 500, axis=0), np.repeat(pairs[1], 500, axis=0))
    attack = intersection(
        matches=often, rows=rows, own=np.repeat(np.arange(4), 500), picked=2000, entropy=SeededEntropy(0)
    )
    assert (attack.success, attack.without) == (1, 1 / 4)
    many = (np.repeat(pairs[0], 500, axis=0), np.repeat(pairs[0], 500, axis=0))
    alone = intersection(
        matches=many, rows=(rows[0], rows[0]), own=np.repeat(np.arange(4), 500), picked=2000, entropy=SeededEntropy(0)
    )
    assert abs(alone.success - 1 / 2) < 6 * alone.standard_error  # the same release twice tells nothing more
    with pytest.raises(ValueError, match="about the same people"):
        intersection(matches=pairs, rows=rows, own=np.array([2, 1, 2, 3]), picked=2, entropy=SeededEntropy(0))
    uneven = (np.array([[1, 0, 0, 0], [0, 1, 1, 1]]),) * 2
    near = intersection(
        matches=many, rows=uneven, own=np.repeat([0, 0, 1, 2], 500), picked=1000, entropy=SeededEntropy(0)
    )
    assert near.success == 1  # whom one row fits, and not whom three do


def nested() -> tuple[Published, np.ndarray[Any, Any]]:
    """Age 0 is frequent and released as it is; a lonely 1 and the 2 and 3 are `0-3`."""
    quasi = np.array([[0], [0], [1], [2], [3]])
    return published([AGE], quasi, np.array([[0], [0], [2], [2], [2]])), quasi


def test_a_box_shrinks_by_what_was_taken_before() -> None:
    seen, quasi = nested()
    people = np.array([2, 3, 4])
    arguments: dict[str, Any] = {
        "release": seen, "people": seen.class_of[people], "known": quasi[people], "shares": [np.full(8, 1 / 8)],
    }  # fmt: skip
    attack = downcoding(taken=np.array([0, 1]), **arguments)
    assert [attack.named.success, attack.named.without] == pytest.approx([1 / 3, 1 / 4])
    assert (attack.shrunk, attack.sound) == (1, 1)
    blind = downcoding(taken=np.array([1, 0]), **arguments)
    assert (blind.named.advantage, blind.shrunk) == (0, 0)
    wrong = downcoding(taken=np.array([0, 1]), **arguments | {"known": np.array([[0], [0], [3]])})
    assert wrong.sound == pytest.approx(1 / 3)
    assert wrong.named.success == pytest.approx(1 / 9)  # a cell that was excluded is never named


def test_common_cells_are_named_more_often() -> None:
    seen, quasi = nested()
    shares = np.array([4, 1, 2, 2, 1, 1, 1, 1]) / 13
    attack = downcoding(
        release=seen, taken=np.array([0, 1]), people=np.array([1, 1]), known=quasi[[2, 3]], shares=[shares]
    )
    assert attack.named.success == pytest.approx((1 / 5 + 2 / 5) / 2)
    assert attack.named.without == pytest.approx((1 / 9 + 2 / 9) / 2)


def test_a_box_of_which_nothing_is_left_is_read_as_it_is() -> None:
    seen = published([AGE], np.array([[0], [0], [0], [1]]), np.array([[0], [0], [1], [1]]))
    both = published([AGE], np.array([[0], [1], [0], [1]]), np.array([[0], [0], [1], [1]]))
    for release, success in ((seen, 0.5), (both, 0.5)):
        taken = np.where(release.levels[:, 0] > 0, 1, 0)
        attack = downcoding(
            release=release,
            taken=taken,
            people=release.class_of[[2, 3]],
            known=np.array([[0], [1]]),
            shares=[np.full(8, 1 / 8)],
        )
        assert attack.named.success == success
    assert attack.shrunk == 0


def test_too_many_cells_are_refused() -> None:
    wide = [flat(f"q{at}", [f"{value:03}" for value in range(200)]) for at in range(3)]
    seen = published(wide, np.zeros((2, 3), int), np.zeros((2, 3), int))
    with pytest.raises(ValueError, match="more than 1000000 combinations"):
        downcoding(
            release=seen,
            taken=np.zeros(1, int),
            people=np.zeros(2, int),
            known=np.zeros((2, 3), int),
            shares=[np.ones(200)] * 3,
        )

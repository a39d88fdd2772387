"""Releases of the same people are cut by each other: what is left must hold what each release promised."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from datahub.analyses.anonymise.rules.intersection import SUPPRESSED, ClassMap, failing, map_of, people_of

K3 = [{"model": "k-anonymity", "k": 3}]


def a_map(
    classes: Sequence[int],
    *,
    version: str = "dataset_version:1",
    keys: Sequence[str] = (),
    illness: Sequence[int] = (),
    models: Sequence[dict[str, object]] = K3,
) -> ClassMap:
    class_map = ClassMap(
        version=version,
        ranks=np.arange(len(classes), dtype=np.int32),
        keys=list(keys),
        keyed_by=["id"] if keys else [],
        classes=np.array(classes, np.int32),
        models=models,
        sensitive={"illness": np.array(illness, np.int32)} if illness else {},
        values={"illness": ["flu", "none"]} if illness else {},
        paths={},
    )
    return map_of(b"".join(class_map.blocks()))


def faults(*maps: ClassMap) -> Sequence[str]:
    people = people_of(maps)
    assert people is not None
    return failing(maps, people)


CLASSES = st.lists(st.integers(0, 3), min_size=12, max_size=12)


@settings(deadline=None)
@given(CLASSES, CLASSES)
def test_two_releases_of_one_version_pass_if_and_only_if_no_intersection_is_small(
    first: list[int], second: list[int]
) -> None:
    smallest = min(Counter(zip(first, second, strict=True)).values())
    assert (faults(a_map(first), a_map(second)) == []) == (smallest >= 3)


def test_two_tables_that_are_each_safe_single_somebody_out_together() -> None:
    first, second = [0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1]
    assert faults(a_map(first)) == faults(a_map(second)) == []
    assert "the smallest of them has 1 rows" in faults(a_map(first), a_map(second))[0]


def test_an_intersection_that_shares_one_illness_fails_although_it_is_large() -> None:
    diverse = [*K3, {"model": "distinct-l-diversity", "column": "illness", "l": 2}]
    illness = [0, 0, 0, 1, 1, 1]
    class_map = a_map([0] * 6, illness=illness, models=diverse)
    assert faults(class_map) == []
    assert faults(class_map, a_map([0, 0, 0, 1, 1, 1])) != []


def test_people_who_came_or_went_are_a_group_of_their_own() -> None:
    old = a_map([0] * 6, keys="abcdef")
    two_new = a_map([0] * 8, keys="abcdefgh", version="dataset_version:2")
    three_new = a_map([0] * 9, keys="abcdefghi", version="dataset_version:2")
    assert faults(old, two_new) != []
    assert faults(old, three_new) == []


def test_versions_without_common_keys_say_nothing_about_each_other() -> None:
    other = a_map([0] * 6, version="dataset_version:2")
    assert people_of([a_map([0] * 6), other]) is None
    assert people_of([a_map([0] * 6, keys="abcdef"), other]) is None


def test_versions_about_other_people_are_no_danger_to_each_other() -> None:
    other = a_map([0, 0, 0, 1, 1, 1], keys="uvwxyz", version="dataset_version:2")
    assert faults(a_map([0] * 6, keys="abcdef"), other) == []


def test_a_suppressed_row_is_in_no_class_and_still_cuts_the_other_release() -> None:
    hidden = a_map([SUPPRESSED, 0, 0, 0, 0, 0])
    assert faults(hidden) == []
    assert faults(hidden, a_map([0] * 6)) != []

"""These tests count how many rows stand under each node of a hierarchy, level by level, from counts of values alone."""

from collections.abc import Mapping
from typing import Any

import pytest

from datahub.analyses.anonymise.rules.levels import MOST_NAMED, Counts, LevelsRequest, levels_of
from datahub.analyses.anonymise.rules.plan import Declared
from datahub.analyses.errors import PlanRefused

TOWN = Declared(name="town", type="text", role="quasi", values=())
TREE = {"kind": "csv", "text": "Bern;West;*\nBasel;North;*\nThun;West;*\nChur;East;*\n"}
COUNTS: Counts = [("Basel", 4), ("Bern", 3), ("Thun", 2)]


def levels(counts: Counts = COUNTS, declared: Declared = TOWN, **changes: Any) -> Mapping[str, Any]:
    fields = {"hierarchy": TREE, "unlisted": "suppress", "missing": "?"} | changes
    return levels_of(LevelsRequest(declared=declared, **fields), counts)


def named(level: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    return [(node["name"], node["covers"], node["rows"]) for node in level["named"]]


def test_rows_of_a_node_are_those_of_its_values_and_nodes_of_one_parent_stand_side_by_side() -> None:
    shown = levels()
    values, regions, top = shown["levels"]
    assert shown["rows"] == 9
    assert named(regions) == [("West", 2, 5), ("North", 1, 4), ("East", 1, 0)]
    assert named(values) == [("Bern", 1, 3), ("Thun", 1, 2), ("Basel", 1, 4), ("Chur", 1, 0)]
    assert named(top) == [("*", 4, 9)]


def test_a_level_says_how_much_its_nodes_cover_and_how_few_and_many_rows_they_have() -> None:
    values, regions, top = levels()["levels"]
    about = ("nodes", "least_covered", "most_covered", "empty", "fewest_rows", "most_rows")
    assert [regions[name] for name in about] == [3, 1, 2, 1, 4, 5]
    assert [values[name] for name in about] == [4, 1, 1, 1, 2, 4]
    assert [top[name] for name in about] == [1, 4, 4, 0, 9, 9]


def test_the_loss_of_a_level_is_the_mean_over_its_values() -> None:
    """Each of four values loses 1 of 3 others where two of them are in a pair; at the top each loses all others."""
    values, regions, top = levels()["levels"]
    assert (values["loss"], regions["loss"], top["loss"]) == (0, pytest.approx((1 / 3 + 1 / 3) / 4, abs=1e-6), 1)


def test_values_that_are_not_listed_are_counted_and_the_first_is_named() -> None:
    shown = levels([*COUNTS, ("Visp", 7), ("Zug", 1)])
    assert shown["unlisted"] == {"values": 2, "rows": 8, "first": "Visp"}
    assert (shown["rows"], shown["levels"][-1]["most_rows"]) == (17, 9)  # suppressed rows stand under no node
    assert levels()["unlisted"] == {"values": 0, "rows": 0, "first": ""}


def test_a_branch_is_shown_for_each_value_that_gets_one() -> None:
    shown = levels([*COUNTS, ("Visp", 7)], unlisted="own branch")
    assert ("Visp", 1, 7) in named(shown["levels"][1])
    assert shown["unlisted"] == {"values": 1, "rows": 7, "first": "Visp"}
    assert shown["levels"][-1]["most_rows"] == 16


def test_what_is_missing_is_counted_as_what_is_written_for_it() -> None:
    assert levels([*COUNTS, (None, 6)])["unlisted"] == {"values": 1, "rows": 6, "first": "?"}
    listed = {"kind": "csv", "text": f"{TREE['text']}none;East;*\n"}
    regions = levels([*COUNTS, (None, 6)], hierarchy=listed, missing="none")["levels"][1]
    assert ("East", 2, 6) in named(regions)
    with pytest.raises(PlanRefused) as refusal:
        levels([*COUNTS, (None, 6)], missing="Bern")
    assert list(refusal.value.fields) == ["missing"]


def test_what_makes_no_hierarchy_is_refused_where_it_is_asked_for() -> None:
    declared = Declared(name="town", type="text", role="quasi", values=("Bern",))
    with pytest.raises(PlanRefused) as refusal:
        levels(declared=declared, hierarchy={"kind": "intervals", "start": 0, "widths": [10]})
    assert "hierarchy" in next(iter(refusal.value.fields))


@pytest.mark.parametrize(("values", "shown"), [(MOST_NAMED, 400), (MOST_NAMED + 1, 0)])
def test_a_level_of_more_nodes_than_anybody_reads_names_none(values: int, shown: int) -> None:
    flat = levels([(f"{value:03}", 1) for value in range(values)], hierarchy={"kind": "flat"})
    assert [len(level["named"]) for level in flat["levels"]] == [shown, 1]
    assert flat["levels"][0]["nodes"] == values

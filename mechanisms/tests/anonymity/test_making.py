"""Files of ARX as they are, and trees made by a rule."""

import pytest

from mechanisms.anonymity.hierarchy import ALL, Hierarchy
from mechanisms.anonymity.making import dates, flat, from_csv, grouped, in_order, intervals, masks


def path(tree: Hierarchy, value: str) -> list[str]:
    leaf = tree.leaves.index(value)
    return [names[nodes[leaf]] for names, nodes in zip(tree.names, tree.nodes, strict=True)]


@pytest.mark.parametrize("text", ["81667;8166*;*\n81925;8192*;*\n", "\ufeff81667,8166*,*\r\n\r\n81925,8192*,*\r\n"])
def test_a_file_of_arx_is_read_as_it_is(text: str) -> None:
    assert path(from_csv("zip", text), "81925") == ["81925", "8192*", ALL]


def test_a_comma_may_stand_in_a_name_between_semicolons() -> None:
    assert path(from_csv("place", "Paris, Texas;USA;*\nParis;France;*\n"), "Paris, Texas")[1] == "USA"


@pytest.mark.parametrize("top", ["any", "*****", "Europe and Asia"])
def test_another_name_over_all_values_gets_the_top_above_it(top: str) -> None:
    text = f"France;Europe;{top}\nJapan;Asia;{top}\n"
    assert path(from_csv("place", text), "Japan") == ["Japan", "Asia", top, ALL]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("81667\n", "no ; and no ,"),
        ("", "no ; and no ,"),
        ("a;*\nb\n", "1 levels for 'b' and 2"),
        ("a;x;*\nb;y;-\n", "ends in '-' for 'b'"),
    ],
)
def test_a_file_that_is_no_hierarchy_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_csv("zip", text)


def test_intervals_lie_inside_wider_ones() -> None:
    ages = intervals("age", range(17, 91), start=1, widths=[5, 10, 20])
    assert path(ages, "37") == ["37", "36-40", "31-40", "21-40", ALL]
    assert [len(names) for names in ages.names] == [74, 15, 8, 5, 1]


def test_intervals_may_begin_below_zero() -> None:
    assert path(intervals("degrees", [-3, 4], start=0, widths=[5]), "4") == ["4", "0-4", ALL]
    assert path(intervals("degrees", [-3, 4], start=0, widths=[5]), "-3") == [
        "-3",
        "[-5 .. -1]",
        ALL,
    ]  # a spreadsheet would run a cell that begins with -


def test_the_bottom_and_the_top_are_coded_from_level_1_on() -> None:
    ages = intervals("age", range(100), start=0, widths=[5, 10], bottom=20, top=80)
    assert path(ages, "3") == ["3", "<20", "<20", ALL]
    assert path(ages, "80") == ["80", ">=80", ">=80", ALL]
    assert path(ages, "79") == ["79", "75-79", "70-79", ALL]


@pytest.mark.parametrize(
    ("widths", "bottom", "top", "message"),
    [
        ([], None, None, "have the widths \\[\\]"),
        ([0, 5], None, None, "have the widths \\[0, 5\\]"),
        ([5, 12], None, None, "intervals of 12 in age are not made of intervals of 5"),
        ([10, 5], None, None, "intervals of 5 in age are not made of intervals of 10"),
        ([5, 10], 15, None, "age is cut at 15, inside an interval of 10 from 0"),
        ([5, 10], 40, 30, "its bottom at 40 and its top at 30"),
    ],
)
def test_intervals_that_do_not_nest_are_refused(
    widths: list[int], bottom: int | None, top: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        intervals("age", range(100), start=0, widths=widths, bottom=bottom, top=top)


def test_masks_hide_from_the_right() -> None:
    zips = masks("zip", ["47906", "47302"])
    assert path(zips, "47906") == ["47906", "4790*", "479**", "47***", "4****", ALL]
    assert path(masks("zip", ["47906", "47302"], at_once=2), "47302") == ["47302", "473**", "4****", ALL]


@pytest.mark.parametrize(
    ("values", "at_once", "message"),
    [
        (["47906", "4730"], 1, "'47906' in zip has 5 characters and '4730' 4"),
        (["4790*"], 1, "holds \\*"),
        (["47906"], 0, "0 characters of zip are hidden at once"),
    ],
)
def test_masks_of_what_cannot_be_masked_are_refused(values: list[str], at_once: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        masks("zip", values, at_once=at_once)


def test_days_become_months_quarters_years_and_decades() -> None:
    born = dates("born", ["1987-03-14", "1990-12-01"])
    assert path(born, "1987-03-14") == ["1987-03-14", "1987-03", "1987-Q1", "1987", "1980-1989", ALL]


@pytest.mark.parametrize("text", ["14.3.1987", "1987-02-30", "19870314"])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no day|not written as"):
        dates("born", [text])


def test_an_order_is_cut_into_runs() -> None:
    often = in_order("smokes", ["never", "rarely", "weekly", "daily", "hourly"], sizes=[2, 4])
    assert path(often, "weekly") == ["weekly", "[weekly .. daily]", "[never .. daily]", ALL]
    assert path(often, "hourly") == ["hourly", "hourly", "hourly", ALL]


def test_runs_that_do_not_nest_are_refused() -> None:
    with pytest.raises(ValueError, match="runs of 3 in smokes are not made of runs of 2"):
        in_order("smokes", ["never", "rarely", "weekly"], sizes=[2, 3])
    with pytest.raises(ValueError, match="not all different"):
        in_order("smokes", ["never", "never"], sizes=[2])


def test_a_flat_tree_and_one_of_groups() -> None:
    assert path(flat("sex", ["m", "f", "m"]), "m") == ["m", ALL]
    assert path(grouped("work", {"public": ["state", "local"], "private": ["own"]}), "own") == ["own", "private", ALL]


@pytest.mark.parametrize("make", [lambda: flat("q", []), lambda: masks("q", []), lambda: dates("q", [])])
def test_no_value_makes_no_tree(make: object) -> None:
    with pytest.raises(ValueError, match="the hierarchy of q is empty"):
        make()  # type: ignore[operator]


def test_intervals_refuse_what_is_no_number_without_repeating_it() -> None:
    with pytest.raises(ValueError, match=r"^age has a value that is no number") as refusal:
        intervals("age", ["20", "secret"], start="0", widths=["10"])
    assert "secret" not in str(refusal.value)

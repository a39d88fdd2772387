"""What is proposed for a column loses nothing that a person would see as a value, and guesses nothing that can be read
in two ways."""

from collections.abc import Sequence
from typing import Any

import pytest

from datahub.datasets.rules.blocks import in_blocks
from datahub.datasets.rules.columns import LONGEST_TEXT
from datahub.datasets.rules.proposals import LEAST_IDS, MOST_VALUES, Proposals


@pytest.mark.parametrize(
    ("text", "longest"),
    [
        ("", 32), ("a" * 32, 32), ("a" * 33, 64), ("a" * 64, 64), ("a" * 65, 128), ("a" * 32_768, 32_768),
        ("ä" * 32, 64), ("汉" * 32, 128), ("汉" * 32_768, LONGEST_TEXT),
    ],
)  # fmt: skip
def test_the_least_step_of_bytes_that_holds_every_text_is_proposed(text: str, longest: int) -> None:
    proposals = Proposals(["note"])
    proposals.add([[f"note {number}" for number in range(MOST_VALUES + 1)] + [text]])
    [proposal] = proposals.columns()
    assert (proposal["type"], proposal["longest"]) == ("text", longest)


def proposed(**columns: Sequence[str]) -> tuple[dict[str, dict[str, Any]], dict[str, list[str]]]:
    """Returns the proposal for each column, and the values that could be its categories."""
    proposals = Proposals(list(columns))
    for block in in_blocks(iter(list(zip(*columns.values(), strict=True)))):
        proposals.add(block)
    named = {column["name"]: column for column in proposals.columns()}
    return named, dict(zip(columns, proposals.values(), strict=True))


@pytest.mark.parametrize(
    ("cells", "type", "notation"),
    [
        (["7", "12", "-3"], "integer", ""),
        (["7", "12", "+3"], "category", ""),  # a dialling code or a grade
        (["-7", "12", "+3"], "integer", ""),
        (["7.5", "12"], "number", ""),
        (["7.5", "2e3", "1e-05"], "number", ""),
        (["1e+05", "250"], "integer", ""),
        (["101", "1E05", "3B10"], "category", ""),
        (["101", "1E05", "207"], "category", ""),  # codes of ICD-11
        (["007", "012", "345"], "category", ""),
        (["00", "1"], "category", ""),
        (["0", "0.5"], "number", ""),
        (["1_11", "11_1"], "category", ""),
        (["2020_01", "2020_02"], "category", ""),
        (["7,5", "12"], "number", "1.234,5"),
        (["1.250,75", "-3,5"], "number", "1.234,5"),
        (["1 250,75", "3"], "number", "1 234,5"),
        (["1\u202f250", "3"], "integer", "1 234,5"),
        (["1'250.75", "3"], "number", "1'234.5"),
        (["1,250.75", "3"], "number", "1,234.5"),
        (["1,250,000", "3"], "integer", "1,234.5"),
        (["1.250.000", "3"], "integer", "1.234,5"),
        (["1,250", "2,375"], "category", ""),  # 1250, or one and a quarter
        (["1.250", "2.375"], "category", ""),
        (["1.250", "2.5"], "number", ""),
        (["0.250", "2.375"], "number", ""),
        (["1,250", "2.5"], "number", "1,234.5"),
        (["2005-06-07"], "date", ""),
        (["7.6.2005", "31.12.2005"], "date", "dd.mm.yyyy"),
        (["07/06/2005", "31/12/2005"], "date", "dd.mm.yyyy"),
        (["06/07/2005", "12/31/2005"], "date", "mm/dd/yyyy"),
        (["06/07/2005", "01/02/2005"], "category", ""),  # June or July
        (["2005/06/07"], "date", "yyyy/mm/dd"),
        (["30.02.2005"], "category", ""),
    ],
)
def test_a_number_or_a_day_is_proposed_as_it_is_written(cells: list[str], type: str, notation: str) -> None:
    columns, _ = proposed(c=cells)
    assert (columns["c"]["type"], columns["c"]["notation"]) == (type, notation)


@pytest.mark.parametrize(
    ("cells", "notations"),
    [
        (["1.250", "2.375"], ["", "1,234.5", "1.234,5", "1'234.5"]),
        (["03/04/2005", "05/06/2005"], ["dd.mm.yyyy", "mm/dd/yyyy"]),
        (["1.25", "2.375"], []),
        (["1250", "2375"], []),
        (["a", "b"], []),
        ([""], []),
    ],
)
def test_the_notations_between_which_a_column_does_not_decide_are_named(cells: list[str], notations: list[str]) -> None:
    proposals = Proposals(["c"])
    proposals.add([cells])
    assert proposals.notations() == [notations]


def test_decimals_of_another_column_tell_what_a_mark_means() -> None:
    columns, _ = proposed(price=["1.250", "2.375"], share=["0,5", "0,25"])
    assert (columns["price"]["type"], columns["price"]["notation"]) == ("integer", "1.234,5")
    columns, _ = proposed(price=["1,250", "2,375"], share=["0.5", "0.25"])
    assert (columns["price"]["type"], columns["price"]["notation"]) == ("integer", "1,234.5")
    columns, _ = proposed(price=["1.250", "2.375"], share=["0.5", "0.25"])
    assert (columns["price"]["type"], columns["price"]["decimals"]) == ("number", 3)
    columns, _ = proposed(price=["1.250", "2.375"], first=["0,5", "0,25"], other=["0.5", "0.25"])
    assert columns["price"]["type"] == "category"


@pytest.mark.parametrize(
    ("words", "sign"),
    [
        (["Much", "Little"], "None"), (["DE", "AT"], "NA"), (["+", "++"], "-"), (["+", "-"], "."), (["-", "+"], "?"),
        (["present", "absent"], "null"), (["yes", "no"], "N/A"), (["roti", "rice"], "nan"),
    ],
)  # fmt: skip
def test_a_sign_among_words_that_it_may_be_one_of_is_a_value(words: list[str], sign: str) -> None:
    columns, values = proposed(c=[*words * 10, *[sign] * 10])
    assert columns["c"]["type"] == "category"
    assert sign not in columns["c"]["missing"]
    assert values["c"] == sorted([*words, sign])


def test_signs_among_numbers_and_days_are_missing() -> None:
    columns, values = proposed(
        number=["1", "NA", "-", "3"], day=["2005-06-07", "None", ".", "?"], word=["M", "F", "NA", "M"],
        code=["DE", "NA", "AT", "NA"],
    )  # fmt: skip
    assert (columns["number"]["type"], columns["number"]["missing"]) == ("integer", ["", "-", "NA"])
    assert (columns["day"]["type"], columns["day"]["missing"]) == ("date", ["", ".", "?", "None"])
    assert columns["word"]["missing"] == ["", "NA"]  # the file writes NA where a number is missing
    assert columns["code"]["missing"] == [""]
    assert values == {"number": [], "day": [], "word": [], "code": []}


def test_rows_of_each_sign_are_counted() -> None:
    proposals = Proposals(["c"])
    proposals.add([["NA", "x", "NA", "", "?"]])
    assert proposals.signs() == [[{"sign": "?", "rows": 1}, {"sign": "NA", "rows": 2}]]


def test_texts_that_each_stand_in_one_row_are_proposed_as_ids_and_measured_numbers_are_not() -> None:
    proposals = Proposals(["id", "name", "again", "income", "ward"])
    for start in (0, 30):
        rows = range(start, start + 30)
        again = [f"P{row % 30}" for row in rows]
        block = [f"P{row}" for row in rows], [f"Person {row}" for row in rows], again, [str(row) for row in rows]
        proposals.add([*block, ["AB"[row % 2] for row in rows]])
    assert proposals.ids() == [True, True, False, False, False]
    assert [column["type"] for column in proposals.columns()] == ["text", "text", "category", "integer", "category"]


def test_a_few_different_texts_are_no_ids() -> None:
    proposals = Proposals(["c"])
    proposals.add([[f"grade {row}" for row in range(LEAST_IDS - 1)]])
    assert (proposals.ids(), proposals.columns()[0]["type"]) == ([False], "category")

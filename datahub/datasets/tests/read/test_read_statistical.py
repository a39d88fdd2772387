"""Files of SPSS, Stata and SAS come in as tables: their labels and missing values become what is proposed."""

import io
from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import pandas as pd
import pyreadstat
import pytest

from datahub.datasets.readers import statistical_file
from datahub.datasets.readers.read import read
from datahub.datasets.readers.statistical_cells import number_texts, time_format
from datahub.datasets.readers.table import Format
from datahub.datasets.rules.proposals import Proposals
from datahub.datasets.services.read_apart import detect, opened
from datahub.datasets.tests.read.sas_writer import DOUBLE, STRING, sas7bdat

ROWS = 40
Proposed = dict[str, dict[str, Any]]


class Written:
    """A file that pyreadstat wrote for a test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, name: str, columns: dict[str, Sequence[Any]], **more: Any) -> bytes:
        path, kind = self._folder / name, name.rpartition(".")[2]
        writers: dict[str, Callable[..., None]] = {
            "sav": pyreadstat.write_sav, "zsav": pyreadstat.write_sav, "dta": pyreadstat.write_dta,
            "por": pyreadstat.write_por, "xpt": pyreadstat.write_xport,
        }  # fmt: skip
        options = {"compress": True, **more} if kind == "zsav" else more
        writers[kind](pd.DataFrame(columns), path, **options)
        return path.read_bytes()


@pytest.fixture
def written(tmp_path: Path) -> Written:
    return Written(tmp_path)


def rows_of(content: bytes, kind: str, **format: Any) -> list[list[str]]:
    table = read(io.BytesIO(content), format=Format(kind=kind, **format), size=len(content))  # type: ignore[arg-type]
    return [list(table.names), *map(list, table.rows())]


def proposed(content: bytes, kind: str, **format: Any) -> Proposed:
    table = read(io.BytesIO(content), format=Format(kind=kind, **format), size=len(content))  # type: ignore[arg-type]
    proposals = Proposals(table.names, table.dictionary)
    for block in table.blocks():
        proposals.add(block)
    return {column["name"]: column for column in proposals.columns()}


def values_of(column: dict[str, Any]) -> list[tuple[str, str]]:
    return [(category["value"], category["label"]) for category in column["categories"]]


PLAIN: dict[str, Sequence[Any]] = {"AGE": [20.0, 21.0, None, 1.5], "TOWN": ["Bern", "Basel", "", "Chur"]}
CELLS = [["AGE", "TOWN"], ["20", "Bern"], ["21", "Basel"], ["", ""], ["1.5", "Chur"]]


@pytest.mark.parametrize("name", ["a.sav", "a.zsav", "a.dta", "a.por", "a.xpt"])
def test_every_kind_gives_the_same_rows_here_and_in_the_process_of_its_own(name: str, written: Written) -> None:
    content = written(name, PLAIN)
    source = io.BytesIO(content)
    format = detect(source, name=name)
    assert rows_of(content, format.kind) == CELLS
    with opened(source, format=format, size=len(content)) as table:
        assert [list(table.names), *map(list, table.rows())] == CELLS


def test_a_file_of_sas_is_read_with_its_days_and_missing_values() -> None:
    variables = [("age", DOUBLE, 8, "", "Age in years"), ("town", STRING, 20, "", ""), ("day", DOUBLE, 8, "DATE9", ""),
                 ("at", DOUBLE, 8, "DATETIME20", "")]  # fmt: skip
    content = sas7bdat(variables, [(20.0, "Łódź", 16_000.0, 1e9), (b"A", "", None, None)] * ROWS)
    assert detect(io.BytesIO(content), name="a.sas7bdat").kind == "sas7bdat"
    assert rows_of(content, "sas7bdat")[1:3] == [
        ["20", "Łódź", "2003-10-22", "1991-09-09T01:46:40"],
        [".A", "", "", ""],
    ]
    columns = proposed(content, "sas7bdat")
    assert (columns["age"]["type"], columns["age"]["missing"]) == ("integer", ["", ".A"])
    assert columns["age"]["description"] == "Age in years"
    assert columns["day"]["type"] == "date"


def test_values_are_read_by_their_labels_and_their_codes_are_described(written: Written) -> None:
    content = written(
        "a.sav",
        {"sex": [1.0, 2.0, 9.0, None] * ROWS, "say": ["f", "m", "f", "m"] * ROWS},
        variable_value_labels={"sex": {2: "female", 1: "male", 9: "refused"}, "say": {"f": "woman", "m": "man"}},
        missing_ranges={"sex": [9]},
        column_labels={"sex": "Sex of the person"},
    )
    columns = proposed(content, "sav")
    assert (columns["sex"]["type"], values_of(columns["sex"])) == ("category", [("male", ""), ("female", "")])
    assert columns["sex"]["missing"] == ["", "9"]
    assert columns["sex"]["description"] == "Sex of the person [1 = male; 2 = female; 9 = refused]"
    assert [row[0] for row in rows_of(content, "sav")[1:5]] == ["male", "female", "9", ""]
    assert values_of(columns["say"]) == [("woman", ""), ("man", "")]


def test_the_owner_can_read_values_by_their_codes(written: Written) -> None:
    content = written("a.sav", {"sex": [1.0, 2.0] * ROWS}, variable_value_labels={"sex": {1: "male", 2: "female"}})
    columns = proposed(content, "sav", values="codes")
    assert values_of(columns["sex"]) == [("1", "male"), ("2", "female")]
    assert rows_of(content, "sav", values="codes")[1] == ["1"]


@pytest.mark.parametrize(
    "labels",
    [
        {1: "never", 3: "always"},  # of a scale the ends alone have labels
        {1: "same", 2: "same ", 3: "other"},  # two values would become one
        {1: "1", 2: "2", 3: "3"},
        {1: "", 2: "two", 3: "three"},
        {1: "=1+1", 2: "two", 3: "three"},
        {1: "0", 2: "two", 3: "three"},  # a zero further down, without a label, would look like 1
        {1: "one", 2: "2024-05-01", 3: "three"},
        {1: "x" * 201, 2: "two", 3: "three"},
        {**dict.fromkeys(range(2, 1200), ""), **{code: f"job {code}" for code in range(1, 1200)}},
    ],
)
def test_values_that_labels_do_not_tell_apart_stay_numbers(labels: dict[int, str], written: Written) -> None:
    content = written("a.dta", {"a": [1, 2, 3] * ROWS}, variable_value_labels={"a": labels})
    columns = proposed(content, "dta")
    assert (columns["a"]["type"], columns["a"]["categories"]) == ("integer", [])
    assert rows_of(content, "dta")[1:4] == [["1"], ["2"], ["3"]]


def test_no_category_is_proposed_that_few_rows_have(written: Written) -> None:
    labels = {1: "yes", 2: "no", 3: "maybe", 4: "never chosen"}
    values = [1.0] * 50 + [2.0] * 10 + [3.0] * 9
    content = written("a.sav", {"a": values}, variable_value_labels={"a": labels})
    for by in ("labels", "codes"):
        column = proposed(content, "sav", values=by)["a"]
        assert len(values_of(column)) == 2, by
        assert "3 = maybe" in column["description"]


def test_ranges_of_missing_values_are_missing_wherever_they_stand(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistical_file, "ROWS", 10)
    content = written(
        "a.sav",
        {"age": [20.0, 97.0, 98.0] * 5 + [99.5, 30.0]},
        missing_ranges={"age": [{"lo": 97, "hi": 1000}, -1]},
        variable_value_labels={"age": {97: "refused", 98: "unknown"}},
    )
    assert proposed(content, "sav")["age"]["missing"] == ["", "-1", "97", "98"]
    assert rows_of(content, "sav")[-2:] == [[""], ["30"]]  # one that the first rows do not have


def test_a_value_of_a_range_without_a_label_is_nowhere_proposed(written: Written) -> None:
    """It may be what one person earns."""
    incomes = [1500.0] * 50 + [-731.0, -52.5]
    content = written("a.sav", {"income": incomes}, missing_ranges={"income": [{"lo": -1e9, "hi": 0}]})
    assert proposed(content, "sav")["income"]["missing"] == [""]
    assert rows_of(content, "sav")[-2:] == [[""], [""]]


def test_more_missing_values_than_a_declaration_takes_are_empty_cells(written: Written) -> None:
    content = written(
        "a.sav",
        {"a": [float(value) for value in range(60)]},
        missing_ranges={"a": [{"lo": 20, "hi": 59}]},
        variable_value_labels={"a": {value: f"reason {value}" for value in range(20, 60)}},
    )
    column, cells = proposed(content, "sav")["a"], rows_of(content, "sav")
    assert len(column["missing"]) == 20
    assert {row[0] for row in cells[21:]} == set(column["missing"])


def test_missing_values_of_stata_have_their_letter(written: Written) -> None:
    content = written(
        "a.dta",
        {"a": [1.0, "a", 2.0, "z"] * ROWS},
        missing_user_values={"a": ["a", "z"]},
        variable_value_labels={"a": {1: "yes", 2: "no", "a": "refused"}},
    )
    column = proposed(content, "dta")["a"]
    assert column["missing"] == ["", ".a", ".z"]
    assert column["description"] == "[1 = yes; 2 = no; .a = refused]"
    assert rows_of(content, "dta")[1:5] == [["yes"], [".a"], ["no"], [".z"]]


def test_days_moments_and_times_are_written_as_such(written: Written) -> None:
    columns: dict[str, Sequence[Any]] = {
        "day": [date(2005, 6, 7)] * 2,
        "at": [datetime(2005, 6, 7, 9, 30), datetime(2005, 6, 8)],  # noqa: DTZ001 - no file of these has a zone
        "hour": [time(9, 30), None],
    }
    expected = [["2005-06-07", "2005-06-07T09:30:00", "09:30:00"], ["2005-06-07", "2005-06-08", ""]]
    for name in ("a.sav", "a.dta", "a.xpt"):
        assert rows_of(written(name, columns), name.rpartition(".")[2])[1:] == expected, name


@pytest.mark.parametrize(
    ("kind", "format", "value", "text"),
    [
        ("sav", "DATE11", 13_334_000_000.0, "2005-04-27"),
        ("sav", "MOYR8", 13_334_000_000.0, "2005-04-27"),
        ("sav", "DATETIME20", 13_334_000_000.25, "2005-04-27T16:53:20.250000"),
        ("sav", "TIME8", 34_200.0, "09:30:00"),
        ("sav", "TIME8", 90_000.0, ""),  # a duration
        ("sav", "DATE11", 1e18, ""),
        ("dta", "%td", 16_594.0, "2005-06-07"),
        ("dta", "%tdDD/NN/CCYY", 16_594.0, "2005-06-07"),
        ("dta", "%d", -1.0, "1959-12-31"),
        ("dta", "%tm", 545.0, "2005-06-01"),
        ("dta", "%tm", -1.0, "1959-12-01"),
        ("dta", "%tm", -1e-300, "1959-12-01"),
        ("dta", "%tm", float("inf"), ""),
        ("dta", "%tq", 181.0, "2005-04-01"),
        ("dta", "%th", 91.0, "2005-07-01"),
        ("dta", "%tw", 2362.0, "2005-06-04"),
        ("dta", "%tw", 1e12, ""),
        ("dta", "%tc", 1.4337e12, "2005-06-06T18:00:00"),
        ("sas7bdat", "DATE9", 16_594.0, "2005-06-07"),
        ("sas7bdat", "E8601DA10", 16_594.0, "2005-06-07"),
        ("sas7bdat", "DDMMYYP10", 16_594.0, "2005-06-07"),
        ("xpt", "DATETIME", 0.0, "1960-01-01"),
        ("xpt", "TIME5.", 34_200.0, "09:30:00"),
        ("xpt", "TIME8.", 86_399.9999, "23:59:59.999000"),  # and not the next midnight
    ],
)
def test_a_format_of_days_gives_the_day(kind: str, format: str, value: float, text: str) -> None:
    write = time_format(kind, format)
    assert write is not None
    assert write(value) == text


@pytest.mark.parametrize(
    ("kind", "format"),
    [("sav", "F8.2"), ("sav", "WKDAY3"), ("sav", "DTIME10"), ("dta", "%9.0g"), ("dta", "%ty"), ("xpt", "BEST12")],
)
def test_other_formats_leave_the_number(kind: str, format: str) -> None:
    assert time_format(kind, format) is None


def test_numbers_have_the_digits_that_they_need() -> None:
    values = [1.0, -0.0, 0.1, 1e15, 123_456_789_012.0, 1e-7, None, float("nan"), 2.0**60]
    texts = number_texts(values, is_single=False).to_pylist()
    assert texts[:5] == ["1", "0", "0.1", "1000000000000000", "123456789012"]
    assert [float(text) for text in texts[5:6] + texts[8:]] == [1e-7, 2.0**60]
    assert texts[6:8] == ["", ""]
    stored_in_four_bytes = 0.10000000149011612
    assert number_texts([stored_in_four_bytes], is_single=True).to_pylist() == ["0.1"]


def test_texts_that_look_like_numbers_stay_texts(written: Written) -> None:
    columns = proposed(written("a.sav", {"zip": ["10115", "20095"] * ROWS}), "sav")
    assert columns["zip"]["type"] == "category"


def test_a_long_list_of_labels_is_a_category(written: Written) -> None:
    labels = {code: f"country {code}" for code in range(1, 250)}
    content = written("a.dta", {"a": [*labels] * 10}, variable_value_labels={"a": labels})
    column = proposed(content, "dta")["a"]
    assert (column["type"], len(column["categories"])) == ("category", 249)
    assert len(column["description"]) == 2000


def test_rows_come_in_their_order_however_many_chunks_there_are(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistical_file, "ROWS", 7)
    monkeypatch.setattr(statistical_file, "CHUNK_BYTES", 9 * statistical_file.NUMBER_BYTES)
    values = [float(number) for number in range(40)]
    for name in ("a.sav", "a.zsav", "a.dta", "a.por", "a.xpt"):
        cells = rows_of(written(name, {"A": values}), name.rpartition(".")[2].replace("zsav", "sav"))
        assert cells[1:] == [[str(number)] for number in range(40)], name


POLISH = ["Łódź", "Gdańsk", "Kraków", "Święta", "źródło", "żółty"]


@pytest.mark.parametrize("name", ["a.xpt", "a.sav"])
def test_the_encoding_of_a_file_that_states_none_is_guessed_and_can_be_chosen(name: str, written: Written) -> None:
    plain = {word: word.encode("windows-1250").decode("latin-1") for word in POLISH}
    content = written(name, {"TOWN": [*plain.values()] * 2})
    for word, garbled in plain.items():
        width = len(garbled.encode()) - len(word)  # the text in UTF-8 is longer by so many bytes
        content = content.replace(garbled.encode(), word.encode("windows-1250") + b" " * width)
    content = content.replace(b"\x07\0\0\0\x14\0\0\0\x01", b"\x07\0\0\0\x63\0\0\0\x01")  # no record of the encoding
    kind = name.rpartition(".")[2]
    table = read(io.BytesIO(content), format=Format(kind=kind), size=len(content))  # type: ignore[arg-type]
    assert table.encoding == "windows-1250"
    assert [row[0] for row in table.rows()] == POLISH * 2
    assert [row[0] for row in rows_of(content, kind, encoding="windows-1250")[1:]] == POLISH * 2

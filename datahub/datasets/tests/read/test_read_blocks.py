"""Cells that are read in blocks have the outcome of `domain.reader`, cell by cell: values, counts and rejected rows."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datahub.datasets.rules import proposals
from datahub.datasets.rules.blocks import in_blocks
from datahub.datasets.rules.columns import EMPTY, Column, declared
from datahub.datasets.rules.domain import Outside, reader
from datahub.datasets.rules.intake import Counted, Intake
from datahub.datasets.rules.notations import OF_TYPE
from datahub.datasets.rules.plain_texts import BLANKS, plain_reader
from datahub.datasets.rules.proposals import Proposals
from datahub.datasets.tests.read.test_read_cells import listed

NASTY = (
    "", " ", "?", "NA", "0", "-0", "+0", "00", "-0.0", "39", " 39 ", "\xa039\u3000", "39.0", "39.", ".5", ".", "+",
    "-", "+.5", "--1", "1-", "1.2.3", "4e1", "4E-1", "1_000", "1,5", "1 2", "0x10", "NaN", "-inf", "Infinity",
    "sNaN", "\u0663\u0669", "\uff13\uff19", "\xb2", "9" * 15, "9" * 16, "9" * 18, "9" * 19, "9" * 40, "9" * 41,
    "-" + "9" * 18, "9007199254740991", "9007199254740992", "0." + "0" * 17 + "1", "0.125", "0.375", "1.005",
    "1.015", "1.025", "-1.005", "2.5", "3.5", "-2.5", "9.994", "9.995", "9.99500001", "9.999", "120.4", "120.5",
    "-0.4", "-0.004", "-0.005", "2005-06-07", "2005-6-7", "20050607", "2005-W23-2", "2005-W01", "2005-02-29",
    "2004-02-29", "1900-02-29", "2000-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "2005-13-01", "2005-00-10",
    "2005-01-00", "2005-01-32", "2005-04-31", "2005/01/01", "+005-01-01", "2005-01-0\u0661", " 2005-06-07\t",
    "2005-06-07T00:00", "Bern", " Bern", "bern", "Bern\x1f", "Basel\x85", "\ufeffBern", "Bern\u200b", "abcde",
    "abcdef", "\xe4\xf6\xfc\xe9\xe8", "\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600", "e\u0301e\u0301e\u0301",
    "a\u2028", "\x00", "\ud800", "ab\udfff", "1_11", "11_1", "2020_01", "1E05", "1e+05", "007", "1.100", "1,100",
    "1.100,5", "1,100.5", "1 100,5", "1\u202f100", "1'100.5", "1\u2019100", "1.10,5", ",5", "-1,5", "+1.100", "1,5e1",
    "07.06.2005", "7.6.2005", "31/12/2005", "12/31/2005", "2005/6/7", "29.02.2005", "1.1.05", "07.06.2005\n",
)  # fmt: skip
HALF_LETTERS = {chr(0xD800), chr(0xDFFF)}
BOUNDS = ("-9.99", "0", "9.99", "0.005", "9.995", "120", "-5", "1e3", "9007199254740991", "-9007199254740991", "1e-30")
DAYS = ("0001-01-01", "1900-02-28", "2000-01-01", "2005-06-07", "2009-12-31", "9999-12-31")
WORDS = ("Bern", "Basel", "39", "0", "?", "", " Bern", "\ud800")

cells = st.one_of(
    st.sampled_from(NASTY),
    st.text(st.sampled_from("0123456789+-._eE \t\u00a0"), max_size=22),
    st.from_regex(r"\A ?[+-]?[0-9]{0,12}(\.[0-9]{0,6})? ?\Z"),
    st.from_regex(r"\A[+-]?[0-9]{1,4}([., '][0-9]{3}){0,3}([.,][0-9]{0,3})?\Z"),
    st.from_regex(r"\A[0-3]?[0-9][./-][0-3]?[0-9][./-][0-9]{4}\Z"),
    st.from_regex(r"\A[0-9]{4}-[01][0-9]-[0-3][0-9]\Z"),
    st.text(max_size=8),
)


@st.composite
def columns(draw: st.DrawFn) -> Column:
    kind = draw(st.sampled_from(["integer", "number", "date", "category", "text"]))
    fields: dict[str, Any] = {"name": "c", "role": "quasi", "type": kind}
    fields["notation"] = draw(st.sampled_from(["", *OF_TYPE.get(kind, ())]))
    fields["missing"] = draw(st.lists(st.sampled_from(["", "?", "NA", "0", "39", "2005-06-07", " ", "\ud800"])))
    fields["outside"] = draw(
        st.sampled_from(["reject", "missing"] + ["clamp"] * (kind in {"integer", "number", "date"}))
    )
    if kind in {"integer", "number"}:
        bounds = sorted(set(draw(st.lists(st.sampled_from(BOUNDS), min_size=2, unique=True))), key=float)
        low, high = bounds[0], bounds[-1]
        fields |= {"minimum": low, "maximum": high, "decimals": draw(st.integers(0, 9))}
    if kind == "date":
        low, *_, high = sorted(draw(st.lists(st.sampled_from(DAYS), min_size=2, unique=True)))
        fields |= {"minimum": low, "maximum": high}
    if kind == "category":
        words = draw(st.lists(st.sampled_from(WORDS), min_size=2, unique=True))
        fields["categories"] = [{"value": word, "label": ""} for word in words if word not in fields["missing"]]
    if kind == "text":
        fields["longest"] = draw(st.integers(1, 8))
    return Column.from_json({**EMPTY, **fields})


def read_one_by_one(column: Column, rows: Sequence[str]) -> tuple[list[Any], Counted]:
    """Returns the values of the cells that are kept, and the counts, cell by cell as the rules define them."""
    read, counted, kept = reader(column), Counted(outside=[0], missing=[0]), []
    for cell in rows:
        value = read(cell)
        counted.read += 1
        if isinstance(value, Outside):
            counted.outside[0] += 1
            if column.outside == "reject":
                continue
            value = value.nearest if column.outside == "clamp" else None
        counted.kept += 1
        counted.missing[0] += value is None
        kept.append(value)
    return kept, counted


def typed(values: Sequence[Any]) -> list[tuple[type, Any]]:
    return [(type(value), value) for value in values]


@settings(deadline=None, max_examples=600)
@given(columns(), st.lists(st.lists(cells, min_size=1, max_size=30), min_size=1, max_size=3))
def test_a_block_has_the_outcome_of_its_cells(column: Column, blocks: list[list[str]]) -> None:
    intake, values = Intake([column]), []
    for block in blocks:
        for cut in in_blocks([cell] for cell in block):
            values += [value for taken in intake.take_block(cut) for value in listed(taken)]
    expected, counted = read_one_by_one(column, [cell for block in blocks for cell in block])
    assert typed(values) == typed(expected)
    assert intake.counted == counted


@pytest.mark.parametrize("kind", ["integer", "number", "date", "category", "text"])
@pytest.mark.parametrize("outside", ["reject", "missing", "clamp"])
@pytest.mark.parametrize("decimals", [0, 2, 9])
def test_every_nasty_cell_has_its_outcome_in_any_column(kind: str, outside: str, decimals: int) -> None:
    for notation in ("", *OF_TYPE.get(kind, ())):
        check_nasty_cells(kind, outside, decimals, notation)


def check_nasty_cells(kind: str, outside: str, decimals: int, notation: str) -> None:
    low, high = ("2000-01-01", "2009-12-31") if kind == "date" else ("0", "120")
    column = Column.from_json({
        **EMPTY, "name": "c", "type": kind, "role": "quasi", "outside": outside, "minimum": low, "maximum": high,
        "decimals": decimals, "longest": 5, "missing": ["", "?"], "notation": notation,
        "categories": [{"value": "Bern", "label": ""}, {"value": "Basel", "label": ""}],
    })  # fmt: skip
    whole = [cell for cell in NASTY if not HALF_LETTERS & set(cell)]
    intake = Intake([column])
    (values,) = intake.take_block([pa.array(whole, pa.string())])
    expected, counted = read_one_by_one(column, whole)
    assert typed(listed(values)) == typed(expected)
    assert intake.counted == counted


def test_plain_shapes_are_read_together_and_leave_none_to_be_read_alone() -> None:
    texts = {
        "integer": ["0", "-5", "120", "007", "39.0", "+4"],
        "number": ["0", "1.5", "-2.25", "9.994", ".5", "7."],
        "date": ["2000-01-01", "2004-02-29", "2009-12-31"],
        "category": ["Bern", "Basel"],
        "text": ["", "abcde", "\u00e4\u00f6e"],
    }
    towns = [{"value": "Bern", "label": ""}, {"value": "Basel", "label": ""}]
    for kind, plain in texts.items():
        low, high = ("2000-01-01", "2009-12-31") if kind == "date" else ("-5", "120")
        column = declared([{
            **EMPTY, "name": "c", "type": kind, "role": "quasi", "minimum": low, "maximum": high, "decimals": 2,
            "categories": towns, "longest": 5, "missing": ["?"],
        }])[0]  # fmt: skip
        _, are_read = plain_reader(column)(pa.array(plain))
        assert are_read.all(), kind


@settings(deadline=None, max_examples=200)
@given(st.lists(st.lists(cells, min_size=1, max_size=60), min_size=1, max_size=4))
def test_proposals_are_the_same_for_rows_in_blocks_and_one_by_one(blocks: list[list[str]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proposals, "ROWS", 50)
        patch.setattr(proposals, "MOST_VALUES", 20)
        patch.setattr(proposals, "LEAST_ROWS", 2)
        together, alone = Proposals(["c"]), Proposals(["c"])
        for block in blocks:
            for cut in in_blocks([cell] for cell in block):
                together.add(cut)
            for cell in block:
                alone.add([[cell]])
    assert (together.rows, together.columns(), together.values()) == (alone.rows, alone.columns(), alone.values())
    assert together.signs() == alone.signs()


def test_rows_that_one_column_rejects_are_dropped_in_all() -> None:
    common = {**EMPTY, "role": "quasi"}
    age = {**common, "name": "age", "type": "integer", "minimum": "0", "maximum": "120"}
    note = {**common, "name": "note", "type": "text", "longest": 5}
    intake = Intake(declared([age, note]))
    columns = intake.take_block([pa.array(["1", "x", "3", ""]), ["a", "b", "ab\ud800", ""]])
    assert list(map(listed, columns)) == [[1, 3, None], ["a", "ab\ud800", None]]
    assert intake.counted == Counted(read=4, kept=3, outside=[1, 0], missing=[1, 1])


def test_blanks_are_those_that_python_takes_away() -> None:
    for letter in map(chr, range(0x110000)):
        assert (letter in BLANKS) == (not letter.strip())


def test_a_day_is_read_as_the_calendar_has_it() -> None:
    column = declared([{
        **EMPTY, "name": "c", "type": "date", "role": "quasi", "minimum": "0001-01-01", "maximum": "9999-12-31",
    }])[0]  # fmt: skip
    days = [date.fromordinal(number) for number in range(1, date(9999, 12, 31).toordinal() + 1, 61)]
    values, are_read = plain_reader(column)(pa.array([day.isoformat() for day in days]))
    assert are_read.all()
    assert values.to_pylist() == days


@pytest.mark.parametrize("kind", ["integer", "number", "date", "category", "text"])
def test_a_block_without_rows_gives_none(kind: str) -> None:
    column = Column.from_json({**EMPTY, "name": "c", "type": kind, "minimum": "2000-01-01", "maximum": "2009-12-31"}
                              | ({} if kind == "date" else {"minimum": "0", "maximum": "1"}))  # fmt: skip
    intake, seen = Intake([column]), Proposals(["c"])
    for nothing in (pa.array([], pa.string()), pa.array(["1"], pa.string())[1:]):
        seen.add([nothing])
        assert [len(values) for values in intake.take_block([nothing])] == [0]
    assert (intake.counted, seen.rows) == (Counted(outside=[0], missing=[0]), 0)

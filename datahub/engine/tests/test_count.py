import datetime
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datahub.engine import chunks, parts, rows
from datahub.engine.count import count
from datahub.engine.database import Limits
from datahub.engine.domains import Domain
from datahub.engine.errors import CalledOff, ColumnRefused, UndeclaredValue
from datahub.engine.tests.small import AGES, ILLS, PEOPLE, TOWNS, always, as_values, looks, recount

VALUES: list[list[Any]] = [
    ["", "a", "A", "é", "e\u0301", "a\0b", "'; DROP TABLE parts; --"],
    [-(2**63), -1, 0, 2**63 - 1],
    [-1.5, 0.0, 1e308, float("inf")],
    [datetime.date(1, 1, 1), datetime.date(2024, 2, 29), datetime.date(9999, 12, 31)],
    [Decimal("-1.50"), Decimal("0.00"), Decimal("99999999.99")],
    [False, True],
]
DOMAINS = [Domain(f"column {number}", pa.array(values)) for number, values in enumerate(VALUES)]


@st.composite
def tables(draw: st.DrawFn) -> pa.Table:
    rows_drawn = draw(st.integers(0, 40))
    columns = {}
    for domain in DOMAINS:
        values = st.lists(st.sampled_from([*domain.values.to_pylist(), None]), min_size=rows_drawn, max_size=rows_drawn)
        array = pa.array(draw(values), domain.values.type)
        columns[domain.column] = array.dictionary_encode() if draw(st.booleans()) else array
    return pa.table(columns)


def test_tuples_are_counted_with_their_sensitive_values(limits: Limits) -> None:
    counted = count(rows.of_table(PEOPLE), quasi=[AGES, TOWNS], sensitive=[ILLS], limits=limits, goes_on=always)
    assert counted.tuples.tolist() == [[0, 2], [1, 1], [1, 3], [3, 0]]  # missing comes after the last value
    assert counted.counts.tolist() == [2, 2, 1, 1]
    (ills,) = counted.sensitive
    assert ills.tuples.tolist() == [0, 1, 1, 2, 3]
    assert ills.codes.tolist() == [0, 0, 1, 2, 1]
    assert ills.counts.tolist() == [2, 1, 1, 1, 1]
    assert counted.rows == 6


@settings(max_examples=25, deadline=None)
@given(tables())
def test_counts_are_those_of_plain_python(table: pa.Table) -> None:
    quasi, sensitive = DOMAINS[:4], DOMAINS[4:]
    counted = count(rows.of_table(table), quasi=quasi, sensitive=sensitive, limits=Limits(), goes_on=always)
    expected = recount(table, [column.column for column in quasi], [column.column for column in sensitive])
    assert as_values(counted, quasi, sensitive) == expected


def test_the_order_of_rows_changes_nothing(limits: Limits) -> None:
    backwards = PEOPLE.take(list(range(5, -1, -1)))
    first, other = (
        count(rows.of_table(table), quasi=[AGES, TOWNS], sensitive=[ILLS], limits=limits, goes_on=always)
        for table in (PEOPLE, backwards)
    )
    assert np.array_equal(first.tuples, other.tuples)
    assert np.array_equal(first.counts, other.counts)
    for name in ("tuples", "codes", "counts"):
        assert np.array_equal(getattr(first.sensitive[0], name), getattr(other.sensitive[0], name))


@pytest.mark.parametrize("share", [1, 10**12])
def test_counts_of_many_chunks_are_added(share: int, limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts of chunks are added at their end, or also whenever they have become twice as many."""
    monkeypatch.setattr(parts, "SHARE_HELD", share)
    monkeypatch.setattr(chunks, "ROWS_A_CHUNK", 5)
    monkeypatch.setattr(rows, "READ_AT_ONCE", 2)
    table = pa.concat_tables([PEOPLE] * 3)
    counted = count(rows.of_table(table), quasi=[AGES, TOWNS], sensitive=[ILLS], limits=limits, goes_on=always)
    assert as_values(counted, [AGES, TOWNS], [ILLS]) == recount(table, ["age", "town"], ["illness"])


@pytest.mark.parametrize("length", [0, 1])
def test_no_rows_and_one_row_are_counted(length: int, limits: Limits) -> None:
    table = PEOPLE.slice(0, length)
    counted = count(rows.of_table(table), quasi=[AGES, TOWNS], sensitive=[ILLS], limits=limits, goes_on=always)
    assert counted.tuples.shape == (length, 2)
    assert counted.rows == length
    assert len(counted.sensitive[0].codes) == length


def test_without_quasi_identifiers_all_rows_are_one_tuple(limits: Limits) -> None:
    counted = count(rows.of_table(PEOPLE), quasi=[], sensitive=[ILLS], limits=limits, goes_on=always)
    assert counted.tuples.shape == (1, 0)
    assert counted.sensitive[0].counts.tolist() == [3, 2, 1]


def test_a_column_may_be_quasi_identifying_and_sensitive(limits: Limits) -> None:
    counted = count(rows.of_table(PEOPLE), quasi=[ILLS], sensitive=[ILLS], limits=limits, goes_on=always)
    assert counted.sensitive[0].codes.tolist() == counted.tuples[:, 0].tolist()


def test_two_hundred_columns_are_counted(limits: Limits) -> None:
    draw = np.random.default_rng(7)
    names = [f"q{number}" for number in range(200)]
    values = pa.array(list(range(50)))
    picked = draw.integers(0, 50, (60, 200))[draw.integers(0, 60, 150)]
    table = pa.table(dict(zip(names, picked.T, strict=True)))
    quasi = [Domain(name, values) for name in names]
    counted = count(rows.of_table(table), quasi=quasi, limits=limits, goes_on=always)
    assert as_values(counted, quasi) == recount(table, names)


def test_tuples_that_differ_in_the_first_of_several_words_alone_are_two(limits: Limits) -> None:
    quasi = [Domain(f"q{number}", pa.array(range(2000))) for number in range(12)]  # five a word
    table = pa.table({column.column: [5, 5] for column in quasi} | {"q0": [6, 5], "illness": ["flu", "flu"]})
    counted = count(rows.of_table(table), quasi=quasi, sensitive=[ILLS], limits=limits, goes_on=always)
    assert counted.tuples[:, :2].tolist() == [[5, 5], [6, 5]]
    assert counted.sensitive[0].tuples.tolist() == [0, 1]


@pytest.mark.parametrize("name", ['"', "'; DROP TABLE parts; --", "n", "chunk", "w0", "", "naïve\0 名"])
def test_a_name_is_never_a_word_of_sql(name: str, limits: Limits) -> None:
    table = pa.table({name: [1, 2, 2]})
    counted = count(
        rows.of_table(table), quasi=[Domain(name, pa.array([1, 2]))], sensitive=[], limits=limits, goes_on=always
    )
    assert counted.counts.tolist() == [1, 2]


@pytest.mark.parametrize("packed", [pa.array(["Basel", "Bern"]), pa.array(["Basel", "Bern"]).dictionary_encode()])
def test_an_undeclared_value_is_refused_and_not_quoted(packed: pa.Array, limits: Limits) -> None:
    with pytest.raises(UndeclaredValue) as refusal:
        count(rows.of_table(pa.table({"town": packed})), quasi=[TOWNS], limits=limits, goes_on=always)
    assert "town" in str(refusal.value)
    assert "Bern" not in str(refusal.value)


def test_a_dictionary_may_hold_what_no_row_has(limits: Limits) -> None:
    packed = pa.DictionaryArray.from_arrays(pa.array([1, None, 2]), pa.array(["Bern", "Basel", None]))
    counted = count(rows.of_table(pa.table({"town": packed})), quasi=[TOWNS], limits=limits, goes_on=always)
    assert as_values(counted, [TOWNS]) == [{("Basel",): 1, (None,): 2}]


def test_a_dictionary_may_be_as_large_as_its_indices_allow(limits: Limits) -> None:
    indices = pa.array([127, None, 0], pa.int8())
    packed = pa.DictionaryArray.from_arrays(indices, pa.array(range(128)))
    domain = Domain("x", pa.array(range(128)))
    counted = count(rows.of_table(pa.table({"x": packed})), quasi=[domain], limits=limits, goes_on=always)
    assert counted.tuples.tolist() == [[0], [127], [128]]


def test_both_zeros_are_one_value(limits: Limits) -> None:
    table = pa.table({"x": [0.0, -0.0, 1.0]})
    counted = count(rows.of_table(table), quasi=[Domain("x", pa.array([-0.0, 1.0]))], limits=limits, goes_on=always)
    assert counted.counts.tolist() == [2, 1]


def test_columns_are_checked_before_a_row_is_read(limits: Limits) -> None:
    def none(names: object) -> Any:
        raise AssertionError("a row was read")

    twice = rows.Rows(pa.schema([("town", pa.string()), ("town", pa.string()), ("age", pa.string())]), none)
    for domain in (TOWNS, AGES, ILLS):  # named twice, of another type, missing
        with pytest.raises(ColumnRefused, match=domain.column):
            count(twice, quasi=[domain], limits=limits, goes_on=always)


@pytest.mark.parametrize("values", [pa.array(["a", "a"]), pa.array(["a", None]), pa.array([0.0, -0.0])])
def test_a_list_with_a_hole_or_twice_the_same_is_refused(values: pa.Array) -> None:
    with pytest.raises(ColumnRefused, match="town"):
        Domain("town", values)


def test_counting_stops_when_it_is_called_off(limits: Limits) -> None:
    batches = rows.of_table(pa.concat_tables([PEOPLE] * 3))
    with pytest.raises(CalledOff):
        count(batches, quasi=[TOWNS], limits=limits, goes_on=looks(2))


def test_an_error_of_the_reader_passes_unchanged(limits: Limits) -> None:
    class StoreAway(Exception): ...

    def broken(names: object) -> Any:
        yield PEOPLE.select(["town"]).to_batches()[0]
        raise StoreAway

    with pytest.raises(StoreAway):
        count(rows.Rows(PEOPLE.schema, broken), quasi=[TOWNS], limits=limits, goes_on=always)

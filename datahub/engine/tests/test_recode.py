import datetime
import struct
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datahub.engine import chunks, database, parts, repeat, rows
from datahub.engine.carried import Carried, Coded, Plain
from datahub.engine.count import count
from datahub.engine.database import Limits
from datahub.engine.domains import Domain
from datahub.engine.errors import CalledOff, ColumnRefused, RowsChanged, UndeclaredValue
from datahub.engine.recode import Recoding, recode, schema_of
from datahub.engine.tests.small import AGES, ILLS, PEOPLE, TOWNS, always, as_values, halved, looks
from datahub.engine.written import write_parquet

QUASI = (AGES, TOWNS)
NAN = struct.unpack("<d", struct.pack("<Q", 0x7FF8_0000_0000_0001))[0]
KINDS: dict[str, pa.Array] = {
    "text": pa.array(["b", "", None, "a\0", "a", "ä"]),
    "bytes": pa.array([b"\xff", b"", None, b"\0", b"a", b"\0a"]),
    "integer": pa.array([3, -(2**63), None, 2**63 - 1, 0, -1]),
    "short": pa.array([3, -128, None, 127, 0, -1], pa.int8()),
    "unsigned": pa.array([3, 2**32 - 1, None, 0, 7, 1], pa.uint32()),
    "float": pa.array([0.0, -0.0, None, NAN, float("-inf"), 5e-324]),
    "half": pa.array([0.5, -0.0, None, 1.5, float("-inf"), 2.0], pa.float32()),
    "truth": pa.array([True, False, None, True, False, False]),
    "day": pa.array([datetime.date(1900, 1, 1), datetime.date(1, 1, 1), None, *[datetime.date(2024, 2, 29)] * 3]),
    "moment": pa.array([5, -5, None, 2**50, 0, 1], pa.timestamp("us", "UTC")),
    "amount": pa.array([Decimal("1.50"), Decimal("-0.01"), None, *[Decimal("9" * 30)] * 3], pa.decimal128(38, 2)),
    "packed": pa.array(["b", "", None, "a", "a", "ä"]).dictionary_encode(),
}


def counted(table: pa.Table, limits: Limits) -> Recoding:
    return halved(count(rows.of_table(table), quasi=QUASI, limits=limits, goes_on=always), QUASI)


def released(table: pa.Table, recoding: Recoding, carried: Sequence[Carried], limits: Limits) -> pa.Table:
    pieces = recode(rows.of_table(table), recoding, carried=carried, limits=limits, goes_on=always)
    return pa.concat_tables([schema_of(recoding, carried).empty_table(), *pieces])


def test_rows_get_the_nodes_of_their_tuple_in_the_order_of_the_release(limits: Limits) -> None:
    release = released(PEOPLE, counted(PEOPLE, limits), [Coded(ILLS)], limits)
    assert [tuple(row.values()) for row in release.to_pylist()] == [
        ("young", "北京", "cold"),
        ("young", "北京", "cold"),
        ("old", "Köln", "cold"),
        ("old", "Köln", "flu"),
        ("old", None, None),
        (None, "Basel", "flu"),
    ]


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.sampled_from([20, 30, 40, None]), min_size=6, max_size=6),
    st.permutations(range(6)),
    st.sets(st.sampled_from(sorted(KINDS)), min_size=1, max_size=4),
)
def test_each_row_is_released_once_in_an_order_of_its_own(ages: list[int], order: list[int], kinds: set[str]) -> None:
    limits, names = Limits(), ["town", *kinds]
    columns = {kind: KINDS[kind] for kind in kinds}
    table = pa.table({"age": pa.array(ages, pa.int64()), "town": PEOPLE["town"], **columns})
    carried = [Plain(kind, rows.of_table(table).type_of(kind)) for kind in kinds]
    recoding = counted(table, limits)
    release = bits(released(table, recoding, carried, limits))
    assert bits(released(table.take(order), recoding, carried, limits)) == release
    young = {20: "young", 30: "old", 40: "old", None: None}
    expected = [(young[age], *rest) for age, rest in zip(ages, bits(table.select(names)), strict=True)]
    assert Counter(release) == Counter(expected)


def bits(table: pa.Table) -> list[tuple[Any, ...]]:
    """Rows that can be compared: a NaN, or a zero with its sign, by its bits."""
    plain = [
        [struct.pack("<d", value) if isinstance(value, float) else value for value in column.to_pylist()]
        for column in table
    ]
    return list(zip(*plain, strict=True))


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"packed"}))
def test_carried_values_are_sorted_as_people_would(kind: str) -> None:
    plain = Plain(kind, KINDS[kind].type)
    present = KINDS[kind].drop_null()
    if kind in {"float", "half"}:
        numbers = sorted(
            (value for value in present.to_pylist() if value == value), key=lambda value: (value, str(value) == "0.0")
        )
        got = plain.from_engine(plain.to_engine(present).sort()).to_pylist()
        assert list(map(str, got[: len(numbers)])) == list(map(str, numbers))  # then NaN
    else:
        assert plain.from_engine(plain.to_engine(present).sort()).equals(present.sort())


@pytest.mark.parametrize("type", [pa.list_(pa.int64()), pa.uint64(), pa.decimal256(50), pa.null()])
def test_types_that_engines_sort_differently_are_refused(type: pa.DataType) -> None:
    with pytest.raises(ColumnRefused, match="'x'"):
        Plain("x", type)


def test_rows_of_dropped_tuples_are_left_out(limits: Limits) -> None:
    recoding = counted(PEOPLE, limits)
    recoding.dropped[:] = [True, False, True, True]
    release = released(PEOPLE, recoding, [Coded(ILLS)], limits)
    assert release.to_pylist() == [
        {"age": "old", "town": "Köln", "illness": "cold"},
        {"age": "old", "town": "Köln", "illness": "flu"},
    ]


def test_everything_may_be_dropped_and_there_may_be_nothing(limits: Limits) -> None:
    recoding = counted(PEOPLE, limits)
    recoding.dropped[:] = True
    assert released(PEOPLE, recoding, [], limits).num_rows == 0
    nothing = PEOPLE.slice(0, 0)
    assert released(nothing, counted(nothing, limits), [Coded(ILLS)], limits).num_rows == 0


def test_two_hundred_columns_are_recoded(limits: Limits) -> None:
    draw = np.random.default_rng(11)
    quasi = tuple(Domain(f"q{number}", pa.array(list(range(50)))) for number in range(200))
    table = pa.table({column.column: draw.integers(0, 50, 30) for column in quasi})
    counts = count(rows.of_table(table), quasi=quasi, limits=limits, goes_on=always)
    kept = np.zeros(30, dtype=bool)
    recoding = Recoding(quasi=quasi, counts=counts, released=quasi, nodes=counts.tuples, dropped=kept)
    assert released(table, recoding, [], limits).to_pylist() == sorted(
        table.to_pylist(), key=lambda row: [*row.values()]
    )


def test_the_written_file_is_counted_again(limits: Limits, tmp_path: Path) -> None:
    recoding, carried = counted(PEOPLE, limits), [Coded(ILLS)]
    pieces = recode(rows.of_table(PEOPLE), recoding, carried=carried, limits=limits, goes_on=always)
    path = tmp_path / "release.parquet"
    assert write_parquet(path, schema_of(recoding, carried), pieces, always) == 6
    again = count(rows.of_parquet([path]), quasi=recoding.released, sensitive=[ILLS], limits=limits, goes_on=always)
    assert as_values(again, recoding.released, [ILLS])[0] == {
        ("young", "北京"): 2,
        ("old", "Köln"): 2,
        ("old", None): 1,
        (None, "Basel"): 1,
    }


def test_any_order_of_the_rows_gives_the_same_file(limits: Limits, tmp_path: Path) -> None:
    table = pa.concat_tables([PEOPLE] * 50)
    files = []
    for name, order in (("one", range(300)), ("other", range(299, -1, -1))):
        shuffled = table.take(list(order))
        recoding, carried = counted(shuffled, limits), [Coded(ILLS)]
        pieces = recode(rows.of_table(shuffled), recoding, carried=carried, limits=limits, goes_on=always)
        write_parquet(tmp_path / name, schema_of(recoding, carried), pieces, always)
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    assert pq.read_metadata(tmp_path / "one").metadata is None  # no schema of Arrow's, no word of pandas


def test_many_chunks_and_pieces_give_the_same_release(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    table = pa.concat_tables([PEOPLE] * 4)
    recoding, carried = counted(table, limits), [Coded(ILLS)]
    at_once = released(table, recoding, carried, limits).to_pylist()
    for module, name, value in (
        (parts, "SHARE_HELD", 10**12),
        (chunks, "ROWS_A_CHUNK", 5),
        (rows, "READ_AT_ONCE", 2),
        (database, "FETCHED_AT_ONCE", 1),
    ):
        monkeypatch.setattr(module, name, value)
    assert released(table, recoding, carried, limits).to_pylist() == at_once


@pytest.mark.parametrize("rows_a_group", [1, 7, 100])
def test_groups_have_one_length_however_often_a_row_repeats(rows_a_group: int) -> None:
    batches = [
        pa.RecordBatch.from_pydict({"x": [0, 1], "n": [5, 30]}),
        pa.RecordBatch.from_pydict({"x": [2], "n": [1]}),
    ]
    groups = list(repeat.groups_of(iter(batches), "n", rows_a_group))
    whole, rest = divmod(36, rows_a_group)
    assert [len(group) for group in groups] == [rows_a_group] * whole + [rest] * (rest > 0)
    assert [value for group in groups for value in group["x"].to_pylist()] == [0] * 5 + [1] * 30 + [2]


@pytest.mark.parametrize("change", ["a row more", "a row less", "a row of another tuple", "a tuple that was not there"])
def test_rows_that_changed_since_they_were_counted_are_found(change: str, limits: Limits) -> None:
    changed = {
        "a row more": pa.concat_tables([PEOPLE, PEOPLE.slice(0, 1)]),
        "a row less": PEOPLE.slice(1),
        "a row of another tuple": pa.concat_tables([PEOPLE.slice(1), PEOPLE.slice(1, 1)]),
        "a tuple that was not there": pa.concat_tables([PEOPLE.slice(1), pa.table(new_tuple())]),
    }
    with pytest.raises(RowsChanged):
        released(changed[change], counted(PEOPLE, limits), [Coded(ILLS)], limits)


def new_tuple() -> dict[str, list[Any]]:
    return {"age": [40], "town": ["Basel"], "illness": ["flu"]}


def test_a_value_that_appeared_since_is_refused(limits: Limits) -> None:
    table = PEOPLE.set_column(2, "illness", pa.array(["plague"] * 6))
    with pytest.raises(UndeclaredValue, match="illness"):
        released(table, counted(PEOPLE, limits), [Coded(ILLS)], limits)


def test_two_columns_of_one_name_are_refused(limits: Limits) -> None:
    with pytest.raises(ColumnRefused, match="one name"):
        released(PEOPLE, counted(PEOPLE, limits), [Plain("town", pa.string())], limits)


@pytest.mark.parametrize("looks_before", [0, 1, 2])
def test_recoding_stops_half_way_when_it_is_called_off(
    looks_before: int, limits: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine looks before each batch that is read and before each piece that is written: here one of each."""
    monkeypatch.setattr(database, "LOOKS_EVERY_SECONDS", 3600)  # else also while DuckDB works, on a slow machine
    recoding, goes_on = counted(PEOPLE, limits), looks(looks_before)
    pieces = recode(rows.of_table(PEOPLE), recoding, limits=limits, goes_on=goes_on)
    if looks_before == 2:
        assert write_parquet(tmp_path / "release", schema_of(recoding, []), pieces, goes_on) == 6
    else:
        with pytest.raises(CalledOff):
            write_parquet(tmp_path / "release", schema_of(recoding, []), pieces, goes_on)
    assert len(list(tmp_path.iterdir())) == (looks_before == 2)

"""These tests cover secure collections through the proxy, on both stores."""

from datetime import date
from decimal import Decimal

import pyarrow as pa
import pytest

from datahub.api.ref import Ref
from datahub.audit.models import Entry
from datahub.vault.collections.querying import Conditions
from datahub.vault.collections.rules.plan import Column, Field, Plan
from datahub.vault.errors import CollectionMissing, CollectionNotReady, PlanRefused, RecordInUse, ValueRefused
from datahub.vault.services import Collection, create_collection, open_collection
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.factories import a_data_set, a_permit

PEOPLE = Plan(
    (
        Field(name="name", type="text", width=20),
        Field(name="city", type="text", width=20, kind="eq", rows_a_token=2),
        Field(name="age", type="int", kind="range", rows_a_token=2),
        Field(name="income", type="decimal", decimals=2),
        Field(name="born", type="date"),
        Field(name="member", type="bool"),
        Field(name="height", type="float"),
        Field(name="photo", type="bytes", width=10),
    )
)
ROWS = [
    ("Ann", "Oslo", 31, Decimal("1000.50"), date(1994, 2, 1), True, 1.7, b"\x00\x01"),
    ("Bob", "Oslo", 45, Decimal("0.10"), date(1980, 12, 31), False, 1.82, b""),
    ("Cho", "Pécs", 45, Decimal("-3"), date(1980, 1, 1), None, None, None),
    ("Dee", "Pécs", 61, None, None, True, -0.0, b"\xff" * 10),
    (None, None, None, None, None, None, None, None),
    ("Eve", "Oslo", 18, Decimal("7.00"), date(2007, 7, 7), False, 1.6, b"x"),
]


@pytest.fixture
def ref(store: DocumentStore) -> Ref:
    return a_data_set()


@pytest.fixture
def people(ref: Ref) -> Collection:
    collection = create_collection(a_permit(ref), ref, PEOPLE)
    assert collection.bulk_load(ROWS) == len(ROWS)
    return collection


def names(people: Collection, **conditions: object) -> list[object]:
    return sorted((record.values["name"] or "" for record in people.find(**conditions)), key=str)  # type: ignore[arg-type]


def test_the_books_insert(ref: Ref) -> None:
    """The founding documents write this insert as `db.employees.insert({id: 1, name: 'xyz'})`."""
    plan = Plan((Field(name="id", type="int"), Field(name="name", type="text", width=30)))
    employees = create_collection(a_permit(ref), ref, plan, name="employees")
    [id] = employees.insert([{"id": 1, "name": "xyz"}])
    record = open_collection(a_permit(ref), ref, name="employees").read(id)
    assert record is not None
    assert record.values == {"id": 1, "name": "xyz"}


def test_every_value_comes_back_as_it_was(people: Collection) -> None:
    records = {tuple(map(repr, record.values.values())) for record in people.find()}
    assert records == {tuple(map(repr, row)) for row in ROWS}


def test_equality(people: Collection) -> None:
    assert names(people, equal={"city": "Oslo"}) == ["Ann", "Bob", "Eve"]
    assert names(people, equal={"city": "Rome"}) == []
    assert names(people, equal={"name": "Dee"}) == ["Dee"]
    assert names(people, equal={"age": 45, "city": "Oslo"}) == ["Bob"]
    assert names(people, equal={"city": None}) == [""]


def test_range(people: Collection) -> None:
    assert names(people, between={"age": (18, 45)}) == ["Ann", "Bob", "Cho", "Eve"]
    assert names(people, between={"age": (46, None)}) == ["Dee"]
    assert names(people, between={"age": (None, 17)}) == []
    assert names(people, between={"born": (date(1980, 1, 1), date(1994, 2, 1))}) == ["Ann", "Bob", "Cho"]
    assert names(people, between={"income": (Decimal("0.10"), Decimal("7"))}) == ["Bob", "Eve"]


def test_order_by_and_limit(people: Collection) -> None:
    assert [record.values["age"] for record in people.find(order_by="age")] == [18, 31, 45, 45, 61, None]
    assert [record.values["age"] for record in people.find(order_by="-age", limit=2)] == [61, 45]
    assert len(people.find(limit=3)) == 3


def test_sum_average_and_count(people: Collection) -> None:
    assert people.sum("age") == 200
    assert people.sum("income") == Decimal("1004.60")
    assert people.average("age") == 40
    assert people.average("income") == Decimal("251.15")
    assert people.average("age", Conditions(equal={"city": "Rome"})) is None
    assert people.sum("age", Conditions(equal={"city": "Oslo"})) == 94
    assert (people.count(), people.count("age"), people.count("photo")) == (6, 5, 4)
    assert people.count(conditions=Conditions(between={"age": (40, 50)})) == 2


def test_a_scan_gives_arrow_tables(people: Collection) -> None:
    table = pa.Table.from_batches(people.scan(["name", "income", "born", "member", "height", "photo", "age"]))
    rows = sorted(table.to_pylist(), key=lambda row: row["name"] or "")
    assert rows[1] == {
        "name": "Ann", "income": Decimal("1000.50"), "born": date(1994, 2, 1), "member": True, "height": 1.7,
        "photo": b"\x00\x01", "age": 31,
    }  # fmt: skip
    assert set(rows[0].values()) == {None}


def test_update_changes_the_fields_named_and_no_other(people: Collection) -> None:
    [bob] = people.find(equal={"name": "Bob"})
    people.update(bob.id, {"city": "Pécs", "age": 46})
    again = people.read(bob.id)
    assert again is not None
    assert again.values == {**bob.values, "city": "Pécs", "age": 46}
    assert names(people, equal={"city": "Pécs"}) == ["Bob", "Cho", "Dee"]
    assert names(people, equal={"city": "Oslo"}) == ["Ann", "Eve"]
    assert names(people, between={"age": (46, 46)}) == ["Bob"]
    people.update(bob.id, {"age": 47})
    assert people.sum("age") == 202


def test_a_deleted_record_is_nowhere(people: Collection) -> None:
    [bob] = people.find(equal={"name": "Bob"})
    people.delete(bob.id)
    assert people.read(bob.id) is None
    assert names(people, equal={"city": "Oslo"}) == ["Ann", "Eve"]
    assert people.count() == 5
    with pytest.raises(CollectionMissing):
        people.delete(bob.id)
    with pytest.raises(CollectionMissing):
        people.update(bob.id, {"age": 1})


def test_records_may_be_added_to_a_loaded_collection(people: Collection) -> None:
    people.insert([{"name": "Fay", "city": "Oslo", "age": 200}, {"name": "Gus"}])
    assert names(people, equal={"city": "Oslo"}) == ["Ann", "Bob", "Eve", "Fay"]
    assert names(people, between={"age": (100, None)}) == ["Fay"]
    assert people.count() == 8


def test_of_two_writers_one_is_told(people: Collection) -> None:
    [bob] = people.find(equal={"name": "Bob"})
    records = people._records
    row = records.sequence_of(bob.values)
    records.replace(bob.id, 1, row)
    with pytest.raises(RecordInUse):
        records.replace(bob.id, 1, row)
    assert people.read(bob.id) == bob


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"salary": 1}, "no field 'salary'"),
        ({"age": "31"}, "str; the plan says int"),
        ({"age": True}, "bool; the plan says int"),
        ({"age": 2**63}, "beyond"),
        ({"name": "x" * 21}, "21 bytes; the plan has room for 20"),
        ({"name": "\ud800"}, "surrogate"),
        ({"income": Decimal("0.001")}, "3 decimals"),
        ({"income": Decimal("NaN")}, "not a number"),
        ({"income": Decimal(10) ** 37}, "38 digits"),
    ],
)
def test_refuses_a_value_that_is_not_as_planned(row: dict[str, object], problem: str, people: Collection) -> None:
    with pytest.raises(ValueRefused, match=problem):
        people.insert([row])  # type: ignore[list-item]  # the wrong type is what the test is about
    assert people.count() == 6


def test_a_load_that_fails_leaves_nothing(ref: Ref, store: DocumentStore) -> None:
    collection = create_collection(a_permit(ref), ref, PEOPLE)
    with pytest.raises(ValueRefused):
        collection.bulk_load([*ROWS, ("Zoe", "Oslo", "old", None, None, None, None, None)])
    assert collection.find() == []
    assert collection.bulk_load(ROWS) == 6


def test_what_a_killed_load_left_is_not_read_and_the_next_load_removes_it(ref: Ref) -> None:
    collection = create_collection(a_permit(ref), ref, PEOPLE)

    class Killed(BaseException):
        """A kill after which no code tidies up."""

    def kill(done: int, of: int) -> None:
        raise Killed

    with pytest.raises(Killed):
        collection.bulk_load(ROWS, kill)
    killed = open_collection(a_permit(ref), ref)
    for read in (killed.find, lambda: killed.sum("age"), lambda: list(killed.scan()), lambda: killed.insert([{}])):
        with pytest.raises(CollectionNotReady):
            read()
    assert killed.bulk_load(ROWS[:3]) == 3
    assert len(killed.find()) == killed.count() == 3


def test_an_open_collection_is_not_loaded_again(people: Collection) -> None:
    with pytest.raises(CollectionNotReady, match="new version"):
        people.bulk_load(ROWS)
    assert people.count() == 6


def test_a_dropped_collection_is_gone(people: Collection, ref: Ref, store: DocumentStore) -> None:
    stored_as = people._row.stored_as
    people.drop()
    assert store.count(stored_as) == 0
    with pytest.raises(CollectionMissing):
        open_collection(a_permit(ref), ref)
    assert create_collection(a_permit(ref), ref, PEOPLE).count() == 0


def test_a_record_waits_until_the_plan_is_finished(ref: Ref) -> None:
    collection = create_collection(a_permit(ref), ref, PEOPLE)
    with pytest.raises(PlanRefused, match="city, age"):
        collection.insert([{"name": "Ann"}])


def test_one_collection_of_a_name(people: Collection, ref: Ref) -> None:
    with pytest.raises(PlanRefused, match="already"):
        create_collection(a_permit(ref), ref, PEOPLE)


def test_each_write_leaves_a_line(people: Collection, ref: Ref) -> None:
    [id] = people.insert([{"name": "Fay"}])
    people.update(id, {"age": 3})
    people.delete(id)
    deeds = list(Entry.objects.filter(subject=str(ref)).order_by("number").values_list("operation", flat=True))
    assert deeds == ["vault.create", "vault.load", "vault.insert", "vault.update", "vault.delete"]


def test_the_books_det_and_ope_find_too(ref: Ref) -> None:
    plan = Plan((Field(name="code", type="text", kind="det", width=12), Field(name="pay", type="float", kind="ope")))
    columns = {name: Column(role="insensitive", distinct=200, top_share=0.005) for name in plan.names}
    collection = create_collection(a_permit(ref), ref, plan, columns=columns)
    collection.bulk_load([(f"code {number}", (number - 100) / 7) for number in range(200)])
    [record_back] = collection.find(equal={"code": "code 77"})
    assert record_back.values == {"code": "code 77", "pay": -23 / 7}
    assert [record.values["code"] for record in collection.find(between={"pay": (-0.3, 0.0)}, order_by="pay")] == [
        "code 98", "code 99", "code 100",
    ]  # fmt: skip
    assert len(collection.find(between={"pay": (None, 0.0)})) == 101
    assert collection.find(equal={"pay": 1.0})[0].values["code"] == "code 107"


def test_the_guard_rails_look_at_the_rows_that_are_loaded(ref: Ref) -> None:
    plan = Plan((Field(name="sex", type="text", kind="det", width=8),))
    # Its owner states a spread that the rows do not have.
    columns = {"sex": Column(role="insensitive", distinct=200, top_share=0.005)}
    collection = create_collection(a_permit(ref), ref, plan, columns=columns)
    with pytest.raises(PlanRefused, match="2 different"):
        collection.bulk_load([("man",), ("woman",)] * 300)
    assert collection.find() == []

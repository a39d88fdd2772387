"""A role that shows some rows lets its holder make synthetic data of these rows alone; price, figures and model are of
them."""

from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datahub.analyses.models import SyntheticModel
from datahub.analyses.synthesise.engines.gaussian import Gaussian
from datahub.analyses.synthesise.engines.marginals import Marginals
from datahub.analyses.synthesise.rules.rows_read import columns_needed, read_of
from datahub.analyses.tests import two_tables_factories
from datahub.analyses.tests.factories import loaded
from datahub.analyses.tests.synthesis_factories import (
    ALWAYS_THERE,
    NO_TERMS,
    OF_NUMBERS,
    PLAN,
    a_synthesis,
    ask,
    give_budget,
    handed_over,
    people_of,
)
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import CSV, Visitor, work, write_policy
from datahub.jobs.models import Job
from datahub.ledger.tests.factories import sums
from datahub.policies.decide.conditions import Comparison
from datahub.policies.decide.obligations import Obligations, shows
from datahub.policies.hold.role_holders import assign
from datahub.releases.models import Release
from mechanisms.synthesis.measured.report import measured_report
from mechanisms.synthesis.two_tables.counting import joined_of_any_keys

BERN = [{"column": "town", "relation": "is", "value": "Bern"}]
OLD = [{"column": "age", "relation": "at_least", "value": "45"}]
NOBODY = [{"column": "age", "relation": "at_least", "value": "119"}]
TYPES = {"age": "number", "town": "text", "born": "time", "weight": "number"}


def let(owner: Visitor, whom: Visitor, data_set: DataSet, after: int = 0, **limits: Any) -> None:
    write_policy(owner.person, data_set, "synthesise", after=after, **limits)
    if after == 0:
        assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=whom.person, until=None)


values = {
    "age": st.none() | st.integers(0, 9),
    "town": st.none() | st.sampled_from(["Bern", "Basel", ""]),
    "born": st.none() | st.dates(date(2000, 1, 1), date(2000, 1, 5)),
    "weight": st.none() | st.decimals(0, 2, places=1),
}
rows = st.lists(st.fixed_dictionaries(values), max_size=8)
moments = st.dates(date(2000, 1, 1), date(2000, 1, 5)).map(lambda day: datetime.combine(day, time(), UTC))
comparisons = st.frozensets(
    st.one_of(
        st.builds(Comparison, st.just("age"), st.sampled_from(["at_most", "at_least"]), st.integers(0, 9).map(Decimal)),
        st.builds(Comparison, st.just("town"), st.just("is"), st.sampled_from(["Bern", "Basel", ""])),
        st.builds(Comparison, st.just("town"), st.just("in"), st.frozensets(st.sampled_from(["Bern", "Thun"]))),
        st.builds(Comparison, st.just("born"), st.sampled_from(["before", "not_before"]), moments),
        st.builds(Comparison, st.just("weight"), st.just("at_most"), st.decimals(0, 2, places=1)),
    ),
    max_size=3,
)
SCHEMA = pa.schema([("age", pa.int64()), ("town", pa.string()), ("born", pa.date32()), ("weight", pa.decimal128(4, 1))])


def as_compared(row: dict[str, Any]) -> dict[str, Any]:
    born, age = row["born"], row["age"]
    return row | {
        "born": None if born is None else datetime.combine(born, time(), UTC),
        "age": None if age is None else Decimal(age),
    }


@settings(deadline=None)  # the first batch waits for a library to load
@given(rows, comparisons)
def test_a_batch_is_read_as_each_of_its_rows_is_judged_by_itself(
    table: list[dict[str, Any]], chosen: frozenset[Comparison]
) -> None:
    batch = pa.RecordBatch.from_pylist(table, schema=SCHEMA)
    limits = Obligations(rows=chosen)
    assert read_of(batch, chosen, TYPES).to_pylist() == [
        row for row in batch.to_pylist() if shows(limits, as_compared(row), TYPES)
    ]


@settings(deadline=None)
@given(rows, rows, comparisons)
def test_whether_a_row_is_read_hangs_on_no_other_row(
    some: list[dict[str, Any]], more: list[dict[str, Any]], chosen: frozenset[Comparison]
) -> None:
    def read(table: list[dict[str, Any]]) -> list[dict[str, Any]]:
        rows_read: list[dict[str, Any]] = read_of(
            pa.RecordBatch.from_pylist(table, schema=SCHEMA), chosen, TYPES
        ).to_pylist()
        return rows_read

    assert read([*some, *more]) == read(some) + read(more)


def test_columns_that_are_only_compared_are_read_after_those_of_the_plan() -> None:
    chosen = {Comparison("b", "is", "x"), Comparison("a", "is", "x"), Comparison("z", "is", "x")}
    assert columns_needed(["z", "y"], chosen) == ["z", "y", "a", "b"]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[list[list[float]]]:
    """Returns the tables that engines were asked to fit, column by column."""
    tables: list[list[list[float]]] = []
    for engine in (Marginals, Gaussian):
        fitted = engine.fitted

        def noted(self: Any, columns: Any, rho: Decimal, fitted: Any = fitted) -> Any:
            tables.append([column.tolist() for column in columns])
            return fitted(self, columns, rho)

        monkeypatch.setattr(engine, "fitted", noted)
    return tables


@pytest.fixture
def always_there(owner: Visitor) -> DataSet:
    """Returns a data set without missing values, so that numbers can be made of it. Thirty of its sixty rows have the
    town Bern."""
    data_set = loaded(owner, "Incomes", CSV, **ALWAYS_THERE)
    give_budget(owner, data_set, "100")
    return data_set


@pytest.mark.django_db
@pytest.mark.parametrize("plan", [PLAN, OF_NUMBERS], ids=["marginals", "numbers"])
def test_an_engine_is_given_those_rows_alone_that_the_role_shows(
    owner: Visitor, second: Visitor, always_there: DataSet, plan: dict[str, Any], read: list[list[list[float]]]
) -> None:
    let(owner, second, always_there, rows=BERN)
    shown = a_synthesis(second, always_there, plan)
    assert shown["only_rows"] == BERN
    assert a_synthesis(owner, always_there, plan)["only_rows"] == []
    some, every = read
    assert [len(column) for column in some] == [30] * 3
    assert [len(column) for column in every] == [60] * 3
    assert len(set(some[1])) == 1
    assert len(set(every[1])) == 2


@pytest.mark.django_db
def test_what_is_stored_of_some_rows_is_served_to_nobody_who_asks_of_others(
    owner: Visitor, second: Visitor, always_there: DataSet
) -> None:
    let(owner, second, always_there, rows=BERN)
    rho = Decimal(a_synthesis(second, always_there)["rho"])
    a_synthesis(owner, always_there)
    assert SyntheticModel.objects.count() == 2
    assert sums(people_of(always_there)) == (0, 2 * rho)
    assert a_synthesis(second, always_there, purpose="teaching")["only_rows"] == BERN
    assert SyntheticModel.objects.count() == 2
    assert sums(people_of(always_there)) == (0, 2 * rho)


@pytest.mark.django_db
def test_rows_are_made_where_no_row_is_shown_because_a_refusal_would_tell_it(
    owner: Visitor, second: Visitor, always_there: DataSet, read: list[list[list[float]]]
) -> None:
    let(owner, second, always_there, rows=NOBODY)
    assert a_synthesis(second, always_there)["state"] == "done"
    assert read == [[[], [], []]]


@pytest.mark.django_db
def test_a_report_is_measured_on_the_rows_that_the_synthetic_ones_were_made_of(
    owner: Visitor, second: Visitor, always_there: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    let(owner, second, always_there, rows=BERN)
    synthesis, sizes = a_synthesis(second, always_there)["id"], []

    def noted(columns: Any, *of: Any, **parts: Any) -> Any:
        sizes.append([len(column) for column in columns])
        return measured_report(columns, *of, **parts)

    monkeypatch.setattr("datahub.analyses.synthesise.measured.job.measured_report", noted)
    question = {"epsilon": "1", "delta": "0.000001"}
    assert second.send("POST", f"syntheses/{synthesis}/measured-reports/", question).status_code == 202
    work()
    assert sizes == [[30] * 3]


@pytest.mark.django_db
def test_of_two_tables_each_role_chooses_rows_before_they_are_joined(
    owner: Visitor, second: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    households, members = two_tables_factories.two_data_sets(owner)
    let(owner, second, households, rows=[{"column": "region", "relation": "is", "value": "south"}])
    let(owner, second, members, rows=[{"column": "school", "relation": "is", "value": "none"}])
    sizes = []

    def noted(declared: Any, *, parents: Any, keys: Any, children: Any, parent_keys: Any, entropy: Any) -> Any:
        sizes.append((len(keys), len(parent_keys), set(children[1].tolist())))
        tables = {"parents": parents, "keys": keys, "children": children, "parent_keys": parent_keys}
        return joined_of_any_keys(declared, **tables, entropy=entropy)

    monkeypatch.setattr("datahub.analyses.synthesise.two_tables.job.joined_of_any_keys", noted)
    shown = two_tables_factories.a_synthesis_of_two(second, households, members)
    assert shown["state"] == "done"
    assert shown["only_rows"]["children"] == [{"column": "school", "relation": "is", "value": "none"}]
    # 20 households in the north have one child without a school, and 20 in the south have two.
    assert sizes == [(20, 60, {0})]


@pytest.mark.django_db
def test_a_role_that_shows_fewer_rows_since_is_told_nothing_of_more_and_pays_nothing(
    owner: Visitor, second: Visitor, always_there: DataSet
) -> None:
    let(owner, second, always_there)
    waiting = ask(second, always_there).json()["id"]
    let(owner, second, always_there, after=1, rows=BERN)
    work()
    job = Job.objects.get(kind="analyses.synthesise")
    assert (job.state, job.error) == ("failed", "limit_of_role")
    assert sums(people_of(always_there)) == (0, 0)
    assert second.get(f"syntheses/{waiting}/").json()["code"] == "limit_of_role"
    of_bern = a_synthesis(second, always_there)["id"]
    let(owner, second, always_there, after=2, rows=[*BERN, *OLD])
    assert second.get(f"syntheses/{of_bern}/").json()["code"] == "limit_of_role"
    let(owner, second, always_there, after=3)
    assert second.get(f"syntheses/{of_bern}/").json()["only_rows"] == BERN


@pytest.mark.django_db
def test_a_column_by_which_a_role_shows_rows_and_that_a_version_lacks_shows_none_of_them(
    owner: Visitor, second: Visitor, always_there: DataSet
) -> None:
    let(owner, second, always_there, rows=BERN)
    always_there.versions.get().columns.filter(name="town").delete()
    refused = ask(second, always_there, columns=[{"name": "age"}], together=[])
    assert (refused.status_code, refused.json()["code"]) == (403, "limit_of_role")


@pytest.mark.django_db
def test_a_card_tells_that_not_all_rows_were_read_and_names_no_column_that_is_not_given(
    owner: Visitor, second: Visitor, always_there: DataSet
) -> None:
    let(owner, second, always_there, rows=BERN)
    release = handed_over(second, always_there)
    terms = owner.get(f"releases/{release['id']}/card/").json()["about"]["terms"]
    assert terms == NO_TERMS | {"all_rows": False, "rows": BERN}
    part_of_it = {"person": str(second.person.pk), "columns": ["age"]}
    assert owner.send("POST", f"releases/{release['id']}/recipients/", part_of_it).status_code == 201
    # The second person is no longer its maker, and sees only the part she was given.
    Release.objects.update(made_by=str(ref_to(always_there)))
    told = second.get(f"releases/{release['id']}/card/").json()["about"]["terms"]
    assert told == NO_TERMS | {"all_rows": False}

"""The preview of leakage shows the owner before the load, for each way to seal a column, what an insider of
the store would recover."""

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

from datahub.datasets.models import DataSet
from datahub.datasets.rules import preview as rules
from datahub.datasets.rules.columns import Column
from datahub.datasets.rules.domain import Value
from datahub.datasets.rules.preview import digest_of, outlooks, stride
from datahub.datasets.tests.factories import CSV, Visitor, declaration, load, upload, work
from datahub.jobs.models import Job

pytestmark = pytest.mark.django_db
KEY = b"k" * 32


def column(name: str, **changed: Any) -> Column:
    (declared_column,) = [
        column_fields for column_fields in declaration(**{name: changed}) if column_fields["name"] == name
    ]
    return Column.from_json(declared_column)


def ways(of: Column, **counts: int) -> dict[str, Any]:
    return {outlook.protection: outlook for outlook in outlooks(of, Counter(counts), KEY)}


def a_preview(owner: Visitor, data_set: DataSet, **changed: dict[str, Any]) -> Any:
    """Uploads and declares a file, and returns the path of its preview."""
    number = upload(owner, data_set, CSV.encode())["version"]
    path = f"datasets/{data_set.pk}/versions/{number}/"
    assert owner.send("PUT", path, {"columns": declaration(**changed)}).status_code == 200
    answer = owner.send("POST", f"{path}leakage/")
    assert (answer.status_code, answer.json()["state"]) == (202, "working"), answer.content
    return path


def test_every_way_is_attacked_and_the_rows_are_the_owners(owner: Visitor, data_set: DataSet) -> None:
    path = a_preview(owner, data_set)
    work()
    preview = owner.get(f"{path}leakage/").json()
    assert (preview["state"], preview["rows"], preview["of"]) == ("ready", 60, 60)
    assert [column["name"] for column in preview["columns"]] == ["age", "town", "income"]
    kinds = [[way["protection"] for way in column["ways"]] for column in preview["columns"]]
    assert kinds == [["rnd", "eq", "range", "det", "ope"], ["rnd", "eq", "det"], ["rnd", "eq", "range", "det", "ope"]]
    age = {way["protection"]: way for way in preview["columns"][0]["ways"]}
    assert (age["rnd"]["recovered"], age["rnd"]["guessed"]) == (0.033333, 0.033333)  # two of 60 rows share an age
    assert (age["ope"]["attack"], age["ope"]["recovered"]) == ("quantile attack", 1)
    assert {age[kind]["refused"] for kind in ("det", "ope")} == {"role"}
    assert not any(age[kind]["refused"] for kind in ("rnd", "eq", "range"))


def test_nothing_made_of_the_data_stands_in_the_job(owner: Visitor, data_set: DataSet) -> None:
    a_preview(owner, data_set)
    work()
    assert Job.objects.get(kind="datasets.preview").result == {"columns": 3}


def test_asking_twice_is_asking_once(owner: Visitor, data_set: DataSet) -> None:
    path = a_preview(owner, data_set)
    assert owner.send("POST", f"{path}leakage/").json()["state"] == "working"
    work()
    assert owner.send("POST", f"{path}leakage/").json()["state"] == "ready"
    assert Job.objects.filter(kind="datasets.preview").count() == 1


def test_another_way_to_seal_keeps_the_preview_and_another_domain_does_not(owner: Visitor, data_set: DataSet) -> None:
    path = a_preview(owner, data_set)
    work()
    owner.send("PUT", path, {"columns": declaration(age={"protection": "range"})})
    assert owner.get(f"{path}leakage/").json()["state"] == "ready"
    owner.send("PUT", path, {"columns": declaration(age={"maximum": "40"})})
    assert owner.get(f"{path}leakage/").json() == {"state": "none"}


def test_half_a_declaration_is_refused_and_named(owner: Visitor, data_set: DataSet) -> None:
    number = upload(owner, data_set, CSV.encode())["version"]
    path = f"datasets/{data_set.pk}/versions/{number}/"
    owner.send("PUT", path, {"columns": declaration(town={"role": ""})})
    refused = owner.send("POST", f"{path}leakage/")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["columns.1.role"])


def test_what_is_loaded_has_no_preview_any_more(owner: Visitor, data_set: DataSet) -> None:
    load(owner, data_set)
    path = f"datasets/{data_set.pk}/versions/1/leakage/"
    assert owner.get(path).json() == {"state": "none"}
    assert owner.send("POST", path).status_code == 409


def test_the_guard_rails_say_why_in_the_order_in_which_they_refuse() -> None:
    few = outlooks(column("income", role="insensitive"), Counter(map(Decimal, range(99))), KEY)
    assert {outlook.refused for outlook in few if outlook.protection in {"det", "ope"}} == {"few"}
    text = column("town", role="insensitive", type="text", longest=9, categories=[])
    values = {f"v{number}": 1 for number in range(99)}
    assert ways(text, **values, most=6)["det"].refused == "common"
    assert ways(text, **values, most=5)["det"].refused == ""
    assert ways(column("town"), Bern=9, Basel=1)["det"].refused == "role"
    wide = column("town", role="insensitive", type="text", longest=4000, categories=[])
    assert ways(wide, **values, most=1)["det"].refused == "wide"


def test_an_order_over_a_domain_that_occurs_whole_gives_everything_away() -> None:
    whole = column("age", minimum="1", maximum="4", role="insensitive")
    by_protection = {
        outlook.protection: outlook for outlook in outlooks(whole, Counter({1: 5, 2: 1, 3: 1, 4: 2, None: 1}), KEY)
    }
    assert (by_protection["ope"].attack, by_protection["ope"].recovered) == ("sorting attack", 1)
    sparse = column("age", minimum="1", maximum="5", role="insensitive")
    assert {outlook.attack for outlook in outlooks(sparse, Counter({1: 5, 2: 1}), KEY)} >= {"quantile attack"}


def test_a_missing_value_is_a_value_that_an_insider_sees() -> None:
    by_protection = {outlook.protection: outlook for outlook in outlooks(column("age"), Counter({None: 3, 20: 1}), KEY)}
    assert (by_protection["det"].recovered, by_protection["ope"].recovered, by_protection["rnd"].recovered) == (
        1,
        1,
        0.75,
    )


def test_a_column_of_nothing_but_missing_values_is_guessed_whatever_is_done() -> None:
    leaks = outlooks(column("age"), Counter({None: 3}), KEY)
    assert {leak.recovered for leak in leaks} == {1}
    assert outlooks(column("age"), Counter(), KEY) == []


def test_tokens_that_many_rows_share_hide_what_equality_would_show() -> None:
    """A token has 20 rows here, so the values of 40 rows can be told apart only into two halves."""
    counts = {str(value): 1 + value % 3 for value in range(20)}
    leaks = ways(column("town", role="insensitive", type="text", longest=9, categories=[]), **counts)
    assert leaks["rnd"].guessed <= leaks["eq"].recovered < leaks["det"].recovered


def test_an_insider_never_does_worse_than_guessing() -> None:
    """Buckets that are hard to tell apart mislead an insider who relies on them; but nobody has to rely on them."""
    by_protection = {
        outlook.protection: outlook
        for outlook in outlooks(column("age"), Counter(20 + row % 50 for row in range(60)), KEY)
    }
    assert by_protection["range"].recovered == by_protection["range"].guessed


def test_of_very_many_rows_every_so_many_are_looked_at() -> None:
    assert [stride(rows) for rows in (0, 1, rules.ROWS, rules.ROWS + 1, 10 * rules.ROWS)] == [1, 1, 1, 2, 10]


def test_a_row_that_stands_for_many_fills_a_token_as_many_do() -> None:
    """One row of every 20 is enough for a token: otherwise a sample would seem to leak less than the file."""
    counts: dict[Value, int] = {str(value): 1 + value for value in range(20)}
    of = column("town", role="insensitive", type="text", longest=9, categories=[])
    whole, sampled = (outlooks(of, counts, KEY, every)[1].recovered for every in (1, 20))
    assert whole < sampled == 1


def test_the_digest_is_of_what_the_preview_depends_on() -> None:
    digest = digest_of(declaration())
    assert digest_of(declaration(age={"protection": "det", "description": "years"})) == digest
    assert digest_of(declaration(age={"role": "sensitive"})) != digest

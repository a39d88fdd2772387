"""These factories make households, their members, a budget for the people of both, and a plan."""

import io
import json
import zipfile
from typing import Any
from uuid import UUID

from datahub.analyses.tests.synthesis_factories import give_budget
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor, a_data_set, upload, work
from datahub.datasets.tests.remembered import remembered

REGIONS, SCHOOLS = ("north", "south"), ("none", "primary")
HOUSEHOLDS = "household,region,rooms\n" + "".join(
    f"h{number},{REGIONS[number % 2]},{1 + number % 5}\n" for number in range(40)
)
MEMBERS = "household,age,school\n" + "".join(
    f"h{number},{10 * member + number % 10},{SCHOOLS[member % 2]}\n"
    for number in range(40)
    for member in range(number % 2 * 2 + 1)
)
COMMON: dict[str, Any] = {
    "description": "", "unit": "", "minimum": "", "maximum": "", "decimals": 0, "categories": [], "bins": [],
    "longest": 0, "missing": [""], "outside": "reject", "protection": "rnd",
}  # fmt: skip
KEY = COMMON | {"name": "household", "type": "text", "role": "identifying", "longest": 20}


def _choice(name: str, values: tuple[str, ...]) -> dict[str, Any]:
    categories = [{"value": value, "label": ""} for value in values]
    return COMMON | {"name": name, "type": "category", "role": "quasi", "categories": categories, "missing": []}


def _number(name: str, low: int, high: int) -> dict[str, Any]:
    return COMMON | {
        "name": name, "type": "integer", "role": "quasi", "minimum": str(low), "maximum": str(high), "missing": [],
    }  # fmt: skip


OF_HOUSEHOLDS = [KEY, _choice("region", REGIONS), _number("rooms", 1, 5)]
OF_MEMBERS = [KEY, _number("age", 0, 99), _choice("school", SCHOOLS)]


def loaded(owner: Visitor, name: str, content: str, columns: list[dict[str, Any]]) -> DataSet:
    data_set = a_data_set(owner.person, name=name)
    load_one_more(owner, data_set, content, columns)
    return data_set


def load_one_more(owner: Visitor, data_set: DataSet, content: str, columns: list[dict[str, Any]]) -> None:
    """Loads a new version of a data set."""
    path = f"datasets/{data_set.pk}/versions/{upload(owner, data_set, content.encode())['version']}/"
    declared = owner.send("PUT", path, {"columns": columns})
    assert declared.status_code == 200, declared.content
    assert owner.send("PATCH", path, {"state": "loading"}).status_code == 202
    work()
    assert owner.get(path).json()["state"] == "loaded"


def two_data_sets(
    owner: Visitor, *, households: str = HOUSEHOLDS, members: str = MEMBERS, rho: str = "10"
) -> tuple[DataSet, DataSet]:
    """Returns two data sets, of households and of their members, with a budget for the people of each."""

    def build() -> list[UUID]:
        both = loaded(owner, "Households", households, OF_HOUSEHOLDS), loaded(owner, "Members", members, OF_MEMBERS)
        for table in both:
            give_budget(owner, table, rho)
        return [table.pk for table in both]

    keys = remembered(f"two of {owner.person.pk} with {rho} for {households} and {members}", build)
    of_households, of_members = (DataSet.objects.get(pk=key) for key in keys)
    return of_households, of_members


def plan(members: DataSet, **changed: Any) -> dict[str, Any]:
    """Returns a plan of two tables, with changes to the parts `parents` and `children`."""
    parents = {"key": "household", "columns": [{"name": "region"}, {"name": "rooms"}]}
    children = {
        "data_set": str(members.pk),
        "version": 1,
        "key": "household",
        "columns": [{"name": "age", "bins": 5}, {"name": "school"}],
        "together": [["age", "school"]],
    }
    fields: dict[str, Any] = {"context": ["region"], "most": 3, "epsilon": "2", "delta": "0.000001", **changed}
    return {
        **fields,
        "parents": parents | changed.get("parents", {}),
        "children": children | changed.get("children", {}),
    }


def ask(visitor: Visitor, households: DataSet, members: DataSet, *, version: int = 1, **changed: Any) -> Any:
    body = {"version": version, "plan": plan(members, **changed)}
    return visitor.send("POST", f"datasets/{households.pk}/syntheses/", body)


def a_synthesis_of_two(visitor: Visitor, households: DataSet, members: DataSet, **changed: Any) -> dict[str, Any]:
    """Asks for synthetic rows of two tables and returns the synthesis when the worker is done."""
    answer = ask(visitor, households, members, **changed)
    assert answer.status_code == 202, answer.content
    work()
    shown: dict[str, Any] = visitor.get(f"syntheses/{answer.json()['id']}/").json()
    return shown


def archive_of(visitor: Visitor, id: str, **query: str) -> tuple[zipfile.ZipFile, dict[str, Any]]:
    answer = visitor.get(f"syntheses/{id}/file/", **query)
    assert answer.status_code == 200, answer.content
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    card: dict[str, Any] = json.loads(archive.read("card.json"))
    return archive, card

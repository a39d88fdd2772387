"""A program uploads the demonstration's data set, and continues after an interruption."""

import csv
import io
import math
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from datahub.accounts.services import create_token
from datahub.api.limits.throttles import counts
from datahub.datasets.models import DataSet
from datahub.datasets.services import upload as uploading
from datahub.datasets.tests.factories import Visitor, quick, somebody, work
from surveys.demonstration import data_set
from surveys.demonstration.people import EVERYBODY

FEW = b"".join(line + b"\n" for line in data_set.table().splitlines()[:60])


@pytest.fixture
def owner(transactional_db: None, monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Visitor:
    quick(monkeypatch, settings, tmp_path)
    return Visitor(somebody("ana"))


@pytest.fixture
def token(owner: Visitor) -> str:
    ends = timezone.now() + timedelta(hours=1)
    return str(create_token(actor=owner.person, name="demonstration", scopes=list(data_set.SCOPES), expires_at=ends)[1])


def versions(owner: Visitor, id_: str) -> Any:
    return owner.get(f"datasets/{id_}/versions/").json()["results"]


def test_it_is_loaded_as_declared_and_has_a_budget(owner: Visitor, token: str, live_server: LiveServer) -> None:
    id_ = data_set.put_in(url=live_server.url, token=token, table=FEW, wait=work)
    [version] = versions(owner, id_)
    assert (version["state"], version["rows"]) == ("loaded", 59)
    assert [column["name"] for column in version["columns"]] == list(data_set.COLUMNS)
    for column in version["columns"]:
        assert column | data_set.DECLARED[column["name"]] == column
    limits = {account["kind"]: account["limit"] for account in owner.get(f"budgets/dataset:{id_}/").json()["accounts"]}
    assert limits["people"]["rho"] == data_set.BUDGET["rho"]


def test_whoever_is_interrupted_at_any_request_goes_on_with_the_same_data_set(
    owner: Visitor, token: str, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interruption may come at any request: each request is once carried out without an answer to the program."""
    unheard = set[tuple[str, str]]()

    def cut_off(asks: Any) -> Any:
        def ask(url: str, path: str, *arguments: Any, **more: Any) -> Any:
            answer = asks(url, path, *arguments, **more)
            request = (more.get("method", ""), path)
            if request not in unheard:
                unheard.add(request)
                raise OSError("the line is cut")
            return answer

        return ask

    for name in ("ask", "hand_in"):
        monkeypatch.setattr(data_set, name, cut_off(getattr(data_set, name)))
    id_ = ""
    while not id_:
        counts.forget()  # Without this the rate limit would refuse so many requests in a short time.
        with suppress(OSError):
            id_ = data_set.put_in(url=live_server.url, token=token, table=FEW, wait=work)
    assert len(unheard) == 7 + math.ceil(len(FEW) / uploading.CHUNK_BYTES)
    assert [version["state"] for version in versions(owner, id_)] == ["loaded"]
    assert DataSet.objects.count() == 1


def test_every_value_of_the_extract_is_one_that_is_declared() -> None:
    rows = list(csv.DictReader(io.StringIO(data_set.table().decode())))
    assert len(rows) == EVERYBODY
    for name, declaration in data_set.DECLARED.items():
        values = {row[name] for row in rows}
        if declaration["type"] == "integer":
            least, most = int(declaration["minimum"]), int(declaration["maximum"])
            assert all(least <= int(value) <= most for value in values)
        else:
            assert values <= {category["value"] for category in declaration["categories"]} | set(declaration["missing"])

"""What the platform answers is what docs/reference/openapi.yaml says, whatever is sent to it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from unittest.mock import Mock

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.result import Err
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from datahub.api.openapi import openapi
from datahub.api.throttles import MemoryThrottle
from tests.api.world import SCOPES, World, a_token, a_world, kind_of

pytestmark = pytest.mark.django_db
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@dataclass(frozen=True)
class Sender:
    """What a request carries so that it is theirs. Cookies in a header would not be sent on."""

    headers: dict[str, str]
    cookies: dict[str, str]


OF_STRUCTURE = re.compile(  # what a document can say, and so has to; other refusals are of meaning
    "This field is required|This field is not known here|This parameter is not known here|This is no reference"
    "|may not be null|may not be empty|at least . elements|no more than . elements|is no whole number"
)
EXAMPLES = 8  # of each operation; derandomised, so that a failure is there again


def test_the_description_in_the_docs_is_up_to_date() -> None:
    call_command("openapi", "--check")


def test_every_operation_of_ours_names_its_refusals_in_one_shape() -> None:
    schema = openapi()
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            if not path.startswith("/api/v1/auth/"):
                missing = {"400", "401", "403", "404", "405", "409", "413", "415", "429"} - set(operation["responses"])
                assert not missing, (method, path)
    assert schema["components"]["responses"]["Problem429"]["headers"]["Retry-After"]


@pytest.fixture
def world(db: None) -> World:
    return a_world()


@pytest.fixture
def one_connection(senders: list[Sender]) -> Iterator[None]:
    """The server closes old connections around each request, and the client that signed in saw to it again."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def senders(world: World) -> list[Sender]:
    """The owner in a browser, and a program of the owner's."""
    client = Client()
    client.force_login(world.owner)
    csrf = client.get("/api/v1/me/").json()["csrf"]
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    token = a_token(world.owner, *SCOPES)[1]
    return [Sender({"X-CSRFToken": csrf}, cookies), Sender({"Authorization": f"Bearer {token}"}, {})]


@pytest.fixture
def no_throttle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of requests of one person within a minute would be told to wait, and shown nothing else."""
    monkeypatch.setattr(MemoryThrottle, "allow_request", Mock(return_value=True))


def operations() -> list[Any]:
    """Of allauth's routes the shape is allauth's own; its tests are not ours to repeat."""
    schema = schemathesis.openapi.from_dict(openapi())
    schema.app = get_wsgi_application()
    # A made-up token would stand in for the sender's; a NUL, and half a surrogate pair, is no text anywhere.
    schema.config.generation.update(with_security_parameters=False, allow_x00=False, codec="utf-8")
    found = list(schema.exclude(path_regex="^/api/v1/auth/").get_all_operations())
    described = [one.ok() for one in found if not isinstance(one, Err)]
    assert len(described) == len(found)
    return described


@pytest.mark.slow
def test_every_answer_is_described(
    one_connection: None, no_throttle: None, world: World, senders: list[Sender]
) -> None:
    failures = []
    for operation in operations():
        try:
            ask_much(operation, world, senders)
        except (FailureGroup, Failure) as failure:
            failures.append(f"{operation.label}: {failure}")
    assert not failures, "\n\n".join(failures)


@pytest.mark.slow
def test_whatever_the_document_allows_is_read(
    one_connection: None, no_throttle: None, world: World, senders: list[Sender]
) -> None:
    """What is refused is refused for what it means, and not for a field, a length or a form that the document hides."""
    refusals: set[str] = set()
    for operation in operations():
        refusals |= refused_of_allowed(operation, world, senders[0])
    assert not refusals, "\n".join(sorted(refusals))


def refused_of_allowed(operation: Any, world: World, sender: Sender) -> set[str]:
    refusals: set[str] = set()

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE))
    def ask(case: "schemathesis.Case[Any]") -> None:
        known = ids_in(world, case.method, case.path)
        case.path_parameters = {name: known[name] for name in case.path_parameters or {}}
        with transaction.atomic():
            answer = case.call(headers=sender.headers, cookies=sender.cookies)
            transaction.set_rollback(True)
        if answer.status_code == 400:
            body = answer.json()
            told = [text for texts in body["fields"].values() for text in texts] or [body["detail"]]
            refusals.update(f"{operation.label}: {text}" for text in told if OF_STRUCTURE.search(text))

    ask()
    return refusals


def ask_much(operation: Any, world: World, senders: list[Sender]) -> None:
    """Each case is sent by all of them: to think one up takes longer than to answer it."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(), st.booleans())
    def ask(case: "schemathesis.Case[Any]", about_a_thing_that_exists: bool) -> None:
        if about_a_thing_that_exists:
            known = ids_in(world, case.method, case.path)
            case.path_parameters = {name: known[name] for name in case.path_parameters or {}}
        for sender in senders:
            with transaction.atomic():
                answer = case.call_and_validate(headers=sender.headers, cookies=sender.cookies, checks=CHECKS)
                transaction.set_rollback(True)
            assert answer.status_code != 401, "the sender is not known: nothing is tried out"

    ask()


def ids_in(world: World, method: str, path: str) -> dict[str, object]:
    """Real ones, whatever the path is about."""
    survey = str(world.draft.pk if method == "DELETE" else world.version.survey_id)
    known = {place.strip("<>").partition(":")[2]: id for place, id in world.ids.items() if ":" in place}
    kind = "<int:id>" if "/roles/" in path else kind_of(path.lstrip("/").replace("{id}", "<uuid:id>"))
    return known | {
        "id": world.ids[kind] if kind else survey,
        "job_id": str(world.job.pk),
        "number": world.version.number,
        "first": world.version.number,
        "second": 0,
        "hash": world.version.hash,
        "slug": world.version.survey.slug,
    }

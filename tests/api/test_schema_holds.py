"""What the platform answers is what docs/reference/openapi.yaml says, whatever is sent to it."""

from collections.abc import Iterator
from typing import Any

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
from tests.api.world import World, a_token, a_world

pytestmark = pytest.mark.django_db
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
Headers = dict[str, str]
EXAMPLES = 25  # of each operation; derandomised, so that a failure is there again


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
def one_connection(senders: list[Headers]) -> Iterator[None]:
    """The server closes old connections around each request, and the client that signed in saw to it again."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def senders(world: World) -> list[Headers]:
    """The owner in a browser, and a program of the owner's."""
    client = Client()
    client.force_login(world.owner)
    csrf = client.get("/api/v1/me/").json()["csrf"]
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    token = a_token(world.owner, "surveys:read", "surveys:write", "reports:bulk")[1]
    return [{"Cookie": cookies, "X-CSRFToken": csrf}, {"Authorization": f"Bearer {token}"}]


@pytest.mark.slow
def test_every_answer_is_described(one_connection: None, world: World, senders: list[Headers]) -> None:
    """Of allauth's routes the shape is allauth's own; its tests are not ours to repeat."""
    schema = schemathesis.openapi.from_dict(openapi())
    schema.app = get_wsgi_application()
    failures = []
    for found in schema.exclude(path_regex="^/api/v1/auth/").get_all_operations():
        assert not isinstance(found, Err), found
        try:
            ask_much(found.ok(), world, senders)
        except (FailureGroup, Failure) as failure:
            failures.append(f"{found.ok().label}: {failure}")
    assert not failures, "\n\n".join(failures)


def ask_much(operation: Any, world: World, senders: list[Headers]) -> None:
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
        for headers in senders:
            with transaction.atomic():
                case.call_and_validate(headers=headers, checks=CHECKS)
                transaction.set_rollback(True)

    ask()


def ids_in(world: World, method: str, path: str) -> dict[str, object]:
    survey = str(world.draft.pk if method == "DELETE" else world.version.survey_id)
    known = {place.strip("<>").partition(":")[2]: id for place, id in world.ids.items() if ":" in place}
    ids = {
        "organisations": world.ids["<organisation>"],
        "roles": world.ids["<int:id>"],
        "datasets": world.ids["<data set>"],
        "access-requests": world.ids["<request>"],
    }
    return known | {
        "id": ids.get(path.split("/")[3], survey),
        "job_id": str(world.job.pk),
        "number": world.version.number,
        "first": world.version.number,
        "second": 0,
        "hash": world.version.hash,
        "slug": world.version.survey.slug,
    }

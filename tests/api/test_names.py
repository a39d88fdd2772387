"""Names that others read, in lists, decisions and mails: none holds a character that nobody sees."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from rest_framework.renderers import JSONRenderer

from tests.api.world import World, a_world, body_for, client_of

pytestmark = pytest.mark.django_db
API = "api/v1/"
NAMED = (
    ("PATCH", "me/"),
    ("POST", "organisations/"),
    ("PATCH", "organisations/<uuid:id>/"),
    ("POST", "organisations/<uuid:id>/teams/"),
    ("POST", "tokens/"),
    ("POST", "datasets/"),
    ("PATCH", "datasets/<uuid:id>/"),
)


def name_it(client: Client, world: World, method: str, path: str, name: str) -> Any:
    body: Mapping[str, Any] = {**body_for(method, API + path, world), "name": name}
    text = JSONRenderer().render(body).decode()
    return client.generic(method, world.url(method, API + path), text, content_type="application/json")


@pytest.mark.parametrize(("method", "path"), NAMED)
def test_a_name_with_a_character_that_nobody_sees_is_refused(method: str, path: str) -> None:
    world = a_world()
    client = client_of("owner", world)
    for unseen in ("\x1b", "\u202e", "\u200b"):
        answer = name_it(client, world, method, path, f"In{unseen}stitute")
        assert answer.status_code == 400, answer.content
        assert f"U+{ord(unseen):04X}" in str(answer.json()["fields"]["name"])


@pytest.mark.parametrize(("method", "path"), NAMED)
def test_a_name_of_any_script_is_taken(method: str, path: str) -> None:
    world = a_world()
    client = client_of("owner", world)
    for name in ("درآمد\u200cها", "क्\u200dष", "研究所（2026）", "Nº 3, “Leute” & Co."):
        assert name_it(client, world, method, path, name).status_code in {200, 201}

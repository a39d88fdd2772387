"""This module provides a world of things that exist, those who ask for them, and nothing that stays of what they
did."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from datahub.accounts.models import Person
from datahub.api.limits.throttles import MemoryThrottle
from tests.api.document.asking import Senders, signed_in
from tests.api.document.published import operations, published
from tests.api.keyed_world import fit_out_without_models
from tests.api.world import SCOPES, World, a_token, a_world


@pytest.fixture
def world(db: None) -> World:
    """The owner of everything administers the platform as well, so that little is refused for who asks."""
    world = a_world()
    fit_out_without_models(world.owner, world.ids)
    Person.objects.filter(pk=world.owner.pk).update(is_administrator=True)
    return world


@pytest.fixture
def senders(world: World) -> Senders:
    colleague = Person.objects.get(pk=world.ids["<colleague>"])
    token = a_token(world.owner, *SCOPES)[1]
    return Senders(signed_in(world.owner), token, signed_in(colleague))


@pytest.fixture
def one_connection(senders: Senders) -> Iterator[None]:
    """The server closes old connections around each request, and the client that signed in saw to it again."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def no_throttle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of requests of one person within a minute would be told to wait, and shown nothing else."""
    monkeypatch.setattr(MemoryThrottle, "allow_request", Mock(return_value=True))


@pytest.fixture
def document_operations(one_connection: None, no_throttle: None, world: World) -> list[Any]:
    return operations(published(world))

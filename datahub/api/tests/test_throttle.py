"""Requests are counted in memory under a salt of one day; the caller's address is not kept."""

from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django.fixtures import Settings
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from datahub.api.limits import throttles
from datahub.api.limits.throttles import Counts

MINUTE, DAY = 60, 24 * 3600


class Clock:
    now = 20_000.0 * DAY

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(autouse=True)
def three_a_minute(settings: Settings) -> None:
    settings.RATES = {"default": 3, "narrow": 1}


class View(APIView):
    public = "a test"
    authentication_classes = ()

    def get(self, request: Request) -> Response:
        return Response({})


class NarrowView(View):
    throttle_scope = "narrow"


def ask(address: str = "192.0.2.1", view: type[APIView] = View, user: Any = None, **headers: Any) -> Response:
    request = APIRequestFactory().get("/", REMOTE_ADDR=address, **headers)
    if user is not None:
        request._force_auth_user = user  # type: ignore[attr-defined]  # force_authenticate sets this attribute
    response = view.as_view()(request)
    assert isinstance(response, Response)
    return response


def test_the_request_after_the_last_allowed_one_is_refused() -> None:
    assert [ask().status_code for _ in range(4)] == [200, 200, 200, 429]
    assert 1 <= int(ask()["Retry-After"]) <= MINUTE
    assert ask("192.0.2.2").status_code == 200


def test_a_view_may_have_a_rate_of_its_own() -> None:
    assert [ask(view=NarrowView).status_code for _ in range(2)] == [200, 429]
    assert ask().status_code == 200


def test_a_household_has_one_count_though_it_has_many_addresses() -> None:
    answers = [ask(f"2001:db8:1:2::{number}").status_code for number in range(4)]
    assert answers == [200, 200, 200, 429]
    assert ask("2001:db8:1:3::1").status_code == 200


def test_a_person_is_counted_wherever_they_are() -> None:
    ada = SimpleNamespace(pk="ada", is_authenticated=True, is_active=True)
    answers = [ask(f"192.0.2.{number}", user=ada).status_code for number in range(4)]
    assert answers == [200, 200, 200, 429]
    assert ask("192.0.2.1").status_code == 200


def test_a_forwarded_address_counts_only_behind_trusted_proxies(settings: Settings) -> None:
    for number in range(3):
        ask(HTTP_X_FORWARDED_FOR=f"198.51.100.{number}")
    assert ask(HTTP_X_FORWARDED_FOR="198.51.100.9").status_code == 429
    settings.TRUSTED_PROXIES = 1
    assert ask(HTTP_X_FORWARDED_FOR="198.51.100.9").status_code == 200
    for number in range(2):
        ask(HTTP_X_FORWARDED_FOR=f"made-up-{number}, 198.51.100.9")
    assert ask(HTTP_X_FORWARDED_FOR="made-up, 198.51.100.9").status_code == 429
    assert ask("not an address").status_code == 200


@pytest.mark.parametrize(("processes", "allowed"), [(1, 3), (2, 1), (3, 1), (9, 1)])
def test_each_web_process_has_its_part_of_a_limit_and_at_least_one(
    settings: Settings, processes: int, allowed: int
) -> None:
    settings.WEB_PROCESSES = processes
    assert [ask().status_code for _ in range(4)] == [200] * allowed + [429] * (4 - allowed)


def test_counts_end_with_the_minute(clock: Clock) -> None:
    counts = Counts(clock)
    assert [counts.add("default", "a") for _ in range(2)] == [1, 2]
    clock.now += MINUTE - 1
    assert (counts.add("default", "a"), counts.seconds_left()) == (3, 1)
    clock.now += 1
    assert (counts.add("default", "a"), counts.seconds_left()) == (1, MINUTE)


def test_what_is_kept_names_nobody_and_changes_its_salt_every_day(clock: Clock) -> None:
    counts = Counts(clock)
    counts.add("default", "address 192.0.2.1")
    today = set(counts._counts)
    assert all(len(key) == 16 and b"192" not in key for key in today)
    clock.now += DAY
    counts.add("default", "address 192.0.2.1")
    assert today.isdisjoint(counts._counts)


def test_many_callers_do_not_fill_the_memory(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttles, "MOST_CALLERS", 10)
    counts = Counts(clock)
    for number in range(100):
        counts.add("default", f"address {number}")
    assert len(counts._counts) == 11
    assert counts.add("default", "address 99") == 91
    assert counts.add("default", "address 3") == 2

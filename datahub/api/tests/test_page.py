"""A list is read page by page without losing or repeating a row, whatever is added meanwhile."""

import base64
import json
from datetime import datetime, timedelta
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from datahub.api.errors import BadCursor
from datahub.api.paging import MOST_ROWS, CursorPage

pytestmark = pytest.mark.django_db
START = datetime(2026, 1, 1, tzinfo=timezone.get_default_timezone())


class NewestFirst(APIView):
    ordering = "-expire_date"


class ByText(APIView):
    ordering = "session_data"


class ByNumber(APIView):
    ordering = "id"


def a_row(minutes: int, text: str = "") -> str:
    """Returns a row of Django's own table of sessions, because the API is the lowest layer and has no table."""
    end = START + timedelta(minutes=minutes)
    return Session.objects.create(session_key=uuid4().hex, session_data=text, expire_date=end).pk


def page(url: str, view: type[APIView] = NewestFirst) -> tuple[list[str], str | None]:
    paging = CursorPage()
    rows = paging.paginate_queryset(Session.objects.all(), Request(APIRequestFactory().get(url)), view())
    return [row.pk for row in rows], paging.get_paginated_response([]).data["next"]


def all_pages(url: str, view: type[APIView] = NewestFirst) -> list[str]:
    ids: list[str] = []
    following: str | None = url
    while following:
        rows, following = page(following, view)
        ids += rows
    return ids


def test_pages_follow_one_another() -> None:
    ids = [a_row(minute) for minute in range(7)]
    assert all_pages("/?rows=3") == ids[::-1]
    assert page("/") == (ids[::-1], None)


def test_rows_that_tie_are_neither_lost_nor_repeated() -> None:
    ids = {a_row(0, kind) for kind in "aabbb" * 3}
    for view in (NewestFirst, ByText):
        seen = all_pages("/?rows=2", view)
        assert len(seen) == 15
        assert set(seen) == ids


def test_a_row_added_meanwhile_disturbs_nothing() -> None:
    ids = [a_row(minute) for minute in range(4)]
    first, following = page("/?rows=2")
    a_row(99)
    assert following is not None
    assert first + page(following)[0] == ids[::-1]


def test_the_next_page_keeps_the_rest_of_the_query() -> None:
    for minute in range(3):
        a_row(minute)
    following = page("/list/?rows=1&q=a+b")[1]
    assert following is not None
    query = parse_qs(urlsplit(following).query)
    assert (query["rows"], query["q"]) == (["1"], ["a b"])
    assert following.startswith("http://testserver/list/")


@pytest.mark.parametrize("rows", ["0", "-1", "101", "x", "", "1e2", "٣", "9999999999"])
def test_refuses_a_number_of_rows_it_will_not_give(rows: str) -> None:
    with pytest.raises(BadCursor, match=f"1 to {MOST_ROWS}"):
        page(f"/?rows={rows}")


def cursor(*parts: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode()


ID = "00000000-0000-0000-0000-000000000000"


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "é", "[", "W10", cursor("-expire_date"), cursor("-expire_date", "no time", ID),
        cursor("-expire_date", None, ID), cursor("-expire_date", [], ID), cursor("-expire_date", 5, ID),
        cursor("-expire_date", "2026-01-01T00:00:00", ID),
        cursor("-expire_date", "2026-13-01T00:00Z", ID),
        cursor("-expire_date", "0001-01-01T00:00:00+23:59", ID),
        cursor("-expire_date", "9999-12-31T23:59:59-23:59", ID),
        cursor("session_data", "a", ID), base64.urlsafe_b64encode(b"[" * 100_000).decode(),
        cursor("-expire_date", "2026-01-01T00:00:00+00:00", None), cursor(*"abcd"),
        cursor("expire_date", "2026-01-01T00:00:00+00:00", ID),  # this cursor is of the same list in the opposite order
    ],
)  # fmt: skip
def test_refuses_what_is_no_cursor_of_this_list(text: str) -> None:
    a_row(1)
    with pytest.raises(BadCursor):
        page(f"/?cursor={text}")


@pytest.mark.parametrize("value", ["Infinity, 1", "1, Infinity", "-Infinity, 1", "NaN, 1", "1e999, 1", "[], 1"])
def test_refuses_what_is_no_number_of_a_column_of_numbers(value: str) -> None:
    text = base64.urlsafe_b64encode(f'["id", {value}]'.encode()).decode()
    request = Request(APIRequestFactory().get("/", {"cursor": text}))
    with pytest.raises(BadCursor):
        CursorPage().paginate_queryset(ContentType.objects.all(), request, ByNumber())


def test_refuses_text_that_no_database_keeps() -> None:
    a_row(1)
    with pytest.raises(BadCursor):
        page(f"/?cursor={cursor('session_data', 'a' + chr(0), ID)}", ByText)
    with pytest.raises(BadCursor):
        page(f"/?cursor={cursor('session_data', chr(0xD800), ID)}", ByText)

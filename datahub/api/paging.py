"""Lists are read page by page behind an opaque cursor, in an order that new rows do not disturb."""

import base64
import binascii
import json
from datetime import UTC, datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.utils.encoding import force_str
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from datahub.api.errors import BadCursor, Malformed
from datahub.api.parsers import check_string

ROWS = 50
MOST_ROWS = 100
CURSOR = {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "description": "Of `next` of the page before, as it is."}
Row = TypeVar("Row", bound=Model)


class CursorPage(BasePagination):
    """Sorts by the view's `ordering`, one non-null field ("-created_at"), and breaks ties by primary key.

    The cursor names the last row shown, so that a page neither skips nor repeats a row while others are added.
    """

    ordering = "-created_at"
    _next: str | None = None

    def paginate_queryset(  # type: ignore[override]  # DRF's stub has Any for the row and the view
        self, queryset: QuerySet[Row], request: Request, view: APIView | None = None
    ) -> list[Row]:
        ordering: str = getattr(view, "ordering", self.ordering)
        descending, field = ordering.startswith("-"), ordering.lstrip("-")
        sign, step = ("-", "lt") if descending else ("", "gt")
        rows = queryset.order_by(f"{sign}{field}", f"{sign}pk")
        text = request.query_params.get("cursor")
        if text is not None:
            value, pk = _read_cursor(text, ordering, queryset.model)
            rows = rows.filter(Q(**{f"{field}__{step}": value}) | Q(**{field: value, f"pk__{step}": pk}))
        size = _size(request)
        shown = list(rows[: size + 1])
        if len(shown) > size:
            del shown[size:]
            cursor = _write_cursor(ordering, getattr(shown[-1], field), shown[-1].pk)
            self._next = replace_query_param(request.build_absolute_uri(), "cursor", cursor)
        return shown

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"next": self._next, "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "object",
            "required": ["next", "results"],
            "properties": {"next": {"type": ["string", "null"], "format": "uri"}, "results": schema},
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        rows = {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": ROWS}
        return [
            {"name": "cursor", "in": "query", "required": False, "schema": CURSOR},
            {"name": "rows", "in": "query", "required": False, "schema": rows},
        ]


def _size(request: Request) -> int:
    text = request.query_params.get("rows", str(ROWS))
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= MOST_ROWS):
        raise BadCursor(f"rows must be a whole number from 1 to {MOST_ROWS}.")
    return int(text)


def _write_cursor(ordering: str, value: Any, pk: Any) -> str:
    content = value.isoformat() if hasattr(value, "isoformat") else value
    return base64.urlsafe_b64encode(json.dumps([ordering, content, force_str(pk)]).encode()).decode().rstrip("=")


def _read_cursor(text: str, ordering: str, model: type[Model]) -> tuple[Any, Any]:
    """Reads a cursor; a text that is not a cursor of this list, in this order, is refused. A cursor grants nothing."""
    try:
        content = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        order, value, pk = content
        if order != ordering:
            raise BadCursor("This cursor belongs to a list in another order. Start from the first page.")
        key = model._meta.pk
        return _read(model._meta.get_field(ordering.lstrip("-")), value), _read(key, pk)
    except (binascii.Error, ValueError, TypeError, ValidationError, OverflowError, RecursionError, Malformed):
        raise BadCursor("This is no cursor of DataHub. Start from the first page.") from None


def _read(column: Any, content: Any) -> Any:
    """Returns a value read from JSON as a value of the column; only what the column could hold, and never NULL."""
    if isinstance(content, str):
        check_string(content)
    value = column.to_python(content)
    if value is None or (isinstance(value, datetime) and value.tzinfo is None):
        raise ValueError(f"{column.name} cannot hold this")
    # Raises OverflowError in the first and last years of the calendar.
    return value.astimezone(UTC) if isinstance(value, datetime) else value

"""Writes the whole API down, once for each process."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


@cache
def openapi() -> dict[str, Any]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]  # drf-spectacular leaves it untyped
    schema: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # same
    return schema

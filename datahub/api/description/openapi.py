"""This module makes the OpenAPI document of the whole API, once for each process."""

from typing import Any

from drf_spectacular.generators import SchemaGenerator

from datahub.api.once import once


@once
def openapi() -> dict[str, Any]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]  # drf-spectacular leaves it untyped
    schema: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # drf-spectacular leaves it untyped
    return schema

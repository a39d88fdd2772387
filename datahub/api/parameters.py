"""Query parameters that an operation does not name are refused: a misspelt one is an error, not a silence."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.serializers import Serializer

from datahub.api.once import once
from datahub.api.problem import Problem

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which itself imports the Door, and the Door this module


class UnknownParameter(Problem):
    """The address has a query parameter that the operation does not know; `fields` says which."""

    code = "invalid"


def check_query(names: Iterable[str], known: frozenset[str]) -> None:
    unknown = sorted(set(names) - known)
    if unknown:
        fields = dict.fromkeys((name[:100] for name in unknown), "This parameter is not known here.")
        raise UnknownParameter("The address has parameters that are not known here.", fields=fields)


@once
def parameters_of(view: type["APIView"], method: str) -> frozenset[str]:
    """The names of the query parameters of one operation: those that its description in the API document names."""
    described = getattr(getattr(view, method.lower()), "kwargs", {}).get("schema")
    names: set[str] = set()
    if described is not None:
        schema, instance = described(), view()
        instance.request, instance.kwargs = None, {}  # type: ignore[assignment]  # nothing described hangs on them
        schema.view, schema.method = instance, method
        for parameter in schema.get_override_parameters():
            names |= _names_of(parameter)
    if method == "GET":
        names |= _names_of_pages(view)
    return frozenset(names)


def _names_of(parameter: Any) -> set[str]:
    if isinstance(parameter, OpenApiParameter):
        return {parameter.name} if parameter.location == OpenApiParameter.QUERY else set()
    serializer = parameter() if isinstance(parameter, type) else parameter
    if not isinstance(serializer, Serializer):
        raise TypeError(f"{parameter!r} describes no parameter")
    return set(serializer.fields)


def _names_of_pages(view: type["APIView"]) -> set[str]:
    pages = getattr(view, "pagination_class", None)
    return set() if pages is None else {one["name"] for one in pages().get_schema_operation_parameters(view)}

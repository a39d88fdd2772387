"""A query parameter that an operation does not name, or a value that it does not list, is refused: a misspelt one is an
error."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.serializers import Serializer

from datahub.api.once import once
from datahub.api.problem import Problem

if TYPE_CHECKING:
    from rest_framework.views import APIView  # rest_framework.views imports the Door, which imports this module


@dataclass(frozen=True)
class Parameter:
    """A parameter of a query has values that it accepts; `values` says which in words, and is empty where its reader
    decides."""

    accepts: Callable[[str], bool] = lambda _: True
    values: str = ""


THERE = Parameter(bool, "never empty")
NUMBERS = {"integer", "number", int, float, OpenApiTypes.INT, OpenApiTypes.NUMBER}


class UnknownParameter(Problem):
    """The address has a query parameter, or a value of one, that the operation does not know; `fields` says which."""

    code = "invalid"


def check_query(query: Mapping[str, Any], known: Mapping[str, Parameter]) -> None:
    """Refuses parameters of an address that are not known. `query` has for each name the last of its values, or all of
    them."""
    unknown = sorted(set(query) - set(known))
    if unknown:
        fields = dict.fromkeys((name[:100] for name in unknown), "This parameter is not known here.")
        raise UnknownParameter("The address has parameters that are not known here.", fields=fields)
    wrong = sorted(name for name, value in query.items() if not known[name].accepts(value))
    if wrong:
        detail = "; ".join(f"{name} is {known[name].values}" for name in wrong)
        raise UnknownParameter(f"{detail}.", fields=dict.fromkeys(wrong, "is not known here"))


@once
def parameters_of(view: type["APIView"], method: str) -> Mapping[str, Parameter]:
    """Returns the query parameters that one operation names in the API document. Each comes with a check of its form: a
    value from a list, an id, or a number that is there. Any other form is judged by the code that reads it."""
    described = getattr(getattr(view, method.lower()), "kwargs", {}).get("schema")
    known: dict[str, Parameter] = {}
    if described is not None:
        schema, instance = described(), view()
        instance.request, instance.kwargs = None, {}  # type: ignore[assignment]  # no described parameter depends on request or kwargs
        schema.view, schema.method = instance, method
        for parameter in schema.get_override_parameters():
            known |= _described_by(parameter)
    if method == "GET":
        known |= _of_pages(view)
    return known


def _described_by(parameter: Any) -> dict[str, Parameter]:
    if isinstance(parameter, OpenApiParameter):
        return {parameter.name: _parameter(parameter)} if parameter.location == OpenApiParameter.QUERY else {}
    serializer = parameter() if isinstance(parameter, type) else parameter
    if not isinstance(serializer, Serializer):
        raise TypeError(f"{parameter!r} describes no parameter")
    return dict.fromkeys(serializer.fields, Parameter())


def _parameter(described: OpenApiParameter) -> Parameter:
    if described.enum:
        return Parameter(frozenset(described.enum).__contains__, f"one of {', '.join(map(str, described.enum))}")
    if described.type is OpenApiTypes.UUID:
        return Parameter(_is_uuid, "an id")
    type_of_values = described.type.get("type") if isinstance(described.type, dict) else described.type
    return THERE if type_of_values in NUMBERS else Parameter()


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False


def _of_pages(view: type["APIView"]) -> dict[str, Parameter]:
    pages = getattr(view, "pagination_class", None)
    described = [] if pages is None else pages().get_schema_operation_parameters(view)
    return {of["name"]: THERE if of["schema"]["type"] in NUMBERS else Parameter() for of in described}

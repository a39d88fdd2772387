"""This module is about the version that a request for results names in its address."""

from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from surveys.errors import BadQuery, NoResults
from surveys.models import Version

WHOLE = {"type": "integer", "minimum": 1, "maximum": 99_999}
VERSION = OpenApiParameter("version", WHOLE, description="A version's number; the newest without it.")


def version_asked(request: Request, id: UUID) -> Version:
    return version_of(id, request.query_params.get("version", ""))


def version_of(survey_id: UUID, text: str) -> Version:
    """Returns the version with this number, or the newest version where `text` is empty."""
    number = number_in(text)
    versions = Version.objects.select_related("survey").filter(survey=survey_id).order_by("-number")
    version = (versions if number is None else versions.filter(number=number)).first()
    if version is None:
        raise missing(number)
    return version


def number_in(text: str) -> int | None:
    """Returns the number that a query names; None where it names none. BadQuery for what is no number."""
    if text and not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise BadQuery("version is the number of a version.", fields={"version": "is no whole number"})
    return int(text) if text else None


def missing(number: int | None) -> NoResults:
    return NoResults("This survey has not been published." if number is None else "This survey has no such version.")

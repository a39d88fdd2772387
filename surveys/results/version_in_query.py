"""This module is about the version that a request for results names in its address."""

from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from surveys.errors import BadQuery, NoResults
from surveys.models import Version

WHOLE = {"type": "integer", "minimum": 1, "maximum": 99_999}
VERSION = OpenApiParameter("version", WHOLE, description="A version's number; the newest without it.")


def version_asked(request: Request, id: UUID) -> Version:
    return version_of(id, request.query_params.get("version", ""))


def version_of(survey_id: UUID, number: str) -> Version:
    """Returns the version with this number, or the newest version where `number` is empty."""
    return version_among(Version.objects.select_related("survey"), survey_id, number)


def version_among(versions: "QuerySet[Version]", survey_id: UUID, number: str) -> Version:
    if number and not (number.isascii() and number.isdecimal() and len(number) < 6):
        raise BadQuery("version is the number of a version.", fields={"version": "is no whole number"})
    versions = versions.filter(survey=survey_id).order_by("-number")
    version = (versions.filter(number=int(number)) if number else versions).first()
    if version is None:
        raise NoResults("This survey has no such version." if number else "This survey has not been published.")
    return version

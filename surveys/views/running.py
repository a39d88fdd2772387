"""/surveys/{id}: what an owner does with a survey while it runs and afterwards."""

from collections.abc import Mapping
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from datahub.policies.permissions import permit_of
from surveys.selectors import running
from surveys.selectors import surveys as selectors
from surveys.serializers.running import DiffSerializer
from surveys.serializers.surveys import SurveySerializer, VersionInListSerializer
from surveys.services import archive as archiving
from surveys.services import pause as pausing
from surveys.views.address import shared_address
from surveys.views.surveys import OfSurvey, survey_of


class PauseView(OfSurvey):
    operations: Mapping[str, str] = {"PUT": "survey.pause", "DELETE": "survey.pause"}

    @extend_schema(request=None, responses=VersionInListSerializer)
    def put(self, request: Request, id: UUID, number: int) -> Response:
        """Takes no reports for a while: pages keep theirs and send them again. 409 unless the version is open."""
        permit = permit_of(request)
        version = pausing.pause(actor=permit.viewer, rule=permit.rule, survey_id=id, number=number)
        return Response(selectors.versions([version])[0])

    @extend_schema(responses={200: VersionInListSerializer})
    def delete(self, request: Request, id: UUID, number: int) -> Response:
        """Goes on."""
        permit = permit_of(request)
        version = pausing.resume(actor=permit.viewer, rule=permit.rule, survey_id=id, number=number)
        return Response(selectors.versions([version])[0])


class ArchiveView(OfSurvey):
    operations: Mapping[str, str] = {"PUT": "survey.archive", "DELETE": "survey.archive"}

    @extend_schema(request=None, responses=SurveySerializer)
    def put(self, request: Request, id: UUID) -> Response:
        """Hides the survey from the list unless archived ones are asked for. 409 while a version is open."""
        permit = permit_of(request)
        return Response(selectors.whole(archiving.archive(actor=permit.viewer, rule=permit.rule, survey_id=id)))

    @extend_schema(responses={200: SurveySerializer})
    def delete(self, request: Request, id: UUID) -> Response:
        """Back into the list."""
        permit = permit_of(request)
        return Response(selectors.whole(archiving.unarchive(actor=permit.viewer, rule=permit.rule, survey_id=id)))


class DiffView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read"}

    @extend_schema(responses=DiffSerializer)
    def get(self, request: Request, id: UUID, first: int, second: int) -> Response:  # noqa: ARG002 - DRF passes it
        """What changed from one version to the other, path by path. Number 0 is the draft as it would be published."""
        return Response(running.diff(survey_of(id), first, second))


class LinkPictureView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read"}

    @extend_schema(responses={(200, "image/svg+xml"): OpenApiTypes.STR})
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """A QR code of the survey's link, as others reach it; for screens and for print."""
        link = shared_address(request, f"/s/{running.slug_of(id)}/")
        return HttpResponse(running.picture_of(link), content_type="image/svg+xml")

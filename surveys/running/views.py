"""/surveys: lists surveys, and does what an owner does with a survey while it runs and afterwards."""

from collections.abc import Mapping
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.policies.permissions import permit_of
from surveys import selectors
from surveys.drafts.selectors import whole
from surveys.drafts.serializers import NewSurveySerializer, SurveySerializer
from surveys.drafts.services import create
from surveys.models import Survey
from surveys.running import archive as archiving
from surveys.running import pause as pausing
from surveys.running.address import shared_address
from surveys.running.close import close
from surveys.running.deletions import deletion_of
from surveys.running.destroy import ask_for_destruction
from surveys.running.selectors import picture_of, slug_of
from surveys.running.serializers import CloseSerializer, ConfirmSerializer, DeletionSerializer
from surveys.serializers import SurveyInListSerializer, VersionInListSerializer
from surveys.survey_view import OfSurvey, viewer_of

SEARCH = OpenApiParameter("q", OpenApiTypes.STR, description="Part of the title.")
ARCHIVED = OpenApiParameter("archived", OpenApiTypes.STR, enum=selectors.ARCHIVED, default=selectors.ARCHIVED[0])
SORT = OpenApiParameter("sort", OpenApiTypes.STR, enum=selectors.SORTS, default=selectors.SORTS[0])


class SurveyListView(APIView):
    operations: Mapping[str, str] = {"GET": "survey.list", "POST": "survey.create"}
    pagination_class = CursorPage  # The OpenAPI document names this page class.
    ordering = selectors.SORTS[0]

    def ref(self, request: Request) -> Ref:
        return PLATFORM

    @extend_schema(
        operation_id="surveys_list", parameters=[SEARCH, SORT, ARCHIVED], responses=SurveyInListSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        self.ordering = request.query_params.get("sort", self.ordering)
        page = CursorPage()
        searched = selectors.surveys_for(viewer_of(request), search=request.query_params.get("q", "")[:200])
        surveys = selectors.listed(searched, request.query_params.get("archived", selectors.ARCHIVED[0]))
        return page.get_paginated_response(selectors.in_list(page.paginate_queryset(surveys, request, view=self)))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=NewSurveySerializer, responses={201: SurveySerializer})
    def post(self, request: Request) -> Response:
        actor, draft = viewer_of(request), dict(request.data)
        survey = create_once(request, Survey, lambda id: create(actor=actor, id=id, draft=draft, simulated=False))
        return Response(whole(survey), status=201)


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
        """Resumes a paused version."""
        permit = permit_of(request)
        version = pausing.resume(actor=permit.viewer, rule=permit.rule, survey_id=id, number=number)
        return Response(selectors.versions([version])[0])


class ArchiveView(OfSurvey):
    operations: Mapping[str, str] = {"PUT": "survey.archive", "DELETE": "survey.archive"}

    @extend_schema(request=None, responses=SurveySerializer)
    def put(self, request: Request, id: UUID) -> Response:
        """Hides the survey from the list unless archived ones are asked for. 409 while a version is open."""
        permit = permit_of(request)
        return Response(whole(archiving.archive(actor=permit.viewer, rule=permit.rule, survey_id=id)))

    @extend_schema(responses={200: SurveySerializer})
    def delete(self, request: Request, id: UUID) -> Response:
        """Puts an archived survey back into the list."""
        permit = permit_of(request)
        return Response(whole(archiving.unarchive(actor=permit.viewer, rule=permit.rule, survey_id=id)))


class LinkPictureView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read"}

    @extend_schema(responses={(200, "image/svg+xml"): OpenApiTypes.STR})
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Returns a QR code of the survey's link, as others reach it; for screens and for print."""
        link = shared_address(request, f"/s/{slug_of(id)}/")
        return HttpResponse(picture_of(link), content_type="image/svg+xml")


class VersionView(OfSurvey):
    operations: Mapping[str, str] = {"PATCH": "survey.close"}

    @extend_schema(request=CloseSerializer, responses=VersionInListSerializer)
    def patch(self, request: Request, id: UUID, number: int) -> Response:
        CloseSerializer(data=request.data).is_valid(raise_exception=True)
        permit = permit_of(request)
        version = close(actor=permit.viewer, rule=permit.rule, survey_id=id, number=number)
        return Response(selectors.versions([version])[0])


class DeletionView(OfSurvey):
    operations: Mapping[str, str] = {"POST": "survey.delete"}

    @extend_schema(request=ConfirmSerializer, responses={202: DeletionSerializer})
    def post(self, request: Request, id: UUID) -> Response:
        """Destroys a survey that was published, with keys, reports and results. `confirm` is its title as it stands."""
        serializer = ConfirmSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        permit, title = permit_of(request), serializer.validated_data["confirm"]
        ask_for_destruction(actor=permit.viewer, rule=permit.rule, survey_id=id, title=title)
        return Response(deletion_of(id), status=202)


class RecordView(APIView):
    public = "Whoever answered may learn that nothing of the survey is left, and check who says so."
    authentication_classes = ()

    @extend_schema(responses=DeletionSerializer, auth=[])
    def get(self, request: Request, id: UUID) -> Response:
        """The record, once all is destroyed, with the signature over its canonical JSON."""
        return Response(deletion_of(id))

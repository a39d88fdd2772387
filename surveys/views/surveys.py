"""/surveys: a researcher's surveys, their drafts and versions."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.models import Person
from datahub.api.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref
from datahub.policies.permissions import permit_of
from surveys.errors import BadQuery
from surveys.models import Survey
from surveys.selectors import surveys as selectors
from surveys.serializers.surveys import (
    CloseSerializer,
    DraftPartsSerializer,
    NewSurveySerializer,
    PublishedSerializer,
    PublishSerializer,
    SurveyInListSerializer,
    SurveySerializer,
    VersionInListSerializer,
)
from surveys.services.close import close
from surveys.services.drafts import change, create, delete
from surveys.services.publish import publish

SEARCH = OpenApiParameter("q", OpenApiTypes.STR, description="Part of the title.")
ARCHIVED = OpenApiParameter("archived", OpenApiTypes.STR, enum=selectors.ARCHIVED, default=selectors.ARCHIVED[0])
SORT = OpenApiParameter("sort", OpenApiTypes.STR, enum=selectors.SORTS, default=selectors.SORTS[0])


def viewer_of(request: Request) -> Person:
    if not isinstance(request.user, Person):
        raise TypeError("the Door let somebody in who is not signed in")
    return request.user


class OfSurvey(APIView):
    """A view of one survey: the Door is asked about it."""

    def ref(self, request: Request, id: UUID, **kwargs: Any) -> Ref:  # noqa: ARG002 - the Door passes what the URL has
        return Ref("survey", str(id))


class SurveyListView(APIView):
    operations: Mapping[str, str] = {"GET": "survey.list", "POST": "survey.create"}
    pagination_class = CursorPage  # for the schema
    ordering = selectors.SORTS[0]

    def ref(self, request: Request) -> Ref:  # noqa: ARG002 - the Door passes it
        return PLATFORM

    @extend_schema(
        operation_id="surveys_list", parameters=[SEARCH, SORT, ARCHIVED], responses=SurveyInListSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        self.ordering = request.query_params.get("sort", self.ordering)
        page = CursorPage()
        searched = selectors.surveys_for(viewer_of(request), search=request.query_params.get("q", "")[:200])
        found = selectors.listed(searched, request.query_params.get("archived", selectors.ARCHIVED[0]))
        return page.get_paginated_response(selectors.in_list(page.paginate_queryset(found, request, view=self)))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=NewSurveySerializer, responses={201: SurveySerializer})
    def post(self, request: Request) -> Response:
        actor, draft = viewer_of(request), dict(request.data)
        survey = create_once(request, Survey, lambda id: create(actor=actor, id=id, draft=draft, simulated=False))
        return Response(selectors.whole(survey), status=201)


class SurveyView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read", "PATCH": "survey.edit", "DELETE": "survey.delete"}

    @extend_schema(responses=SurveySerializer)
    def get(self, request: Request, id: UUID) -> Response:  # noqa: ARG002 - DRF passes it
        return Response(selectors.whole(survey_of(id)))

    @extend_schema(request=DraftPartsSerializer, responses=SurveySerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Replaces the parts of the draft that are named."""
        parts = dict(request.data)
        survey = change(survey_id=id, parts=parts, revision=_revision(parts.pop("draft_revision", None)))
        return Response(selectors.whole(survey))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Only a survey that was never published."""
        permit = permit_of(request)
        delete(actor=permit.viewer, rule=permit.rule, survey_id=id)
        return Response(status=204)


class PreviewView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read"}

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, id: UUID) -> Response:  # noqa: ARG002 - DRF passes it
        """The definition of the version the draft would be published as, numbered 0."""
        return Response(selectors.as_it_would_be_published(survey_of(id)))


class VersionListView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read", "POST": "survey.publish"}
    pagination_class = CursorPage  # for the schema
    ordering = "number"

    @extend_schema(operation_id="surveys_versions_list", responses=VersionInListSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:
        page = CursorPage()
        rows = page.paginate_queryset(survey_of(id).versions.all(), request, view=self)
        return page.get_paginated_response(selectors.versions(rows))

    @extend_schema(request=PublishSerializer, responses={201: PublishedSerializer})
    def post(self, request: Request, id: UUID) -> Response:
        """Publishes the draft, and closes the version that was open."""
        PublishSerializer(data=request.data).is_valid(raise_exception=True)
        permit = permit_of(request)
        version = publish(actor=permit.viewer, rule=permit.rule, survey_id=id)
        link = f"/s/{version.survey.slug}/"
        return Response({"number": version.number, "hash": version.hash, "link": link}, status=201)


class VersionView(OfSurvey):
    operations: Mapping[str, str] = {"PATCH": "survey.close"}

    @extend_schema(request=CloseSerializer, responses=VersionInListSerializer)
    def patch(self, request: Request, id: UUID, number: int) -> Response:
        CloseSerializer(data=request.data).is_valid(raise_exception=True)
        permit = permit_of(request)
        version = close(actor=permit.viewer, rule=permit.rule, survey_id=id, number=number)
        return Response(selectors.versions([version])[0])


def survey_of(id: UUID) -> Survey:
    return get_object_or_404(Survey, pk=id)


def _revision(sent: object) -> int | None:
    if isinstance(sent, float) and sent.is_integer():
        sent = int(sent)  # 3.0 is the whole number 3 in JSON
    if sent is not None and (type(sent) is not int or sent < 1):
        raise BadQuery("draft_revision is a whole number.", fields={"draft_revision": "is no whole number"})
    return sent if isinstance(sent, int) else None

"""/surveys/{id}/versions: publishes a draft; /versions and /links: what everybody may see of a published survey."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.api.paging import CursorPage
from datahub.policies.permissions import permit_of
from surveys.publishing import selectors
from surveys.publishing.publish import publish
from surveys.publishing.serializers import (
    DiffSerializer,
    PublicVersionSerializer,
    PublishedSerializer,
    PublishSerializer,
)
from surveys.selectors import versions
from surveys.serializers import VersionInListSerializer
from surveys.survey_view import OfSurvey, survey_of


class VersionByHashView(APIView):
    public = "A version is public, so that anybody can check what it asks and how it perturbs."
    authentication_classes = ()

    @extend_schema(responses=PublicVersionSerializer, auth=[])
    def get(self, request: Request, hash: str) -> Response:
        return Response(selectors.by_hash(hash))


class LinkView(APIView):
    public = "Whoever has the link of a survey may answer it."
    authentication_classes = ()

    @extend_schema(responses=PublicVersionSerializer, auth=[])
    def get(self, request: Request, slug: str) -> Response:
        """Returns the open version behind the link, else the newest closed one."""
        return Response(selectors.behind_link(slug))


class PreviewView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read"}

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, id: UUID) -> Response:
        """The definition of the version the draft would be published as, numbered 0."""
        return Response(selectors.as_it_would_be_published(survey_of(id)))


class VersionListView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read", "POST": "survey.publish"}
    pagination_class = CursorPage  # The OpenAPI document names this page class.
    ordering = "number"

    @extend_schema(operation_id="surveys_versions_list", responses=VersionInListSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:
        page = CursorPage()
        rows = page.paginate_queryset(survey_of(id).versions.all(), request, view=self)
        return page.get_paginated_response(versions(rows))

    @extend_schema(request=PublishSerializer, responses={201: PublishedSerializer})
    def post(self, request: Request, id: UUID) -> Response:
        """Publishes the draft, and closes the version that was open."""
        PublishSerializer(data=request.data).is_valid(raise_exception=True)
        permit = permit_of(request)
        version = publish(actor=permit.viewer, rule=permit.rule, survey_id=id)
        link = f"/s/{version.survey.slug}/"
        return Response({"number": version.number, "hash": version.hash, "link": link}, status=201)


class DiffView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read"}

    @extend_schema(responses=DiffSerializer)
    def get(self, request: Request, id: UUID, first: int, second: int) -> Response:
        """Returns what changed from one version to the other, path by path. Number 0 is the draft as it would be
        published."""
        return Response(selectors.diff(survey_of(id), first, second))

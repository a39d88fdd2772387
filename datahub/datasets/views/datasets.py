"""/datasets: lists the catalogue, and shows each data set as its viewer may see it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.views.me import person_of
from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.datasets.errors import WishRefused
from datahub.datasets.files import codebook, mock
from datahub.datasets.models import DataSet
from datahub.datasets.rules.mock import MOST_ROWS
from datahub.datasets.selectors import catalogue as selectors
from datahub.datasets.serializers.datasets import (
    DataSetInListSerializer,
    DataSetSerializer,
    DescribeSerializer,
    LoadedVersionSerializer,
    NewDataSetSerializer,
)
from datahub.datasets.services.create import create, describe
from datahub.policies.permissions import permit_of, token_of

SEARCH = OpenApiParameter("q", OpenApiTypes.STR, description="Part of the name, the description or a column's name.")
SORT = OpenApiParameter("sort", OpenApiTypes.STR, enum=selectors.SORTS, default=selectors.SORTS[0])
MINE = OpenApiParameter("mine", OpenApiTypes.STR, enum=("yes",), description="Those on which the viewer has a role.")


class OfDataSet(APIView):
    """A view of one data set asks the Door whether the viewer may use that data set."""

    def ref(self, request: Request, id: UUID, **kwargs: Any) -> Ref:  # noqa: ARG002 - the Door passes the parts of the URL
        return Ref("dataset", str(id))


class DataSetListView(APIView):
    operations: Mapping[str, str] = {"GET": "dataset.list", "POST": "dataset.create"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination
    ordering = selectors.SORTS[0]

    def ref(self, request: Request) -> Ref:  # noqa: ARG002 - the Door passes the request
        return PLATFORM

    @extend_schema(
        operation_id="datasets_list", parameters=[SEARCH, SORT, MINE], responses=DataSetInListSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """Lists the data sets of the catalogue that the viewer may see, and no other."""
        params, page, viewer = request.query_params, CursorPage(), person_of(request)
        self.ordering = params.get("sort", self.ordering)
        rows = selectors.catalogue(viewer, search=params.get("q", "")[:200], mine=params.get("mine") == "yes")
        shown = selectors.in_list(viewer, page.paginate_queryset(rows, request, view=self))
        return page.get_paginated_response(DataSetInListSerializer(shown, many=True).data)

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=NewDataSetSerializer, responses={201: DataSetSerializer})
    def post(self, request: Request) -> Response:
        serializer, actor = NewDataSetSerializer(data=request.data), person_of(request)
        serializer.is_valid(raise_exception=True)
        data_set = create_once(
            request, DataSet, lambda id: create(actor=actor, id=id, fields=serializer.validated_data)
        )
        return Response(DataSetSerializer(selectors.whole(actor, data_set, token=token_of(request))).data, status=201)


class DataSetView(OfDataSet):
    operations: Mapping[str, str] = {"GET": "dataset.read_metadata", "PATCH": "dataset.administer"}

    @extend_schema(responses=DataSetSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        shown = selectors.whole(person_of(request), data_set_of(id), token=token_of(request))
        return Response(DataSetSerializer(shown).data)

    @extend_schema(request=DescribeSerializer, responses=DataSetSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Replaces the fields that are given."""
        serializer, actor = DescribeSerializer(data=request.data), person_of(request)
        serializer.is_valid(raise_exception=True)
        changed = describe(actor=actor, rule=permit_of(request).rule, data_set_id=id, fields=serializer.validated_data)
        return Response(DataSetSerializer(selectors.whole(actor, changed, token=token_of(request))).data)


class LoadedVersionListView(OfDataSet):
    operations: Mapping[str, str] = {"GET": "dataset.list_versions"}

    @extend_schema(operation_id="datasets_loaded_versions_list", responses=LoadedVersionSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:  # noqa: ARG002 - the Door passes the parts of the URL
        """Returns the loaded versions of the data set, the newest first, for whoever may work with it in any way;
        nothing of their content."""
        return Response(selectors.loaded_versions(id))


class CodebookView(OfDataSet):
    operations: Mapping[str, str] = {"GET": "dataset.read_metadata"}

    @extend_schema(
        parameters=[OpenApiParameter("as", OpenApiTypes.STR, enum=codebook.FORMATS, default=codebook.FORMATS[0])],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, (200, "application/xml"): OpenApiTypes.STR},
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Returns what is declared of each column; as DDI Codebook 2.5 with `as=ddi`."""
        wanted, data_set = request.query_params.get("as", codebook.FORMATS[0]), data_set_of(id)
        columns = selectors.declared(data_set)
        if wanted == "json":
            return Response(codebook.as_json(data_set, columns))
        return _file(codebook.as_ddi(data_set, columns), "application/xml", "codebook.xml")


class MockView(OfDataSet):
    operations: Mapping[str, str] = {"GET": "dataset.read_metadata"}

    @extend_schema(
        parameters=[OpenApiParameter("rows", {"type": "integer", "minimum": 1, "maximum": MOST_ROWS}, default=100)],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Returns example rows of the declared shape, for programmers; no row of the data is read."""
        text = request.query_params.get("rows", "100")
        if not (text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= MOST_ROWS):
            raise WishRefused(f"rows is a whole number up to {MOST_ROWS}.", fields={"rows": "is none"})
        return _file(mock.as_csv(selectors.declared(data_set_of(id)), int(text)), "text/csv; charset=utf-8", "mock.csv")


def data_set_of(id: UUID) -> DataSet:
    return get_object_or_404(DataSet.objects.select_related("organisation"), pk=id)


def _file(body: bytes, type: str, name: str) -> HttpResponse:
    return HttpResponse(body, content_type=type, headers={"Content-Disposition": f'attachment; filename="{name}"'})

"""/datasets/{id}/syntheses/: makes synthetic rows with a guarantee, of one table or of two, paid on the ledger."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.analyses import examples
from datahub.analyses.models import Synthesis
from datahub.analyses.synthesise import selectors
from datahub.analyses.synthesise.request import delete
from datahub.analyses.synthesise.serializers import (
    FileWishSerializer,
    RowsWishSerializer,
    SynthesisInListSerializer,
)
from datahub.analyses.synthesise.shapes import NEW_SYNTHESIS, ROWS, SYNTHESIS
from datahub.analyses.synthesise.two_tables import views
from datahub.analyses.synthesise.two_tables.views import TwoTables
from datahub.analyses.synthesise.views import one_table
from datahub.analyses.synthesise.views.one_table import MEDIA, OneTable
from datahub.api.paging import CursorPage
from datahub.api.ref import Ref
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.datasets.views.datasets import OfDataSet
from datahub.jobs.serializers import CancelSerializer
from datahub.jobs.services import cancel
from datahub.policies.permissions import permit_of

FILES = {(200, media): OpenApiTypes.BINARY for media in MEDIA.values()}


class SynthesisListView(OfDataSet):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": "dataset.synthesise", "POST": "dataset.synthesise"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination

    @extend_schema(operation_id="syntheses_list", responses=SynthesisInListSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:
        """Lists what the viewer asked for of the data set, alone or as the parents of another, the newest first."""
        page = CursorPage()
        rows = page.paginate_queryset(selectors.syntheses_of(id, permit_of(request).viewer), request, view=self)
        return page.get_paginated_response([selectors.synthesis_in_list(row) for row in rows])

    @extend_schema(
        operation_id="syntheses_create",
        parameters=[IDEMPOTENCY_KEY],
        request=NEW_SYNTHESIS,
        responses={202: SYNTHESIS},
        examples=[examples.SYNTHESISE, examples.SYNTHESISE_NUMBERS, examples.SYNTHESISE_TWO],
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Reserves the price of synthetic rows, of two tables on the accounts of both people, and queues a job that
        makes a model of each table. The same plan again is the same synthesis, and free. 409 `budget_exceeded` or
        `no_budget`: nothing is reserved."""
        plan = request.data.get("plan") if isinstance(request.data, Mapping) else None
        asking = views.asking if views.is_of_two(plan) else one_table.asking
        synthesis = create_once(request, Synthesis, asking(request, id))
        return Response(use_of(request, synthesis.pk).whole(), status=202)


class OfSynthesis(APIView):
    """A view of a synthesis asks the Door about its data set, with two tables about that of the parents. A synthesis
    that somebody else asked for is not found."""

    def ref(self, request: Request, id: UUID, **kwargs: Any) -> Ref:  # noqa: ARG002 - the Door passes the parts of the URL
        data_set = Synthesis.objects.filter(pk=id).values_list("version__data_set", flat=True).first()
        return Ref("synthesis", str(id)) if data_set is None else Ref("dataset", str(data_set))


class SynthesisView(OfSynthesis):
    looks = ("GET", "PATCH", "DELETE")
    operations: Mapping[str, str] = {
        "GET": "dataset.synthesise", "PATCH": "dataset.synthesise", "DELETE": "dataset.synthesise",
    }  # fmt: skip

    @extend_schema(responses=SYNTHESIS)
    def get(self, request: Request, id: UUID) -> Response:
        """Returns the synthesis with its plan and its report, which name columns and values, so that each table must
        still be the viewer's to use."""
        return Response(use_of(request, id).whole())

    @extend_schema(request=CancelSerializer, responses=SynthesisInListSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Cancels the work. Its price is free again unless the rows were being read. 409 `job_ended` when it is
        over."""
        CancelSerializer(data=request.data).is_valid(raise_exception=True)
        permit = permit_of(request)
        cancel(actor=permit.viewer, rule=permit.rule, job_id=synthesis_of(request, id).job_id)
        return Response(SynthesisInListSerializer(selectors.synthesis_in_list(synthesis_of(request, id))).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Deletes a synthesis. What was spent stays spent."""
        permit = permit_of(request)
        delete(actor=permit.viewer, rule=permit.rule, synthesis=synthesis_of(request, id))
        return Response(status=204)


class SyntheticRowsView(OfSynthesis):
    operations: Mapping[str, str] = {"GET": "dataset.synthesise"}
    throttle_scope = "model"

    @extend_schema(operation_id="syntheses_rows", parameters=[RowsWishSerializer], responses=ROWS)
    def get(self, request: Request, id: UUID) -> Response:
        """Draws rows from the model, the same ones for the same number: of two tables, parents with their children.
        They cost nothing."""
        return Response(use_of(request, id).rows(request))


class SyntheticFileView(OfSynthesis):
    operations: Mapping[str, str] = {"GET": "dataset.synthesise"}
    throttle_scope = "rows"

    @extend_schema(operation_id="syntheses_file", parameters=[FileWishSerializer], responses=FILES)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Returns the rows as a file: CSV, Parquet with a card inside, or an archive of both; two tables as an archive
        of either form, with a card. It costs nothing, and is logged of each data set."""
        return use_of(request, id).file(request)


def use_of(request: Request, id: UUID) -> OneTable | TwoTables:
    synthesis = synthesis_of(request, id)
    return OneTable(request, synthesis) if synthesis.children_id is None else TwoTables(request, synthesis)


def synthesis_of(request: Request, id: UUID) -> Synthesis:
    rows = Synthesis.objects.select_related("job", "version__data_set", "children__data_set", "spend", "model")
    return get_object_or_404(rows, pk=id, asked_by=str(permit_of(request).viewer))

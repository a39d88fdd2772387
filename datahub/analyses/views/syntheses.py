"""/datasets/{id}/syntheses/: synthetic rows with a guarantee, paid on the ledger."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.views.me import person_of
from datahub.analyses import examples
from datahub.analyses.models import Synthesis
from datahub.analyses.rules.made_columns import offered
from datahub.analyses.rules.synthetic_report import forecasts
from datahub.analyses.selectors import syntheses as selectors
from datahub.analyses.serializers.syntheses import (
    FileWishSerializer,
    ForecastsSerializer,
    ForecastWishSerializer,
    NewSynthesisSerializer,
    OfferedColumnSerializer,
    OfferedEngineSerializer,
    RowsWishSerializer,
    SynthesisInListSerializer,
    SynthesisSerializer,
    SyntheticRowsSerializer,
)
from datahub.analyses.services.at_work import engines_offered
from datahub.analyses.services.limits import to_foresee
from datahub.analyses.services.synthesise import checked_plan, delete, note_taken, still_checked, synthesise
from datahub.api.paging import CursorPage
from datahub.api.ref import Ref
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.datasets.models import Version
from datahub.datasets.selectors.versions import version_of
from datahub.datasets.views.datasets import OfDataSet
from datahub.jobs.serializers import CancelSerializer
from datahub.jobs.services import cancel
from datahub.policies.permissions import permit_of
from datahub.releases.limits import terms_of

MEDIA = {"csv": "text/csv", "parquet": "application/vnd.apache.parquet", "zip": "application/zip"}
FILES = {(200, media): OpenApiTypes.BINARY for media in MEDIA.values()}


class SynthesisListView(OfDataSet):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": "dataset.synthesise", "POST": "dataset.synthesise"}
    pagination_class = CursorPage  # for the schema

    @extend_schema(operation_id="syntheses_list", responses=SynthesisInListSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:
        """What the viewer asked for of the data set, the newest first."""
        page = CursorPage()
        found = page.paginate_queryset(selectors.syntheses_of(id, permit_of(request).viewer), request, view=self)
        return page.get_paginated_response([selectors.synthesis_in_list(one) for one in found])

    @extend_schema(
        operation_id="syntheses_create",
        parameters=[IDEMPOTENCY_KEY],
        request=NewSynthesisSerializer,
        responses={202: SynthesisSerializer},
        examples=[examples.SYNTHESISE, examples.SYNTHESISE_NUMBERS],
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Its price is set aside, and a job makes a model of the rows. The same plan again is the same synthesis, and
        free. 409 `budget_exceeded` or `no_budget`: nothing is set aside."""
        said = NewSynthesisSerializer(data=request.data)
        said.is_valid(raise_exception=True)
        wish, permit = said.validated_data, permit_of(request)
        version = get_object_or_404(Version, data_set=id, number=wish["version"])
        actor, purpose = person_of(request), wish.get("purpose", "")
        made = create_once(
            request,
            Synthesis,
            lambda new: synthesise(
                actor=actor, permit=permit, id=new, version=version, said=wish["plan"], purpose=purpose
            ),
        )
        return Response(_whole(request, made.pk), status=202)


class OfSynthesis(APIView):
    """The Door is asked about the data set. A synthesis of somebody else is none."""

    def ref(self, request: Request, id: UUID, **kwargs: Any) -> Ref:  # noqa: ARG002 - the Door passes what the URL has
        held = Synthesis.objects.filter(pk=id).values_list("version__data_set", flat=True).first()
        return Ref("synthesis", str(id)) if held is None else Ref("dataset", str(held))


class SynthesisView(OfSynthesis):
    looks = ("GET", "PATCH", "DELETE")
    operations: Mapping[str, str] = {
        "GET": "dataset.synthesise", "PATCH": "dataset.synthesise", "DELETE": "dataset.synthesise",
    }  # fmt: skip

    @extend_schema(responses=SynthesisSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Its plan and its report name columns and values, so that they must still be the viewer's to see."""
        return Response(_whole(request, id))

    @extend_schema(request=CancelSerializer, responses=SynthesisInListSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Call it off. Its price is free again unless the rows were being read. 409 `job_ended` when it is over."""
        CancelSerializer(data=request.data).is_valid(raise_exception=True)
        permit = permit_of(request)
        cancel(actor=permit.viewer, rule=permit.rule, job_id=synthesis_of(request, id).job_id)
        return Response(SynthesisInListSerializer(selectors.synthesis_in_list(synthesis_of(request, id))).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Throw it away. What was spent stays spent."""
        permit = permit_of(request)
        delete(actor=permit.viewer, rule=permit.rule, synthesis=synthesis_of(request, id))
        return Response(status=204)


class SyntheticRowsView(OfSynthesis):
    operations: Mapping[str, str] = {"GET": "dataset.synthesise"}
    throttle_scope = "model"

    @extend_schema(operation_id="syntheses_rows", parameters=[RowsWishSerializer], responses=SyntheticRowsSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Rows drawn from the model, the same ones for the same number. They cost nothing."""
        said = RowsWishSerializer(data=request.query_params.dict())
        said.is_valid(raise_exception=True)
        synthesis, permit = synthesis_of(request, id), permit_of(request)
        still_checked(permit, synthesis)
        return Response(selectors.rows_made(synthesis, permit, said.validated_data["rows"]))


class SyntheticFileView(OfSynthesis):
    operations: Mapping[str, str] = {"GET": "dataset.synthesise"}
    throttle_scope = "rows"

    @extend_schema(operation_id="syntheses_file", parameters=[FileWishSerializer], responses=FILES)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The rows as a file: CSV, Parquet with a card inside, or an archive of both. It costs nothing, and
        is logged."""
        said = FileWishSerializer(data=request.query_params.dict())
        said.is_valid(raise_exception=True)
        synthesis, permit, form = synthesis_of(request, id), permit_of(request), said.validated_data["form"]
        _, limits = still_checked(permit, synthesis)
        terms = terms_of(limits, synthesis.purpose)
        content = selectors.file_made(synthesis, permit, form, said.validated_data.get("rows"), terms)
        note_taken(permit, synthesis, form)
        answer = HttpResponse(content, content_type=MEDIA[form])
        answer["Content-Disposition"] = f'attachment; filename="synthetic-{str(id)[:8]}.{form}"'
        return answer


class SynthesisColumnsView(OfDataSet):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": "dataset.synthesise"}

    @extend_schema(operation_id="syntheses_columns", responses=OfferedColumnSerializer(many=True))
    def get(self, request: Request, id: UUID, number: int) -> Response:
        """The columns that the viewer can make rows of, in the values that their owner declared."""
        found = [offered(column) for column in selectors.columns_shown(version_of(id, number), permit_of(request))]
        return Response([asdict(one) for one in found if one is not None])


class EnginesView(OfDataSet):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": "dataset.synthesise"}

    @extend_schema(operation_id="syntheses_engines", responses=OfferedEngineSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:  # noqa: ARG002 - the Door passes what the URL has
        """The ways to make rows that run here: some are there only where the operator has installed them."""
        return Response(OfferedEngineSerializer(engines_offered(), many=True).data)


class ForecastsView(OfDataSet):
    looks = ("POST",)
    operations: Mapping[str, str] = {"POST": "dataset.synthesise"}

    @extend_schema(
        operation_id="syntheses_forecasts",
        request=ForecastWishSerializer,
        responses=ForecastsSerializer,
        examples=[examples.FORECAST],
    )
    def post(self, request: Request, id: UUID, number: int) -> Response:
        """How far noise will put each column, and each two, off: for several budgets at once, before anything is
        spent. No row is read."""
        said = ForecastWishSerializer(data=request.data)
        said.is_valid(raise_exception=True)
        wish = said.validated_data
        body, permit = {**wish, **wish["privacy"][0]}, to_foresee(permit_of(request))
        plan = checked_plan(permit, version_of(id, number), body, "")
        return Response(ForecastsSerializer(forecasts(wish, plan, wish["privacy"])).data)


def _whole(request: Request, id: UUID) -> Any:
    synthesis, permit = synthesis_of(request, id), permit_of(request)
    still_checked(permit, synthesis)
    return SynthesisSerializer(selectors.whole_synthesis(synthesis, permit)).data


def synthesis_of(request: Request, id: UUID) -> Synthesis:
    asked_by = str(permit_of(request).viewer)
    found = Synthesis.objects.select_related("job", "version", "spend", "model")
    return get_object_or_404(found, pk=id, asked_by=asked_by)

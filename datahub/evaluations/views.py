"""/evaluations: mechanisms are tried on simulated people. The studio uses no other route for this."""

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

from datahub.accounts.views.me import person_of
from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.evaluations import selectors, services
from datahub.evaluations.errors import NothingFound
from datahub.evaluations.models import Evaluation
from datahub.evaluations.rules.findings import csv_lines
from datahub.evaluations.rules.study import study
from datahub.evaluations.serializers import (
    EvaluationInListSerializer,
    EvaluationSerializer,
    StudySerializer,
)
from datahub.jobs.serializers import CancelSerializer
from datahub.jobs.services import cancel
from datahub.policies.permissions import permit_of


class EvaluationListView(APIView):
    operations: Mapping[str, str] = {"GET": "evaluation.list", "POST": "evaluation.create"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination

    def ref(self, request: Request) -> Ref:
        return PLATFORM

    @extend_schema(operation_id="evaluations_list", responses=EvaluationInListSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Lists the viewer's own evaluations, the newest first."""
        page = CursorPage()
        rows = page.paginate_queryset(selectors.evaluations_of(person_of(request)), request, view=self)
        return page.get_paginated_response([selectors.in_list(row) for row in rows])

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=StudySerializer, responses={202: EvaluationSerializer})
    def post(self, request: Request) -> Response:
        """Starts a job that perturbs, counts and estimates answers of made-up people, and measures the errors of the
        estimates.

        `too_much_work` for more than a worker does at once; two at a time for each person.
        """
        serializer = StudySerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        fields: dict[str, Any] = serializer.validated_data
        if fields["seed"] is None:
            fields["seed"] = services.drawn_seed()
        actor = person_of(request)
        evaluation = create_once(
            request, Evaluation, lambda id: services.ask(actor=actor, id=id, study=study(**fields))
        )
        return Response(selectors.whole(evaluation), status=202)


class OfEvaluation(APIView):
    def ref(self, request: Request, id: UUID) -> Ref:
        return Ref("evaluation", str(id))


class EvaluationView(OfEvaluation):
    operations: Mapping[str, str] = {
        "GET": "evaluation.read",
        "PATCH": "evaluation.cancel",
        "DELETE": "evaluation.delete",
    }

    @extend_schema(responses=EvaluationSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        return Response(selectors.whole(_evaluation(id)))

    @extend_schema(request=CancelSerializer, responses=EvaluationSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Cancels the job of an evaluation. 409 `job_ended` when it is over."""
        CancelSerializer(data=request.data).is_valid(raise_exception=True)
        permit = permit_of(request)
        cancel(actor=permit.viewer, rule=permit.rule, job_id=_evaluation(id).job_id)
        return Response(selectors.whole(_evaluation(id)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Deletes an evaluation, and cancels it if it is not over."""
        permit = permit_of(request)
        services.delete(actor=permit.viewer, rule=permit.rule, evaluation=_evaluation(id))
        return Response(status=204)


class FileView(OfEvaluation):
    operations: Mapping[str, str] = {"GET": "evaluation.read"}

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Returns a line for each mechanism and epsilon, as CSV. 409 `nothing_found` until it is done."""
        evaluation = _evaluation(id)
        if evaluation.findings is None:
            raise NothingFound("This evaluation has found nothing yet.")
        text = "".join(f"{line}\r\n" for line in csv_lines(evaluation.findings["trials"]))
        answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="evaluation-{str(id)[:8]}.csv"'
        return answer


def _evaluation(id: UUID) -> Evaluation:
    return get_object_or_404(Evaluation.objects.select_related("job"), pk=id)

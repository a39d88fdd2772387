"""/syntheses/{id}/measured-reports/: serves reports of how close synthetic rows are to the true ones, paid on the
ledger."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from datahub.analyses.models import Appraisal
from datahub.analyses.synthesise.measured.serializers import NewAppraisalSerializer
from datahub.analyses.synthesise.shapes import MEASURED_REPORT, MEASURED_REPORTS
from datahub.analyses.synthesise.views.syntheses import OfSynthesis, use_of
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once


class MeasuredReportsView(OfSynthesis):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": "dataset.synthesise", "POST": "dataset.synthesise"}

    @extend_schema(operation_id="syntheses_measured_reports", responses=MEASURED_REPORTS)
    def get(self, request: Request, id: UUID) -> Response:
        """Returns the reports on these rows, the newest first; at most 50. Each table must still be the viewer's to
        use."""
        return Response(use_of(request, id).reports())

    @extend_schema(
        operation_id="syntheses_measure",
        parameters=[IDEMPOTENCY_KEY],
        request=NewAppraisalSerializer,
        responses={202: MEASURED_REPORT},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Reserves the price of a report, of two tables on the accounts of both people, and queues a job that measures
        the synthetic rows on the true ones. The same question again is the same report, and free. 409 `budget_exceeded`
        or `no_budget`: nothing is reserved."""
        use = use_of(request, id)
        return Response(use.report(create_once(request, Appraisal, use.measuring(request))), status=202)

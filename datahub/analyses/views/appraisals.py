"""/syntheses/{id}/appraisals/: how good synthetic rows are, measured on the true ones and paid on the ledger."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from datahub.accounts.views.me import person_of
from datahub.analyses.models import Appraisal
from datahub.analyses.selectors.appraisals import appraisals_of, whole_appraisal
from datahub.analyses.serializers.appraisals import AppraisalSerializer, NewAppraisalSerializer
from datahub.analyses.services.appraise import appraise
from datahub.analyses.services.synthesise import still_checked
from datahub.analyses.views.syntheses import OfSynthesis, synthesis_of
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.policies.permissions import permit_of


class AppraisalsView(OfSynthesis):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": "dataset.synthesise", "POST": "dataset.synthesise"}

    @extend_schema(operation_id="syntheses_appraisals", responses=AppraisalSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:
        """The reports on these rows, the newest first; at most 50."""
        synthesis, permit = synthesis_of(request, id), permit_of(request)
        still_checked(permit, synthesis)
        return Response(AppraisalSerializer(appraisals_of(synthesis, permit), many=True).data)

    @extend_schema(
        operation_id="syntheses_appraise",
        parameters=[IDEMPOTENCY_KEY],
        request=NewAppraisalSerializer,
        responses={202: AppraisalSerializer},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Its price is set aside, and a job measures the rows on the true ones. The same question again is the same
        report, and free. 409 `budget_exceeded` or `no_budget`: nothing is set aside."""
        said = NewAppraisalSerializer(data=request.data)
        said.is_valid(raise_exception=True)
        synthesis, permit = synthesis_of(request, id), permit_of(request)
        actor, wish = person_of(request), said.validated_data
        made = create_once(
            request,
            Appraisal,
            lambda new: appraise(actor=actor, permit=permit, id=new, synthesis=synthesis, said=wish),
        )
        return Response(AppraisalSerializer(whole_appraisal(made, permit)).data, status=202)

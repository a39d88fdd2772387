"""/joined-syntheses/{id}/appraisals/: how good rows of two tables are, measured on the true ones and paid by both."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from datahub.accounts.views.me import person_of
from datahub.analyses.models import JoinedAppraisal
from datahub.analyses.selectors.joined_appraisals import joined_appraisals_of, whole_joined_appraisal
from datahub.analyses.serializers.joined_appraisals import JoinedAppraisalSerializer, NewJoinedAppraisalSerializer
from datahub.analyses.services.joined_appraise import appraise_joined
from datahub.analyses.services.joined_ask import OPERATION
from datahub.analyses.views.joined import OfJoinedSynthesis, Used
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once


class JoinedAppraisalsView(OfJoinedSynthesis):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": OPERATION, "POST": OPERATION}

    @extend_schema(operation_id="joined_syntheses_appraisals", responses=JoinedAppraisalSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:
        """The reports on these rows, the newest first; at most 50. Both tables must still be the viewer's to use."""
        used = Used(request, id)
        found = joined_appraisals_of(used.joined, used.permit, used.of_children, used.plan)
        return Response(JoinedAppraisalSerializer(found, many=True).data)

    @extend_schema(
        operation_id="joined_syntheses_appraise",
        parameters=[IDEMPOTENCY_KEY],
        request=NewJoinedAppraisalSerializer,
        responses={202: JoinedAppraisalSerializer},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Its price is set aside on the accounts of both people, and a job measures the rows on the true ones. The same
        question again is the same report, and free. 409 `budget_exceeded` or `no_budget`: nothing is set aside."""
        said = NewJoinedAppraisalSerializer(data=request.data)
        said.is_valid(raise_exception=True)
        used = Used(request, id)
        actor = person_of(request)
        made = create_once(
            request,
            JoinedAppraisal,
            lambda new: appraise_joined(
                actor=actor,
                permit=used.permit,
                of_children=used.of_children,
                id=new,
                joined=used.joined,
                plan=used.plan,
                said=said.validated_data,
            ),
        )
        shown = whole_joined_appraisal(made, used.permit, used.of_children, used.plan)
        return Response(JoinedAppraisalSerializer(shown).data, status=202)

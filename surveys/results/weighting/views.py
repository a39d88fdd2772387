"""/surveys/{id}/results/weighted: weights results to shares that are known of everybody."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from datahub.policies.permissions import permit_of
from surveys.results.version_in_query import VERSION, version_asked
from surveys.results.weighting.selectors import weighted_results_of
from surveys.results.weighting.serializers import KnownSharesSerializer, WeightedResultsSerializer
from surveys.results.weighting.services import keep_known_shares
from surveys.survey_view import OfSurvey


class WeightedView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.results", "POST": "survey.results", "PUT": "survey.edit"}

    @extend_schema(parameters=[VERSION], responses=WeightedResultsSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Returns the results weighted to the known shares that are kept with the version: none at first. It spends no
        epsilon."""
        return Response(weighted_results_of(version_asked(request, id)))

    @extend_schema(parameters=[VERSION], request=KnownSharesSerializer, responses={200: WeightedResultsSerializer})
    def post(self, request: Request, id: UUID) -> Response:
        """Returns the results weighted to these known shares, which are not kept.

        A question is weighted by one margin at a time, where a planned pair joins the two; by several margins it has
        an entry for each.
        """
        version = version_asked(request, id)
        return Response(weighted_results_of(version, _known(request)))

    @extend_schema(parameters=[VERSION], request=KnownSharesSerializer, responses=WeightedResultsSerializer)
    def put(self, request: Request, id: UUID) -> Response:
        """Keeps the known shares with the version, for its files and its report; no margins take them away."""
        permit = permit_of(request)
        version = keep_known_shares(
            actor=permit.viewer, rule=permit.rule, version=version_asked(request, id), known=_known(request)
        )
        return Response(weighted_results_of(version))


def _known(request: Request) -> dict[str, dict[str, float]]:
    serializer = KnownSharesSerializer(data=request.data)
    serializer.is_valid(raise_exception=True)
    return serializer.known

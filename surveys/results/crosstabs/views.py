"""/surveys/{id}/results/crosstabs: sets questions against each other."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from surveys.publishing import definition as definitions
from surveys.results.crosstabs import selectors
from surveys.results.crosstabs.rules import unplanned_from
from surveys.results.crosstabs.serializers import AskedCrossTabSerializer, CrossTabSerializer, CrossTabsSerializer
from surveys.results.crosstabs.services import ask_for_crosstab
from surveys.results.version_in_query import VERSION, version_asked
from surveys.survey_view import OfSurvey


class CrossTabsView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.results", "POST": "survey.results"}

    @extend_schema(parameters=[VERSION], responses=CrossTabsSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Lists the cross-tabs of a version. Planned pairs are computed again whenever reports arrive, those asked for
        when 200 more have."""
        version = version_asked(request, id)
        least = unplanned_from(definitions.read(version.definition))
        return Response({"crosstabs": selectors.crosstabs_of(version), "unplanned_from": least})

    @extend_schema(parameters=[VERSION], request=AskedCrossTabSerializer, responses={202: CrossTabSerializer})
    def post(self, request: Request, id: UUID) -> Response:
        """Asks for a cross-tab of two questions that were not planned as a pair: a job crosses them, with wide
        intervals. 409 for few reports.

        Asked for again it is the same one.
        """
        serializer = AskedCrossTabSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        table = ask_for_crosstab(version=version_asked(request, id), **serializer.validated_data)
        return Response(selectors.crosstab(table), status=202)

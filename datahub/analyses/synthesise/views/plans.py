"""/datasets/{id}/versions/{number}/syntheses/: shows which synthetic rows can be made, and how accurate they would
be."""

from collections.abc import Mapping
from dataclasses import asdict
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from datahub.analyses import examples
from datahub.analyses.synthesise.domain.columns import offered
from datahub.analyses.synthesise.run_engine import engines_offered
from datahub.analyses.synthesise.selectors import columns_shown
from datahub.analyses.synthesise.serializers import OfferedColumnSerializer, OfferedEngineSerializer
from datahub.analyses.synthesise.shapes import FORECAST_WISH, FORECASTS
from datahub.analyses.synthesise.two_tables import views
from datahub.analyses.synthesise.two_tables.selectors import keys_offered
from datahub.analyses.synthesise.views import one_table
from datahub.datasets.selectors.versions import version_of
from datahub.datasets.views.datasets import OfDataSet
from datahub.policies.permissions import permit_of


class SynthesisColumnsView(OfDataSet):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": "dataset.synthesise"}

    @extend_schema(operation_id="syntheses_columns", responses=OfferedColumnSerializer(many=True))
    def get(self, request: Request, id: UUID, number: int) -> Response:
        """Returns the columns that the viewer can make rows of, in the values that their owner declared."""
        columns = [offered(column) for column in columns_shown(version_of(id, number), permit_of(request))]
        return Response([asdict(column) for column in columns if column is not None])


class KeysView(OfDataSet):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": "dataset.synthesise"}

    @extend_schema(operation_id="syntheses_keys", responses={200: {"type": "array", "items": {"type": "string"}}})
    def get(self, request: Request, id: UUID, number: int) -> Response:
        """Returns the columns by which the viewer can join another table: those that identify, of texts or whole
        numbers."""
        return Response(keys_offered(version_of(id, number), permit_of(request)))


class EnginesView(OfDataSet):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": "dataset.synthesise"}

    @extend_schema(operation_id="syntheses_engines", responses=OfferedEngineSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:  # noqa: ARG002 - the Door passes the parts of the URL
        """Returns the engines that run here and make rows of one table; some run only where the operator has installed
        them."""
        return Response(OfferedEngineSerializer(engines_offered(), many=True).data)


class ForecastsView(OfDataSet):
    looks = ("POST",)
    operations: Mapping[str, str] = {"POST": "dataset.synthesise"}

    @extend_schema(
        operation_id="syntheses_forecasts",
        request=FORECAST_WISH,
        responses=FORECASTS,
        examples=[examples.FORECAST, examples.FORECAST_OF_TWO],
    )
    def post(self, request: Request, id: UUID, number: int) -> Response:
        """Forecasts how far noise will move each column, and each pair of columns, for several budgets at once, before
        anything is spent; of two tables, what each unit would lose besides. No row is read."""
        forecast = views.forecast if views.is_of_two(request.data) else one_table.forecast
        return Response(forecast(request, id, number))

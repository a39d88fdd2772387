"""Requests about synthetic rows of one table and of two share routes; the OpenAPI document has these bodies for
them."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.serializers import Serializer

from datahub.analyses.synthesise.measured.serializers import AppraisalOfOneSerializer
from datahub.analyses.synthesise.serializers import (
    ForecastsOfOneSerializer,
    ForecastWishOfOneSerializer,
    NewSynthesisOfOneSerializer,
    RowsOfOneSerializer,
    SynthesisOfOneSerializer,
)
from datahub.analyses.synthesise.two_tables.measured.serializers import AppraisalOfTwoSerializer
from datahub.analyses.synthesise.two_tables.serializers import (
    ForecastsOfTwoSerializer,
    ForecastWishOfTwoSerializer,
    NewSynthesisOfTwoSerializer,
    RowsOfTwoSerializer,
    SynthesisOfTwoSerializer,
)


def _one_or_two(
    name: str, single: type[Serializer[Any]], two: type[Serializer[Any]], *, many: bool = False
) -> PolymorphicProxySerializer:
    return PolymorphicProxySerializer(name, serializers=[single, two], resource_type_field_name=None, many=many)


NEW_SYNTHESIS = _one_or_two("NewSynthesis", NewSynthesisOfOneSerializer, NewSynthesisOfTwoSerializer)
SYNTHESIS = _one_or_two("Synthesis", SynthesisOfOneSerializer, SynthesisOfTwoSerializer)
FORECAST_WISH = _one_or_two("ForecastWish", ForecastWishOfOneSerializer, ForecastWishOfTwoSerializer)
FORECASTS = _one_or_two("Forecasts", ForecastsOfOneSerializer, ForecastsOfTwoSerializer)
ROWS = _one_or_two("SyntheticRows", RowsOfOneSerializer, RowsOfTwoSerializer)
MEASURED_REPORT = _one_or_two("Appraisal", AppraisalOfOneSerializer, AppraisalOfTwoSerializer)
MEASURED_REPORTS = _one_or_two("Appraisal", AppraisalOfOneSerializer, AppraisalOfTwoSerializer, many=True)

"""What is sent and answered on the routes that synthetic rows of one table share with rows of two, for the schema."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.serializers import Serializer

from datahub.analyses.serializers.appraisals import AppraisalOfOneSerializer
from datahub.analyses.serializers.joined import (
    ForecastsOfTwoSerializer,
    ForecastWishOfTwoSerializer,
    NewSynthesisOfTwoSerializer,
    RowsOfTwoSerializer,
    SynthesisOfTwoSerializer,
)
from datahub.analyses.serializers.joined_appraisals import AppraisalOfTwoSerializer
from datahub.analyses.serializers.syntheses import (
    ForecastsOfOneSerializer,
    ForecastWishOfOneSerializer,
    NewSynthesisOfOneSerializer,
    RowsOfOneSerializer,
    SynthesisOfOneSerializer,
)


def _one_or_two(
    name: str, one: type[Serializer[Any]], two: type[Serializer[Any]], *, many: bool = False
) -> PolymorphicProxySerializer:
    return PolymorphicProxySerializer(name, serializers=[one, two], resource_type_field_name=None, many=many)


NEW_SYNTHESIS = _one_or_two("NewSynthesis", NewSynthesisOfOneSerializer, NewSynthesisOfTwoSerializer)
SYNTHESIS = _one_or_two("Synthesis", SynthesisOfOneSerializer, SynthesisOfTwoSerializer)
FORECAST_WISH = _one_or_two("ForecastWish", ForecastWishOfOneSerializer, ForecastWishOfTwoSerializer)
FORECASTS = _one_or_two("Forecasts", ForecastsOfOneSerializer, ForecastsOfTwoSerializer)
ROWS = _one_or_two("SyntheticRows", RowsOfOneSerializer, RowsOfTwoSerializer)
APPRAISAL = _one_or_two("Appraisal", AppraisalOfOneSerializer, AppraisalOfTwoSerializer)
APPRAISALS = _one_or_two("Appraisal", AppraisalOfOneSerializer, AppraisalOfTwoSerializer, many=True)

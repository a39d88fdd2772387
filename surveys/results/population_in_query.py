"""This module reads from the query string which population a request wants intervals for."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from surveys.population import POPULATIONS, POPULATIONS_TEXT, SAMPLE

POPULATION = OpenApiParameter(
    "population", OpenApiTypes.STR, enum=POPULATIONS, default=SAMPLE, description=POPULATIONS_TEXT
)


def population_asked(request: Request) -> str:
    population: str = request.query_params.get("population", SAMPLE)
    return population

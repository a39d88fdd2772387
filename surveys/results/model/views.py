"""/surveys/{id}/results/model: predicts one question from the others."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from surveys.results.model.selectors import model_of
from surveys.results.model.serializers import ModelSerializer
from surveys.results.version_in_query import VERSION, version_asked
from surveys.survey_view import OfSurvey

FORETOLD = OpenApiParameter(
    "question",
    OpenApiTypes.STR,
    description="The question to be predicted; without it the one that most cross-tabs have.",
)


class ModelView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.results"}
    throttle_scope = "model"

    @extend_schema(parameters=[VERSION, FORETOLD], responses=ModelSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Returns naive Bayes from the cross-tabs that are kept, with how often it would be right. It spends no
        epsilon.

        Not for decisions about a person. 409 where no cross-tab has the question, or of too few reports.
        """
        question = request.query_params.get("question", "")
        return Response(model_of(version_asked(request, id), question))

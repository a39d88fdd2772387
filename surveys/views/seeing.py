"""/surveys/{id}/results/...: answers compared, and questions against each other."""

from collections.abc import Callable, Iterable, Mapping
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from surveys.files.report.contents import contents
from surveys.files.report.html import html_of
from surveys.files.report.parts import Part
from surveys.files.report.pdf import pdf_of
from surveys.files.report.words import LANGUAGES, Words
from surveys.rules import definition as definitions
from surveys.rules.crosstabs import unplanned_from
from surveys.selectors import results as selectors
from surveys.serializers.seeing import (
    AskedCrossTabSerializer,
    ComparisonSerializer,
    CrossTabSerializer,
    CrossTabsSerializer,
    ModelSerializer,
)
from surveys.services.crosstabs import ask_for_crosstab
from surveys.views.results import VERSION, version_asked
from surveys.views.surveys import OfSurvey

DRAWN: Mapping[str, tuple[str, Callable[[str, Iterable[Part], Words], bytes]]] = {
    "html": ("text/html; charset=utf-8", html_of),
    "pdf": ("application/pdf", pdf_of),
}
AS = OpenApiParameter("as", OpenApiTypes.STR, enum=[*DRAWN], default="html")
LANGUAGE = OpenApiParameter("language", OpenApiTypes.STR, enum=[*LANGUAGES], default="en")
ASKED = [
    OpenApiParameter("question", OpenApiTypes.STR, required=True),
    OpenApiParameter("a", OpenApiTypes.STR, required=True, description="An answer of it."),
    OpenApiParameter("b", OpenApiTypes.STR, required=True, description="Another."),
]

FORETOLD = OpenApiParameter(
    "question", OpenApiTypes.STR, description="To be foretold; without it the one that most cross-tabs have."
)


class CompareView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.results"}

    @extend_schema(parameters=[VERSION, *ASKED], responses=ComparisonSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """The chance that more people would answer a than b, with its prior."""
        question, one, other = (request.query_params.get(name, "") for name in ("question", "a", "b"))
        return Response(selectors.comparison_of(version_asked(request, id), question, one, other))


class CrossTabsView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.results", "POST": "survey.results"}

    @extend_schema(parameters=[VERSION], responses=CrossTabsSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Planned pairs are computed again whenever reports arrive, those asked for when 200 more have."""
        version = version_asked(request, id)
        least = unplanned_from(definitions.read(version.definition))
        return Response({"crosstabs": selectors.crosstabs_of(version), "unplanned_from": least})

    @extend_schema(parameters=[VERSION], request=AskedCrossTabSerializer, responses={202: CrossTabSerializer})
    def post(self, request: Request, id: UUID) -> Response:
        """Two questions that were not planned as a pair: a job crosses them, with wide intervals. 409 for few reports.

        Asked for again it is the same one.
        """
        asked = AskedCrossTabSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        made = ask_for_crosstab(version=version_asked(request, id), **asked.validated_data)
        return Response(selectors.crosstab(made), status=202)


class ModelView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.results"}
    throttle_scope = "model"

    @extend_schema(parameters=[VERSION, FORETOLD], responses=ModelSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Naive Bayes from the cross-tabs that are kept, with how often it would be right. It spends no epsilon.

        Not for decisions about a person. 409 where no cross-tab has the question, or of too few reports.
        """
        question = request.query_params.get("question", "")
        return Response(selectors.model_of(version_asked(request, id), question))


class ReportView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.export"}

    @extend_schema(
        parameters=[VERSION, AS, LANGUAGE],
        responses={(200, "text/html"): OpenApiTypes.STR, (200, "application/pdf"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """To print or pass on: how people are protected, level mix, estimates as drawings, planned pairs, method."""
        version = version_asked(request, id)
        form, tag = request.query_params.get("as", "html"), request.query_params.get("language", "en")
        shown, words = selectors.shown_results_of(version), LANGUAGES[tag]
        media_type, draw = DRAWN[form]
        parts = contents(shown, selectors.planned_tables_of(version), words)
        title = version.survey.title or str(version)
        answer = HttpResponse(draw(title, parts, words), content_type=media_type)
        answer["Content-Disposition"] = f'attachment; filename="report-{version.hash[:12]}-{tag}.{form}"'
        return answer

"""/surveys/{id}/results/report: returns the results to print or to pass on."""

from collections.abc import Callable, Iterable, Mapping
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from surveys.files.report.contents import contents
from surveys.files.report.fonts import fonts_in
from surveys.files.report.html import html_of
from surveys.files.report.parts import Part
from surveys.files.report.pdf import pdf_of
from surveys.files.report.words import LANGUAGES, Words
from surveys.results.crosstabs.selectors import planned_tables_of
from surveys.results.population_in_query import POPULATION, population_asked
from surveys.results.selectors import shown_results_of
from surveys.results.version_in_query import VERSION, version_asked
from surveys.results.weighting.selectors import known_results_if_any
from surveys.survey_view import OfSurvey


def _pdf_of(title: str, parts: Iterable[Part], words: Words) -> bytes:
    return pdf_of(title, parts, words, fonts_in(settings.FONTS))


DRAWN: Mapping[str, tuple[str, Callable[[str, Iterable[Part], Words], bytes]]] = {
    "html": ("text/html; charset=utf-8", html_of),
    "pdf": ("application/pdf", _pdf_of),
}
AS = OpenApiParameter("as", OpenApiTypes.STR, enum=[*DRAWN], default="html")
LANGUAGE = OpenApiParameter("language", OpenApiTypes.STR, enum=[*LANGUAGES], default="en")


class ReportView(OfSurvey):
    throttle_scope = "reports"
    operations: Mapping[str, str] = {"GET": "survey.export"}

    @extend_schema(
        parameters=[VERSION, AS, LANGUAGE, POPULATION],
        responses={(200, "text/html"): OpenApiTypes.STR, (200, "application/pdf"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Returns a report to print or pass on: how people are protected, level mix, estimates as drawings, planned
        pairs, method."""
        version = version_asked(request, id)
        form, tag = request.query_params.get("as", "html"), request.query_params.get("language", "en")
        shown, words = shown_results_of(version, population_asked(request)), LANGUAGES[tag]
        media_type, draw = DRAWN[form]
        parts = contents(shown, planned_tables_of(version), words, known_results_if_any(version))
        title = version.survey.title or str(version)
        answer = HttpResponse(draw(title, parts, words), content_type=media_type)
        answer["Content-Disposition"] = f'attachment; filename="report-{version.hash[:12]}-{tag}.{form}"'
        return answer

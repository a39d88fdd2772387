"""/surveys/{id}/results: returns estimates, each with its guarantee."""

from collections.abc import Mapping
from uuid import UUID

from django.http import HttpResponse
from django.utils.http import parse_etags
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from datahub.api.codings import reads
from surveys.errors import BadQuery
from surveys.files import reports
from surveys.files.forms import FORMS, file_of
from surveys.files.table import Table
from surveys.models import Version
from surveys.publishing import definition as definitions
from surveys.results import selectors
from surveys.results.export import answers_of, numbers_of
from surveys.results.page import Page, page_of
from surveys.results.population_in_query import POPULATION, population_asked
from surveys.results.serializers import RESULTS, ComparisonSerializer, StepsSerializer
from surveys.results.version_in_query import VERSION, version_asked
from surveys.results.weighting.export import weighted_answers_of
from surveys.results.weighting.selectors import known_results_of
from surveys.survey_view import OfSurvey

DIGITS = OpenApiParameter(
    "digits",
    OpenApiTypes.STR,
    enum=["all", "6"],
    default="all",
    description="With 6, fractions have six decimals, or six digits where they are below 1: more than a standard error "
    "lets anybody read, in half the bytes.",
)
WHATS = ("estimates", "numbers", "reports", "weighted")
FORM = OpenApiParameter("as", OpenApiTypes.STR, enum=[*FORMS, "json"], default="csv")
WHAT = OpenApiParameter("what", OpenApiTypes.STR, enum=WHATS, default=WHATS[0])


class ResultsView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.results"}

    @extend_schema(
        parameters=[VERSION, POPULATION, DIGITS],
        responses={200: RESULTS, 304: OpenApiResponse(description="What `If-None-Match` names is still the page.")},
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Returns the estimates of a version. An ETag says whether they are still those that a browser keeps."""
        query = request.query_params
        digits = 6 if query.get("digits") == "6" else None
        page = page_of(id, query.get("version", ""), population_asked(request), digits)
        return _answer_with(request, page)


def _answer_with(request: Request, page: Page) -> HttpResponse:
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if page.etag in {etag.removeprefix("W/") for etag in known}:  # a proxy that compresses again makes it a weak one
        answer = HttpResponse(status=304)
    else:
        accepted = request.headers.get("Accept-Encoding", "")
        coding = next((name for name in page.packed if reads(accepted, name)), None)
        answer = HttpResponse(page.packed[coding] if coding else page.body, content_type="application/json")
        if coding:
            answer["Content-Encoding"] = coding
    answer["ETag"], answer["Vary"] = page.etag, "Accept-Encoding"
    answer["Cache-Control"] = "private, no-cache"
    return answer


class StepsView(OfSurvey):
    throttle_scope = "steps"
    operations: Mapping[str, str] = {"GET": "survey.results"}

    @extend_schema(parameters=[VERSION], responses=StepsSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Returns the estimates from the first 100, 200, ... reports of a simulated survey."""
        return Response({"steps": selectors.steps_of(version_asked(request, id))})


class ExportView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.export"}

    @extend_schema(
        parameters=[VERSION, FORM, WHAT, POPULATION],
        responses={
            (200, "application/json"): RESULTS,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, reports.ZIP): OpenApiTypes.BINARY,
            **{(200, media_type): OpenApiTypes.BINARY for form, (media_type, _) in FORMS.items() if form != "csv"},
        },
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Downloads estimates: a file in which every row says by what, from how many and of which version it is.

        Numbers: such a file of numbers that were asked for their mean or their distribution, with quantiles and points.

        Weighted: shares weighted to the known shares that are kept with the version; 404 where none are.

        Reports: the perturbed ones, each field in a file and an order of its own, with a codebook and, as CSV, scripts
        for Python and R that make the estimates of them. A level of few people is left out, as everywhere.
        """
        version = version_asked(request, id)
        form, what = request.query_params.get("as", "csv"), request.query_params.get("what", "estimates")
        if what != "estimates" and form == "json":
            raise BadQuery(
                "numbers, reports and weighted results are in another form than JSON.", fields={"what": "is not known"}
            )
        if what == "reports":
            return _reports(version, form)
        if what == "weighted":
            return _file(weighted_answers_of(known_results_of(version)), form, f"weighted-{version.hash[:12]}")
        population = population_asked(request)
        return _numbers(version, form, population) if what == "numbers" else _estimates(version, form, population)


def _estimates(version: Version, form: str, population: str) -> HttpResponse:
    if form == "json":
        return _named(Response(selectors.results_of(version, population)), f"results-{version.hash[:12]}.json")
    return _file(answers_of(selectors.shown_results_of(version, population)), form, f"results-{version.hash[:12]}")


def _numbers(version: Version, form: str, population: str) -> HttpResponse:
    shown = selectors.shown_results_of(version, population)
    if "numbers" not in shown and "numbers_or_skipped" not in shown:
        raise BadQuery("This version asks for no mean and no distribution.", fields={"what": "is not in this version"})
    return _file(numbers_of(shown), form, f"numbers-{version.hash[:12]}")


def _file(table: Table, form: str, name: str) -> HttpResponse:
    content, media_type = file_of(table, form)
    return _named(HttpResponse(content, content_type=media_type), f"{name}.{form}")


def _reports(version: Version, form: str) -> HttpResponse:
    definition = definitions.read(version.definition)
    packed, people = selectors.reports_and_people(version, definition)
    results = selectors.results_of_reports(definition, packed, people)
    content, media_type, ending = reports.archive_of(definition, str(version.survey_id), packed, form, results, people)
    name = f"reports-perturbed-{version.hash[:12]}-{form}.{ending}"
    return _named(HttpResponse(content, content_type=media_type), name)


def _named(answer: HttpResponse, name: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


PARAMETERS = [
    OpenApiParameter("question", OpenApiTypes.STR, required=True),
    OpenApiParameter("a", OpenApiTypes.STR, required=True, description="An answer of it."),
    OpenApiParameter("b", OpenApiTypes.STR, required=True, description="Another."),
]


class CompareView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.results"}

    @extend_schema(parameters=[VERSION, *PARAMETERS], responses=ComparisonSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Returns the chance that more people would answer a than b, with its prior."""
        question, answer_id, other = (request.query_params.get(name, "") for name in ("question", "a", "b"))
        return Response(selectors.comparison_of(version_asked(request, id), question, answer_id, other))

"""/reports: receives reports from respondents and programs."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.api.problem import Problem
from datahub.api.ref import PLATFORM, Ref
from surveys.intake import reception, route
from surveys.intake.serializers import (
    AcceptedSerializer,
    BulkOfReportsSerializer,
    BulkSerializer,
    BulkStatesSerializer,
    ReportSerializer,
    TriedOutSerializer,
)
from surveys.selectors import versions_of_surveys
from surveys.survey_view import viewer_of


class ReportView(APIView):
    """Documents the route that the web server finds in wsgi.py, and answers where that branch is not in front."""

    public = "Respondents have no account."
    authentication_classes = ()
    throttle_classes = ()
    parser_classes = ()

    @extend_schema(request=ReportSerializer, responses={202: AcceptedSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """Takes a report; 202 once the report is on disk. The same report again is the same 202; another one with its
        key is 409."""
        route.take(request.META, request.read)
        return Response(route.ACCEPTED, status=202, headers={"Cache-Control": "no-store"})


class TestReportView(APIView):
    """A test report is what the page of a link sends when its address ends in ?test."""

    public = "A report that is checked and thrown away changes nothing, whoever sends it."
    authentication_classes = ()
    throttle_classes = ()
    parser_classes = ()

    @extend_schema(request=ReportSerializer, responses={202: TriedOutSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """Checks a report; 202 if the intake would find nothing wrong with it. Nothing is stored, so nothing is ever
        counted."""
        route.take_test(request.META, request.read)
        return Response(route.TRIED_OUT, status=202, headers={"Cache-Control": "no-store"})


class BulkView(APIView):
    operations: Mapping[str, str] = {"POST": "report.bulk"}
    body_limit = 2 * 1024 * 1024

    def ref(self, request: Request) -> Ref:
        return PLATFORM

    @extend_schema(request=BulkOfReportsSerializer, responses={200: BulkStatesSerializer})
    def post(self, request: Request) -> Response:
        """Takes reports in bulk, each by itself, to versions of one's own surveys; the states come in order."""
        serializer = BulkSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        reports = serializer.validated_data["reports"]
        allowed = versions_of_surveys(viewer_of(request), _named(reports))
        with reception.a_slot():
            refusals = reception.receive_many(reports, allowed)
        return Response({"states": [_state(refusal) for refusal in refusals]})


def _named(reports: list[Any]) -> set[str]:
    versions = [report.get("version") for report in reports if isinstance(report, dict)]
    return {version for version in versions if isinstance(version, str)}


def _state(refusal: Problem | None) -> dict[str, str]:
    if refusal is None:
        return {"state": "accepted"}
    return {"state": "refused", "code": refusal.code, "detail": refusal.detail}

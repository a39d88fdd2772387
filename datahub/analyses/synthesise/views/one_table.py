"""This module is about synthetic rows of one table, on the routes that they share with rows of two."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from datahub.accounts.views.me import person_of
from datahub.analyses.models import Appraisal, Synthesis
from datahub.analyses.synthesise import selectors
from datahub.analyses.synthesise.limits import to_foresee
from datahub.analyses.synthesise.measured.request import request_report
from datahub.analyses.synthesise.measured.selectors import measured_reports_of, whole_report
from datahub.analyses.synthesise.measured.serializers import AppraisalOfOneSerializer, NewAppraisalSerializer
from datahub.analyses.synthesise.request import checked_plan, note_taken, still_checked, synthesise
from datahub.analyses.synthesise.rules.report import forecasts
from datahub.analyses.synthesise.serializers import (
    FileWishSerializer,
    ForecastsOfOneSerializer,
    ForecastWishOfOneSerializer,
    NewSynthesisOfOneSerializer,
    RowsWishSerializer,
    SynthesisOfOneSerializer,
)
from datahub.datasets.models import Version
from datahub.datasets.selectors.versions import version_of
from datahub.policies.permissions import permit_of
from datahub.releases.limits import terms_of

MEDIA = {"csv": "text/csv", "parquet": "application/vnd.apache.parquet", "zip": "application/zip"}
ROWS_SHOWN = 20


class OneTable:
    """This object serves synthetic rows that the viewer asked for and may still use: it has the permit, asked now, and
    the plan within its limits."""

    def __init__(self, request: Request, synthesis: Synthesis) -> None:
        self.permit, self.synthesis = permit_of(request), synthesis
        _, self.limits = still_checked(self.permit, synthesis)

    def whole(self) -> Any:
        return SynthesisOfOneSerializer(selectors.whole_synthesis(self.synthesis, self.permit)).data

    def rows(self, request: Request) -> dict[str, Any]:
        query = RowsWishSerializer(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        return selectors.rows_made(self.synthesis, self.permit, query.validated_data.get("rows", ROWS_SHOWN))

    def file(self, request: Request) -> HttpResponse:
        query = FileWishSerializer(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        form, terms = query.validated_data["form"], terms_of(self.limits, self.synthesis.purpose)
        content = selectors.file_made(self.synthesis, self.permit, form, query.validated_data.get("rows"), terms)
        note_taken(self.permit, self.synthesis, form)
        answer = HttpResponse(content, content_type=MEDIA[form])
        answer["Content-Disposition"] = f'attachment; filename="synthetic-{str(self.synthesis.pk)[:8]}.{form}"'
        return answer

    def reports(self) -> Any:
        return AppraisalOfOneSerializer(measured_reports_of(self.synthesis, self.permit), many=True).data

    def report(self, measured_report: Appraisal) -> Any:
        return AppraisalOfOneSerializer(whole_report(measured_report, self.permit)).data

    def measuring(self, request: Request) -> Callable[[UUID], Appraisal]:
        """Returns a function that asks for a measured report under an id."""
        body, actor = NewAppraisalSerializer(data=request.data), person_of(request)
        body.is_valid(raise_exception=True)
        question = body.validated_data
        return lambda new: request_report(
            actor=actor, permit=self.permit, id=new, synthesis=self.synthesis, fields=question
        )


def asking(request: Request, id: UUID) -> Callable[[UUID], Synthesis]:
    """Returns a function that asks, under an id, for synthetic rows of the data set."""
    body, actor, permit = NewSynthesisOfOneSerializer(data=request.data), person_of(request), permit_of(request)
    body.is_valid(raise_exception=True)
    wish = body.validated_data
    version = get_object_or_404(Version, data_set=id, number=wish["version"])
    return lambda new: synthesise(
        actor=actor, permit=permit, id=new, version=version, fields=wish["plan"], purpose=wish.get("purpose", "")
    )


def forecast(request: Request, id: UUID, number: int) -> Any:
    body = ForecastWishOfOneSerializer(data=request.data)
    body.is_valid(raise_exception=True)
    wish = body.validated_data
    permit = to_foresee(permit_of(request))
    plan = checked_plan(permit, version_of(id, number), {**wish, **wish["privacy"][0]}, "")
    return ForecastsOfOneSerializer(forecasts(wish, plan, wish["privacy"])).data

"""These views serve rows of two data sets joined by a key, on the same routes as rows of one table. The data set in an
address is the parents'; the Door is asked about it first, and about the children's beside it."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from datahub.accounts.views.me import person_of
from datahub.analyses.errors import no_rows
from datahub.analyses.models import Appraisal, Synthesis
from datahub.analyses.synthesise.limits import to_foresee
from datahub.analyses.synthesise.two_tables import selectors
from datahub.analyses.synthesise.two_tables.measured.request import request_two_tables_report
from datahub.analyses.synthesise.two_tables.measured.selectors import two_tables_reports_of, whole_two_tables_report
from datahub.analyses.synthesise.two_tables.measured.serializers import (
    AppraisalOfTwoSerializer,
    NewAppraisalOfTwoSerializer,
)
from datahub.analyses.synthesise.two_tables.request import (
    OPERATION,
    checked_two_tables_plan,
    children_of,
    note_taken,
    still_checked_plan,
    synthesise_two_tables,
)
from datahub.analyses.synthesise.two_tables.rules.report import forecasts
from datahub.analyses.synthesise.two_tables.serializers import (
    ArchiveWishSerializer,
    ForecastsOfTwoSerializer,
    ForecastWishOfTwoSerializer,
    NewSynthesisOfTwoSerializer,
    ParentsWishSerializer,
    SynthesisOfTwoSerializer,
)
from datahub.api.ref import Ref
from datahub.datasets.models import Version
from datahub.datasets.selectors.versions import version_of
from datahub.policies.errors import Hidden
from datahub.policies.permissions import permit_for_another, permit_of
from datahub.policies.services import Permit
from datahub.releases.limits import terms_of


class TwoTables:
    """This object serves synthetic rows of two tables that the viewer asked for and may still use: it has both permits,
    asked now, and the plan within the limits of both."""

    def __init__(self, request: Request, synthesis: Synthesis) -> None:
        self.permit, self.synthesis = permit_of(request), synthesis
        _, children = synthesis.both_versions
        self.of_children = permit_for_another(request, OPERATION, Ref("dataset", str(children.data_set_id)))
        self.use = still_checked_plan(self.permit, self.of_children, synthesis)

    def whole(self) -> Any:
        shown = selectors.whole_two_tables(
            self.synthesis, self.permit, self.of_children, self.use.fields, self.use.plan
        )
        return SynthesisOfTwoSerializer(shown).data

    def rows(self, request: Request) -> dict[str, Any]:
        query = ParentsWishSerializer(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        many = query.validated_data["rows"]
        return selectors.rows_of_two(self.synthesis, self.permit, self.of_children, self.use.plan, many)

    def file(self, request: Request) -> HttpResponse:
        query = ArchiveWishSerializer(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        form, many, purpose = query.validated_data["form"], query.validated_data.get("rows"), self.synthesis.purpose
        terms = {
            "parents": terms_of(self.use.of_parents, purpose),
            "children": terms_of(self.use.of_children, purpose),
        }
        content = selectors.archive_of_two(
            self.synthesis, self.permit, self.of_children, self.use.fields, self.use.plan, form, many, terms
        )
        note_taken(self.permit, self.of_children, self.synthesis, form)
        answer = HttpResponse(content, content_type="application/zip")
        answer["Content-Disposition"] = f'attachment; filename="synthetic-{str(self.synthesis.pk)[:8]}-{form}.zip"'
        return answer

    def reports(self) -> Any:
        rows = two_tables_reports_of(self.synthesis, self.permit, self.of_children, self.use.plan)
        return AppraisalOfTwoSerializer(rows, many=True).data

    def report(self, measured_report: Appraisal) -> Any:
        shown = whole_two_tables_report(measured_report, self.permit, self.of_children, self.use.plan)
        return AppraisalOfTwoSerializer(shown).data

    def measuring(self, request: Request) -> Callable[[UUID], Appraisal]:
        """Returns a function that asks for a measured report under an id."""
        body, actor = NewAppraisalOfTwoSerializer(data=request.data), person_of(request)
        body.is_valid(raise_exception=True)
        question = body.validated_data
        return lambda new: request_two_tables_report(
            actor=actor,
            permit=self.permit,
            of_children=self.of_children,
            id=new,
            synthesis=self.synthesis,
            plan=self.use.plan,
            fields=question,
        )


def is_of_two(parts: object) -> bool:
    """Returns whether the fields of a request are about two tables."""
    return isinstance(parts, Mapping) and not parts.keys().isdisjoint({"parents", "children"})


def asking(request: Request, id: UUID) -> Callable[[UUID], Synthesis]:
    """Returns a function that asks, under an id, for synthetic rows of two tables with the data set of this id as the
    parents."""
    body = NewSynthesisOfTwoSerializer(data=request.data)
    body.is_valid(raise_exception=True)
    wish = body.validated_data
    actor, permit, of_children = person_of(request), permit_of(request), _permit_named(request, wish["plan"])
    version = get_object_or_404(Version.objects.select_related("data_set"), data_set=id, number=wish["version"])
    return lambda new: synthesise_two_tables(
        actor=actor,
        permit=permit,
        of_children=of_children,
        id=new,
        version=version,
        fields=wish["plan"],
        purpose=wish.get("purpose", ""),
    )


def forecast(request: Request, id: UUID, number: int) -> Any:
    body = ForecastWishOfTwoSerializer(data=request.data)
    body.is_valid(raise_exception=True)
    wish, permit = body.validated_data, to_foresee(permit_of(request))
    of_children = to_foresee(_permit_named(request, wish))
    parents, children = version_of(id, number), children_of(wish)
    plans = [
        (budget, checked_two_tables_plan(permit, of_children, parents, children, {**wish, **budget}, ""))
        for budget in wish["privacy"]
    ]
    return ForecastsOfTwoSerializer(forecasts(wish, plans)).data


def _permit_named(request: Request, fields: Mapping[str, Any]) -> Permit:
    """Returns a permit for the data set of the children that a plan names. About a data set that the viewer may not
    know of the refusal says nothing."""
    try:
        return permit_for_another(request, OPERATION, Ref("dataset", str(fields["children"]["data_set"])))
    except Hidden:
        raise no_rows("children.data_set", "is no data set that you may make rows of") from None

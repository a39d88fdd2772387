"""/datasets/{id}/anonymisations: candidates for a release are shown side by side. The chosen one becomes a release."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.views.me import person_of
from datahub.analyses import examples
from datahub.analyses.anonymise import selectors
from datahub.analyses.anonymise.count import ask_for_counts, note_counts_seen
from datahub.analyses.anonymise.figures import OPERATION, Figures, hidden_from
from datahub.analyses.anonymise.population import ref_to
from datahub.analyses.anonymise.release import choose
from datahub.analyses.anonymise.request import ask, delete, note_look
from datahub.analyses.anonymise.rules.plan import Compared, compared_in
from datahub.analyses.anonymise.serializers import (
    AnonymisationInListSerializer,
    AnonymisationSerializer,
    CountedHierarchySerializer,
    CountsStateSerializer,
    HierarchyToCountSerializer,
    NewAnonymisationSerializer,
    NewReleaseSerializer,
    RowsOfCandidateSerializer,
)
from datahub.analyses.errors import PlanRefused
from datahub.analyses.models import Anonymisation
from datahub.analyses.refusal_reasons import Why
from datahub.api.paging import CursorPage
from datahub.api.ref import Ref
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.datasets.models import Version
from datahub.datasets.selectors.versions import version_of
from datahub.datasets.views.datasets import OfDataSet, data_set_of
from datahub.jobs.errors import JobEnded
from datahub.jobs.serializers import CancelSerializer
from datahub.jobs.services import cancel
from datahub.policies.errors import Hidden
from datahub.policies.permissions import permit_for_another, permit_of, token_of
from datahub.policies.services import Permit
from datahub.releases import selectors as releases
from datahub.releases.limits import reads_counts
from datahub.releases.models import Release
from datahub.releases.serializers import ReleaseSerializer


class AnonymisationListView(OfDataSet):
    body_limit = 4 * 1024 * 1024  # hierarchies are longer than other bodies
    operations: Mapping[str, str] = {"GET": "dataset.anonymise", "POST": "dataset.anonymise"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination

    @extend_schema(operation_id="anonymisations_list", responses=AnonymisationInListSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:
        """Returns the anonymisations of the data set, the newest first. Whoever may not see its rows sees what they
        asked for themselves."""
        page, own = CursorPage(), selectors.anonymisations_for(person_of(request), Ref("dataset", str(id)))
        rows = page.paginate_queryset(own, request, view=self)
        return page.get_paginated_response([selectors.in_list(row) for row in rows])

    @extend_schema(
        operation_id="anonymisations_create",
        parameters=[IDEMPOTENCY_KEY],
        request=NewAnonymisationSerializer,
        responses={202: AnonymisationSerializer},
        examples=[examples.ASK],
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Starts a job that tries each candidate on the rows, and says what it risks and what it loses. Nothing is
        released yet.

        These figures are exact. Whoever may not see the rows is told them by a role that permits `see_figures`, and
        only with `accept_unbounded`: the people are then written down at once as people of whom no budget bounds any
        more what is known. Without it the plan is kept (`state` is `planned`), nothing is worked out, and a candidate
        of it can be released."""
        serializer = NewAnonymisationSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        wish, permit = serializer.validated_data, permit_of(request)
        data_set_of(id)
        version = get_object_or_404(Version, data_set=id, number=wish["version"])
        of_population = _permit_for(request, compared_in(wish["plan"]))
        actor, figures = person_of(request), _figures(request, permit.ref, wish)
        anonymisation = create_once(
            request,
            Anonymisation,
            lambda new: ask(
                actor=actor,
                permit=permit,
                figures=figures,
                of_population=of_population,
                id=new,
                version=version,
                fields=wish,
            ),
        )
        return Response(_whole(request, anonymisation), status=202)


class OfAnonymisation(APIView):
    """A view of an anonymisation asks the Door about its data set."""

    def ref(self, request: Request, id: UUID, **kwargs: Any) -> Ref:
        data_set = Anonymisation.objects.filter(pk=id).values_list("version__data_set", flat=True).first()
        return Ref("anonymisation", str(id)) if data_set is None else Ref("dataset", str(data_set))


class AnonymisationView(OfAnonymisation):
    operations: Mapping[str, str] = {
        "GET": "dataset.anonymise", "PATCH": "dataset.anonymise", "DELETE": "dataset.anonymise",
    }  # fmt: skip

    @extend_schema(responses=AnonymisationSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        return Response(_whole(request, _anonymisation_of(request, id)))

    @extend_schema(request=CancelSerializer, responses=AnonymisationSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Cancels the work. 409 `job_ended` when it is over."""
        CancelSerializer(data=request.data).is_valid(raise_exception=True)
        permit, anonymisation = permit_of(request), _anonymisation_of(request, id)
        if anonymisation.job_id is None:
            raise JobEnded("Nothing is at work: the plan is kept, and no figures were asked for.")
        cancel(actor=permit.viewer, rule=permit.rule, job_id=anonymisation.job_id)
        return Response(_whole(request, _anonymisation_of(request, id)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Deletes an anonymisation. What was released of it stays."""
        permit = permit_of(request)
        delete(actor=permit.viewer, rule=permit.rule, anonymisation=_anonymisation_of(request, id))
        return Response(status=204)


class RowsOfCandidatesView(OfAnonymisation):
    operations: Mapping[str, str] = {"GET": "dataset.see_rows"}

    @extend_schema(operation_id="anonymisations_rows", responses=RowsOfCandidateSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:
        """Returns a few true rows, beside what each candidate says of them: for owners of the data. It is logged."""
        anonymisation, permit = _anonymisation_of(request, id), permit_of(request)
        shown = selectors.rows_of(anonymisation, permit)
        note_look(permit, anonymisation)
        return Response(RowsOfCandidateSerializer([{"shown": row} for row in shown], many=True).data)


class CountsView(OfDataSet):
    operations: Mapping[str, str] = {"GET": "dataset.see_rows", "POST": "dataset.see_rows"}

    @extend_schema(operation_id="datasets_versions_counts", responses=CountsStateSerializer)
    def get(self, request: Request, id: UUID, number: int) -> Response:
        return _counts_said(id, number, 200)

    @extend_schema(operation_id="datasets_versions_counts_ask", request=None, responses={202: CountsStateSerializer})
    def post(self, request: Request, id: UUID, number: int) -> Response:
        """Starts a job that counts the rows with each value of the columns that do not identify, once for a version."""
        ask_for_counts(actor=person_of(request), permit=permit_of(request), version=version_of(id, number))
        return _counts_said(id, number, 202)


class CountedLevelsView(OfDataSet):
    body_limit = AnonymisationListView.body_limit
    operations: Mapping[str, str] = {"POST": "dataset.see_rows"}

    @extend_schema(
        operation_id="datasets_versions_counts_levels",
        request=HierarchyToCountSerializer,
        responses=CountedHierarchySerializer,
        examples=[examples.COUNT],
    )
    def post(self, request: Request, id: UUID, number: int) -> Response:
        """Counts the rows under each node of a hierarchy, level by level. Each look is logged. 409 `not_in_this_state`
        before the values are counted."""
        serializer = HierarchyToCountSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        version, permit = version_of(id, number), permit_of(request)
        shown = selectors.counted_levels(version, permit, serializer.validated_data)
        note_counts_seen(permit=permit, version=version, column=serializer.validated_data["column"])
        return Response(CountedHierarchySerializer(shown).data)


class ReleaseOfCandidateView(OfAnonymisation):
    operations: Mapping[str, str] = {"POST": "dataset.anonymise"}

    @extend_schema(
        operation_id="anonymisations_releases_create",
        parameters=[IDEMPOTENCY_KEY],
        request=NewReleaseSerializer,
        responses={202: ReleaseSerializer},
        examples=[examples.RELEASE],
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Chooses a candidate. A job makes it, verifies the written file and seals it; `/releases/{id}/` shows its
        progress. 409 `releases_intersect` or `intersection_unproven` beside an earlier release of the same people, and
        `needs_differential_privacy` for what is too much in public."""
        serializer = NewReleaseSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        actor, anonymisation, permit = person_of(request), _anonymisation_of(request, id), permit_of(request)
        population = _permit_for(request, selectors.population_of(anonymisation, permit))
        release = create_once(
            request,
            Release,
            lambda new: choose(
                actor=actor,
                permit=permit,
                of_population=population,
                id=new,
                anonymisation=anonymisation,
                fields=serializer.validated_data,
            ),
        )
        return Response(ReleaseSerializer(releases.whole(release, actor)).data, status=202)


def _counts_said(id: UUID, number: int, status: int) -> Response:
    return Response(CountsStateSerializer(selectors.counts_state(version_of(id, number))).data, status=status)


def _whole(request: Request, anonymisation: Anonymisation) -> Any:
    viewer = person_of(request)
    may_use = partial(reads_counts, viewer, token_of(request), purpose=anonymisation.purpose)
    shown = selectors.whole(anonymisation, permit_of(request), viewer=viewer, may_use=may_use)
    return AnonymisationSerializer(shown).data


def _figures(request: Request, data_set: Ref, wish: Mapping[str, Any]) -> Figures:
    """Returns how the viewer of the request may be told the exact figures of a plan. Refused or Hidden for a viewer who
    accepts that no budget bounds any more what is known of the people (`accept_unbounded`) and has no right to exact
    figures.
    """
    hidden = hidden_from(person_of(request), data_set, compared_in(wish["plan"]))
    accepted = hidden if wish["accept_unbounded"] else frozenset()
    return Figures(
        hidden_from=hidden, unbounded=[permit_for_another(request, OPERATION, ref) for ref in sorted(accepted, key=str)]
    )


def _permit_for(request: Request, named: Compared | None) -> Permit | None:
    """Returns the viewer's permit for the population that a plan names; None if it names none. A population that the
    viewer may not know of is refused in the same words as one that does not fit."""
    if named is None:
        return None
    try:
        return permit_for_another(request, "dataset.anonymise", ref_to(named))
    except Hidden:
        why = Why("not_yours")
        raise PlanRefused(f"This is no population of these rows. {why}", fields={"population": why}) from None


def _anonymisation_of(request: Request, id: UUID) -> Anonymisation:
    return selectors.anonymisation_for(person_of(request), id)

"""/datasets/{id}/joined-syntheses/: rows of two data sets joined by a key. The one in the address is the parents'; the
Door is asked about it first, and about the children's beside it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.views.me import person_of
from datahub.analyses import examples
from datahub.analyses.errors import no_rows
from datahub.analyses.models import JoinedSynthesis
from datahub.analyses.rules.joined_report import forecasts
from datahub.analyses.selectors import joined as selectors
from datahub.analyses.serializers.joined import (
    ArchiveWishSerializer,
    JoinedForecastsSerializer,
    JoinedForecastWishSerializer,
    JoinedSynthesisInListSerializer,
    JoinedSynthesisSerializer,
    NewJoinedSynthesisSerializer,
    ParentsWishSerializer,
    RowsOfTwoSerializer,
)
from datahub.analyses.services.joined_ask import (
    OPERATION,
    checked_joined_plan,
    children_of,
    delete,
    note_taken,
    still_checked_plan,
    synthesise_joined,
)
from datahub.analyses.services.limits import to_foresee
from datahub.api.paging import CursorPage
from datahub.api.ref import Ref
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.datasets.models import Version
from datahub.datasets.selectors.versions import version_of
from datahub.datasets.views.datasets import OfDataSet
from datahub.jobs.serializers import CancelSerializer
from datahub.jobs.services import cancel
from datahub.policies.errors import Hidden
from datahub.policies.permissions import permit_for_another, permit_of
from datahub.policies.services import Permit
from datahub.releases.limits import terms_of

ZIP = "application/zip"


class JoinedSynthesisListView(OfDataSet):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": OPERATION, "POST": OPERATION}
    pagination_class = CursorPage  # for the schema

    @extend_schema(operation_id="joined_syntheses_list", responses=JoinedSynthesisInListSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:
        """What the viewer asked for with the data set as the parents, the newest first."""
        page = CursorPage()
        own = selectors.joined_syntheses_of(id, permit_of(request).viewer)
        found = page.paginate_queryset(own, request, view=self)
        return page.get_paginated_response([selectors.joined_in_list(one) for one in found])

    @extend_schema(
        operation_id="joined_syntheses_create",
        parameters=[IDEMPOTENCY_KEY],
        request=NewJoinedSynthesisSerializer,
        responses={202: JoinedSynthesisSerializer},
        examples=[examples.SYNTHESISE_JOINED],
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Its price is set aside on the accounts of both people, and a job makes a model of either table. The same plan
        again is the same, and free. 409 `budget_exceeded` or `no_budget`: nothing is set aside."""
        said = NewJoinedSynthesisSerializer(data=request.data)
        said.is_valid(raise_exception=True)
        wish = said.validated_data
        actor, permit, of_children = person_of(request), permit_of(request), _permit_named(request, wish["plan"])
        version = get_object_or_404(Version.objects.select_related("data_set"), data_set=id, number=wish["version"])
        made = create_once(
            request,
            JoinedSynthesis,
            lambda new: synthesise_joined(
                actor=actor,
                permit=permit,
                of_children=of_children,
                id=new,
                version=version,
                said=wish["plan"],
                purpose=wish.get("purpose", ""),
            ),
        )
        return Response(Used(request, made.pk).whole(), status=202)


class OfJoinedSynthesis(APIView):
    """The Door is asked about the parents' data set. What somebody else asked for is none."""

    def ref(self, request: Request, id: UUID, **kwargs: Any) -> Ref:  # noqa: ARG002 - the Door passes what the URL has
        held = JoinedSynthesis.objects.filter(pk=id).values_list("parents__data_set", flat=True).first()
        return Ref("joined_synthesis", str(id)) if held is None else Ref("dataset", str(held))


class JoinedSynthesisView(OfJoinedSynthesis):
    looks = ("GET", "PATCH", "DELETE")
    operations: Mapping[str, str] = {"GET": OPERATION, "PATCH": OPERATION, "DELETE": OPERATION}

    @extend_schema(responses=JoinedSynthesisSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Of both tables, so that both must still be the viewer's to use."""
        return Response(Used(request, id).whole())

    @extend_schema(request=CancelSerializer, responses=JoinedSynthesisInListSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Call it off. Its price is free again unless the rows were being read. 409 `job_ended` when it is over."""
        CancelSerializer(data=request.data).is_valid(raise_exception=True)
        permit = permit_of(request)
        cancel(actor=permit.viewer, rule=permit.rule, job_id=_own(request, id).job_id)
        return Response(JoinedSynthesisInListSerializer(selectors.joined_in_list(_own(request, id))).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Throw it away. What was spent stays spent."""
        permit = permit_of(request)
        delete(actor=permit.viewer, rule=permit.rule, joined=_own(request, id))
        return Response(status=204)


class RowsOfTwoView(OfJoinedSynthesis):
    operations: Mapping[str, str] = {"GET": OPERATION}
    throttle_scope = "model"

    @extend_schema(
        operation_id="joined_syntheses_rows", parameters=[ParentsWishSerializer], responses=RowsOfTwoSerializer
    )
    def get(self, request: Request, id: UUID) -> Response:
        """So many parents and their children, the same ones for the same number. They cost nothing."""
        said = ParentsWishSerializer(data=request.query_params.dict())
        said.is_valid(raise_exception=True)
        used = Used(request, id)
        many = said.validated_data["parents"]
        return Response(selectors.rows_of_two(used.joined, used.permit, used.of_children, used.plan, many))


class ArchiveOfTwoView(OfJoinedSynthesis):
    operations: Mapping[str, str] = {"GET": OPERATION}
    throttle_scope = "rows"

    @extend_schema(
        operation_id="joined_syntheses_file",
        parameters=[ArchiveWishSerializer],
        responses={(200, ZIP): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Both tables as CSV or Parquet in one archive, with a card. It costs nothing, and is logged of both."""
        said = ArchiveWishSerializer(data=request.query_params.dict())
        said.is_valid(raise_exception=True)
        used, form, many = Used(request, id), said.validated_data["form"], said.validated_data.get("parents")
        content = selectors.archive_of_two(
            used.joined, used.permit, used.of_children, used.said, used.plan, form, many, used.terms
        )
        note_taken(used.permit, used.of_children, used.joined, form)
        answer = HttpResponse(content, content_type=ZIP)
        answer["Content-Disposition"] = f'attachment; filename="synthetic-{str(id)[:8]}-{form}.zip"'
        return answer


class KeysView(OfDataSet):
    looks = ("GET",)
    operations: Mapping[str, str] = {"GET": OPERATION}

    @extend_schema(
        operation_id="joined_syntheses_keys", responses={200: {"type": "array", "items": {"type": "string"}}}
    )
    def get(self, request: Request, id: UUID, number: int) -> Response:
        """The columns by which the viewer can join another table: those that identify, of texts or whole numbers."""
        return Response(selectors.keys_offered(version_of(id, number), permit_of(request)))


class JoinedForecastsView(OfDataSet):
    looks = ("POST",)
    operations: Mapping[str, str] = {"POST": OPERATION}

    @extend_schema(
        operation_id="joined_syntheses_forecasts",
        request=JoinedForecastWishSerializer,
        responses=JoinedForecastsSerializer,
        examples=[examples.JOINED_FORECAST],
    )
    def post(self, request: Request, id: UUID, number: int) -> Response:
        """How far noise will put either table off, for several budgets at once, and what each unit would lose. No row
        is read."""
        said = JoinedForecastWishSerializer(data=request.data)
        said.is_valid(raise_exception=True)
        wish, permit = said.validated_data, to_foresee(permit_of(request))
        of_children = to_foresee(_permit_named(request, wish))
        parents, children = version_of(id, number), children_of(wish)
        plans = [
            (budget, checked_joined_plan(permit, of_children, parents, children, {**wish, **budget}, ""))
            for budget in wish["privacy"]
        ]
        return Response(JoinedForecastsSerializer(forecasts(wish, plans)).data)


class Used:
    """What somebody asked for and still may use: both permits, asked now, and the plan within the limits of both."""

    def __init__(self, request: Request, id: UUID) -> None:
        self.permit, self.joined = permit_of(request), _own(request, id)
        children = Ref("dataset", str(self.joined.children.data_set_id))
        self.of_children = permit_for_another(request, OPERATION, children)
        use = still_checked_plan(self.permit, self.of_children, self.joined)
        self.said, self.plan = use.said, use.plan
        purpose = self.joined.purpose
        self.terms = {
            "parents": terms_of(use.of_parents, purpose),
            "children": terms_of(use.of_children, purpose),
        }

    def whole(self) -> Any:
        found = selectors.whole_joined(self.joined, self.permit, self.of_children, self.said, self.plan)
        return JoinedSynthesisSerializer(found).data


def _permit_named(request: Request, said: Mapping[str, Any]) -> Permit:
    """For the data set of the children that a plan names. Of one that the viewer may not know of nothing is said."""
    try:
        return permit_for_another(request, OPERATION, Ref("dataset", str(said["children"]["data_set"])))
    except Hidden:
        raise no_rows("children.data_set", "is no data set that you may make rows of") from None


def _own(request: Request, id: UUID) -> JoinedSynthesis:
    found = JoinedSynthesis.objects.select_related("job", "parents__data_set", "children__data_set", "spend", "model")
    return get_object_or_404(found, pk=id, asked_by=str(permit_of(request).viewer))

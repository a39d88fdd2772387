"""/access-requests: asks for access to a data set, and decides on it. The studio uses no other route for this."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.views.me import person_of
from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.datasets.models import AccessRequest
from datahub.datasets.rules.requests import STATES, Party
from datahub.datasets.selectors import requests as selectors
from datahub.datasets.serializers.requests import AccessRequestSerializer, NewRequestSerializer, StepWishSerializer
from datahub.datasets.services.requests import Wish, ask, step
from datahub.policies.permissions import permit_of
from datahub.policies.services import authorise

WHOSE = OpenApiParameter("whose", OpenApiTypes.STR, enum=selectors.WHOSE, default=selectors.WHOSE[0])
STATE = OpenApiParameter("state", OpenApiTypes.STR, enum=STATES)


class OfRequest(APIView):
    """A view of one request asks the Door about the request, and about the data set it is for."""

    def ref(self, request: Request, id: UUID) -> Ref:  # noqa: ARG002 - the Door passes the request
        return Ref("access_request", str(id))


class AccessRequestListView(APIView):
    operations: Mapping[str, str] = {"GET": "access_request.list", "POST": "access_request.create"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination
    ordering = "-created_at"

    def ref(self, request: Request) -> Ref:  # noqa: ARG002 - the Door passes the request
        return PLATFORM

    @extend_schema(
        operation_id="access_requests_list",
        parameters=[WHOSE, STATE],
        responses=AccessRequestSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Lists the viewer's own requests, or those of others for the viewer's data sets."""
        params, page, viewer = request.query_params, CursorPage(), person_of(request)
        whose, state = params.get("whose", selectors.WHOSE[0]), params.get("state", "")
        rows = page.paginate_queryset(selectors.requests_for(viewer, whose=whose, state=state), request, view=self)
        shown = [selectors.whole(viewer, row) for row in rows]
        return page.get_paginated_response(AccessRequestSerializer(shown, many=True).data)

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=NewRequestSerializer, responses={201: AccessRequestSerializer})
    def post(self, request: Request) -> Response:
        """Makes a draft for a data set that the viewer may see; for any other it answers that there is none."""
        serializer, actor = NewRequestSerializer(data=request.data), person_of(request)
        serializer.is_valid(raise_exception=True)
        fields: dict[str, Any] = serializer.validated_data
        authorise(viewer=actor, operation="dataset.read_metadata", ref=Ref("dataset", str(fields["data_set"])))
        access_request = create_once(
            request,
            AccessRequest,
            lambda id: ask(
                actor=actor,
                data_set_id=fields["data_set"],
                id=id,
                purpose=fields["purpose"],
                role_wanted=fields["role_wanted"],
            ),
        )
        return _request_response(request, access_request.pk, 201)


class AccessRequestView(OfRequest):
    operations: Mapping[str, str] = {"GET": "access_request.read", "PATCH": "access_request.edit"}

    @extend_schema(responses=AccessRequestSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        return _request_response(request, id, 200)

    @extend_schema(request=StepWishSerializer, responses=AccessRequestSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Takes a step of the person who asked: change the text, submit, answer a question, take it back, give access
        up."""
        return _step(request, id, "asker")


class DecisionView(OfRequest):
    operations: Mapping[str, str] = {"PATCH": "access_request.decide"}

    @extend_schema(request=StepWishSerializer, responses=AccessRequestSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Takes a step of the owner of the data set: ask, approve with role and end, refuse with a reason, revoke."""
        return _step(request, id, "owner")


def _step(request: Request, id: UUID, party: Party) -> Response:
    serializer = StepWishSerializer(data=request.data)
    serializer.is_valid(raise_exception=True)
    wish = Wish(**serializer.validated_data)
    step(actor=person_of(request), rule=permit_of(request).rule, request_id=id, party=party, wish=wish)
    return _request_response(request, id, 200)


def _request_response(request: Request, id: UUID, status: int) -> Response:
    shown = selectors.whole(person_of(request), selectors.request_of(id))
    return Response(AccessRequestSerializer(shown).data, status=status)

"""/tokens: serves the tokens that programs show instead of a password."""

from collections.abc import Mapping
from uuid import UUID

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts import selectors, services
from datahub.accounts.models import Token
from datahub.accounts.serializers import NewTokenSerializer, TokenSerializer
from datahub.accounts.views.me import person_of
from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref

SEARCH = OpenApiParameter("q", OpenApiTypes.STR, description="Part of the name.")
SORT = OpenApiParameter("sort", OpenApiTypes.STR, enum=selectors.SORTS, default=selectors.SORTS[0])


class TokenListView(APIView):
    operations: Mapping[str, str] = {"GET": "token.list", "POST": "token.create"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination
    ordering = selectors.SORTS[0]

    def ref(self, request: Request) -> Ref:  # noqa: ARG002 - the Door passes the request
        return PLATFORM

    @extend_schema(operation_id="tokens_list", parameters=[SEARCH, SORT], responses=TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Lists the viewer's own tokens, including those that have ended."""
        self.ordering = request.query_params.get("sort", self.ordering)
        page = CursorPage()
        rows = selectors.tokens_of(person_of(request), search=request.query_params.get("q", "")[:200])
        tokens = page.paginate_queryset(rows, request, view=self)
        return page.get_paginated_response(TokenSerializer(tokens, many=True).data)

    @extend_schema(request=TokenSerializer, responses={201: NewTokenSerializer})
    def post(self, request: Request) -> Response:
        """Makes a token; this needs a session. The Door lets no token make another, or a leaked one would outlive its
        revocation."""
        serializer = TokenSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        token, text = services.create_token(actor=person_of(request), **serializer.validated_data)
        return Response(NewTokenSerializer(token, context={"text": text}).data, status=201)


class TokenView(APIView):
    operations: Mapping[str, str] = {"GET": "token.read", "DELETE": "token.revoke"}

    def ref(self, request: Request, token_id: UUID) -> Ref:  # noqa: ARG002 - the Door passes the request
        return Ref("token", str(token_id))

    @extend_schema(responses=TokenSerializer)
    def get(self, request: Request, token_id: UUID) -> Response:
        return Response(TokenSerializer(_token(request, token_id)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, token_id: UUID) -> Response:
        services.revoke_token(actor=person_of(request), token=_token(request, token_id))
        return Response(status=204)


def _token(request: Request, token_id: UUID) -> Token:
    token = selectors.token_for(person_of(request), token_id)
    if token is None:
        raise Http404
    return token

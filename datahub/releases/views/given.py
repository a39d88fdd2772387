"""/releases/{id}/recipients and /links give a table to people. /release-downloads serves whoever has a link."""

from collections.abc import Mapping
from uuid import UUID

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.views.me import person_of
from datahub.policies.permissions import permit_of
from datahub.releases import examples
from datahub.releases.models import Link, Recipient
from datahub.releases.serializers import (
    FollowLinkSerializer,
    LinkSerializer,
    MadeLinkSerializer,
    NewLinkSerializer,
    NewRecipientSerializer,
    RecipientSerializer,
)
from datahub.releases.services.give import follow, give, link, note_taken, revoke, take_back
from datahub.releases.services.hand_out import hand_out
from datahub.releases.views.releases import FILE, OfItsDataSet, as_file, release_of


class RecipientListView(OfItsDataSet):
    operations: Mapping[str, str] = {"GET": "dataset.release", "POST": "dataset.release"}

    @extend_schema(operation_id="releases_recipients_list", responses=RecipientSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:  # noqa: ARG002 - DRF passes this argument
        places = release_of(id).recipients.select_related("person").order_by("created_at")
        return Response(RecipientSerializer(places, many=True).data)

    @extend_schema(request=NewRecipientSerializer, responses={201: RecipientSerializer}, examples=[examples.RECIPIENT])
    def post(self, request: Request, id: UUID) -> Response:
        """Gives all of the table, or a projection of it, to a person. Again for the same person replaces what they
        had."""
        serializer = NewRecipientSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        wish = serializer.validated_data
        recipient = give(
            actor=person_of(request),
            permit=permit_of(request),
            release_id=release_of(id).pk,
            person=wish["person"],
            columns=wish["columns"],
            until=wish["expires_at"],
        )
        return Response(RecipientSerializer(recipient).data, status=201)


class RecipientView(OfItsDataSet):
    operations: Mapping[str, str] = {"DELETE": "dataset.release"}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID, recipient_id: UUID) -> Response:
        """Takes a release back from a recipient. Files that they downloaded stay with them."""
        recipient = get_object_or_404(Recipient.objects.select_related("release"), pk=recipient_id, release=id)
        take_back(permit=permit_of(request), recipient=recipient)
        return Response(status=204)


class LinkListView(OfItsDataSet):
    operations: Mapping[str, str] = {"GET": "dataset.release", "POST": "dataset.release"}

    @extend_schema(operation_id="releases_links_list", responses=LinkSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:  # noqa: ARG002 - DRF passes this argument
        return Response(LinkSerializer(release_of(id).links.order_by("created_at"), many=True).data)

    @extend_schema(request=NewLinkSerializer, responses={201: MadeLinkSerializer}, examples=[examples.LINK])
    def post(self, request: Request, id: UUID) -> Response:
        """Makes a link. Only this answer has its secret."""
        serializer = NewLinkSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        wish = serializer.validated_data
        row, secret = link(
            permit=permit_of(request),
            release_id=release_of(id).pk,
            columns=wish["columns"],
            until=wish["expires_at"],
        )
        return Response({**LinkSerializer(row).data, "secret": secret}, status=201)


class LinkView(OfItsDataSet):
    operations: Mapping[str, str] = {"DELETE": "dataset.release"}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID, link_id: UUID) -> Response:
        """Revokes a link."""
        row = get_object_or_404(Link.objects.select_related("release"), pk=link_id, release=id)
        revoke(permit=permit_of(request), row=row)
        return Response(status=204)


class DownloadView(APIView):
    public = "Whoever has the secret of a link; it is in the body, so that no log of addresses has it."
    authentication_classes = ()
    throttle_scope = "links"

    @extend_schema(
        operation_id="release_downloads_create",
        request=FollowLinkSerializer,
        responses={**FILE, (200, "application/json"): OpenApiTypes.OBJECT},
        examples=[examples.FOLLOW],
        auth=[],
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Returns the table, which counts as a download, or its card. 404 `download_refused` for a link that does not
        lead anywhere (any more)."""
        serializer = FollowLinkSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        row, permit = follow(serializer.validated_data["secret"])
        release, what = row.release, serializer.validated_data["what"]
        columns = row.columns or [column["name"] for column in release.columns]
        if what == "card":
            return Response(hand_out(permit, release, columns, "csv").card)
        given = hand_out(permit, release, columns, what)
        note_taken(row, permit)
        return as_file(given.table, release, what)

"""/invitations: invites people to an organisation, a team, or a role on a survey."""

from collections.abc import Mapping
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.views.me import person_of
from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref
from datahub.policies.hold import invitations
from datahub.policies.models import Invitation
from datahub.policies.serializers.roles import InvitationSerializer, JoinedSerializer, SecretSerializer
from datahub.policies.views.roles import SUBJECT, subject_in

PAGE = "/invitation"


class InvitationListView(APIView):
    throttle_scope = "invitations"
    operations: Mapping[str, str] = {"GET": "invitation.list", "POST": "invitation.create"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination

    def ref(self, request: Request) -> Ref:
        reads = request.method in {"GET", "HEAD"}
        return invitations.decided_on(subject_in(request.query_params if reads else request.data))

    @extend_schema(operation_id="invitations_list", parameters=[SUBJECT], responses=InvitationSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Lists the invitations to a thing, including those that ended; those to an organisation include those to its
        teams."""
        page = CursorPage()
        rows = page.paginate_queryset(invitations.invitations_to(self.ref(request)), request, view=self)
        return page.get_paginated_response(InvitationSerializer(rows, many=True).data)

    @extend_schema(request=InvitationSerializer, responses={201: InvitationSerializer})
    def post(self, request: Request) -> Response:
        """Sends an invitation. The answer is the same whether or not anybody has an account with this address."""
        serializer = InvitationSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        invitation = invitations.invite(
            actor=person_of(request),
            email=serializer.validated_data["email"],
            role=serializer.validated_data["role"],
            ref=subject_in(request.data),
            site=invitations.Site(host=request.get_host(), page=request.build_absolute_uri(PAGE)),
        )
        return Response(InvitationSerializer(invitation).data, status=201)


class InvitationView(APIView):
    operations: Mapping[str, str] = {"DELETE": "invitation.revoke"}

    def ref(self, request: Request, invitation_id: UUID) -> Ref:  # noqa: ARG002 - the Door passes the request
        invitation = Invitation.objects.filter(pk=invitation_id).first()
        if invitation is None:
            return Ref("invitation", str(invitation_id))
        return invitations.decided_on(Ref.parse(invitation.object))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, invitation_id: UUID) -> Response:
        """Revokes an invitation: the link in its mail opens nothing from now on."""
        invitation = get_object_or_404(Invitation, pk=invitation_id)
        invitations.revoke(actor=person_of(request), invitation=invitation)
        return Response(status=204)


class AcceptanceView(APIView):
    throttle_scope = "invitations"
    operations: Mapping[str, str] = {"POST": "invitation.accept"}

    def ref(self, request: Request) -> Ref:  # noqa: ARG002 - the Door passes the request
        return PLATFORM

    @extend_schema(request=SecretSerializer, responses={201: JoinedSerializer})
    def post(self, request: Request) -> Response:
        """Accepts an invitation, for whoever is signed in with the proven address it was sent to, once; all refusals
        are alike."""
        serializer = SecretSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        accepted = invitations.accept(actor=person_of(request), secret=serializer.validated_data["secret"])
        return Response(JoinedSerializer(accepted).data, status=201)

"""/policies/places: lists and changes the people and teams in the roles of a policy."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.membership import colleagues_of, teams_near
from datahub.accounts.models import Person, Team
from datahub.accounts.views.me import person_of
from datahub.api.ref import PLATFORM, Ref
from datahub.policies import selectors
from datahub.policies.errors import RoleRefused
from datahub.policies.hold import role_holders
from datahub.policies.models import Place
from datahub.policies.serializers.policies import HolderSerializer, NewPlaceSerializer, PlaceSerializer
from datahub.policies.views.policies import ADMINISTER, OfSubject
from datahub.policies.views.roles import SUBJECT
from datahub.policies.write import policy_store


class PlaceListView(OfSubject):
    operations: Mapping[str, str] = {"GET": ADMINISTER, "POST": ADMINISTER}

    @extend_schema(operation_id="places_list", parameters=[SUBJECT], responses=PlaceSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Lists everybody who is in a role, by name or by team."""
        return Response(PlaceSerializer(policy_store.current_role_holders(self.ref(request)), many=True).data)

    @extend_schema(request=NewPlaceSerializer, responses={201: PlaceSerializer})
    def post(self, request: Request) -> Response:
        """Puts a colleague, or a team of one's own organisations, in a role."""
        serializer = NewPlaceSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        fields, actor, ref = serializer.validated_data, person_of(request), self.ref(request)
        known = selectors.known_to(actor, ref)
        holder = role_holders.assign(
            actor=actor,
            ref=ref,
            role=fields["role"],
            holder=_holder(actor, fields, known),
            until=fields["until"],
            purpose=fields.get("purpose", ""),
        )
        return Response(PlaceSerializer(holder).data, status=201)


class PlaceView(APIView):
    operations: Mapping[str, str] = {"DELETE": ADMINISTER}

    def ref(self, request: Request, place_id: UUID) -> Ref:  # noqa: ARG002 - the Door passes the request
        role_holder = Place.objects.filter(pk=place_id).first()
        return Ref("dataset", str(place_id)) if role_holder is None else Ref.parse(role_holder.object)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, place_id: UUID) -> Response:
        """Ends a place at once, and with it all places that were passed on from it."""
        role_holders.end(actor=person_of(request), role_holder=get_object_or_404(Place, pk=place_id))
        return Response(status=204)


class PassOnView(APIView):
    operations: Mapping[str, str] = {"POST": "place.pass_on"}

    def ref(self, request: Request, place_id: UUID) -> Ref:  # noqa: ARG002 - the Door passes the request
        return PLATFORM

    @extend_schema(request=HolderSerializer, responses={201: PlaceSerializer})
    def post(self, request: Request, place_id: UUID) -> Response:
        """Passes one of the viewer's own roles on to a colleague or a team. A place of somebody else counts as
        missing."""
        serializer = HolderSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        fields, actor = serializer.validated_data, person_of(request)
        role_holder = role_holders.role_holders_of(actor).filter(pk=place_id).first()
        if role_holder is None:
            raise Http404
        holder = _holder(actor, fields, colleagues_of(actor))
        new_place = role_holders.pass_on(actor=actor, role_holder=role_holder, to=holder, until=fields["until"])
        return Response(PlaceSerializer(new_place).data, status=201)


def _holder(actor: Person, fields: Mapping[str, Any], known: Any) -> Person | Team:
    if "team" in fields:
        team = teams_near(actor).filter(pk=fields["team"]).first()
        if team is None:
            raise RoleRefused("This is no team of yours.", fields={"team": "is not known here"})
        return team
    person: Person | None = known.filter(pk=fields["person"]).first()
    if person is None:
        raise RoleRefused("This is none of your colleagues.", fields={"person": "is not known here"})
    return person

"""/organisations: serves organisations, their members, and the teams with which surveys are shared."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import Prefetch
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts import membership as services
from datahub.accounts.models import Membership, Organisation, Team
from datahub.accounts.serializers import (
    InTeamSerializer,
    MemberSerializer,
    OrganisationInListSerializer,
    OrganisationSerializer,
    TeamSerializer,
)
from datahub.accounts.views.me import person_of
from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref
from datahub.api.serializers import StrictSerializer
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once


class OrganisationListView(APIView):
    operations: Mapping[str, str] = {"GET": "organisation.list", "POST": "organisation.create"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination
    ordering = "name"

    def ref(self, request: Request) -> Ref:  # noqa: ARG002 - the Door passes the request
        return PLATFORM

    @extend_schema(operation_id="organisations_list", responses=OrganisationInListSerializer(many=True))
    def get(self, request: Request) -> Response:
        page = CursorPage()
        rows = page.paginate_queryset(services.organisations_of(person_of(request)), request, view=self)
        serializer = OrganisationInListSerializer(rows, many=True, context={"request": request})
        return page.get_paginated_response(serializer.data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=OrganisationInListSerializer, responses={201: OrganisationSerializer}
    )
    def post(self, request: Request) -> Response:
        """Creates an organisation, which its maker administers."""
        name, person = _read(OrganisationInListSerializer, request)["name"], person_of(request)
        organisation = create_once(request, Organisation, lambda id: services.create(actor=person, name=name, id=id))
        theirs = get_object_or_404(
            services.organisations_of(person), pk=organisation.pk
        )  # a repeated request may come after the person left the organisation
        return Response(_whole(request, theirs), status=201)


class OfOrganisation(APIView):
    """A view of an organisation asks the Door about the organisation, for its members and teams too."""

    def ref(self, request: Request, id: UUID, **kwargs: object) -> Ref:  # noqa: ARG002 - the Door passes the parts of the URL
        return Ref("organisation", str(id))


class OrganisationView(OfOrganisation):
    operations: Mapping[str, str] = {
        "GET": "organisation.read",
        "PATCH": "organisation.edit",
        "DELETE": "organisation.edit",
    }

    @extend_schema(responses=OrganisationSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        return Response(_whole(request, _organisation(id)))

    @extend_schema(request=OrganisationInListSerializer, responses=OrganisationSerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        name = _read(OrganisationInListSerializer, request)["name"]
        services.rename(actor=person_of(request), organisation=_organisation(id), name=name)
        return Response(_whole(request, _organisation(id)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Deletes an organisation with its teams and what was shared with them; surveys stay with their owners."""
        services.delete(actor=person_of(request), organisation=_organisation(id))
        return Response(status=204)


class MembershipView(OfOrganisation):
    """This is the viewer's own membership in an organisation."""

    operations: Mapping[str, str] = {"DELETE": "organisation.leave"}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Leaves the organisation and its teams."""
        person = person_of(request)
        services.remove(actor=person, membership=_member(id, person.pk))
        return Response(status=204)


class MemberView(OfOrganisation):
    operations: Mapping[str, str] = {"PATCH": "organisation.edit", "DELETE": "organisation.edit"}

    @extend_schema(request=MemberSerializer, responses=MemberSerializer)
    def patch(self, request: Request, id: UUID, person_id: UUID) -> Response:
        role = _read(MemberSerializer, request)["role"]
        changed = services.change_role(actor=person_of(request), membership=_member(id, person_id), role=role)
        return Response(MemberSerializer(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID, person_id: UUID) -> Response:
        services.remove(actor=person_of(request), membership=_member(id, person_id))
        return Response(status=204)


class TeamListView(OfOrganisation):
    operations: Mapping[str, str] = {"POST": "organisation.edit"}

    @extend_schema(request=TeamSerializer, responses={201: TeamSerializer})
    def post(self, request: Request, id: UUID) -> Response:
        name = _read(TeamSerializer, request)["name"]
        team = services.create_team(actor=person_of(request), organisation=_organisation(id), name=name)
        return Response(TeamSerializer(team).data, status=201)


class TeamView(OfOrganisation):
    operations: Mapping[str, str] = {"DELETE": "organisation.edit"}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID, team_id: UUID) -> Response:
        """Deletes a team. What was shared with the team is shared with it no more."""
        services.delete_team(actor=person_of(request), team=_team(id, team_id))
        return Response(status=204)


class TeamPeopleView(OfOrganisation):
    operations: Mapping[str, str] = {"POST": "organisation.edit"}

    @extend_schema(request=InTeamSerializer, responses=TeamSerializer)
    def post(self, request: Request, id: UUID, team_id: UUID) -> Response:
        """Puts a member of the organisation into the team."""
        person = _read(InTeamSerializer, request)["person"]
        services.put_in_team(actor=person_of(request), team=_team(id, team_id), person_id=person)
        return Response(TeamSerializer(_team(id, team_id)).data)


class TeamPersonView(OfOrganisation):
    operations: Mapping[str, str] = {"DELETE": "organisation.edit"}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID, team_id: UUID, person_id: UUID) -> Response:
        services.take_from_team(actor=person_of(request), team=_team(id, team_id), person_id=person_id)
        return Response(status=204)


def _read(serializer: type[StrictSerializer], request: Request) -> dict[str, Any]:
    body = serializer(data=request.data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


def _whole(request: Request, organisation: Organisation) -> object:
    return OrganisationSerializer(organisation, context={"request": request}).data


def _organisation(id: UUID) -> Organisation:
    members = Membership.objects.select_related("person").order_by("joined_at", "pk")
    teams = Team.objects.order_by("name").prefetch_related("memberships__membership")
    whole = Organisation.objects.prefetch_related(Prefetch("memberships", members), Prefetch("teams", teams))
    return get_object_or_404(whole, pk=id)


def _member(id: UUID, person_id: UUID) -> Membership:
    return get_object_or_404(
        Membership.objects.select_related("person", "organisation"), organisation=id, person=person_id
    )


def _team(id: UUID, team_id: UUID) -> Team:
    teams = Team.objects.select_related("organisation").prefetch_related("memberships__membership")
    return get_object_or_404(teams, organisation=id, pk=team_id)

"""/policies/platform-roles and /policies/standing: shows and sets the roles that people have on the platform."""

from collections.abc import Mapping
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.models import Person
from datahub.accounts.views.me import person_of
from datahub.api.ref import PLATFORM, Ref
from datahub.policies.hold import clearance
from datahub.policies.selectors import standing_of
from datahub.policies.serializers.standing import PlatformRoleSerializer, StandingSerializer


class OfPlatform(APIView):
    def ref(self, request: Request, **kwargs: object) -> Ref:  # noqa: ARG002 - the Door passes the request
        return PLATFORM


class PlatformRoleListView(OfPlatform):
    operations: Mapping[str, str] = {"GET": "standing.read"}

    @extend_schema(operation_id="platform_roles_list", responses=PlatformRoleSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Lists the platform roles data owner, data provider, data user and algorithm provider: which the viewer may
        be, and do."""
        return Response(PlatformRoleSerializer(clearance.platform_roles_of(person_of(request)), many=True).data)


class StandingView(OfPlatform):
    operations: Mapping[str, str] = {"GET": "standing.set", "PUT": "standing.set"}

    @extend_schema(operation_id="standing_retrieve", responses=StandingSerializer)
    def get(self, request: Request, person_id: UUID) -> Response:  # noqa: ARG002 - Django passes this argument
        return Response(StandingSerializer(standing_of(get_object_or_404(Person, pk=person_id))).data)

    @extend_schema(request=StandingSerializer, responses=StandingSerializer)
    def put(self, request: Request, person_id: UUID) -> Response:
        """States until when the person's training holds, and which of the platform's roles are withheld from them."""
        serializer = StandingSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        person = get_object_or_404(Person, pk=person_id)
        stated = clearance.state(actor=person_of(request), person=person, **serializer.validated_data)
        return Response(StandingSerializer(stated).data)

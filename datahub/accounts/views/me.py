"""/me: shows a person's own account, and the sessions in which they are signed in."""

from collections.abc import Mapping
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts import services, sessions
from datahub.accounts.models import Person
from datahub.accounts.serializers import MeSerializer, MyEditsSerializer, SessionSerializer
from datahub.api.ref import PLATFORM, Ref


class OfMyself(APIView):
    def ref(self, request: Request, **kwargs: object) -> Ref:  # noqa: ARG002 - the Door passes the parts of the URL
        return services.ref_of(request.user) if isinstance(request.user, Person) else PLATFORM


class MeView(OfMyself):
    operations: Mapping[str, str] = {"GET": "me.read", "PATCH": "me.edit"}

    @extend_schema(responses=MeSerializer)
    def get(self, request: Request) -> Response:
        return Response(MeSerializer(request.user, context={"request": request}).data)

    @extend_schema(request=MyEditsSerializer, responses=MeSerializer)
    def patch(self, request: Request) -> Response:
        """Changes the viewer's own account; only the fields that are named change."""
        serializer = MyEditsSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        person = services.edit_myself(actor=person_of(request), **serializer.validated_data)
        return Response(MeSerializer(person, context={"request": request}).data)


class SessionListView(OfMyself):
    operations: Mapping[str, str] = {"GET": "me.read", "DELETE": "me.edit"}

    @extend_schema(operation_id="me_sessions_list", responses=SessionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Lists the sessions in which the person is signed in, the session seen last first."""
        living = list(sessions.sessions_of(person_of(request)))
        return Response(SessionSerializer(living, many=True, context={"request": request}).data)

    @extend_schema(operation_id="me_sessions_end_all", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Ends all sessions of the viewer, this one too."""
        sessions.end_all(actor=person_of(request))
        return Response(status=204)


class SessionView(OfMyself):
    operations: Mapping[str, str] = {"DELETE": "me.edit"}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, session_id: UUID) -> Response:
        """Ends one session of the viewer, from its next request on."""
        if not sessions.end(actor=person_of(request), session_id=session_id):
            raise Http404
        return Response(status=204)


def person_of(request: Request) -> Person:
    if not isinstance(request.user, Person):
        raise Http404  # the Door refuses anonymous requests before this line
    return request.user

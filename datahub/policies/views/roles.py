"""/roles: says who may do what with a thing, and why."""

from collections.abc import Mapping
from uuid import UUID

from django.http import Http404, QueryDict
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.membership import teams_near
from datahub.accounts.models import Person
from datahub.accounts.views.me import person_of
from datahub.api.errors import Malformed
from datahub.api.ref import SCHEMA, Ref
from datahub.policies import selectors, services
from datahub.policies.decide import rules
from datahub.policies.errors import RoleRefused
from datahub.policies.models import Role
from datahub.policies.serializers.roles import ExplanationSerializer, MineSerializer, NewRoleSerializer, RoleSerializer

SUBJECT = OpenApiParameter(
    "subject",
    SCHEMA,
    required=True,
    description="kind:id, for example survey:...",
)


def subject_in(question: object) -> Ref:
    """Returns the reference of the thing that a query or body asks about. Malformed says how a reference is written."""
    subject = question.get("subject") if isinstance(question, Mapping | QueryDict) else None
    try:
        return Ref.parse(subject if isinstance(subject, str) else "")
    except ValueError:
        raise Malformed("subject must read kind:id.", fields={"subject": "This is no reference."}) from None


class RoleListView(APIView):
    operations: Mapping[str, str] = {"GET": "role.list", "POST": "role.grant"}

    def ref(self, request: Request) -> Ref:
        return subject_in(request.query_params if request.method in {"GET", "HEAD"} else request.data)

    @extend_schema(operation_id="roles_list", parameters=[SUBJECT], responses=RoleSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Lists who has which role on the thing."""
        return Response(RoleSerializer(selectors.roles_on(self.ref(request)), many=True).data)

    @extend_schema(request=NewRoleSerializer, responses={201: RoleSerializer})
    def post(self, request: Request) -> Response:
        """Gives a role to a colleague or a team of one's own organisations; for everybody else there are
        invitations."""
        serializer = NewRoleSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        actor, ref, role = person_of(request), self.ref(request), serializer.validated_data["role"]
        if "team" in serializer.validated_data:
            team = teams_near(actor).filter(pk=serializer.validated_data["team"]).first()
            if team is None:
                raise RoleRefused("This is no team of yours.", fields={"team": "is not known here"})
            row = services.grant_to_team(actor=actor, team=team, role=role, ref=ref)
        else:
            person = selectors.known_to(actor, ref).filter(pk=serializer.validated_data["person"]).first()
            if person is None:
                raise RoleRefused("This is none of your colleagues.", fields={"person": "is not known here"})
            row = services.grant(actor=actor, person=person, role=role, ref=ref)
        return Response(RoleSerializer(row).data, status=201)


class RoleView(APIView):
    operations: Mapping[str, str] = {"DELETE": "role.revoke"}

    def ref(self, request: Request, id: int) -> Ref:  # noqa: ARG002 - the Door passes the request
        row = Role.objects.filter(pk=id).first()
        return Ref("role", str(id)) if row is None else Ref.parse(row.object)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: int) -> Response:
        """Revokes a role at once, on pages that are open too."""
        services.revoke(actor=person_of(request), row=get_object_or_404(Role, pk=id))
        return Response(status=204)


class MineView(APIView):
    """These are the roles that pages may offer the viewer. The Door decides again at each request."""

    operations: Mapping[str, str] = {"GET": "survey.read", "DELETE": "role.give_up"}

    def ref(self, request: Request) -> Ref:
        return subject_in(request.query_params)

    @extend_schema(parameters=[SUBJECT], responses={204: None})
    def delete(self, request: Request) -> Response:
        """Gives up the viewer's own roles. The last owner stays."""
        services.give_up(actor=person_of(request), ref=self.ref(request))
        return Response(status=204)

    @extend_schema(parameters=[SUBJECT], responses=MineSerializer)
    def get(self, request: Request) -> Response:
        """Returns the viewer's own roles on the survey, and what they may do with it."""
        person, ref = person_of(request), self.ref(request)
        operations = services.allowed(viewer=person, ref=ref)
        return Response({"roles": sorted(selectors.roles_of(person, ref)), "operations": operations})


class ExplanationView(APIView):
    operations: Mapping[str, str] = {"GET": "role.explain"}

    def ref(self, request: Request) -> Ref:
        return subject_in(request.query_params)

    @extend_schema(
        parameters=[
            SUBJECT,
            OpenApiParameter("person", OpenApiTypes.UUID, required=True),
            OpenApiParameter("operation", OpenApiTypes.STR, required=True, description="For example survey.edit."),
        ],
        responses=ExplanationSerializer,
    )
    def get(self, request: Request) -> Response:
        """Says whether a colleague may do something, with every rule that was asked, and what was missing."""
        operation = request.query_params.get("operation", "")
        if operation not in rules.OPERATIONS:
            raise Malformed("There is no such operation.", fields={"operation": "is not known here"})
        ref, person = self.ref(request), _colleague(request, self.ref(request))
        tried = services.explain(viewer=person, operation=operation, ref=ref)
        permitting = [step.rule for step in tried if step.failed is None]
        return Response(
            {
                "allowed": bool(permitting),
                "rule": permitting[0] if permitting else "",
                "roles": sorted(selectors.roles_of(person, ref)),
                "tried": [{"rule": step.rule, "needs": step.failed and str(step.failed)} for step in tried],
            }
        )


def _colleague(request: Request, ref: Ref) -> Person:
    """Returns the person that a query names, if the viewer knows them; of a stranger nobody learns who they are, which
    would be told by what they may."""
    try:
        id = UUID(request.query_params.get("person", ""))
    except ValueError:
        raise Malformed("person is the id of a person.", fields={"person": "is no id"}) from None
    person = selectors.known_to(person_of(request), ref).filter(pk=id).first()
    if person is None:
        raise Http404
    return person

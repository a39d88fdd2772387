"""/policies: serves policies that owners of data sets write, the holders of their roles, the tester and the watch."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.views.me import person_of
from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref
from datahub.policies import selectors, tester
from datahub.policies.decide.obligations import purposes_offered
from datahub.policies.models import Alarm, WrittenPolicy
from datahub.policies.permissions import permit_of
from datahub.policies.serializers.answers import (
    AlarmSerializer,
    PolicyAnswerSerializer,
    PolicyExplanationSerializer,
    SeenSerializer,
    WatchSerializer,
    answer_json,
)
from datahub.policies.serializers.policies import (
    NewPolicySerializer,
    PolicyQuestionSerializer,
    PolicySerializer,
    PolicyTestSerializer,
    PolicyVersionSerializer,
    context_of,
)
from datahub.policies.views.roles import SUBJECT, subject_in
from datahub.policies.watch import services as watch
from datahub.policies.watch.rules import DAYS
from datahub.policies.write import policy_store
from datahub.policies.write.kept_limits import PREFIX, limits_kept, mechanisms_used
from datahub.policies.write.policy_json import EMPTY, write_obligations

VERSION = OpenApiParameter("version", OpenApiTypes.INT, description="An earlier one; without it, the one that counts.")
ADMINISTER = "dataset.administer"


class OfSubject(APIView):
    """A view of a subject asks the Door about the thing that the query or the body names."""

    def ref(self, request: Request) -> Ref:
        return subject_in(request.query_params if request.method in {"GET", "HEAD"} else request.data)


class PolicyView(OfSubject):
    operations: Mapping[str, str] = {"GET": ADMINISTER, "POST": ADMINISTER}

    @extend_schema(operation_id="policies_retrieve", parameters=[SUBJECT, VERSION], responses=PolicySerializer)
    def get(self, request: Request) -> Response:
        """Returns roles, rules and groups as the owner wrote them."""
        return Response(self._json(request, _version(request, self.ref(request))))

    @extend_schema(request=NewPolicySerializer, responses={201: PolicySerializer})
    def post(self, request: Request) -> Response:
        """Writes a new version, which counts at once. Earlier decisions keep the number of the version that made
        them."""
        serializer = NewPolicySerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        fields, permit = dict(serializer.validated_data), permit_of(request)
        after = fields.pop("after")
        if permit.facts is None or permit.ref.kind not in policy_store.KINDS:
            raise Http404
        policy = policy_store.write(
            actor=person_of(request), ref=permit.ref, facts=permit.facts, document=fields, after=after
        )
        return Response(self._json(request, policy), status=201)

    def _json(self, request: Request, policy: WrittenPolicy | None) -> Mapping[str, Any]:
        facts, document = permit_of(request).facts, EMPTY if policy is None else policy.document
        return PolicySerializer(
            {
                "version": 0 if policy is None else policy.number,
                "roles": document["roles"],
                "groups": document["groups"],
                "made_by": None if policy is None else policy.made_by,
                "made_at": None if policy is None else policy.made_at,
                "columns": {} if facts is None else facts.columns,
                "limits": limits_kept(),
                "mechanisms": mechanisms_used(),
            }
        ).data


class PolicyVersionListView(OfSubject):
    operations: Mapping[str, str] = {"GET": ADMINISTER}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination
    ordering = "-number"

    @extend_schema(operation_id="policies_versions", parameters=[SUBJECT], responses=PolicyVersionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Lists every version that was ever written, the newest first."""
        page = CursorPage()
        rows = page.paginate_queryset(policy_store.versions_of(self.ref(request)), request, view=self)
        return page.get_paginated_response(PolicyVersionSerializer(rows, many=True).data)


class PolicyTestView(OfSubject):
    operations: Mapping[str, str] = {"POST": ADMINISTER}

    @extend_schema(request=PolicyTestSerializer, responses=PolicyAnswerSerializer)
    def post(self, request: Request) -> Response:
        """Says whether a person may do something, with every rule that was asked. Changes nothing; the log says that it
        was asked."""
        serializer = PolicyTestSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        fields, actor, ref = serializer.validated_data, person_of(request), self.ref(request)
        person = (
            actor
            if fields["person"] == actor.pk
            else selectors.known_to(actor, ref).filter(pk=fields["person"]).first()
        )
        if person is None:
            raise Http404
        answer = tester.ask(
            actor=actor,
            person=person,
            operation=PREFIX + fields["operation"],
            ref=ref,
            context=context_of(fields["use"]),
            document=fields.get("policy"),
        )
        return Response(answer_json(answer))


class PolicyExplanationView(APIView):
    operations: Mapping[str, str] = {"POST": "policy.explain"}

    def ref(self, request: Request) -> Ref:  # noqa: ARG002 - the Door passes the request
        return PLATFORM

    @extend_schema(request=PolicyQuestionSerializer, responses=PolicyExplanationSerializer)
    def post(self, request: Request) -> Response:
        """Says whether the viewer may do something, and what they must keep to. A refusal reads the same whatever
        stands in the way."""
        serializer = PolicyQuestionSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        fields = serializer.validated_data
        permitted = tester.explain_to_viewer(
            viewer=person_of(request),
            operation=PREFIX + fields["operation"],
            ref=subject_in(fields),
            context=context_of(fields["use"]),
        )
        return Response(
            {
                "allowed": permitted is not None,
                "reason": tester.REDACTED if permitted is None else "",
                "version": None if permitted is None else permitted.version,
                "obligations": None if permitted is None else write_obligations(permitted.obligations),
                "purposes": None if permitted is None else purposes_offered(permitted.ways),
            }
        )


class WatchView(OfSubject):
    operations: Mapping[str, str] = {"GET": ADMINISTER}

    @extend_schema(operation_id="policies_watch", parameters=[SUBJECT], responses=WatchSerializer)
    def get(self, request: Request) -> Response:
        """Returns who used the data set how often in the past four weeks, and on which days that was unusual."""
        ref, since = self.ref(request), timezone.now().date() - timedelta(days=DAYS)
        shown = {"alarms": watch.alarms_of(ref)[:200], "uses": watch.profile_of(ref, since)[:2000]}
        return Response(WatchSerializer(shown).data)


class AlarmView(APIView):
    operations: Mapping[str, str] = {"PATCH": ADMINISTER}

    def ref(self, request: Request, alarm_id: UUID) -> Ref:  # noqa: ARG002 - the Door passes the request
        alarm = Alarm.objects.filter(pk=alarm_id).first()
        return Ref("dataset", str(alarm_id)) if alarm is None else Ref.parse(alarm.object)

    @extend_schema(request=SeenSerializer, responses=AlarmSerializer)
    def patch(self, request: Request, alarm_id: UUID) -> Response:
        """Marks the alarm as seen by the owner."""
        serializer = SeenSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        alarm = get_object_or_404(Alarm, pk=alarm_id)
        return Response(AlarmSerializer(watch.see(actor=person_of(request), alarm=alarm)).data)


def _version(request: Request, ref: Ref) -> WrittenPolicy | None:
    number = request.query_params.get("version")
    if number is None:
        return policy_store.versions_of(ref).first()
    if not (number.isascii() and number.isdecimal() and len(number) < 9):
        raise Http404
    return get_object_or_404(policy_store.versions_of(ref), number=int(number))

"""These views describe the API itself: health, key, schema and mechanisms."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DictField,
    FloatField,
    IntegerField,
    ListField,
    RegexField,
)
from rest_framework.views import APIView

from datahub.api.description.openapi import openapi
from datahub.api.operation.health import check_ready
from datahub.api.serializers import QuerySerializer
from datahub.api.signing import public_key
from mechanisms.catalogue import FAMILIES, FIELDS, OFFERED, describe, figures
from mechanisms.ldp.local_mechanism import LocalMechanism

STATE = inline_serializer("Health", {"state": CharField()})
PLATFORM_KEY = inline_serializer("PlatformKey", {"algorithm": CharField(), "public_key": CharField()})
FIGURES = inline_serializer(
    "MechanismFigures",
    {
        "answers": IntegerField(),
        "epsilon": CharField(),
        "epsilon_spent": CharField(),
        "report_bytes": IntegerField(),
        "variance_constant": FloatField(help_text="reports * variance = constant + linear * share - share^2"),
        "variance_linear": FloatField(),
    },
    allow_null=True,
)
MECHANISM = inline_serializer(
    "Mechanism",
    {
        **{name: CharField() for name in ("slug", "name", "shape", "neighbours", "module", "summary")},
        **{name.lower(): CharField() for name in FIELDS},
        "family": ChoiceField(choices=tuple(FAMILIES), help_text="What a person holds."),
        "version": IntegerField(),
        "parameters": ListField(child=CharField()),
        "figures": FIGURES,
        "refused": CharField(help_text="Why there are no figures for this question; else empty."),
        "proofs": DictField(child=IntegerField(), help_text="What was proven, how often; from a run's report."),
        "in_surveys": BooleanField(help_text="Whether questions of surveys get it; else it is for programs alone."),
    },
    many=True,
)


class Live(APIView):
    public = "a supervisor asks whether the process answers; nothing of anybody is in the answer"
    authentication_classes = ()  # this view must answer while the database does not

    @extend_schema(operation_id="health_live", responses=STATE)
    def get(self, request: Request) -> Response:
        return Response({"state": "live"})


class Ready(APIView):
    public = "a proxy asks whether to send requests here; nothing of anybody is in the answer"
    authentication_classes = ()

    @extend_schema(operation_id="health_ready", responses=STATE)
    def get(self, request: Request) -> Response:
        check_ready()
        return Response({"state": "ready"})


class PlatformKey(APIView):
    public = "whoever checks what the platform signed needs its public key"
    authentication_classes = ()

    @extend_schema(operation_id="platform_key", responses=PLATFORM_KEY)
    def get(self, request: Request) -> Response:
        """Returns the Ed25519 public key of this installation, 32 bytes in base64url. The longer ago a copy of it
        was fetched, the more it proves, so keep a copy."""
        return Response({"algorithm": "Ed25519", "public_key": public_key()})


class Schema(APIView):
    public = "the description of the API is the same for everybody"
    authentication_classes = ()

    @extend_schema(operation_id="schema", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        return Response(openapi())


class QuestionSerializer(QuerySerializer):
    """A question states how many answers the question has that figures of the catalogue are computed for."""

    answers = IntegerField(min_value=2, max_value=1024, default=16)
    epsilon = RegexField(r"^[0-9]{1,2}(\.[0-9]{1,6})?$", default="1", help_text="A decimal number above 0, up to 16.")


class Mechanisms(APIView):
    public = "what perturbs an answer is the same for everybody, and anybody may check it"
    authentication_classes = ()

    @extend_schema(operation_id="mechanisms_list", parameters=[QuestionSerializer], responses=MECHANISM)
    def get(self, request: Request) -> Response:
        """Lists the mechanisms of the catalogue: what each guarantees, its shape and its source; of those for one
        answer, the size of a report and the variance at this epsilon.
        """
        question = QuestionSerializer(data=request.query_params.dict())
        question.is_valid(raise_exception=True)
        return Response(
            [{**describe(mechanism), **_figures(mechanism, **question.validated_data)} for mechanism in OFFERED]
        )


def _figures(offered: type[LocalMechanism], *, answers: int, epsilon: str) -> dict[str, Any]:
    try:
        values = figures(offered, answers=answers, epsilon=epsilon)
    except ValueError as refusal:
        return {"figures": None, "refused": str(refusal)}
    shown = {
        "answers": answers,
        "epsilon": epsilon,
        "epsilon_spent": values.epsilon_spent,
        "report_bytes": values.report_bytes,
        "variance_constant": values.constant,
        "variance_linear": values.linear,
    }
    return {"figures": shown, "refused": ""}

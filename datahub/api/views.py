"""What the door says about itself."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BooleanField, CharField, IntegerField
from rest_framework.views import APIView

from datahub.api.health import check_ready
from datahub.api.openapi import openapi
from datahub.api.signing import public_key
from mechanisms.catalogue import FIELDS, MECHANISMS, describe

STATE = inline_serializer("Health", {"state": CharField()})
PLATFORM_KEY = inline_serializer("PlatformKey", {"algorithm": CharField(), "public_key": CharField()})
MECHANISM = inline_serializer(
    "Mechanism",
    {
        **{name: CharField() for name in ("slug", "name", "shape", "neighbours", "module", "summary")},
        **{name.lower(): CharField() for name in FIELDS},
        "version": IntegerField(),
        "in_surveys": BooleanField(help_text="Whether questions of surveys get it; else it is for programs alone."),
    },
    many=True,
)


class Live(APIView):
    public = "a supervisor asks whether the process answers; nothing of anybody is in the answer"
    authentication_classes = ()  # must answer while the database does not

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
        """The Ed25519 public key of this installation, 32 bytes in base64url. Keep it: it is worth what its age is."""
        return Response({"algorithm": "Ed25519", "public_key": public_key()})


class Schema(APIView):
    public = "the description of the API is the same for everybody"
    authentication_classes = ()

    @extend_schema(operation_id="schema", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        return Response(openapi())


class Mechanisms(APIView):
    public = "what perturbs an answer is the same for everybody, and anybody may check it"
    authentication_classes = ()

    @extend_schema(operation_id="mechanisms_list", responses=MECHANISM)
    def get(self, request: Request) -> Response:
        """The catalogue: what each mechanism guarantees, its shape and its source."""
        return Response([describe(offered) for offered in MECHANISMS])

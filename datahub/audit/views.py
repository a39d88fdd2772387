"""/audit: returns the audit log to whoever may read it."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.api.errors import Malformed
from datahub.api.ref import PLATFORM, SCHEMA, Ref
from datahub.audit import selectors
from datahub.audit.models import Entry
from datahub.audit.serializers import EntrySerializer, VerificationSerializer, as_json, named


class AuditList(GenericAPIView[Entry]):
    """These are the entries of the audit log, the newest first. Administrators read everything; whoever owns a thing
    reads what was done to it."""

    operations = {"GET": "audit.read"}
    serializer_class = EntrySerializer
    queryset = Entry.objects.none()
    ordering = "-number"

    def ref(self, request: Request, **kwargs: Any) -> Ref:
        subject = request.query_params.get("subject")
        if subject is None:
            return PLATFORM
        try:
            return Ref.parse(subject)
        except ValueError:
            raise Malformed("subject must read kind:id.", fields={"subject": "This is no reference."}) from None

    @extend_schema(
        operation_id="audit_list",
        parameters=[
            OpenApiParameter("subject", SCHEMA, description="kind:id; without it, everything."),
            OpenApiParameter("actor", str, description="kind:id of who acted."),
            OpenApiParameter("operation", str, description="For example survey.publish."),
            OpenApiParameter("reason", str, description="The rule or reason, word for word."),
        ],
        responses=EntrySerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        filters = {name: request.query_params.get(name, "")[:500] for name in ("actor", "operation", "reason")}
        page = self.paginate_queryset(selectors.entries_about(self.ref(request), **filters))
        return self.get_paginated_response(named(page or []))


class VerificationView(APIView):
    """This view reads at most ten thousand entries, and locks none."""

    throttle_scope = "verification"
    operations = {"GET": "audit.read"}

    def ref(self, request: Request) -> Ref:
        return PLATFORM

    @extend_schema(responses=VerificationSerializer)
    def get(self, request: Request) -> Response:
        """Checks whether the entries since the newest signed head name each other and are what was written.

        A job reads the whole log every day and signs its head; `POST /api/v1/jobs/` asks for one now.
        """
        return Response(VerificationSerializer(as_json(selectors.look(), selectors.newest_verification())).data)

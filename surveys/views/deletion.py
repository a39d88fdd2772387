"""/surveys/{id}/deletion and /deletions: a survey is destroyed, and a signed record says what that was."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.policies.permissions import permit_of
from surveys.selectors.deletions import deletion_of
from surveys.serializers.running import ConfirmSerializer, DeletionSerializer
from surveys.services.destroy import ask_for_destruction
from surveys.views.surveys import OfSurvey


class DeletionView(OfSurvey):
    operations: Mapping[str, str] = {"POST": "survey.delete"}

    @extend_schema(request=ConfirmSerializer, responses={202: DeletionSerializer})
    def post(self, request: Request, id: UUID) -> Response:
        """Destroys a survey that was published, with keys, reports and results. `confirm` is its title as it stands."""
        asked = ConfirmSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        permit, title = permit_of(request), asked.validated_data["confirm"]
        ask_for_destruction(actor=permit.viewer, rule=permit.rule, survey_id=id, title=title)
        return Response(deletion_of(id), status=202)


class RecordView(APIView):
    public = "Whoever answered may learn that nothing of the survey is left, and check who says so."
    authentication_classes = ()

    @extend_schema(responses=DeletionSerializer, auth=[])
    def get(self, request: Request, id: UUID) -> Response:  # noqa: ARG002 - DRF passes it
        """The record, once all is destroyed, with the signature over its canonical JSON."""
        return Response(deletion_of(id))

"""/datasets/{id}/deletion: destroys a data set; a signed record says what was destroyed."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.views.me import person_of
from datahub.datasets.selectors.destructions import destruction_of, record_of
from datahub.datasets.serializers.datasets import ConfirmNameSerializer, DestructionSerializer
from datahub.datasets.services.destroy import ask_for_destruction, withdraw_destruction
from datahub.datasets.views.datasets import OfDataSet, data_set_of
from datahub.policies.permissions import permit_of


class DestructionView(OfDataSet):
    operations: Mapping[str, str] = {"POST": "dataset.administer", "DELETE": "dataset.administer"}

    @extend_schema(request=ConfirmNameSerializer, responses={202: DestructionSerializer})
    def post(self, request: Request, id: UUID) -> Response:
        """Destroys the keys first, then everything else. `confirm` is the name of the data set, exactly as it is."""
        serializer = ConfirmNameSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        data_set_of(id)
        name = serializer.validated_data["confirm"]
        ask_for_destruction(actor=person_of(request), rule=permit_of(request).rule, data_set_id=id, name=name)
        return Response(DestructionSerializer(destruction_of(id)).data, status=202)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Withdraws a deletion at the wish of an owner, as long as no key is destroyed."""
        withdraw_destruction(actor=person_of(request), rule=permit_of(request).rule, data_set_id=id)
        return Response(status=204)


class DestructionRecordView(APIView):
    public = "Whoever is in the data may learn that nothing of them is left, and check who says so."
    authentication_classes = ()

    @extend_schema(responses=DestructionSerializer, auth=[])
    def get(self, request: Request, id: UUID) -> Response:  # noqa: ARG002 - DRF passes this argument
        """Returns the record with the signature over its canonical JSON, once all is destroyed; before that there is
        none."""
        return Response(DestructionSerializer(record_of(id)).data)

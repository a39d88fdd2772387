"""/datasets/{id}/versions/{number}/leakage: previews what the store would reveal of this file, before it is loaded."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from datahub.accounts.views.me import person_of
from datahub.datasets.selectors.previews import preview_of
from datahub.datasets.selectors.versions import version_of
from datahub.datasets.serializers.previews import LeakagePreviewSerializer
from datahub.datasets.services.preview import ask_for_preview
from datahub.datasets.views.datasets import OfDataSet
from datahub.policies.permissions import permit_of


class LeakageView(OfDataSet):
    operations: Mapping[str, str] = {"GET": "dataset.administer", "POST": "dataset.administer"}

    @extend_schema(operation_id="datasets_versions_leakage", responses=LeakagePreviewSerializer)
    def get(self, request: Request, id: UUID, number: int) -> Response:
        return _preview_response(request, id, number, 200)

    @extend_schema(
        operation_id="datasets_versions_leakage_ask", request=None, responses={202: LeakagePreviewSerializer}
    )
    def post(self, request: Request, id: UUID, number: int) -> Response:
        """Starts a job that counts the values of each column and tries the known attacks on every way to seal it."""
        version = version_of(id, number)
        ask_for_preview(actor=person_of(request), permit=permit_of(request), version_id=version.pk)
        return _preview_response(request, id, number, 202)


def _preview_response(request: Request, id: UUID, number: int, status: int) -> Response:
    return Response(
        LeakagePreviewSerializer(preview_of(version_of(id, number), permit_of(request))).data, status=status
    )

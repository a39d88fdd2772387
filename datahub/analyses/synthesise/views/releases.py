"""/syntheses/{id}/releases/: releases synthetic rows to others."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from datahub.accounts.views.me import person_of
from datahub.analyses import examples
from datahub.analyses.synthesise.release import release_rows
from datahub.analyses.synthesise.serializers import NewReleaseOfRowsSerializer
from datahub.analyses.synthesise.views.syntheses import OfSynthesis, synthesis_of
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.policies.permissions import permit_of
from datahub.releases import selectors as releases
from datahub.releases.models import Release
from datahub.releases.serializers import ReleaseSerializer


class ReleaseOfRowsView(OfSynthesis):
    operations: Mapping[str, str] = {"POST": "dataset.synthesise"}

    @extend_schema(
        operation_id="syntheses_releases_create",
        parameters=[IDEMPOTENCY_KEY],
        request=NewReleaseOfRowsSerializer,
        responses={202: ReleaseSerializer},
        examples=[examples.RELEASE_ROWS],
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Releases synthetic rows: they are drawn from the model, checked in the written file and sealed;
        `/releases/{id}/` shows the progress. They cost nothing. 409 `not_in_this_state` before there is a model, 403
        `limit_of_role` for what a role does not permit any more."""
        serializer = NewReleaseOfRowsSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        actor, permit, synthesis = person_of(request), permit_of(request), synthesis_of(request, id)
        release = create_once(
            request,
            Release,
            lambda new: release_rows(
                actor=actor, permit=permit, id=new, synthesis=synthesis, fields=serializer.validated_data
            ),
        )
        return Response(ReleaseSerializer(releases.whole(release, actor)).data, status=202)

"""This view returns heads of the log of writes to whoever keeps them outside this platform's reach."""

from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from datahub.vault.integrity.log import as_json
from datahub.vault.models import SignedHead
from datahub.vault.serializers import HeadSerializer


class LogHeadList(GenericAPIView[SignedHead]):
    """These are the heads of the log, the newest first. Keep one elsewhere: `manage.py vault verify --anchor` finds a
    database older than it."""

    public = "a head is worth something only where others keep it; it tells how many writes there were, and no more"
    authentication_classes = ()
    serializer_class = HeadSerializer
    queryset = SignedHead.objects.all()
    ordering = "-size"

    @extend_schema(operation_id="log_heads_list", responses=HeadSerializer(many=True))
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([as_json(head) for head in page or []])

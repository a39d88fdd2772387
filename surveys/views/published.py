"""/versions and /links: what everybody may see of a published survey."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from surveys.selectors import published
from surveys.serializers.surveys import PublicVersionSerializer


class VersionByHashView(APIView):
    public = "A version is public, so that anybody can check what it asks and how it perturbs."
    authentication_classes = ()

    @extend_schema(responses=PublicVersionSerializer, auth=[])
    def get(self, request: Request, hash: str) -> Response:  # noqa: ARG002 - DRF passes it
        return Response(published.by_hash(hash))


class LinkView(APIView):
    public = "Whoever has the link of a survey may answer it."
    authentication_classes = ()

    @extend_schema(responses=PublicVersionSerializer, auth=[])
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - DRF passes it
        """The open version behind the link, else the newest closed one."""
        return Response(published.behind_link(slug))

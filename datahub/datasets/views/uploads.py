"""/datasets/{id}/uploads and /versions: a file is uploaded in pieces, declared, and loaded."""

from collections.abc import Mapping
from typing import IO, Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from datahub.accounts.views.me import person_of
from datahub.api.errors import TooLarge
from datahub.api.paging import CursorPage
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.datasets.models import Upload
from datahub.datasets.selectors import versions as selectors
from datahub.datasets.serializers.datasets import DeclarationSerializer
from datahub.datasets.serializers.uploads import (
    CellsSerializer,
    FileVersionSerializer,
    FinishSerializer,
    LoadSerializer,
    NewUploadSerializer,
    UploadSerializer,
)
from datahub.datasets.services import upload as uploading
from datahub.datasets.services.declare import declare, read_as
from datahub.datasets.services.load import ask_for_loading
from datahub.datasets.services.see_cells import see_cells
from datahub.datasets.services.upload import begin, drop, finish, receive
from datahub.datasets.views.datasets import OfDataSet, data_set_of
from datahub.policies.permissions import permit_of

CHECKSUM = OpenApiParameter(
    "X-Content-SHA256", OpenApiTypes.STR, OpenApiParameter.HEADER, required=True, description="In hexadecimal."
)


class PieceParser(BaseParser):
    """Parses the bytes of one piece, in memory alone."""

    media_type = "application/octet-stream"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002 - DRF passes this argument
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002 - DRF passes this argument
    ) -> dict[str, Any]:
        piece = bytes(stream.read(uploading.CHUNK_BYTES + 1))
        if len(piece) > uploading.CHUNK_BYTES:
            raise TooLarge(f"A piece has at most {uploading.CHUNK_BYTES} bytes.")
        return {"piece": piece}


class UploadListView(OfDataSet):
    operations: Mapping[str, str] = {"POST": "dataset.administer"}

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=NewUploadSerializer, responses={201: UploadSerializer})
    def post(self, request: Request, id: UUID) -> Response:
        """Begins a new version. The client sends each piece next."""
        serializer = NewUploadSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        data_set_of(id)
        actor, permit, wish = person_of(request), permit_of(request), serializer.validated_data
        upload = create_once(
            request, Upload, lambda new: begin(actor=actor, permit=permit, data_set_id=id, id=new, **wish)
        )
        return Response(UploadSerializer(selectors.of_upload(upload, permit_of(request))).data, status=201)


class UploadView(OfDataSet):
    operations: Mapping[str, str] = {
        "GET": "dataset.administer", "PATCH": "dataset.administer", "DELETE": "dataset.administer",
    }  # fmt: skip

    @extend_schema(responses=UploadSerializer)
    def get(self, request: Request, id: UUID, upload_id: UUID) -> Response:
        """Returns which pieces of the upload are stored; a client that was interrupted sends the others."""
        upload = selectors.upload_of(id, upload_id)
        return Response(UploadSerializer(selectors.of_upload(upload, permit_of(request))).data)

    @extend_schema(request=FinishSerializer, responses={202: UploadSerializer})
    def patch(self, request: Request, id: UUID, upload_id: UUID) -> Response:
        """Ends an upload whose pieces are all sent: a job then detects the format of the file."""
        FinishSerializer(data=request.data).is_valid(raise_exception=True)
        upload = selectors.upload_of(id, upload_id)
        looked_at = finish(permit=permit_of(request), actor=person_of(request), upload=upload)
        return Response(UploadSerializer(selectors.of_upload(looked_at, permit_of(request))).data, status=202)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID, upload_id: UUID) -> Response:
        """Drops a draft with all its pieces."""
        drop(actor=person_of(request), permit=permit_of(request), upload=selectors.upload_of(id, upload_id))
        return Response(status=204)


class PieceView(OfDataSet):
    parser_classes = (PieceParser,)
    operations: Mapping[str, str] = {"PUT": "dataset.administer"}

    @extend_schema(
        parameters=[CHECKSUM], request={"application/octet-stream": OpenApiTypes.BINARY}, responses={204: None}
    )
    def put(self, request: Request, id: UUID, upload_id: UUID, number: int) -> Response:
        """Stores one piece of an upload. Sending it again changes nothing."""
        checksum = request.headers.get("X-Content-SHA256", "")
        body = request.data  # without a body DRF calls no parser
        piece = body.get("piece", b"") if isinstance(body, dict) else b""
        upload = selectors.upload_of(id, upload_id)
        receive(permit=permit_of(request), upload=upload, number=number, piece=piece, sha256=checksum.lower())
        return Response(status=204)


class FileVersionListView(OfDataSet):
    operations: Mapping[str, str] = {"GET": "dataset.administer"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination
    ordering = "-number"

    @extend_schema(operation_id="datasets_versions_list", responses=FileVersionSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:
        page = CursorPage()
        rows = page.paginate_queryset(selectors.versions_of(id), request, view=self)
        shown = [selectors.whole(version, permit_of(request)) for version in rows]
        return page.get_paginated_response(FileVersionSerializer(shown, many=True).data)


class FileVersionView(OfDataSet):
    body_limit = 2 * 1024 * 1024  # a thousand columns of a thousand categories exceed the usual limit
    operations: Mapping[str, str] = {
        "GET": "dataset.administer", "PUT": "dataset.administer", "PATCH": "dataset.administer",
    }  # fmt: skip

    @extend_schema(responses=FileVersionSerializer)
    def get(self, request: Request, id: UUID, number: int) -> Response:
        return _version_response(request, id, number, 200)

    @extend_schema(request=DeclarationSerializer, responses=FileVersionSerializer)
    def put(self, request: Request, id: UUID, number: int) -> Response:
        """Replaces the declaration of the columns. It may be incomplete until the version is loaded."""
        serializer = DeclarationSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        fields = serializer.validated_data
        version = selectors.version_of(id, number)
        declare(version_id=version.pk, columns=fields["columns"], revision=fields.get("revision"))
        return _version_response(request, id, number, 200)

    @extend_schema(request=LoadSerializer, responses={202: FileVersionSerializer})
    def patch(self, request: Request, id: UUID, number: int) -> Response:
        """Reads the file again in another format, or loads what is declared."""
        serializer = LoadSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        version, actor, permit = selectors.version_of(id, number), person_of(request), permit_of(request)
        if "format" in serializer.validated_data:
            read_as(actor=actor, permit=permit, version_id=version.pk, format=serializer.validated_data["format"])
        else:
            accepts_losses = serializer.validated_data.get("accepts_losses", False)
            ask_for_loading(actor=actor, permit=permit, version_id=version.pk, accepts_losses=accepts_losses)
        return _version_response(request, id, number, 202)


class CellsView(OfDataSet):
    throttle_scope = "cells"
    operations: Mapping[str, str] = {"GET": "dataset.see_rows"}

    @extend_schema(operation_id="datasets_versions_cells", responses=CellsSerializer)
    def get(self, request: Request, id: UUID, number: int) -> Response:
        """Shows owners of the data a few true cells of each column of a draft. The log records that they looked."""
        cells = see_cells(permit_of(request), selectors.version_of(id, number))
        return Response(CellsSerializer({"columns": cells}).data)


def _version_response(request: Request, id: UUID, number: int, status: int) -> Response:
    shown = selectors.whole(selectors.version_of(id, number), permit_of(request))
    return Response(FileVersionSerializer(shown).data, status=status)

"""/releases: serves tables that left, with what is promised of them, and the files."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.views.me import person_of
from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref, uuids
from datahub.policies.permissions import permit_of, token_of
from datahub.releases import examples, selectors
from datahub.releases.models import Release
from datahub.releases.script import single_script
from datahub.releases.serializers import (
    FORM_NAMES,
    NewVerdictSerializer,
    ReleaseReportSerializer,
    ReleaseSerializer,
    RowsBesideSerializer,
)
from datahub.releases.services.hand_out import hand_out, note_download
from datahub.releases.services.judge import judge, look
from datahub.releases.services.see_rows import see_rows
from datahub.releases.services.withdraw import withdraw

FORM = OpenApiParameter("as", OpenApiTypes.STR, enum=FORM_NAMES, default=FORM_NAMES[0])
MEDIA = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet"}
FILE = {(200, "text/csv"): OpenApiTypes.STR, (200, "application/vnd.apache.parquet"): OpenApiTypes.BINARY}
AT_ONCE_BYTES = 16 << 20  # an answer below this is whole before it begins, so that a fault becomes a refusal
DATA_SET = OpenApiParameter("data_set", OpenApiTypes.UUID, description="Those of one data set.")


class OfRelease(APIView):
    """A view of one release asks the Door about the release itself."""

    def ref(self, request: Request, id: UUID, **kwargs: Any) -> Ref:  # noqa: ARG002 - the Door passes the parts of the URL
        return Ref("release", str(id))


class OfItsDataSet(APIView):
    """A view of a release asks the Door about the data set that the release was made of."""

    def ref(self, request: Request, id: UUID, **kwargs: Any) -> Ref:  # noqa: ARG002 - the Door passes the parts of the URL
        data_set = Release.objects.filter(pk=id).values_list("data_set", flat=True).first()
        return Ref("release", str(id)) if data_set is None else Ref.parse(data_set)


class ReleaseListView(APIView):
    operations: Mapping[str, str] = {"GET": "release.list"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination

    def ref(self, request: Request) -> Ref:  # noqa: ARG002 - the Door passes the request
        return PLATFORM

    @extend_schema(operation_id="releases_list", parameters=[DATA_SET], responses=ReleaseSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Lists the releases of one's data sets, those one was given, and those for everybody; the newest come
        first."""
        viewer, page = person_of(request), CursorPage()
        rows, wanted = selectors.releases_for(viewer), request.query_params.get("data_set")
        if wanted is not None:
            rows = rows.filter(data_set__in=[f"dataset:{id}" for id in uuids([wanted])])
        shown = [selectors.whole(row, viewer) for row in page.paginate_queryset(rows, request, view=self)]
        return page.get_paginated_response(ReleaseSerializer(shown, many=True).data)


class ReleaseView(OfRelease):
    operations: Mapping[str, str] = {"GET": "release.read"}

    @extend_schema(responses=ReleaseSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        return release_response(request, id)


class ReportView(OfRelease):
    operations: Mapping[str, str] = {"GET": "release.read"}

    @extend_schema(responses=ReleaseReportSerializer, examples=[examples.REPORT])
    def get(self, request: Request, id: UUID) -> Response:
        """Returns the report of a release: risk, loss, what is promised and what is not. 409 `nothing_released` before
        it was made; for whoever may not see the rows, before it has left."""
        release, viewer = release_of(id), person_of(request)
        selectors.check_told(viewer, release)
        return _report(request, release, everything=selectors.keeps(viewer, release))


class RowsView(OfItsDataSet):
    operations: Mapping[str, str] = {"GET": "dataset.see_rows"}

    @extend_schema(operation_id="releases_rows", responses=RowsBesideSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Shows owners of the data a few true rows, beside the released ones. The log records that
        they looked."""
        release, permit = release_of(id), permit_of(request)
        return Response(RowsBesideSerializer(see_rows(permit, release)).data)


class FileView(OfRelease):
    operations: Mapping[str, str] = {"GET": "release.download"}

    @extend_schema(operation_id="releases_file", parameters=[FORM], responses=FILE)
    def get(self, request: Request, id: UUID) -> HttpResponseBase:
        """Returns the table with those of its columns that are for the viewer."""
        release, form, permit, viewer = release_of(id), form_of(request), permit_of(request), person_of(request)
        selectors.check_told(viewer, release)
        given = hand_out(permit, release, selectors.columns_for(viewer, release), form)
        note_download(permit, release, form)
        return as_file(given.table, release, form)


class CardView(OfRelease):
    operations: Mapping[str, str] = {"GET": "release.download"}

    @extend_schema(operation_id="releases_card", parameters=[FORM], responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, id: UUID) -> Response:
        """Returns what is promised of that file, with its SHA-256: the verifier reads it beside the file."""
        release, viewer = release_of(id), person_of(request)
        selectors.check_told(viewer, release)
        columns = selectors.columns_for(viewer, release)
        return Response(hand_out(permit_of(request), release, columns, form_of(request)).card)


class WithdrawalView(OfItsDataSet):
    operations: Mapping[str, str] = {"POST": "dataset.release"}

    @extend_schema(request=None, responses=ReleaseSerializer)
    def post(self, request: Request, id: UUID) -> Response:
        """Withdraws a release: nobody gets it any more, and its key is destroyed. Copies stay with those who have
        them."""
        withdraw(permit=permit_of(request), release_id=release_of(id).pk)
        return release_response(request, id)


class VerdictView(OfItsDataSet):
    operations: Mapping[str, str] = {"GET": "dataset.release", "POST": "dataset.release"}

    @extend_schema(operation_id="releases_verdict_report", responses=ReleaseReportSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Returns what a second person looks at before a release leaves: exact figures. For whoever may not see the
        rows, the people are written down at once as people of whom no budget bounds any more what is known."""
        release = release_of(id)
        look(permit_of(request), release)
        return _report(request, release, everything=True)

    @extend_schema(request=NewVerdictSerializer, responses=ReleaseSerializer, examples=[examples.VERDICT])
    def post(self, request: Request, id: UUID) -> Response:
        """Takes the verdict of a second person: 403 `second_person_needed` if the maker asks. 409
        `maker_may_not_release` or `maker_may_not_compare` for approving what whoever made it may not make any more."""
        serializer = NewVerdictSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        fields = serializer.validated_data
        judge(
            permit=permit_of(request),
            release_id=release_of(id).pk,
            approved=fields["approved"],
            words=fields["said"],
        )
        return release_response(request, id)


class VerifierView(APIView):
    public = "Whoever has a release may check it; the script holds no data."
    authentication_classes = ()

    @extend_schema(operation_id="release_verifier", responses={(200, "text/x-python"): OpenApiTypes.STR}, auth=[])
    def get(self, request: Request) -> HttpResponse:  # noqa: ARG002 - DRF passes this argument
        """Returns the verifier as one file of Python, to be run without DataHub."""
        answer = HttpResponse(single_script(), content_type="text/x-python; charset=utf-8")
        answer["Content-Disposition"] = 'attachment; filename="verifier.py"'
        return answer


def release_of(id: UUID) -> Release:
    return get_object_or_404(Release.objects.select_related("verdict"), pk=id)


def release_response(request: Request, id: UUID, status: int = 200) -> Response:
    shown = selectors.whole(release_of(id), person_of(request))
    return Response(ReleaseSerializer(shown).data, status=status)


def _report(request: Request, release: Release, *, everything: bool) -> Response:
    viewer, token = person_of(request), token_of(request)
    shown = selectors.report_of(permit_of(request), release, viewer=viewer, token=token, everything=everything)
    return Response(ReleaseReportSerializer(shown).data)


def form_of(request: Request) -> str:
    form: str = request.query_params.get("as", FORM_NAMES[0])
    return form


def as_file(table: Iterable[bytes], release: Release, form: str) -> HttpResponseBase:
    """Returns the answer that hands a file out: a long one block by block, so that no process has all of it."""
    blocks, first = iter(table), list[bytes]()
    while sum(map(len, first)) < AT_ONCE_BYTES and (block := next(blocks, b"")):
        first.append(block)
    kind = HttpResponse if sum(map(len, first)) < AT_ONCE_BYTES else StreamingHttpResponse
    answer: HttpResponseBase = kind(chain(first, blocks), content_type=MEDIA[form])
    answer["Content-Disposition"] = f'attachment; filename="release-{str(release.pk)[:8]}.{form}"'
    return answer

"""/jobs: lists, shows and cancels long work."""

from collections.abc import Mapping
from typing import Protocol, cast
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref
from datahub.jobs import selectors, services
from datahub.jobs.models import Job
from datahub.jobs.serializers import AskSerializer, CancelSerializer, JobSerializer


class Permit(Protocol):
    """Jobs read this part of a permit; policies are a higher layer, so their class cannot be imported here."""

    viewer: Ref
    rule: str
    administrator: bool


class JobListView(APIView):
    operations: Mapping[str, str] = {"GET": "job.list", "POST": "job.create"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination

    def ref(self, request: Request) -> Ref:
        return PLATFORM

    @extend_schema(operation_id="jobs_list", responses=JobSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Returns the jobs that the viewer may see. Administrators see neither how far jobs are that somebody else
        asked for nor what came of them."""
        page = CursorPage()
        rows = page.paginate_queryset(_jobs(request), request, view=self)
        jobs = [selectors.as_seen_by(_permit(request).viewer, job) for job in rows]
        return page.get_paginated_response(JobSerializer(jobs, many=True).data)

    @extend_schema(operation_id="jobs_create", request=AskSerializer, responses={202: JobSerializer})
    def post(self, request: Request) -> Response:
        """Asks for upkeep that the clock also asks for. At most one job of a kind waits."""
        body = AskSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        permit = _permit(request)
        job = services.ask_for_upkeep(actor=permit.viewer, rule=permit.rule, kind=body.validated_data["kind"])
        return Response(JobSerializer(job).data, status=202)


class JobView(APIView):
    operations: Mapping[str, str] = {"GET": "job.read", "PATCH": "job.cancel"}

    def ref(self, request: Request, job_id: UUID) -> Ref:
        return Ref("job", str(job_id))

    @extend_schema(responses=JobSerializer)
    def get(self, request: Request, job_id: UUID) -> Response:
        job = selectors.as_seen_by(_permit(request).viewer, _job(request, job_id))
        return Response(JobSerializer(job).data)

    @extend_schema(request=CancelSerializer, responses=JobSerializer)
    def patch(self, request: Request, job_id: UUID) -> Response:
        """Cancels a queued or running job. A running one stops the next time it checks, and can no longer finish."""
        CancelSerializer(data=request.data).is_valid(raise_exception=True)
        permit = _permit(request)
        job = services.cancel(actor=permit.viewer, rule=permit.rule, job_id=_job(request, job_id).id)
        return Response(JobSerializer(selectors.as_seen_by(permit.viewer, job)).data)


def _job(request: Request, job_id: UUID) -> Job:
    return get_object_or_404(_jobs(request), pk=job_id)


def _jobs(request: Request) -> QuerySet[Job]:
    permit = _permit(request)
    return selectors.jobs_for(permit.viewer, everybodys=permit.administrator)


def _permit(request: Request) -> Permit:
    return cast(Permit, request.permit)  # type: ignore[attr-defined]  # the Door sets the permit on the request

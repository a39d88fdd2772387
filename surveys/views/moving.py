"""Questionnaires as files: out of a survey, into a new one, and the schema of what lies between."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.api.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.api.ref import PLATFORM, Ref
from surveys.models import Survey
from surveys.rules.draft_schema import draft_schema
from surveys.rules.portable import draft_in, portable
from surveys.rules.surveyjs.survey import draft_of
from surveys.selectors import surveys as selectors
from surveys.serializers.running import ImportedSerializer
from surveys.serializers.surveys import SurveySerializer
from surveys.services.drafts import create
from surveys.views.surveys import OfSurvey, survey_of, viewer_of


class DraftFileView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read"}

    @extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT})
    def get(self, request: Request, id: UUID) -> HttpResponse:  # noqa: ARG002 - DRF passes it
        """The draft as a file that POST /surveys/import/ reads; its schema is /schemas/draft.json."""
        survey = survey_of(id)
        return _file(portable(survey.draft), "application/json", f"survey-{survey.slug}.json")


class ImportView(APIView):
    operations: Mapping[str, str] = {"POST": "survey.create"}
    body_limit = 2 * 1024 * 1024

    def ref(self, request: Request) -> Ref:  # noqa: ARG002 - the Door passes it
        return PLATFORM

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=OpenApiTypes.OBJECT, responses={201: SurveySerializer})
    def post(self, request: Request) -> Response:
        """A new survey from a draft's file, or from a published version as /versions/{hash}/ answers it."""
        draft = draft_in(dict(request.data))
        actor = viewer_of(request)
        survey = create_once(request, Survey, lambda id: create(actor=actor, id=id, draft=draft, simulated=False))
        return Response(selectors.whole(survey), status=201)


class SurveyJSView(APIView):
    operations: Mapping[str, str] = {"POST": "survey.create"}
    body_limit = 2 * 1024 * 1024

    def ref(self, request: Request) -> Ref:  # noqa: ARG002 - the Door passes it
        return PLATFORM

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=OpenApiTypes.OBJECT, responses={201: ImportedSerializer})
    def post(self, request: Request) -> Response:
        """A new survey from a SurveyJS questionnaire, with a note for everything in it that was not taken as it is."""
        draft, notes = draft_of(dict(request.data))
        actor = viewer_of(request)
        survey = create_once(request, Survey, lambda id: create(actor=actor, id=id, draft=draft, simulated=False))
        return Response({"survey": selectors.whole(survey), "notes": notes}, status=201)


class DraftSchemaView(APIView):
    public = "The shape of a draft is the same for everybody."
    authentication_classes = ()

    @extend_schema(responses={(200, "application/schema+json"): OpenApiTypes.OBJECT}, auth=[])
    def get(self, request: Request) -> HttpResponse:  # noqa: ARG002 - DRF passes it
        """The JSON Schema of a draft, made from the limits that drafts are held to."""
        return HttpResponse(json.dumps(draft_schema()), content_type="application/schema+json")


def _file(value: Mapping[str, Any], media_type: str, name: str) -> HttpResponse:
    """In the characters of its language, one entry a line, so that versions of it can be compared."""
    answer = HttpResponse(json.dumps(value, ensure_ascii=False, indent=2), content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer

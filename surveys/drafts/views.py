"""/surveys/{id} and its draft; questionnaires as files, out of a survey and into a new one, and the schema of these."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.api.ref import PLATFORM, Ref
from datahub.api.writes.idempotency import IDEMPOTENCY_KEY, create_once
from datahub.policies.permissions import permit_of
from surveys.drafts import form_file
from surveys.drafts.draft_schema import draft_schema
from surveys.drafts.exporting.form_file import WRITERS, file_name_of, form_of
from surveys.drafts.form_file import MOST_BYTES
from surveys.drafts.portable import draft_in, portable
from surveys.drafts.selectors import draft_of_version, whole
from surveys.drafts.serializers import (
    DraftPartsSerializer,
    ExportedFormSerializer,
    FormFileSerializer,
    ImportedSerializer,
    SurveySerializer,
)
from surveys.drafts.services import change, create, delete, settle_import_notes
from surveys.drafts.surveyjs.survey import draft_of
from surveys.errors import BadQuery
from surveys.models import Survey
from surveys.survey_view import OfSurvey, survey_of, viewer_of

AS = OpenApiParameter("as", {"type": "string", "enum": list(WRITERS)}, description="The format; xlsform without it.")
NAME = OpenApiParameter("name", description="The name of the file: the title of a questionnaire that has none.")
VERSION = OpenApiParameter(
    "version",
    {"type": "integer", "minimum": 1, "maximum": 99_999},
    description="A version's number; the draft without it.",
)


class SurveyView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read", "PATCH": "survey.edit", "DELETE": "survey.delete"}
    body_limit = 2 * 1024 * 1024  # long lists of options, in several languages

    @extend_schema(responses=SurveySerializer)
    def get(self, request: Request, id: UUID) -> Response:
        return Response(whole(survey_of(id)))

    @extend_schema(request=DraftPartsSerializer, responses=SurveySerializer)
    def patch(self, request: Request, id: UUID) -> Response:
        """Replaces the parts of the draft that are named."""
        parts = dict(request.data)
        survey = change(survey_id=id, parts=parts, revision=_revision(parts))
        return Response(whole(survey))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Deletes a survey, only one that was never published."""
        permit = permit_of(request)
        delete(actor=permit.viewer, rule=permit.rule, survey_id=id)
        return Response(status=204)


class ImportNotesView(OfSurvey):
    operations: Mapping[str, str] = {"DELETE": "survey.edit"}

    @extend_schema(operation_id="surveys_import_notes_clear", responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Settles all notes of the import."""
        settle_import_notes(survey_id=id)
        return Response(status=204)


class ImportNoteView(OfSurvey):
    operations: Mapping[str, str] = {"DELETE": "survey.edit"}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID, number: int) -> Response:
        """Settles one note of the import; a note that is settled already changes nothing."""
        settle_import_notes(survey_id=id, number=number)
        return Response(status=204)


class DraftFileView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read"}

    @extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT})
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Returns the draft as a file that POST /surveys/import/ reads; its schema is /schemas/draft.json."""
        survey = survey_of(id)
        return _file(portable(survey.draft), "application/json", f"{file_name_of(survey.draft['title'])}.json")


class DraftFormView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.read"}

    @extend_schema(parameters=[AS, VERSION], responses=ExportedFormSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """The draft, or a published version, as a form of another program, with a note for everything that an import
        of the form would not give back."""
        survey = survey_of(id)
        kind, number = request.query_params.get("as", "xlsform"), request.query_params.get("version", "")
        if kind not in WRITERS:
            raise BadQuery(f"as is one of {', '.join(WRITERS)}.", fields={"as": "is not known"})
        if number and not (number.isascii() and number.isdecimal() and len(number) < 6):
            raise BadQuery("version is the number of a version.", fields={"version": "is no whole number"})
        draft = survey.draft if not number else draft_of_version(survey, int(number))
        return Response(form_of(draft, kind, file_name_of(draft["title"])))


class ImportView(APIView):
    operations: Mapping[str, str] = {"POST": "survey.create"}
    body_limit = 2 * 1024 * 1024

    def ref(self, request: Request) -> Ref:
        return PLATFORM

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=OpenApiTypes.OBJECT, responses={201: SurveySerializer})
    def post(self, request: Request) -> Response:
        """A new survey from a draft's file, or from a published version as /versions/{hash}/ answers it."""
        draft = draft_in(dict(request.data))
        actor = viewer_of(request)
        survey = create_once(request, Survey, lambda id: create(actor=actor, id=id, draft=draft, simulated=False))
        return Response(whole(survey), status=201)


class SurveyJSView(APIView):
    operations: Mapping[str, str] = {"POST": "survey.create"}
    body_limit = 2 * 1024 * 1024

    def ref(self, request: Request) -> Ref:
        return PLATFORM

    @extend_schema(parameters=[IDEMPOTENCY_KEY, NAME], request=OpenApiTypes.OBJECT, responses={201: ImportedSerializer})
    def post(self, request: Request) -> Response:
        """A new survey from a SurveyJS questionnaire, with a note for everything in it that was not taken as it is."""
        draft, notes = draft_of(dict(request.data))
        draft = form_file.titled(draft, request.query_params.get("name", ""))
        actor = viewer_of(request)
        survey = create_once(
            request, Survey, lambda id: create(actor=actor, id=id, draft=draft, simulated=False, notes=notes)
        )
        return Response({"survey": whole(survey), "notes": notes}, status=201)


class FormView(APIView):
    operations: Mapping[str, str] = {"POST": "survey.create"}
    body_limit = 4 * MOST_BYTES // 3 + 64 * 1024

    def ref(self, request: Request) -> Ref:
        return PLATFORM

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=FormFileSerializer, responses={201: ImportedSerializer})
    def post(self, request: Request) -> Response:
        """A new survey from a form of another program, with a note for everything in it that was not taken as it is."""
        draft, notes = form_file.draft_of(dict(request.data))
        actor = viewer_of(request)
        survey = create_once(
            request, Survey, lambda id: create(actor=actor, id=id, draft=draft, simulated=False, notes=notes)
        )
        return Response({"survey": whole(survey), "notes": notes}, status=201)


class DraftSchemaView(APIView):
    public = "The shape of a draft is the same for everybody."
    authentication_classes = ()

    @extend_schema(responses={(200, "application/schema+json"): OpenApiTypes.OBJECT}, auth=[])
    def get(self, request: Request) -> HttpResponse:
        """Returns the JSON Schema of a draft, made from the limits that drafts are held to."""
        return HttpResponse(json.dumps(draft_schema()), content_type="application/schema+json")


def _file(value: Mapping[str, Any], media_type: str, name: str) -> HttpResponse:
    """Returns a download of JSON in the characters of its language, one entry a line, so that versions of it can be
    compared."""
    answer = HttpResponse(json.dumps(value, ensure_ascii=False, indent=2), content_type=media_type)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return answer


def _revision(parts: dict[str, Any]) -> int | None:
    """Takes the revision out of the parts of a draft; None where the request has no revision."""
    if "draft_revision" not in parts:
        return None
    sent = parts.pop("draft_revision")
    if isinstance(sent, float) and sent.is_integer():
        sent = int(sent)  # JSON does not tell 3.0 from the whole number 3.
    if type(sent) is not int or sent < 1:
        raise BadQuery("draft_revision is a whole number.", fields={"draft_revision": "is no whole number"})
    return sent

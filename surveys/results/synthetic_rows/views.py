"""/surveys/{id}/results/synthetic-rows/: returns synthetic data that looks like the answers."""

import json
from collections.abc import Mapping
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from surveys.errors import BadQuery
from surveys.files.synthetic_rows import ZIP, archive_of
from surveys.results.synthetic_rows.rules import MOST_ROWS, card_of, rows_of
from surveys.results.synthetic_rows.selectors import made_of_version
from surveys.results.synthetic_rows.serializers import MadeOfEstimatesSerializer
from surveys.results.version_in_query import VERSION, version_asked
from surveys.survey_view import OfSurvey

ROWS = OpenApiParameter(
    "rows",
    {"type": "integer", "minimum": 1, "maximum": MOST_ROWS},
    description=f"1 to {MOST_ROWS}; without it as many as reports.",
)


class SyntheticRowsView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.results"}
    throttle_scope = "rows"

    @extend_schema(parameters=[VERSION], responses=MadeOfEstimatesSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        """Returns what rows made of the shares and cross-tabs would be worth. It spends no epsilon.

        409 where no two questions with one answer each were crossed, or of too few reports.
        """
        source, _ = made_of_version(version_asked(request, id))
        return Response(source.to_json())


class SyntheticRowsFileView(OfSurvey):
    operations: Mapping[str, str] = {"GET": "survey.export"}
    throttle_scope = "rows"

    @extend_schema(parameters=[VERSION, ROWS], responses={(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Returns the rows as CSV in an archive, with a card that says what they are. Asked for again they are the
        same.

        409 where they would tell hardly more than columns drawn apart from each other.
        """
        version = version_asked(request, id)
        source, shown = made_of_version(version)
        rows = _row_count(request.query_params.get("rows", ""), min(source.reports, MOST_ROWS))
        table = rows_of(source, rows)
        card = json.dumps(card_of(source, shown, rows), indent=2, ensure_ascii=False).encode()
        answer = HttpResponse(archive_of(source.to_json()["questions"], table, card), content_type=ZIP)
        answer["Content-Disposition"] = f'attachment; filename="synthetic-rows-{version.hash[:12]}.zip"'
        return answer


def _row_count(rows: str, otherwise: int) -> int:
    if not rows:
        return otherwise
    if not (rows.isascii() and rows.isdecimal() and len(rows) < 10):
        raise BadQuery("rows is a whole number.", fields={"rows": "is no whole number"})
    return int(rows)

"""/surveys/{id}/plan: says what a draft would cost and tell, in closed form and on made-up people."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from surveys.planning import selectors
from surveys.planning.serializers import PlanSerializer, RehearsalSerializer
from surveys.survey_view import OfSurvey, survey_of

MIX = OpenApiParameter("mix", OpenApiTypes.STR, description="How many of each hundred choose each level.")


class PlanView(OfSurvey):
    throttle_scope = "plan"
    operations: Mapping[str, str] = {"GET": "survey.read"}

    @extend_schema(
        parameters=[
            OpenApiParameter("reports", OpenApiTypes.STR, default=selectors.PLANNED),
            MIX,
            OpenApiParameter(
                "half_widths",
                OpenApiTypes.STR,
                default=selectors.HALF_WIDTHS,
                description="Those for which the plan says how many reports are needed, in shares of 1.",
            ),
        ],
        responses=PlanSerializer,
    )
    def get(self, request: Request, id: UUID) -> Response:
        """Returns what the draft would cost its respondents and tell its researcher, and how far it could be pushed."""
        query = request.query_params
        plan = selectors.plan(
            survey_of(id),
            reports=query.get("reports") or selectors.PLANNED,
            mix=query.get("mix", ""),
            half_widths=query.get("half_widths") or selectors.HALF_WIDTHS,
        )
        return Response(plan)


class RehearsalView(OfSurvey):
    throttle_scope = "rehearsal"
    operations: Mapping[str, str] = {"GET": "survey.read"}

    @extend_schema(
        operation_id="surveys_plan_rehearsal",
        parameters=[
            OpenApiParameter("reports", OpenApiTypes.INT, default=int(selectors.REHEARSED)),
            MIX,
            OpenApiParameter("seed", OpenApiTypes.INT, default=int(selectors.SEED)),
        ],
        responses=RehearsalSerializer,
    )
    def get(self, request: Request, id: UUID) -> Response:
        """Rehearses a draft with made-up people: its own mechanisms perturb, its own estimates are shown beside the
        truth.

        Each question's first answer is given most, the one in place i 1/i as often. Nobody's answer is in it.
        """
        query = request.query_params
        rehearsal = selectors.rehearsal(
            survey_of(id),
            reports=query.get("reports") or selectors.REHEARSED,
            mix=query.get("mix", ""),
            seed=query.get("seed") or selectors.SEED,
        )
        return Response(rehearsal)

"""This module describes the JSON of reports on their way in. A single report is read by report.py; these describe
it."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from datahub.api.serializers import StrictSerializer

MOST_IN_BULK = 500


@extend_schema_field({
    "oneOf": [
        {"type": "integer", "minimum": 0, "maximum": 255},
        {"type": "string", "pattern": "^[0-2]{1,50}$"},
    ],
    "description": "Of the report; or, where levels are chosen by question, a digit for each block in their order.",
})  # fmt: skip
class StatedLevel(serializers.Field[Any, Any, Any, Any]):
    """The level that a report states is described here, and read by report.py."""


class ReportSerializer(serializers.Serializer[Any]):
    key = serializers.RegexField(r"^[A-Za-z0-9_-]{22}$", help_text="16 random bytes, base64url without padding.")
    level = StatedLevel()
    proof = serializers.CharField(max_length=0, allow_blank=True, help_text="Empty for open links.")
    record = serializers.RegexField(r"^[A-Za-z0-9_-]*$", help_text="base64url without padding.")
    version = serializers.RegexField(r"^[0-9a-f]{64}$")


class AcceptedSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["accepted"])


class TriedOutSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["test"])


class UnreadReports(serializers.ListField):
    """The intake looks at each by itself; a look at all of them here would cost as much again."""

    def run_child_validation(self, data: list[Any]) -> list[Any]:
        return data


class BulkSerializer(StrictSerializer):
    """Reports are looked at one by one: a bad one is a refused state, not a refused request."""

    reports = UnreadReports(allow_empty=False, max_length=MOST_IN_BULK)


class BulkOfReportsSerializer(serializers.Serializer[Any]):
    closed = True  # BulkSerializer reads this attribute.

    # Max_length is an argument of the list.
    reports = ReportSerializer(many=True, allow_empty=False, max_length=MOST_IN_BULK)  # type: ignore[call-arg]


class BulkStateSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["accepted", "refused"])
    code = serializers.CharField(required=False)
    detail = serializers.CharField(required=False)


class BulkStatesSerializer(serializers.Serializer[Any]):
    states = BulkStateSerializer(many=True)

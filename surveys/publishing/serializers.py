"""This module describes the JSON of published versions."""

from typing import Any

from rest_framework import serializers

from datahub.api.serializers import StrictSerializer
from surveys.schedule import VERSION_STATES


class PublishSerializer(StrictSerializer):
    """A request to publish has no fields: what is published is the draft."""


class PublishedSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    hash = serializers.CharField()
    link = serializers.CharField(help_text="Path of the respondent page.")


class PublicVersionSerializer(serializers.Serializer[Any]):
    hash = serializers.CharField(help_text="SHA-256 of the definition's canonical JSON.")
    state = serializers.ChoiceField(choices=VERSION_STATES)
    definition = serializers.DictField()


class ChangeSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="Names from the definition: questions.q1.options.no.label.")
    what = serializers.ChoiceField(choices=["added", "removed", "changed", "moved"])
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class DiffSerializer(serializers.Serializer[Any]):
    def get_fields(self) -> dict[str, Any]:
        """Returns the fields of a difference. `from` is no name that Python lets a field have."""
        return {
            "from": serializers.IntegerField(),
            "to": serializers.IntegerField(),
            "changes": ChangeSerializer(many=True),
        }

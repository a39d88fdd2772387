"""This module describes the JSON of a survey and of a version in a list."""

from typing import Any

from rest_framework import serializers

from surveys.schedule import SURVEY_STATES, VERSION_STATES


class VersionInListSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    hash = serializers.CharField()
    state = serializers.ChoiceField(choices=VERSION_STATES)
    published_at = serializers.DateTimeField()
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    cap_reports = serializers.IntegerField(allow_null=True, help_text="At most so many reports are ever accepted.")
    closed_at = serializers.DateTimeField(allow_null=True)
    reports = serializers.IntegerField(help_text="Ingested so far; what waits in the inbox is not counted.")


class SurveyInListSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    slug = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=SURVEY_STATES)
    versions = VersionInListSerializer(many=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    simulated = serializers.BooleanField()
    archived_at = serializers.DateTimeField(allow_null=True)

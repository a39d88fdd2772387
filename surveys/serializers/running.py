"""The JSON of what an owner does with a survey while it runs and afterwards."""

from typing import Any

from rest_framework import serializers

from datahub.api.serializers import StrictSerializer
from surveys.serializers.surveys import SurveySerializer


class ChangeSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="Names from the definition: questions.q1.options.no.label.")
    what = serializers.ChoiceField(choices=["added", "removed", "changed", "moved"])
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class DiffSerializer(serializers.Serializer[Any]):
    def get_fields(self) -> dict[str, Any]:
        """`from` is no name that Python lets a field have."""
        return {
            "from": serializers.IntegerField(),
            "to": serializers.IntegerField(),
            "changes": ChangeSerializer(many=True),
        }


class ConfirmSerializer(StrictSerializer):
    confirm = serializers.CharField(allow_blank=True, trim_whitespace=False, help_text="The survey's title.")


class DeletionRecordSerializer(serializers.Serializer[Any]):
    """What is signed, in canonical JSON."""

    format = serializers.CharField()
    survey = serializers.UUIDField()
    versions = serializers.ListField(child=serializers.CharField(), help_text="Hashes of the versions it had.")
    rows = serializers.DictField(child=serializers.IntegerField(), help_text="How many rows of each kind are gone.")
    key_files = serializers.ListField(child=serializers.CharField(), help_text="SHA-256 of each destroyed file's name.")
    day = serializers.DateField()


class DeletionSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["destroying", "destroyed"])
    record = DeletionRecordSerializer(allow_null=True)
    signature = serializers.CharField(allow_blank=True, help_text="Ed25519, base64url; empty until all is destroyed.")
    public_key = serializers.CharField(allow_blank=True)


class NoteSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="Where it stands in the file.")
    what = serializers.CharField(allow_blank=True)
    why = serializers.CharField()


class ImportedSerializer(serializers.Serializer[Any]):
    survey = SurveySerializer()
    notes = NoteSerializer(many=True)

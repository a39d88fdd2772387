"""The JSON of what an owner does with a survey while it runs and afterwards."""

from typing import Any

from rest_framework import serializers

from datahub.api.serializers import StrictSerializer
from surveys.models import Version


class ConfirmSerializer(StrictSerializer):
    confirm = serializers.CharField(allow_blank=True, trim_whitespace=False, help_text="The survey's title.")


class DeletionRecordSerializer(serializers.Serializer[Any]):
    """The record of a deletion is signed in canonical JSON."""

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


class CloseSerializer(StrictSerializer):
    state = serializers.ChoiceField(choices=[Version.State.CLOSED])

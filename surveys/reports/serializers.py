"""This module describes the JSON of a report that is taken back."""

from typing import Any

from rest_framework import serializers

from datahub.api.serializers import StrictSerializer


class WithdrawalSerializer(StrictSerializer):
    version = serializers.RegexField(r"^[0-9a-f]{64}\Z")
    receipt = serializers.RegexField(r"^[0-9a-f]{64}\Z", help_text="SHA-256 of the report's key, as the page shows it.")


class WithdrawalTakenSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["noted"])

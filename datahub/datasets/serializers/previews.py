"""This module describes the JSON of a leakage preview."""

from typing import Any

from rest_framework import serializers

from datahub.datasets.rules.columns import PROTECTIONS
from datahub.datasets.rules.preview import ATTACKS, REASONS
from datahub.datasets.serializers.uploads import FileProgressSerializer

STATES = ("none", "working", "ready", "failed")


class OutlookSerializer(serializers.Serializer[Any]):
    protection = serializers.ChoiceField(choices=PROTECTIONS)
    attack = serializers.ChoiceField(choices=ATTACKS)
    recovered = serializers.FloatField(help_text="Share of rows whose value an insider of the store guesses right.")
    guessed = serializers.FloatField(help_text="The same without looking at the store.")
    refused = serializers.ChoiceField(
        choices=REASONS, allow_blank=True, help_text="Why it cannot be chosen: the column's role or its values."
    )


class ColumnLeakageSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    ways = OutlookSerializer(many=True)


class LeakagePreviewSerializer(serializers.Serializer[Any]):
    """A preview says what a load would leak by what is declared now, whichever way each column is sealed."""

    state = serializers.ChoiceField(choices=STATES)
    progress = FileProgressSerializer(required=False)
    rows = serializers.IntegerField(required=False, help_text="That were looked at; a load would keep them.")
    of = serializers.IntegerField(required=False, help_text="Rows of the file.")
    columns = ColumnLeakageSerializer(many=True, required=False)

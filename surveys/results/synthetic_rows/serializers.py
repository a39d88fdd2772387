"""These bodies say what rows made of estimates are worth, before they are taken."""

from typing import Any

from rest_framework import serializers


class NamedQuestionSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    text = serializers.CharField()


class MadeOfEstimatesSerializer(serializers.Serializer[Any]):
    """Synthetic data of a survey have no interval: more rows are no more people. No interval can be made of them: more
    rows are no more people."""

    questions = NamedQuestionSerializer(many=True, help_text="Of the columns: questions with one answer.")
    crossed = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Pairs that a cross-tab says something of.",
    )
    found = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="Those that show more than noise."
    )
    expected_error = serializers.FloatField(
        help_text="Mean total variation of the crossed pairs that is to be expected of rows, 0 to 1."
    )
    independent_error = serializers.FloatField(help_text="The same of columns drawn apart from each other.")
    offered = serializers.BooleanField(help_text="Whether the first is at most half of the second.")
    most_rows = serializers.IntegerField()
    reports = serializers.IntegerField()
    spends = serializers.ChoiceField(choices=["0"], help_text="Epsilon: rows are made of what was published.")

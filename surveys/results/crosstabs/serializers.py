"""This module describes the JSON of cross-tabs; rules.py makes it."""

from typing import Any

from rest_framework import serializers

from datahub.api.serializers import StrictSerializer
from surveys.results.guarantee import KINDS, GuaranteeSerializer

_INTERVALS = 'By confidence: "50", "80", "95".'


def _intervals() -> serializers.DictField:
    ends = serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2)
    return serializers.DictField(child=ends, help_text=_INTERVALS)


class AskedCrossTabSerializer(StrictSerializer):
    rows = serializers.CharField(max_length=65)
    columns = serializers.CharField(max_length=65)


class CrossedAnswerSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # DRF's property of this name is not used


class CrossedQuestionSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    text = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    answers = CrossedAnswerSerializer(many=True)


class CellSerializer(serializers.Serializer[Any]):
    share = serializers.FloatField(help_text="Of all respondents; unbiased.")
    standard_error = serializers.FloatField()
    intervals = _intervals()


class RatioSerializer(serializers.Serializer[Any]):
    share = serializers.FloatField()
    intervals = _intervals()


class AmongSerializer(serializers.Serializer[Any]):
    answer = serializers.CharField(help_text="Among those who gave it")
    of = serializers.CharField(help_text="the answers of this question")
    answers = RatioSerializer(
        many=True, allow_null=True, help_text="have these shares (Fieller); null where too few may have given it."
    )


class CoefficientSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField()
    standard_error = serializers.FloatField(help_text="By the delta method.")
    intervals = _intervals()


class LineSerializer(serializers.Serializer[Any]):
    """This is the line of least squares of one question on the other; a yes is 1 and a no 0. All but the names are null
    where the answers to one of the two may all be alike."""

    of = serializers.CharField(help_text="The question that is predicted: its number is intercept + slope * number.")
    on = serializers.CharField(help_text="The question that it is predicted from.")
    people = serializers.FloatField(allow_null=True, help_text="Share of respondents who gave a number to both.")
    slope = CoefficientSerializer(allow_null=True)
    intercept = CoefficientSerializer(allow_null=True)
    r_squared = CoefficientSerializer(
        allow_null=True, help_text="Part of the variance that the line explains, 0 to 1; the mean alone explains 0."
    )


class CrossTableSerializer(serializers.Serializer[Any]):
    planned = serializers.BooleanField(help_text="Whether the two were perturbed as one answer.")
    reports = serializers.IntegerField()
    rows = CrossedQuestionSerializer()
    columns = CrossedQuestionSerializer()
    cells = serializers.ListField(child=CellSerializer(many=True))
    among_rows = AmongSerializer(many=True, allow_null=True)
    among_columns = AmongSerializer(many=True, allow_null=True)
    lines = LineSerializer(
        many=True,
        help_text="Of a planned pair whose answers are points of a scale, or yes and no: both ways. Else none.",
    )
    guarantee = GuaranteeSerializer()


class CrossTabSerializer(serializers.Serializer[Any]):
    rows = serializers.CharField()
    columns = serializers.CharField()
    state = serializers.ChoiceField(choices=["computing", "ready"])
    computed_at = serializers.DateTimeField(allow_null=True)
    table = CrossTableSerializer(allow_null=True)


class CrossTabsSerializer(serializers.Serializer[Any]):
    crosstabs = CrossTabSerializer(many=True)
    unplanned_from = serializers.IntegerField(help_text="Reports that two questions not planned as a pair need.")

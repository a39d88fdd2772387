"""The JSON of means that may be skipped (number_or_skipped.py), and of mean ranks (mean_rank.py)."""

from typing import Any

from rest_framework import serializers

from surveys.results.guarantee import LEFT_OUT_OF_QUESTION, UNREPRESENTED, GuaranteeSerializer


class AnsweredSerializer(serializers.Serializer[Any]):
    """The share who answered says how many gave a number. Who skipped and who was not asked are one: no report says
    which of both it was."""

    share = serializers.FloatField(help_text="Unbiased; may lie outside 0 and 1.")
    intervals = serializers.DictField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2),
        help_text='By confidence: "50", "80", "95".',
    )
    consistent_share = serializers.FloatField(help_text="The nearest share there can be.")


class MeanOfAnsweredSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(help_text="A ratio of two unbiased estimates, in the question's unit.")
    intervals = serializers.DictField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2),
        help_text='Fieller\'s, by confidence: "50", "80", "95".',
    )
    consistent_value = serializers.FloatField(help_text="The nearest mean between the bounds.")


class SkippableSerializer(serializers.Serializer[Any]):
    answered = AnsweredSerializer()
    mean = MeanOfAnsweredSerializer(
        allow_null=True, help_text="Of those who gave a number; null where that may be nobody."
    )


class SkippableEstimateSerializer(SkippableSerializer):
    method = serializers.ChoiceField(choices=["share-pooled", "inverse-variance"])


class SkippableByLevelSerializer(SkippableSerializer):
    levels = serializers.ListField(child=serializers.IntegerField())
    mechanism = serializers.CharField()
    epsilon = serializers.CharField()
    reports = serializers.IntegerField()
    guarantee = GuaranteeSerializer()


class SkippableNumberResultSerializer(serializers.Serializer[Any]):
    """This is the result of a number that was asked for its mean and that somebody may not have; one beyond the bounds
    is the bound."""

    id = serializers.CharField()
    text = serializers.CharField()
    unit = serializers.CharField(allow_blank=True)
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    estimates = SkippableEstimateSerializer()
    inverse_variance = SkippableEstimateSerializer()
    by_level = SkippableByLevelSerializer(many=True)
    left_out = serializers.IntegerField(required=False, help_text=LEFT_OUT_OF_QUESTION)
    unrepresented = serializers.FloatField(required=False, help_text=UNREPRESENTED)
    guarantee = GuaranteeSerializer()


class MeanRankSerializer(serializers.Serializer[Any]):
    """The mean rank is that of a row of a ranking, among those who ranked it."""

    value = serializers.FloatField(help_text="1 is the first; may lie outside the ranks that there are.")
    standard_error = serializers.FloatField(help_text="By the delta method.")
    intervals = serializers.DictField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2),
        help_text='By confidence: "50", "80", "95".',
    )


RANKED = "Of a row of a ranking alone; null where too few ranked it to say."

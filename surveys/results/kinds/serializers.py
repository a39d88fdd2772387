"""The JSON of means: number.py, distribution.py, number_or_skipped.py and mean_rank.py make it."""

from typing import Any

from rest_framework import serializers

from surveys.results.guarantee import LEFT_OUT_OF_QUESTION, UNREPRESENTED, ErrorPartsSerializer, GuaranteeSerializer

ENDS_ALONE = "Null where a level's reports are ends of the range alone, which do not tell the two apart."


class MeanSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(help_text="Unbiased, in the question's unit; may lie outside its bounds.")
    standard_error = serializers.FloatField()
    error_parts = ErrorPartsSerializer(allow_null=True, help_text=ENDS_ALONE)
    intervals = serializers.DictField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2),
        help_text='By confidence: "50", "80", "95".',
    )
    consistent_value = serializers.FloatField(help_text="The nearest mean between the bounds.")


class MeanEstimateSerializer(serializers.Serializer[Any]):
    method = serializers.ChoiceField(choices=["share-pooled", "inverse-variance"])
    mean = MeanSerializer()


class MeanByLevelSerializer(serializers.Serializer[Any]):
    levels = serializers.ListField(child=serializers.IntegerField())
    mechanism = serializers.CharField()
    epsilon = serializers.CharField()
    reports = serializers.IntegerField()
    mean = MeanSerializer()
    guarantee = GuaranteeSerializer()


class PointSerializer(serializers.Serializer[Any]):
    at = serializers.FloatField()
    share = serializers.FloatField()


class QuantileSerializer(serializers.Serializer[Any]):
    share = serializers.FloatField(help_text="That lies below the value.")
    value = serializers.FloatField()
    intervals = serializers.DictField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2),
        allow_null=True,
        help_text=(
            "Parametric bootstrap. Measured at 95 % and epsilon 1, in 60 surveys each: of 200 people those of three "
            "quartiles held 88 to 92 times in a hundred, of 20 000 people those of three quantiles 85 to 97. Null "
            "below epsilon 1, where nobody has measured it."
        ),
    )


class DistributionSerializer(serializers.Serializer[Any]):
    """This is the most likely one of each level, weighted by reports: a little biased, never below 0."""

    points = PointSerializer(many=True)
    quantiles = QuantileSerializer(many=True)


class AnsweredSerializer(serializers.Serializer[Any]):
    """The share who answered says how many gave a number. Who skipped and who was not asked are one: no report says
    which of both it was."""

    share = serializers.FloatField(help_text="Unbiased; may lie outside 0 and 1.")
    error_parts = ErrorPartsSerializer()
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

"""This module describes the JSON of known shares and of weighted results; rules.py makes it."""

from typing import Any

from rest_framework import serializers

from datahub.api.serializers import StrictSerializer
from surveys.results.guarantee import GuaranteeSerializer
from surveys.results.serializers import VersionOfResultsSerializer
from surveys.results.weighting.rules import STATES

MOST_MARGINS = 20
MOST_ANSWERS = 1024
STATES_TEXT = (
    "not_joined: no planned pair has the question and one whose shares are known. too_few: a planned pair has both, "
    "and too few reports on it came. may_be_empty: the 95 % interval of an answer of that question reaches 0, so that "
    "nothing is divided by it. not_pairable, is_number, is_set: questions of this type, means, and sets of options, "
    "stand in no pair."
)


class KnownShareSerializer(StrictSerializer):
    answer = serializers.CharField(max_length=64, help_text="An answer of the question.")
    share = serializers.FloatField(min_value=0, max_value=1, help_text="Of everybody who has an answer, from 0 to 1.")


class KnownMarginSerializer(StrictSerializer):
    question = serializers.CharField(max_length=65, help_text="Whose shares are known.")
    answers = KnownShareSerializer(  # type: ignore[call-arg]  # DRF hands the arguments on to a list
        many=True,
        min_length=1,
        max_length=MOST_ANSWERS,
        help_text="Every answer but `prefer_not_to_say` and `not_asked`: such people keep the share that is estimated.",
    )


class KnownSharesSerializer(StrictSerializer):
    margins = KnownMarginSerializer(  # type: ignore[call-arg]  # DRF hands the arguments on to a list
        many=True, max_length=MOST_MARGINS, help_text="Questions with known shares."
    )

    def validate_margins(self, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        questions = [margin["question"] for margin in value]
        answers = [[known["answer"] for known in margin["answers"]] for margin in value]
        if any(len(set(ids)) < len(ids) for ids in (questions, *answers)):
            raise serializers.ValidationError("Each question, and each answer of it, is named once.")
        return value

    @property
    def known(self) -> dict[str, dict[str, float]]:
        """Returns the shares of each question, by answer."""
        return {
            margin["question"]: {known["answer"]: known["share"] for known in margin["answers"]}
            for margin in self.validated_data["margins"]
        }


class MarginAnswerSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # DRF's property of this name is not used
    known = serializers.FloatField(allow_null=True, help_text="Null of people without an answer.")
    estimated = serializers.FloatField(help_text="The unweighted share; unbiased, so it may lie outside 0 and 1.")
    standard_error = serializers.FloatField(help_text="Of the unweighted share.")


class MarginSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="Of the question whose shares are known.")
    text = serializers.CharField()
    row_label = serializers.CharField(allow_null=True)
    answers = MarginAnswerSerializer(many=True)


class WeightedAnswerSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # DRF's property of this name is not used
    share = serializers.FloatField(help_text="Weighted to the known shares; may lie outside 0 and 1.")
    standard_error = serializers.FloatField(help_text="Of the first order (delta method).")
    intervals = serializers.DictField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2),
        help_text='Normal, by confidence: "50", "80", "95".',
    )
    consistent_share = serializers.FloatField(help_text="From 0 to 1, so that all add up to 1.")
    unweighted_share = serializers.FloatField(help_text="As the results have it.")
    unweighted_error = serializers.FloatField(help_text="The standard error of the unweighted share.")
    unweighted_intervals = serializers.DictField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2),
        help_text="Of the unweighted share, of a sample, as the results have them.",
    )


class WeightSerializer(serializers.Serializer[Any]):
    answer = serializers.CharField(help_text="Of the question with known shares.")
    label = serializers.CharField()  # type: ignore[assignment]  # DRF's property of this name is not used
    weight = serializers.FloatField(help_text="Of a person who gave it; of people without an answer 1.")


class WeightedQuestionSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    text = serializers.CharField()
    row_label = serializers.CharField(allow_null=True)
    state = serializers.ChoiceField(choices=STATES, help_text=STATES_TEXT)
    margin = serializers.CharField(allow_null=True, help_text="The question whose known shares weight this one.")
    reports = serializers.IntegerField(allow_null=True, help_text="On the pair.")
    empty = serializers.ListField(child=serializers.CharField(), help_text="Answers of it that nobody may have given.")
    answers = WeightedAnswerSerializer(many=True, allow_null=True)
    weights = WeightSerializer(many=True, allow_null=True)
    guarantee = GuaranteeSerializer(allow_null=True)


class WeightedResultsSerializer(serializers.Serializer[Any]):
    survey = serializers.UUIDField()
    version = VersionOfResultsSerializer()
    simulated = serializers.BooleanField()
    is_kept = serializers.BooleanField(help_text="Whether the known shares are those that are kept with the version.")
    margins = MarginSerializer(many=True)
    questions = WeightedQuestionSerializer(many=True, help_text="One entry for each margin that a pair joins to it.")

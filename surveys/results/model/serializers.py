"""This module describes the JSON of a model; rules.py makes it."""

from typing import Any

from rest_framework import serializers

from surveys.results.crosstabs.serializers import CrossedAnswerSerializer, LineSerializer
from surveys.results.guarantee import GuaranteeSerializer


class ExpectedSerializer(serializers.Serializer[Any]):
    share = serializers.FloatField(help_text="Of people, less what noise makes it too large.")
    low = serializers.FloatField(help_text="The limits hold it 95 times of 100 or more (bootstrap, no closed form).")
    high = serializers.FloatField()


class ForetoldSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    text = serializers.CharField()
    answers = CrossedAnswerSerializer(many=True)
    chances = serializers.ListField(child=serializers.FloatField(), help_text="Of each answer.")


class LearntFromSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    text = serializers.CharField()
    answers = CrossedAnswerSerializer(many=True)
    planned = serializers.BooleanField(help_text="Whether it was perturbed with the predicted question as one answer.")
    reports = serializers.IntegerField()
    guarantee = GuaranteeSerializer(help_text="Of the cross-tab.")
    chances = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()),
        help_text="Of each answer, among those who gave each predicted answer: a row for each of these.",
    )
    alone = ExpectedSerializer(help_text="How often a model of this question alone is right: nothing is assumed.")


class UsualSerializer(serializers.Serializer[Any]):
    answer = serializers.CharField(help_text="The most frequent answer")
    share = serializers.FloatField(help_text="is right so often where it is always named: its consistent share.")
    low = serializers.FloatField(help_text="Its 95 % interval, of the raw share.")
    high = serializers.FloatField()


class ModelSerializer(serializers.Serializer[Any]):
    """The model is naive Bayes: its chances are made consistent and smoothed by their noise, hence biased; the cells
    are not."""

    foretold = ForetoldSerializer()
    questions = LearntFromSerializer(many=True)
    accuracy = ExpectedSerializer(help_text="How often it is right, if the questions are independent given the answer.")
    gain = ExpectedSerializer(help_text="How much more often than always naming the most frequent answer.")
    beats_from = serializers.IntegerField(
        allow_null=True,
        help_text=(
            "Number of people, 50 to 1000000 in steps of 1, 2, 5, from which a model is expected to be right more "
            "often than always naming the most frequent answer, if people are as these estimates say; null: not up to "
            "the largest."
        ),
    )
    usual = UsualSerializer()
    lines = LineSerializer(
        many=True,
        help_text=(
            "Least squares of the question foretold on each other one that was planned in a pair with it, where the "
            "answers of both are points of a scale, or yes and no."
        ),
    )
    could_be = serializers.ListField(child=serializers.CharField(), help_text="Questions that could be predicted.")
    left_out = serializers.ListField(
        child=serializers.CharField(), help_text="Questions whose answers would make too many combinations."
    )
    reports = serializers.IntegerField(help_text="Of the cross-tab with the fewest.")
    guarantee = GuaranteeSerializer(help_text="Of a whole report.")
    spends = serializers.ChoiceField(choices=["0"], help_text="Epsilon: a model is made of what was published.")

"""This module describes the JSON of evaluations."""

from typing import Any

from rest_framework import serializers

from datahub.api.serializers import DistinctListField, StrictSerializer
from datahub.evaluations.rules.study import (
    KINDS,
    LARGEST_SEED,
    LEAST_REPETITIONS,
    MOST_ANSWERS,
    MOST_EPSILONS,
    MOST_PEOPLE,
    MOST_REPETITIONS,
    POPULATIONS,
)
from datahub.jobs.models import Job

SLUGS = tuple(KINDS)
EPSILON = r"^[0-9]{1,2}(\.[0-9]{1,6})?$"


class StudySerializer(StrictSerializer):
    """A study simulates its people: `population` is a law, or the shares of a public sample, and never respondents'
    answers."""

    mechanisms = DistinctListField(child=serializers.ChoiceField(choices=SLUGS), allow_empty=False)
    epsilons = DistinctListField(
        child=serializers.RegexField(EPSILON, help_text="From 0.01 to 16."),
        allow_empty=False,
        max_length=MOST_EPSILONS,
    )
    population = serializers.ChoiceField(choices=POPULATIONS)
    answers = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=2,
        max_value=MOST_ANSWERS,
        help_text="For a law. A sample has its own number of answers.",
    )
    people = serializers.IntegerField(min_value=1, max_value=MOST_PEOPLE)
    repetitions = serializers.IntegerField(
        min_value=LEAST_REPETITIONS,
        max_value=MOST_REPETITIONS,
        help_text="Surveys of the same people for each mechanism and epsilon.",
    )
    seed = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_SEED,
        allow_null=True,
        default=None,
        help_text="The same one gives the same figures; drawn if absent.",
    )


class AskedSerializer(serializers.Serializer[Any]):
    mechanisms = serializers.ListField(child=serializers.ChoiceField(choices=SLUGS))
    epsilons = serializers.ListField(child=serializers.CharField())
    population = serializers.ChoiceField(choices=POPULATIONS)
    answers = serializers.IntegerField()
    people = serializers.IntegerField()
    repetitions = serializers.IntegerField()
    seed = serializers.IntegerField(max_value=LARGEST_SEED)


class TrialSerializer(serializers.Serializer[Any]):
    """A trial is one mechanism at one epsilon. Errors are in shares squared. All figures are null when the mechanism
    `refused`."""

    mechanism = serializers.ChoiceField(choices=SLUGS)
    version = serializers.IntegerField()
    epsilon = serializers.CharField()
    refused = serializers.CharField(help_text="Why it could not be tried; else empty.")
    epsilon_spent = serializers.CharField(allow_null=True)
    report_bytes = serializers.IntegerField(allow_null=True)
    people = serializers.IntegerField(allow_null=True)
    repetitions = serializers.IntegerField(allow_null=True)
    mean_squared_error = serializers.FloatField(allow_null=True, help_text="Over answers and surveys.")
    mean_squared_error_low = serializers.FloatField(allow_null=True, help_text="95 % limits for ever more surveys.")
    mean_squared_error_high = serializers.FloatField(allow_null=True)
    expected_squared_error = serializers.FloatField(allow_null=True, help_text="By the closed form, for these people.")
    expectation_bias = serializers.FloatField(allow_null=True)
    rank_bias = serializers.FloatField(allow_null=True)


class CurvePointSerializer(serializers.Serializer[Any]):
    epsilon = serializers.CharField()
    expected_squared_error = serializers.FloatField()


class CurveSerializer(serializers.Serializer[Any]):
    mechanism = serializers.ChoiceField(choices=SLUGS)
    points = CurvePointSerializer(many=True)


class FindingsSerializer(serializers.Serializer[Any]):
    trials = TrialSerializer(many=True)
    curves = CurveSerializer(many=True)
    best = serializers.DictField(child=serializers.CharField(), help_text="Epsilon -> the mechanism that erred least.")
    top = serializers.IntegerField(help_text="How many of the answers given most the two biases are means of.")


class ProgressOfSurveysSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField(help_text="Surveys.")
    total = serializers.IntegerField(help_text="0 until the work has begun.")


class EvaluationInListSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Job.State.choices)
    error = serializers.CharField(help_text="A code, if it failed.")
    progress = ProgressOfSurveysSerializer()
    asked = AskedSerializer()
    simulated = serializers.BooleanField(help_text="Always true: nobody's answer is in it.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class EvaluationSerializer(EvaluationInListSerializer):
    findings = FindingsSerializer(allow_null=True)

"""This module describes the JSON of reports on synthetic rows that were measured on the true ones."""

from typing import Any

from rest_framework import serializers

from datahub.analyses.synthesise.serializers import PrivacySerializer
from datahub.jobs.models import Job
from datahub.releases.serializers import ProgressOfWorkSerializer


class NewAppraisalSerializer(PrivacySerializer):
    """A logistic regression learns the target from synthetic rows and predicts it for the true ones; of two tables
    neither target nor group is taken."""

    target = serializers.CharField(max_length=200, required=False, allow_null=True, trim_whitespace=False)
    group = serializers.CharField(
        max_length=200,
        required=False,
        allow_null=True,
        trim_whitespace=False,
        help_text="A column: errors are told for each of its values.",
    )


class LimitsSerializer(serializers.Serializer[Any]):
    """The total variation between true and synthetic shares is from 0 to 1; it is given with its limits."""

    estimate = serializers.FloatField(help_text="Expected to be at most the true one: what noise adds is taken off.")
    low = serializers.FloatField(help_text="The limits hold the true one in 19 of 20 cases or more.")
    high = serializers.FloatField()
    noise_alone = serializers.FloatField(help_text="What plain differences would show for rows that are right.")


class MeasuredErrorSerializer(LimitsSerializer):
    columns = serializers.ListField(child=serializers.CharField(), help_text="One or two.")


class ScoreSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField()
    standard_error = serializers.FloatField(help_text="Of noise.")


class PropensitySerializer(ScoreSerializer):
    """The propensity score (pMSE) of two columns is 0 where nobody could tell synthetic rows from true ones, 0.25 where
    everybody could."""

    columns = serializers.ListField(child=serializers.CharField())


class GroupErrorSerializer(serializers.Serializer[Any]):
    value = serializers.CharField(allow_null=True, help_text="Of the group's column; null is missing, or all rows.")
    error = ScoreSerializer(allow_null=True, help_text="null: too few rows, or none.")


class PredictionsSerializer(serializers.Serializer[Any]):
    accuracy = ScoreSerializer(allow_null=True)
    most_common = ScoreSerializer(allow_null=True, help_text="Accuracy of always saying the most common value.")
    macro_f1 = ScoreSerializer(allow_null=True)
    left_out = serializers.ListField(
        child=serializers.CharField(allow_null=True), help_text="Values with too few rows for an F1."
    )
    groups = GroupErrorSerializer(many=True)
    widest_gap = ScoreSerializer(allow_null=True)
    gap_of_noise = serializers.FloatField(
        allow_null=True, help_text="Groups that do not differ are expected to show at most this."
    )


class MeasuredReportSerializer(serializers.Serializer[Any]):
    rows = serializers.IntegerField(help_text="Estimated from noisy counts.")
    marginals = MeasuredErrorSerializer(many=True, help_text="Of each column, then of each two.")
    propensities = PropensitySerializer(many=True, help_text="Of each two columns that noise does not hide.")
    predictions = PredictionsSerializer(allow_null=True)


class AppraisalStateSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Job.State.choices)
    error = serializers.CharField()
    progress = ProgressOfWorkSerializer()
    spend = serializers.CharField(help_text="Of its price: reserved, executing, committed or released.")
    rho = serializers.CharField(help_text="What the ledger is charged.")
    created_at = serializers.DateTimeField()


class AppraisalOfOneSerializer(AppraisalStateSerializer):
    asked = NewAppraisalSerializer()
    guarantee = serializers.CharField()
    report = MeasuredReportSerializer(allow_null=True)

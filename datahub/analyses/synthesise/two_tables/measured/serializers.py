"""This module describes the JSON of reports on rows of two tables that were measured on the true ones."""

from typing import Any

from rest_framework import serializers

from datahub.analyses.synthesise.measured.serializers import AppraisalStateSerializer, LimitsSerializer, ScoreSerializer
from datahub.analyses.synthesise.serializers import PrivacySerializer
from datahub.analyses.synthesise.two_tables.serializers import WHOSE, UnitSerializer


class NewAppraisalOfTwoSerializer(PrivacySerializer):
    pass


class PlacesSerializer(serializers.Serializer[Any]):
    of = serializers.ListField(child=serializers.IntegerField(), help_text="Places of `columns`, one or two.")


class ErrorAtSerializer(PlacesSerializer, LimitsSerializer):
    pass


class PropensityAtSerializer(PlacesSerializer, ScoreSerializer):
    """The propensity score (pMSE) is 0 where nobody could tell synthetic rows from true ones, 0.25 where everybody
    could."""


class WhoseColumnSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    whose = serializers.ChoiceField(choices=WHOSE)


class MeasuredTableSerializer(serializers.Serializer[Any]):
    columns = WhoseColumnSerializer(many=True)
    rows = serializers.IntegerField(help_text="Estimated from noisy counts, of those that count.")
    marginals = ErrorAtSerializer(many=True, help_text="Of each column, then of each two.")
    propensities = PropensityAtSerializer(many=True)


class MeasuredReportOfTwoSerializer(serializers.Serializer[Any]):
    parents = MeasuredTableSerializer(help_text="How many children a parent has is its last column.")
    children = MeasuredTableSerializer(help_text="Each with all columns of its parent.")
    siblings = MeasuredTableSerializer(
        allow_null=True,
        help_text="Of parents with two children or more: for each column, what its first two have, in no order.",
    )


class AppraisalOfTwoSerializer(AppraisalStateSerializer):
    asked = NewAppraisalOfTwoSerializer()
    guarantees = serializers.ListField(child=serializers.CharField(), help_text="One for each unit.")
    units = UnitSerializer(many=True)
    report = MeasuredReportOfTwoSerializer(allow_null=True)

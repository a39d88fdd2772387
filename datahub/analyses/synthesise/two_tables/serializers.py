"""This module describes the JSON of rows of two tables joined by a key."""

from typing import Any

from rest_framework import serializers

from datahub.analyses.synthesise.rules.files import MOST_ROWS_TAKEN
from datahub.analyses.synthesise.serializers import (
    MOST_FORECASTS,
    ErrorsSerializer,
    MadeOfSerializer,
    NamedColumnSerializer,
    PrivacySerializer,
    RowsOfOneSerializer,
    SynthesisInListSerializer,
    VersionOfChildrenSerializer,
)
from datahub.analyses.synthesise.two_tables.rules.files import FORMS
from datahub.analyses.synthesise.two_tables.rules.plan import MOST_CONTEXT
from datahub.api.serializers import QuerySerializer, StrictSerializer
from datahub.policies.serializers.policies import RowComparisonSerializer
from datahub.policies.serializers.purposes import PurposeField
from mechanisms.synthesis.two_tables.domain import MOST_CHILDREN

MOST_PARENTS_SHOWN = 100
WHOSE = ("parents", "children", "number")
SHARE = r"^0\.\d{1,6}$"


class PartOfTwoSerializer(MadeOfSerializer):
    """One of the two tables has columns as a plan of one table, and the key, by which the other is joined: no row is
    made with it. Both are modelled by trees of marginals."""

    engine = None  # type: ignore[assignment]  # DRF removes a field that is None; this one belongs to another engine
    divided_by = None  # type: ignore[assignment]
    groups = None  # type: ignore[assignment]
    key = serializers.CharField(max_length=200, trim_whitespace=False)


class ChildrenSerializer(PartOfTwoSerializer):
    data_set = serializers.UUIDField()
    version = serializers.IntegerField(min_value=1)


class MadeOfTwoSerializer(StrictSerializer):
    parents = PartOfTwoSerializer()
    children = ChildrenSerializer()
    context = serializers.ListField(  # type: ignore[assignment]  # DRF removes declared fields from the class
        child=serializers.CharField(max_length=200, trim_whitespace=False),
        max_length=MOST_CONTEXT,
        help_text="Columns of the parents that children follow from. Beyond them children tell nothing of a parent.",
    )
    most = serializers.IntegerField(
        min_value=1, max_value=MOST_CHILDREN, help_text="So many children of a parent count; which ones is drawn."
    )
    share_of_parents = serializers.RegexField(
        SHARE,
        required=False,
        help_text="Of what is divided, above 0 and below 1. Unless it is said, so that a child loses as much "
        "as a parent with all its children.",
    )


class PlanOfTwoSerializer(MadeOfTwoSerializer, PrivacySerializer):
    pass


class NewSynthesisOfTwoSerializer(StrictSerializer):
    version = serializers.IntegerField(min_value=1, help_text="Of the data set in the address, which is the parents'.")
    purpose = PurposeField()
    plan = PlanOfTwoSerializer()


class ForecastWishOfTwoSerializer(MadeOfTwoSerializer):
    parents_assumed = serializers.IntegerField(
        min_value=1, max_value=10**12, help_text="How many rows to assume. How many there are is not published."
    )
    children_assumed = serializers.IntegerField(min_value=1, max_value=10**12)
    privacy = PrivacySerializer(many=True, min_length=1, max_length=MOST_FORECASTS)  # type: ignore[call-arg]  # DRF passes both lengths on to the list


class ColumnOfTwoSerializer(NamedColumnSerializer):
    whose = serializers.ChoiceField(choices=WHOSE, help_text="Whose it is; number: how many children a parent has.")


class UnitSerializer(serializers.Serializer[Any]):
    """A unit is the person or row whose presence is hidden, with the budget it loses at most."""

    unit = serializers.CharField()
    neighbours = serializers.CharField()
    rho = serializers.CharField()


class ErrorsOfTwoSerializer(serializers.Serializer[Any]):
    parents = ErrorsSerializer()
    children = ErrorsSerializer()
    epsilon = serializers.CharField()
    delta = serializers.CharField()
    rho = serializers.CharField(help_text="What either people would be charged.")
    units = UnitSerializer(many=True)


class ForecastsOfTwoSerializer(serializers.Serializer[Any]):
    parents = ColumnOfTwoSerializer(many=True)
    children = ColumnOfTwoSerializer(many=True)
    forecasts = ErrorsOfTwoSerializer(many=True)


class ReportOnTableSerializer(ErrorsSerializer):
    rows = serializers.IntegerField(help_text="Estimated from noisy counts, of those that count.")
    columns = ColumnOfTwoSerializer(many=True)


class ReportOfTwoSerializer(serializers.Serializer[Any]):
    parents = ReportOnTableSerializer()
    children = ReportOnTableSerializer()
    most_parents = serializers.IntegerField(help_text="So many are given at once, with their children.")


class OnlyRowsOfTwoSerializer(serializers.Serializer[Any]):
    parents = RowComparisonSerializer(many=True)
    children = RowComparisonSerializer(many=True)


class SynthesisOfTwoSerializer(SynthesisInListSerializer):
    children = VersionOfChildrenSerializer()
    plan = PlanOfTwoSerializer()
    only_rows = OnlyRowsOfTwoSerializer(help_text="What is true of each row that is read of either table.")
    guarantees = serializers.ListField(child=serializers.CharField(), help_text="One for each unit.")
    units = UnitSerializer(many=True)
    rho = serializers.CharField(help_text="What either people are charged.")
    report = ReportOfTwoSerializer(allow_null=True)


class ParentsWishSerializer(QuerySerializer):
    rows = serializers.IntegerField(min_value=1, max_value=MOST_PARENTS_SHOWN, default=10)


class ArchiveWishSerializer(QuerySerializer):
    form = serializers.ChoiceField(choices=FORMS)
    rows = serializers.IntegerField(min_value=1, max_value=MOST_ROWS_TAKEN, required=False)


class RowsOfTwoSerializer(serializers.Serializer[Any]):
    parents = RowsOfOneSerializer()
    children = RowsOfOneSerializer()

"""This module describes the JSON of synthetic rows."""

from typing import Any

from rest_framework import serializers

from datahub.analyses.synthesise.domain.columns import MOST_BINS
from datahub.analyses.synthesise.engines.named import ENGINES
from datahub.analyses.synthesise.rules.files import MOST_ROWS_TAKEN, WRITTEN
from datahub.analyses.synthesise.rules.plan import MOST_COLUMNS
from datahub.api.serializers import QuerySerializer, StrictSerializer
from datahub.datasets.rules.columns import TYPES
from datahub.jobs.models import Job
from datahub.policies.serializers.policies import RowComparisonSerializer
from datahub.policies.serializers.purposes import PurposeField
from datahub.releases.serializers import ProgressOfWorkSerializer, WhatLeavesSerializer
from mechanisms.synthesis.gaussian.declared import MOST_CLASSES

MOST_TOGETHER = 4
MOST_GROUPS = 100
MOST_FORECASTS = 20
MOST_ROWS_SHOWN = 1000
# Only ASCII digits are accepted, because answers repeat the number as it was written.
DECIMAL = r"^[0-9]{1,4}(\.[0-9]{1,15})?$"


class MadeColumnSerializer(StrictSerializer):
    """A column is made in bins of one width, or with edges between its bounds; else as its owner declared it, or in 16
    bins."""

    name = serializers.CharField(max_length=200, trim_whitespace=False)
    bins = serializers.IntegerField(required=False, min_value=1, max_value=MOST_BINS)
    edges = serializers.ListField(child=serializers.CharField(max_length=40), max_length=MOST_BINS, required=False)


class CannotBeSerializer(StrictSerializer):
    """These values of a column cannot occur together with those of the other columns of the rule: no synthetic row has
    them all."""

    name = serializers.CharField(max_length=200, trim_whitespace=False)
    values = serializers.ListField(
        child=serializers.CharField(max_length=200, trim_whitespace=False, allow_null=True),
        min_length=1,
        max_length=MOST_BINS,
        help_text="As a forecast names them; null is missing.",
    )


class GroupOfNumbersSerializer(StrictSerializer):
    columns = serializers.ListField(
        child=serializers.CharField(max_length=200, trim_whitespace=False), min_length=1, max_length=MOST_COLUMNS
    )
    squared_length = serializers.RegexField(
        DECIMAL,
        required=False,
        help_text="Rows further out are shortened: in half widths from the middle of all bounds, squared. At least "
        "0.01 and at most the number of columns, that of the corners; half of it unless said, or 1 of one column.",
    )


class MadeOfSerializer(StrictSerializer):
    engine = serializers.ChoiceField(
        choices=tuple(ENGINES),
        required=False,
        help_text="How rows are made: a tree of marginals, unless said; `gaussian` makes numbers from noisy moments.",
    )
    columns = MadeColumnSerializer(many=True, max_length=MOST_COLUMNS)  # type: ignore[call-arg]  # DRF passes `max_length` on to the list
    together = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(max_length=200, trim_whitespace=False), max_length=4),
        max_length=MOST_GROUPS,
        required=False,
        help_text="Names of 2 to 4 columns that matter together.",
    )
    target = serializers.CharField(
        max_length=200, required=False, allow_null=True, trim_whitespace=False, help_text="What will be predicted."
    )
    impossible = serializers.ListField(
        child=serializers.ListField(child=CannotBeSerializer(), min_length=2, max_length=MOST_TOGETHER),
        max_length=MOST_GROUPS,
        required=False,
        help_text="Combinations that cannot be, each of 2 to 4 columns: declared, never looked up in the rows.",
    )
    divided_by = serializers.CharField(
        max_length=200,
        required=False,
        allow_null=True,
        trim_whitespace=False,
        help_text="Of `gaussian`: one of the columns, each of whose values has normal distributions of its own.",
    )
    groups = GroupOfNumbersSerializer(  # type: ignore[call-arg]  # DRF passes `max_length` on to the list
        many=True,
        required=False,
        max_length=MOST_COLUMNS,
        help_text="Of `gaussian`: numbers whose covariance is kept. All are one group, unless some are named: then "
        "each other one is by itself.",
    )


class PrivacySerializer(StrictSerializer):
    epsilon = serializers.RegexField(DECIMAL, help_text="An exact decimal, above 0 and at most 20.")
    delta = serializers.RegexField(DECIMAL, help_text="An exact decimal, above 0 and at most 0.00001.")


class SynthesisPlanSerializer(MadeOfSerializer, PrivacySerializer):
    pass


class NewSynthesisOfOneSerializer(StrictSerializer):
    version = serializers.IntegerField(min_value=1)
    purpose = PurposeField()
    plan = SynthesisPlanSerializer()


class ForecastWishOfOneSerializer(MadeOfSerializer):
    rows = serializers.IntegerField(
        min_value=1, max_value=10**12, help_text="How many rows to assume. How many there are is not published."
    )
    shares = serializers.ListField(
        child=serializers.FloatField(min_value=0, max_value=1),
        max_length=MOST_CLASSES,
        required=False,
        help_text="Of `gaussian`: the share of rows to assume of each value that divides; all alike, unless said.",
    )
    privacy = PrivacySerializer(many=True, min_length=1, max_length=MOST_FORECASTS)  # type: ignore[call-arg]  # DRF passes both lengths on to the list


class NamedColumnSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    values = serializers.ListField(child=serializers.CharField(allow_null=True), help_text="null is missing.")


class MadeNumberSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    type = serializers.ChoiceField(choices=TYPES)
    unit = serializers.CharField(allow_blank=True)
    low = serializers.CharField(help_text="Of the bounds, as they are written.")
    high = serializers.CharField()


class ErrorsOfClassSerializer(serializers.Serializer[Any]):
    """Errors of one class stand in the order of `numbers` and `groups`; they are null where noise hides the class."""

    value = serializers.CharField(allow_null=True, help_text="What divides; null is missing, or all rows.")
    rows = serializers.IntegerField(help_text="Assumed, or estimated from noisy counts.")
    is_known = serializers.BooleanField()
    means = serializers.ListField(
        child=serializers.FloatField(), allow_null=True, help_text="Standard errors, in units of the column."
    )
    spreads = serializers.ListField(
        child=serializers.FloatField(),
        allow_null=True,
        help_text="The least standard deviation that is told from none, in units of the column.",
    )
    correlations = serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        allow_null=True,
        help_text="Below it a correlation is not kept, for numbers that are anywhere within their bounds alike; larger "
        "for narrower ones. null for a number by itself.",
    )


class MomentsSerializer(serializers.Serializer[Any]):
    divided_by = serializers.CharField(allow_null=True)
    numbers = MadeNumberSerializer(many=True)
    groups = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    rows_error = serializers.FloatField(help_text="Standard error of how many rows a class has.")
    classes = ErrorsOfClassSerializer(many=True)


class ErrorsSerializer(serializers.Serializer[Any]):
    """The errors are the expected total variation for noise alone, from 0 to 1, of each column and of each pair."""

    alone = serializers.ListField(child=serializers.FloatField())
    pairs = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(allow_null=True)),
        help_text="Of each two columns; null where no noise tells: on the diagonal, and for what is not measured.",
    )


class ErrorsOfEngineSerializer(serializers.Serializer[Any]):
    """These are the errors that noise alone makes: expected total variation of shares from 0 to 1, or errors of
    moments, as the engine keeps."""

    alone = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    pairs = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(allow_null=True)),
        allow_null=True,
        help_text="Of each two columns; null where no noise tells: on the diagonal, and for what is not measured.",
    )
    moments = MomentsSerializer(allow_null=True)


class ErrorsForSerializer(ErrorsOfEngineSerializer):
    epsilon = serializers.CharField()
    delta = serializers.CharField()
    rho = serializers.CharField(help_text="What would be charged.")


class ForecastsOfOneSerializer(serializers.Serializer[Any]):
    columns = NamedColumnSerializer(many=True)
    forecasts = ErrorsForSerializer(many=True)


class OfferedColumnSerializer(serializers.Serializer[Any]):
    """An offered column says how its values are cut into bins unless a plan says otherwise."""

    name = serializers.CharField()
    type = serializers.ChoiceField(choices=TYPES)
    labels = serializers.ListField(child=serializers.CharField(allow_null=True), help_text="null is missing.")
    edges = serializers.ListField(child=serializers.CharField())
    missing = serializers.BooleanField()
    bounds = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="The least and the most, where `gaussian` makes it: a number or day that is never missing.",
    )


class OfferedEngineSerializer(serializers.Serializer[Any]):
    engine = serializers.ChoiceField(choices=tuple(ENGINES))
    hours = serializers.IntegerField(
        allow_null=True, help_text="After which it is stopped, and what it cost stays spent; null: it takes minutes."
    )


class SynthesisReportSerializer(ErrorsOfEngineSerializer):
    rows = serializers.IntegerField(help_text="Estimated from noisy counts.")
    columns = NamedColumnSerializer(many=True)


class VersionOfChildrenSerializer(serializers.Serializer[Any]):
    data_set = serializers.UUIDField()
    version = serializers.IntegerField()


class SynthesisInListSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    data_set = serializers.UUIDField(help_text="Of two tables that of the parents.")
    version = serializers.IntegerField()
    children = VersionOfChildrenSerializer(allow_null=True, help_text="null: the rows are of one table.")
    purpose = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=Job.State.choices)
    error = serializers.CharField()
    progress = ProgressOfWorkSerializer()
    spend = serializers.CharField(help_text="Of its price: reserved, executing, committed or released.")
    created_at = serializers.DateTimeField()


class SynthesisOfOneSerializer(SynthesisInListSerializer):
    plan = SynthesisPlanSerializer()
    only_rows = RowComparisonSerializer(
        many=True, help_text="What is true of each row that is read: the viewer's role shows these rows alone."
    )
    guarantee = serializers.CharField()
    rho = serializers.CharField(help_text="What the ledger is charged.")
    report = SynthesisReportSerializer(allow_null=True)


class RowsWishSerializer(QuerySerializer):
    rows = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ROWS_SHOWN,
        required=False,
        help_text="20 unless said. Of two tables it counts parents, each with its children: 10 unless said, at most "
        "100.",
    )


class FileWishSerializer(QuerySerializer):
    form = serializers.ChoiceField(
        choices=tuple(WRITTEN), help_text="Two tables are given as csv or parquet, both in one archive."
    )
    rows = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ROWS_TAKEN,
        required=False,
        help_text="As many as were estimated, unless said. Of two tables it counts parents.",
    )


class NewReleaseOfRowsSerializer(WhatLeavesSerializer):
    rows = serializers.IntegerField(
        min_value=1, max_value=MOST_ROWS_TAKEN, required=False, help_text="As many as were estimated, unless said."
    )


class RowsOfOneSerializer(serializers.Serializer[Any]):
    columns = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField(allow_null=True)))

"""This module describes the JSON of anonymisations."""

import re
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from datahub.analyses.anonymise.rules.anonymity_models import DISTANCES, PARTS
from datahub.analyses.anonymise.rules.hierarchies import KINDS, PADS
from datahub.analyses.anonymise.rules.plan import BOXES, LONGEST_MISSING, MOST_CANDIDATES, MOST_MODELS, UNLISTED
from datahub.analyses.models import PLANNED
from datahub.api.serializers import CodedReasonSerializer, StrictSerializer
from datahub.datasets.rules.columns import MOST_COLUMNS
from datahub.datasets.serializers.previews import STATES
from datahub.jobs.models import Job
from datahub.policies.serializers.purposes import PurposeField
from datahub.releases.serializers import (
    AgainstPeopleSerializer,
    ProgressOfWorkSerializer,
    RiskOfReleaseSerializer,
    RiskSerializer,
    RowsBesideSerializer,
    UtilitySerializer,
    WhatLeavesSerializer,
)
from datahub.vault.collections.rules.roles import ROLES

MODELS = tuple(PARTS)
WORK_STATES = [*Job.State.choices, (PLANNED, "Planned")]
HIERARCHIES = tuple(KINDS)
DECIMAL = r"-?[0-9]{1,15}(\.[0-9]{1,9})?"
MOST_OF_AN_INTERVAL = 10**15
LONGEST_FILE = 2_000_000  # a hierarchy has at most this many characters
MOST_VALUES = 20_000


def _texts(most: int) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(max_length=200), max_length=most, required=False)


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string", "pattern": f"^{DECIMAL}$"}]})
class IntervalNumberField(serializers.Field[Any, Any, Any, Any]):
    """A number of intervals is a whole number, or a decimal text such as "0.5": no float, which has no exact half of
    .1."""

    def to_internal_value(self, data: Any) -> int | str:
        if isinstance(data, int) and not isinstance(data, bool) and abs(data) < MOST_OF_AN_INTERVAL:
            return data
        if isinstance(data, str) and re.fullmatch(DECIMAL, data):
            return data
        raise serializers.ValidationError('This is no whole number and no decimal text such as "0.5".')

    def to_representation(self, value: Any) -> Any:
        return value


class HierarchySerializer(StrictSerializer):
    """A hierarchy says how the values of a column are generalised. `csv` takes `text`, as ARX writes it; `intervals`
    start, widths, bottom and top; `mask` at_once and pad; `order` values and sizes; `groups` groups; `dates` and `flat`
    take nothing."""

    kind = serializers.ChoiceField(choices=HIERARCHIES)
    text = serializers.CharField(max_length=LONGEST_FILE, required=False, trim_whitespace=False)
    start = IntervalNumberField(required=False)
    widths = serializers.ListField(child=IntervalNumberField(), min_length=1, max_length=20, required=False)
    bottom = IntervalNumberField(required=False)
    top = IntervalNumberField(required=False)
    at_once = serializers.IntegerField(required=False, min_value=1)
    pad = serializers.ChoiceField(
        choices=PADS,
        required=False,
        help_text="Makes texts of different lengths as long as the longest: zeros before them, or blanks behind them.",
    )
    values = _texts(MOST_VALUES)
    sizes = serializers.ListField(child=serializers.IntegerField(), min_length=1, max_length=20, required=False)
    groups = serializers.DictField(child=_texts(MOST_VALUES), required=False)


class PlannedColumnSerializer(StrictSerializer):
    """A planned column has a role and, if it is quasi-identifying, a hierarchy."""

    name = serializers.CharField(max_length=200, trim_whitespace=False)
    role = serializers.ChoiceField(choices=ROLES)
    hierarchy = HierarchySerializer(required=False, allow_null=True)
    unlisted = serializers.ChoiceField(
        choices=UNLISTED, required=False, help_text="What becomes of a value that the hierarchy does not list."
    )
    weight = serializers.IntegerField(required=False, min_value=0, max_value=1000, help_text="Whose loss counts more.")
    order = _texts(MOST_VALUES)


class ComparedSerializer(StrictSerializer):
    """A population is another data set, with the quasi-identifying columns by the same names: all people whom the rows
    could be about."""

    data_set = serializers.UUIDField(help_text="That the viewer may anonymise.")
    version = serializers.IntegerField(min_value=1)


class AnonymisationPlanSerializer(StrictSerializer):
    """A plan has a role for every column of the version."""

    columns = PlannedColumnSerializer(many=True, max_length=MOST_COLUMNS)  # type: ignore[call-arg]  # DRF passes `max_length` on to the list
    missing = serializers.CharField(
        max_length=LONGEST_MISSING, default="?", help_text="What is written for a value that is missing."
    )
    boxes = serializers.ChoiceField(
        choices=BOXES,
        required=False,
        help_text="Of two classes: overlapping (by default) loses less; disjoint leaves downcoding nothing to exclude.",
    )
    population = ComparedSerializer(
        required=False, allow_null=True, help_text="For k-map and delta-presence, which need disjoint boxes."
    )


@extend_schema_field({"type": ["integer", "string"]})
class ThresholdField(serializers.JSONField):
    """A threshold is a whole number or a decimal text; the rules of its model say which."""


class AnonymityModelSerializer(StrictSerializer):
    """This is a model of anonymity, as in the card of a release. Thresholds are whole numbers (k, l) or decimal
    texts."""

    model = serializers.ChoiceField(choices=MODELS)
    column = serializers.CharField(max_length=200, required=False, trim_whitespace=False)
    distance = serializers.ChoiceField(choices=DISTANCES, required=False)
    k = ThresholdField(required=False, help_text="A whole number from 2 on.")
    l = ThresholdField(  # noqa: E741 - the literature calls the threshold l
        required=False, help_text='A whole number from 2 on; for entropy-l-diversity a decimal text such as "1.5".'
    )
    c = ThresholdField(required=False, help_text='A decimal text such as "3".')
    t = ThresholdField(required=False, help_text='A decimal text such as "0.2".')
    beta = ThresholdField(required=False, help_text='A decimal text such as "1".')
    least = ThresholdField(required=False, help_text='A decimal text from 0 on, such as "0".')
    most = ThresholdField(required=False, help_text='A decimal text up to 1, such as "0.5".')
    against = serializers.CharField(
        max_length=300,
        required=False,
        help_text="The population by name, written by the server.",
    )


class WantedSerializer(StrictSerializer):
    models = AnonymityModelSerializer(many=True, min_length=1, max_length=MOST_MODELS)  # type: ignore[call-arg]  # DRF passes both lengths on to the list


class NewAnonymisationSerializer(StrictSerializer):
    version = serializers.IntegerField(min_value=1, help_text="Of the data set; it is loaded.")
    purpose = PurposeField()
    plan = AnonymisationPlanSerializer()
    candidates = WantedSerializer(many=True, min_length=1, max_length=MOST_CANDIDATES)  # type: ignore[call-arg]  # DRF passes both lengths on to the list
    accept_unbounded = serializers.BooleanField(
        default=False,
        help_text="For whoever may not see the rows: exact figures are wanted, although no budget then bounds any more "
        "what is known of the people. It has no effect for whoever may see the rows.",
    )


class ReasonSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    detail = serializers.CharField()
    reasons = CodedReasonSerializer(many=True, help_text="The detail in codes, as far as it has any.")


class ReasonAgainstSerializer(serializers.Serializer[Any]):
    code = serializers.ChoiceField(choices=("many_quasi", "unguarded", "released_before", ""))
    detail = serializers.CharField()
    about = serializers.ListField(child=serializers.CharField(), help_text="Names and figures of the detail.")


class CandidateSerializer(serializers.Serializer[Any]):
    """A candidate is one choice of anonymity models with its figures. Figures are null where the candidate was
    `refused`: no release of these rows holds its models."""

    refused = serializers.CharField()
    reasons = CodedReasonSerializer(many=True, help_text="Why it was refused, in codes as far as there are any.")
    guarantee = serializers.CharField()
    risk = RiskOfReleaseSerializer(allow_null=True)
    population = AgainstPeopleSerializer(
        allow_null=True, help_text="null: no model compares with one, or the viewer may not anonymise that data set."
    )
    utility = UtilitySerializer(allow_null=True)
    beside = ReasonSerializer(allow_null=True, help_text="Why it cannot stand beside what was released before.")
    public = ReasonAgainstSerializer(many=True, help_text="Why it cannot be for everybody.")


class AnonymisationInListSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    data_set = serializers.UUIDField()
    version = serializers.IntegerField()
    purpose = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=WORK_STATES)
    error = serializers.CharField(help_text="A code, if it failed.")
    progress = ProgressOfWorkSerializer()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class AnonymisationSerializer(AnonymisationInListSerializer):
    """An anonymisation has a plan, candidates and their figures. `found` has one for each of `candidates`, in their
    order; `before` is the risk of the rows as they are."""

    unbounded = serializers.BooleanField(help_text="Its figures were asked for by somebody who may not see the rows.")
    plan = AnonymisationPlanSerializer()
    candidates = WantedSerializer(many=True)
    before = RiskSerializer(allow_null=True)
    found = CandidateSerializer(many=True, allow_null=True)
    refusal = ReasonSerializer(allow_null=True, help_text="Why the plan makes no release of these rows.")


class HierarchyToCountSerializer(StrictSerializer):
    """This request names a column and its hierarchy, as in a plan."""

    column = serializers.CharField(max_length=200, trim_whitespace=False)
    hierarchy = HierarchySerializer()
    unlisted = serializers.ChoiceField(choices=UNLISTED, default=UNLISTED[0])
    missing = serializers.CharField(max_length=LONGEST_MISSING, default="?")


class CountsStateSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=STATES)
    error = serializers.CharField(help_text="A code, if it failed.")
    done = serializers.IntegerField()
    total = serializers.IntegerField(help_text="Rows; 0 where it is not known.")


class CountedNodeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    covers = serializers.IntegerField(help_text="How many values it stands for.")
    rows = serializers.IntegerField()


class CountedLevelSerializer(serializers.Serializer[Any]):
    """A counted level says how many rows stand under its nodes. `named` is empty where a level has more nodes than
    anybody reads; those of one parent stand side by side."""

    nodes = serializers.IntegerField()
    least_covered = serializers.IntegerField()
    most_covered = serializers.IntegerField()
    empty = serializers.IntegerField(help_text="Nodes without a row.")
    fewest_rows = serializers.IntegerField(help_text="Of the nodes that have rows.")
    most_rows = serializers.IntegerField()
    loss = serializers.FloatField(help_text="What a cell loses at this level, 0 to 1: the mean over the values.")
    named = CountedNodeSerializer(many=True)


class UnlistedSerializer(serializers.Serializer[Any]):
    values = serializers.IntegerField()
    rows = serializers.IntegerField()
    first = serializers.CharField()


class CountedHierarchySerializer(serializers.Serializer[Any]):
    """A counted hierarchy is shown level by level. `levels` go from the values to `*`."""

    rows = serializers.IntegerField()
    unlisted = UnlistedSerializer(help_text="What occurs and is not listed.")
    levels = CountedLevelSerializer(many=True)


class RowsOfCandidateSerializer(serializers.Serializer[Any]):
    shown = RowsBesideSerializer(allow_null=True, help_text="null: it was refused.")


class NewReleaseSerializer(WhatLeavesSerializer):
    candidate = serializers.IntegerField(min_value=0, help_text="Its place among those that were asked for.")

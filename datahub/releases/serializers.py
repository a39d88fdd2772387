"""This module describes the JSON of releases."""

from typing import Any

from rest_framework import serializers

from datahub.api.serializers import StrictSerializer, seen
from datahub.releases.models import Release
from datahub.releases.rules.tables import FORMS
from datahub.vault.collections.rules.roles import RELEASED_ROLES

FORM_NAMES = tuple(FORMS)
OUTCOMES = ("holds", "fails", "not checked")


class ReleasedColumnSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=RELEASED_ROLES)


class ProgressOfWorkSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    total = serializers.IntegerField(help_text="0 where it is not known.")
    note = serializers.CharField(help_text="reading, trying, making, comparing, verifying or sealing; or empty.")


class VerdictOfRelease(serializers.Serializer[Any]):
    approved = serializers.BooleanField()
    said = serializers.CharField()
    at = serializers.DateTimeField()


class AskedForSerializer(serializers.Serializer[Any]):
    anonymisation = serializers.UUIDField()
    candidate = serializers.IntegerField()


class ReleaseSerializer(serializers.Serializer[Any]):
    """A release is shown as the viewer may see it. `columns` are those of the file that the viewer gets."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=Release.Kind.choices)
    data_set = serializers.UUIDField()
    version = serializers.IntegerField()
    title = serializers.CharField()
    licence = serializers.CharField()
    citation = serializers.CharField()
    audience = serializers.ChoiceField(choices=Release.Audience.choices)
    state = serializers.ChoiceField(choices=Release.State.choices)
    error = serializers.CharField(help_text="A code, if its work failed.")
    progress = ProgressOfWorkSerializer()
    guarantee = serializers.CharField(help_text='In words: "5-anonymous over {age, sex}".')
    models = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField()),
        help_text="What the guarantee says, of the viewer's columns: each model with its thresholds, as texts.",
    )
    columns = ReleasedColumnSerializer(many=True)
    rows = serializers.IntegerField(allow_null=True)
    purpose = serializers.CharField(allow_blank=True, help_text="For what it was made; empty where nobody said.")
    second_person = serializers.BooleanField(help_text="Somebody else has to approve it before it leaves.")
    verdict = VerdictOfRelease(allow_null=True)
    asked = AskedForSerializer(
        allow_null=True,
        help_text="For those who keep it: what to ask for again. null for one that failed if that was thrown away.",
    )
    synthesis = serializers.UUIDField(
        allow_null=True, help_text="Of synthetic rows, for whoever made them: what they are drawn from."
    )
    made_by_me = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    released_at = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)


class WhatLeavesSerializer(StrictSerializer):
    """A new release has a title, an audience, a licence and a citation, as its maker states them."""

    title = serializers.CharField(max_length=200, validators=[seen])
    audience = serializers.ChoiceField(choices=Release.Audience.choices)
    licence = serializers.CharField(max_length=200, allow_blank=True, default="")
    citation = serializers.CharField(max_length=2000, allow_blank=True, default="")


class NewVerdictSerializer(StrictSerializer):
    approved = serializers.BooleanField()
    said = serializers.CharField(max_length=2000, allow_blank=True, default="")


class FindingSerializer(serializers.Serializer[Any]):
    promise = serializers.CharField()
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    found = serializers.CharField()
    measured = serializers.CharField(allow_null=True)
    class_rows = serializers.IntegerField(allow_null=True)
    failing_classes = serializers.IntegerField(allow_null=True)
    of = serializers.CharField(help_text="What was promised, as a code; empty in older reports.")
    why = serializers.CharField(help_text="What was found, as a code.")
    about = serializers.DictField(child=serializers.CharField(), help_text="What both codes are about, by name.")


class RiskSerializer(serializers.Serializer[Any]):
    prosecutor_max = serializers.FloatField(help_text="Chance at which the likeliest row is found, 0 to 1.")
    prosecutor_mean = serializers.FloatField()
    share_above_threshold = serializers.FloatField()
    threshold = serializers.FloatField()
    uniques = serializers.IntegerField(help_text="Rows that are alone in their class.")


class SensitiveRiskSerializer(serializers.Serializer[Any]):
    column = serializers.CharField()
    homogeneous_classes = serializers.IntegerField(help_text="Classes of one value.")
    homogeneous_rows = serializers.FloatField(help_text="Share of rows in them.")
    greatest_gain = serializers.FloatField(help_text="How much likelier one value gets at most by knowing the class.")
    guess_before = serializers.FloatField()
    guess_after = serializers.FloatField()


class RiskOfReleaseSerializer(RiskSerializer):
    sensitive = SensitiveRiskSerializer(many=True)


class ColumnLossSerializer(serializers.Serializer[Any]):
    column = serializers.CharField()
    gcp = serializers.FloatField(help_text="Mean loss of a cell, from 0 to 1 (all *).")


class UtilitySerializer(serializers.Serializer[Any]):
    gcp = serializers.FloatField()
    gcp_by_column = ColumnLossSerializer(many=True)
    classes = serializers.IntegerField()
    smallest_class = serializers.IntegerField()
    average_class_size = serializers.FloatField(help_text="C_avg: rows / classes / k.")
    discernibility = serializers.IntegerField(help_text="DM: sum of squared class sizes.")
    suppressed = serializers.IntegerField()


class AgainstPeopleSerializer(serializers.Serializer[Any]):
    """The risk is that from a journalist: somebody who knows the population and not who took part."""

    name = serializers.CharField(help_text="Of the data set, and which version.")
    fewest = serializers.IntegerField(help_text="People who fit the class that fewest fit.")
    journalist_max = serializers.FloatField(help_text="Chance at which the likeliest row is found, 0 to 1.")
    journalist_mean = serializers.FloatField()


class ReleaseReportSerializer(serializers.Serializer[Any]):
    """The report of a release has `before` and `population` for those who look after the data alone; who has some of
    the columns gets no `risk` and no `utility`, which are of all. Synthetic rows have a `card`, and neither."""

    state = serializers.ChoiceField(choices=Release.State.choices)
    rows = serializers.IntegerField(allow_null=True)
    guarantee = serializers.CharField()
    promised = serializers.ListField(child=serializers.CharField())
    not_promised = serializers.ListField(child=serializers.CharField())
    risk = RiskOfReleaseSerializer(allow_null=True)
    utility = UtilitySerializer(allow_null=True)
    before = RiskSerializer(allow_null=True)
    population = AgainstPeopleSerializer(allow_null=True)
    card = serializers.DictField(
        allow_null=True, help_text="Of synthetic rows: their guarantee, and the errors to expect of each column."
    )
    verified = FindingSerializer(many=True, help_text="What the verifier found in the written file.")


class RowBesideSerializer(serializers.Serializer[Any]):
    """A row is shown as cells in the order of the columns, before and after."""

    before = serializers.ListField(child=serializers.CharField())
    after = serializers.ListField(child=serializers.CharField())
    alike = serializers.IntegerField(help_text="Rows that say the same where others may know; 0 if it is suppressed.")


class RowsBesideSerializer(serializers.Serializer[Any]):
    columns = ReleasedColumnSerializer(many=True)
    rows = RowBesideSerializer(many=True)


class PartSerializer(StrictSerializer):
    columns = serializers.ListField(
        child=serializers.CharField(max_length=200),
        required=False,
        allow_null=True,
        default=None,
        min_length=1,
        max_length=1000,
        help_text="A projection: these columns alone. null: all.",
    )


class NewRecipientSerializer(PartSerializer):
    person = serializers.UUIDField()
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class RecipientSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    person = serializers.UUIDField(source="person_id")
    name = serializers.CharField(source="person", help_text="Or their address, where they gave no name.")
    columns = serializers.ListField(child=serializers.CharField(), allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()


class NewLinkSerializer(PartSerializer):
    expires_at = serializers.DateTimeField(help_text="At most 30 days ahead.")


class LinkSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    columns = serializers.ListField(child=serializers.CharField(), allow_null=True)
    expires_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)
    downloads = serializers.IntegerField()
    created_at = serializers.DateTimeField()


class MadeLinkSerializer(LinkSerializer):
    secret = serializers.CharField(help_text="Shown this once. Put it behind # in an address: it is sent to nobody.")


class FollowLinkSerializer(StrictSerializer):
    secret = serializers.CharField(max_length=100)
    what = serializers.ChoiceField(choices=(*FORM_NAMES, "card"), default=FORM_NAMES[0])

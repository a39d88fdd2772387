"""This module describes the JSON of data sets and their columns."""

from typing import Any

from rest_framework import serializers

from datahub.api.serializers import StrictSerializer, seen
from datahub.datasets.models import DataSet
from datahub.datasets.rules.columns import (
    LONGEST_DESCRIPTION,
    LONGEST_TEXT,
    LONGEST_VALUE,
    MOST_BINS,
    MOST_CATEGORIES,
    MOST_COLUMNS,
    MOST_DECIMALS,
    MOST_MISSING,
    OUTSIDE,
    PROTECTIONS,
    TYPES,
)
from datahub.datasets.rules.notations import NOTATIONS
from datahub.datasets.rules.requests import STATES as REQUEST_STATES
from datahub.vault.collections.rules.roles import ROLES

STATES = ("empty", "loaded")
DELETION_STATES = ("destroying", "destroyed")


def _text(length: int, **more: Any) -> serializers.CharField:
    return serializers.CharField(max_length=length, allow_blank=True, **more)


class NewDataSetSerializer(StrictSerializer):
    name = serializers.CharField(max_length=200, validators=[seen])
    description = _text(10_000, required=False)
    licence = _text(200, required=False)
    doi = _text(200, required=False)
    provenance = _text(10_000, required=False)
    keep_until = serializers.DateField(required=False, allow_null=True, help_text="It is destroyed on the day after.")
    audience = serializers.ChoiceField(choices=DataSet.Audience.choices, required=False)
    organisation = serializers.UUIDField(required=False, allow_null=True)
    copy_of = serializers.UUIDField(
        required=False, help_text="The data set about the same people; they share a budget."
    )


class DescribeSerializer(NewDataSetSerializer):
    name = serializers.CharField(max_length=200, required=False, validators=[seen])
    copy_of = None  # type: ignore[assignment]  # a data set stays with the people it is about


class InOrganisationSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()


class DataSetInListSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    description = serializers.CharField()
    licence = serializers.CharField()
    doi = serializers.CharField()
    trust_model = serializers.ChoiceField(choices=DataSet.Trust.choices)
    audience = serializers.ChoiceField(choices=DataSet.Audience.choices)
    organisation = InOrganisationSerializer(allow_null=True)
    state = serializers.ChoiceField(choices=STATES)
    names = serializers.ListField(child=serializers.CharField(), help_text="Of the columns.")
    is_owner = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class CategorySerializer(StrictSerializer):
    value = serializers.CharField(max_length=LONGEST_VALUE)
    label = _text(LONGEST_VALUE, required=False, default="")  # type: ignore[assignment]  # DRF makes it a field


class ColumnSerializer(StrictSerializer):
    """The declaration of a column has bounds as decimal texts or days; a number is kept to `decimals` places."""

    name = serializers.CharField(max_length=200)
    type = serializers.ChoiceField(choices=TYPES, allow_blank=True)
    role = serializers.ChoiceField(choices=ROLES, allow_blank=True)
    description = _text(LONGEST_DESCRIPTION)
    unit = _text(100)
    minimum = _text(40)
    maximum = _text(40)
    decimals = serializers.IntegerField(min_value=0, max_value=MOST_DECIMALS)
    categories = CategorySerializer(many=True, max_length=MOST_CATEGORIES)  # type: ignore[call-arg]  # `max_length` belongs to the list
    bins = serializers.ListField(child=serializers.CharField(max_length=40), max_length=MOST_BINS)
    longest = serializers.IntegerField(min_value=0, max_value=LONGEST_TEXT, help_text="Of a text: bytes in UTF-8.")
    missing = serializers.ListField(child=_text(LONGEST_VALUE), max_length=MOST_MISSING)
    outside = serializers.ChoiceField(choices=OUTSIDE)
    protection = serializers.ChoiceField(choices=PROTECTIONS)
    notation = serializers.ChoiceField(
        choices=tuple(NOTATIONS),
        required=False,
        allow_blank=True,
        help_text="How the file writes numbers or days; empty: 1234.5 and 2005-06-07.",
    )


class FileColumnSerializer(ColumnSerializer):
    """A column of a file has the declaration of what it becomes in the data set, under `name`."""

    name_in_file = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text="Its name in the file, for whoever administers the data set; if it is not stated, `name`.",
    )
    left_out = serializers.BooleanField(
        required=False, help_text="It is left out: no cell of it is stored, counted or shown once the file is loaded."
    )


class MyRequestSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=REQUEST_STATES)
    expires_at = serializers.DateTimeField(allow_null=True)


class OfferSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    description = serializers.CharField()


class PendingDeletionSerializer(serializers.Serializer[Any]):
    asked_at = serializers.DateTimeField()
    begun_at = serializers.DateTimeField(allow_null=True, help_text="From then on it is not withdrawn.")
    may_withdraw = serializers.BooleanField(help_text="Whether the viewer may, now.")


class DataSetSerializer(DataSetInListSerializer):
    provenance = serializers.CharField()
    keep_until = serializers.DateField(allow_null=True)
    lineage = serializers.UUIDField(help_text="The people behind the data.")
    version = serializers.IntegerField(allow_null=True, help_text="The newest that is loaded.")
    columns = ColumnSerializer(many=True)
    owners = serializers.ListField(child=serializers.CharField())
    roles = serializers.ListField(child=serializers.CharField(), help_text="The viewer's.")
    offers = OfferSerializer(many=True, help_text="Roles that can be asked for.")
    operations = serializers.ListField(child=serializers.CharField(), help_text="What the viewer may do with it.")
    request = MyRequestSerializer(allow_null=True, help_text="The viewer's newest request for it.")
    deletion = PendingDeletionSerializer(allow_null=True, help_text="Asked for, and not done yet.")


class DeclarationSerializer(StrictSerializer):
    columns = FileColumnSerializer(many=True, max_length=MOST_COLUMNS)  # type: ignore[call-arg]  # `max_length` belongs to the list
    revision = serializers.IntegerField(required=False, min_value=1)


class ConfirmNameSerializer(StrictSerializer):
    confirm = serializers.CharField(allow_blank=True, trim_whitespace=False, help_text="The data set's name.")


class DestructionRecordSerializer(serializers.Serializer[Any]):
    """The record of a destruction is signed in canonical JSON."""

    format = serializers.CharField()
    data_set = serializers.UUIDField()
    keys = serializers.JSONField(help_text="Which keys were destroyed, and what backups still keep of them.")
    day = serializers.DateField()


class DestructionSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=DELETION_STATES)
    record = DestructionRecordSerializer(allow_null=True)
    signature = serializers.CharField(allow_blank=True, help_text="Ed25519, base64url; empty until all is destroyed.")
    public_key = serializers.CharField(allow_blank=True)


class LoadedVersionSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    loaded_on = serializers.DateField(help_text="The day, in UTC.")

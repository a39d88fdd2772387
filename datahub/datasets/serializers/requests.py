"""This module describes the JSON of requests for access."""

from typing import Any

from rest_framework import serializers

from datahub.accounts.serializers import PersonInListSerializer
from datahub.api.serializers import StrictSerializer
from datahub.datasets.rules.requests import DEEDS, STATES

LONGEST = 5000


class NewRequestSerializer(StrictSerializer):
    data_set = serializers.UUIDField()
    purpose = serializers.CharField(max_length=LONGEST, allow_blank=True)
    role_wanted = serializers.CharField(max_length=100, allow_blank=True, required=False, default="")


class StepWishSerializer(StrictSerializer):
    """A step says what the request shall become, and what goes with it. Without a state only the text changes."""

    state = serializers.ChoiceField(choices=STATES, required=False)
    said = serializers.CharField(max_length=LONGEST, allow_blank=True, required=False)
    purpose = serializers.CharField(max_length=LONGEST, required=False)
    role_wanted = serializers.CharField(max_length=100, required=False)
    role = serializers.CharField(max_length=100, required=False)
    expires_at = serializers.DateTimeField(required=False)


class RequestStepSerializer(serializers.Serializer[Any]):
    deed = serializers.ChoiceField(choices=DEEDS)
    person = serializers.CharField()
    said = serializers.CharField()
    at = serializers.DateTimeField()


class NamedDataSetSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()


class AccessRequestSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    data_set = NamedDataSetSerializer()
    person = PersonInListSerializer()
    state = serializers.ChoiceField(choices=STATES)
    purpose = serializers.CharField()
    role_wanted = serializers.CharField()
    role = serializers.CharField()
    expires_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    steps = RequestStepSerializer(many=True)
    can = serializers.ListField(child=serializers.ChoiceField(choices=DEEDS), help_text="What the viewer may do now.")

"""This module describes the JSON of the roles that people have on the platform."""

from typing import Any

from rest_framework import serializers

from datahub.api.serializers import StrictSerializer
from datahub.policies.decide.platform_roles import ROLES, WITHHELD


class PlatformRoleSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=ROLES)
    may_be = serializers.BooleanField()
    operations = serializers.ListField(child=serializers.CharField(), help_text="What the viewer may do now as this.")


class StandingSerializer(StrictSerializer):
    training_until = serializers.DateTimeField(allow_null=True)
    withheld = serializers.ListField(child=serializers.ChoiceField(choices=sorted(WITHHELD)), max_length=len(WITHHELD))

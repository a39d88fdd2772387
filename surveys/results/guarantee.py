"""What every estimate says it is worth."""

from typing import Any

from rest_framework import serializers

KINDS = ["one", "set"]  # of fields with answers
LEFT_OUT_OF_QUESTION = (
    "Only where levels are chosen by question: reports at levels that fewer than 20 people chose for this one."
)


class GuaranteeSerializer(serializers.Serializer[Any]):
    mechanism = serializers.CharField()
    version = serializers.IntegerField()
    epsilon = serializers.CharField()
    delta = serializers.CharField()
    unit = serializers.CharField()
    neighbours = serializers.CharField()
    n = serializers.IntegerField()
    error = serializers.FloatField(allow_null=True, help_text="The largest standard error it covers.")

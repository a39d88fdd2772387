"""The guarantee is what every estimate says it is worth."""

from typing import Any

from rest_framework import serializers

KINDS = ["one", "set"]  # The kinds of fields that have answers.
LEFT_OUT_OF_QUESTION = (
    "Only where each question has reports of its own, as levels are chosen by question or questions drawn by lot: "
    "reports at levels of which fewer than 20 sent this one."
)
UNREPRESENTED = (
    "Only where each phone sends some questions: the share of the people whose level too few sent this question at. "
    "The estimate is of the others."
)


class ErrorPartsSerializer(serializers.Serializer[Any]):
    """The parts of a standard error; their squares add up to its square."""

    sampling = serializers.FloatField(
        help_text="From who was drawn: of everybody only from the lots that decide which questions a phone sends."
    )
    perturbation = serializers.FloatField(help_text="From what the devices did to the answers.")


class GuaranteeSerializer(serializers.Serializer[Any]):
    mechanism = serializers.CharField()
    version = serializers.IntegerField()
    epsilon = serializers.CharField()
    delta = serializers.CharField()
    unit = serializers.CharField()
    neighbours = serializers.CharField()
    n = serializers.IntegerField()
    error = serializers.FloatField(allow_null=True, help_text="The largest standard error it covers.")

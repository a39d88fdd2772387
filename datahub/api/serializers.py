"""The base of every serializer that reads a body."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from datahub.api.names import JOINERS, unseen_in
from datahub.api.ref import LONGEST, PATTERN


def seen(name: str) -> None:
    """A validator of names that others read: one character turns round, or hides, what stands beside the name too."""
    unseen = unseen_in(name, but=JOINERS)
    if unseen:
        raise serializers.ValidationError(f"A name is read by others; {unseen} in it cannot be seen.")


def ref_field(**told: Any) -> serializers.RegexField:
    """A field for a reference, whose form the API's description states."""
    return serializers.RegexField(PATTERN, max_length=LONGEST, **told)


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses what it does not know by name: a misspelt field is an error, not a silence."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            writable = {field.field_name for field in self._writable_fields}
            unknown = sorted(str(name) for name in data if name not in writable)
            if unknown:
                raise serializers.ValidationError({name: ["This field is not known here."] for name in unknown})
        return super().to_internal_value(data)

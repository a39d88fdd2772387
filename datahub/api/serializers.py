"""The base of every serializer that reads a body."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses what it does not know by name: a misspelt field is an error, not a silence."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            writable = {field.field_name for field in self._writable_fields}
            unknown = sorted(str(name) for name in data if name not in writable)
            if unknown:
                raise serializers.ValidationError({name: ["This field is not known here."] for name in unknown})
        return super().to_internal_value(data)

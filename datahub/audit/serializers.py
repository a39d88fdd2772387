"""An entry as the API tells it."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from datahub.api.objects import describe
from datahub.api.ref import PLATFORM, Ref
from datahub.audit.models import Entry


class NamedSerializer(serializers.Serializer[Any]):
    ref = serializers.CharField()
    name = serializers.CharField(help_text="Empty when the thing is no more.")


class EntrySerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = NamedSerializer(allow_null=True, help_text="null when the platform itself acted.")
    operation = serializers.CharField()
    subject = NamedSerializer()
    reason = serializers.CharField()
    detail = serializers.DictField()
    previous = serializers.CharField()
    hash = serializers.CharField()


class BreakSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    reason = serializers.CharField()


class VerificationSerializer(serializers.Serializer[Any]):
    entries = serializers.IntegerField()
    head = serializers.CharField(help_text="Hash of the last entry; keep it elsewhere to notice a chain written anew.")
    broken = BreakSerializer(allow_null=True, help_text="The first entry that is not what was written.")


def named(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Entries with the present names of those they speak of; one question to each room."""
    entries = list(entries)
    refs = {Ref.parse(text) for entry in entries for text in (entry.actor, entry.subject) if text}
    names = {str(ref): facts.name for ref, facts in describe(refs - {PLATFORM}).items()}
    return [
        {
            "number": entry.number,
            "at": entry.at,
            "actor": {"ref": entry.actor, "name": names.get(entry.actor, "")} if entry.actor else None,
            "operation": entry.operation,
            "subject": {"ref": entry.subject, "name": names.get(entry.subject, "")},
            "reason": entry.reason,
            "detail": entry.detail,
            "previous": entry.previous,
            "hash": entry.hash,
        }
        for entry in entries
    ]

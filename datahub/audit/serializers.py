"""This module describes an entry of the audit log as the API returns it."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from datahub.api.objects import describe
from datahub.api.ref import PLATFORM, Ref
from datahub.audit.models import Entry, Verification
from datahub.audit.selectors import Look


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


class SignedHeadSerializer(serializers.Serializer[Any]):
    statement = serializers.DictField(help_text="Time, number of entries and hash of the last, as the platform signed.")
    signature = serializers.CharField(help_text="base64url; `GET /api/v1/platform-key/` has the public key.")


class WholePassSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    entries = serializers.IntegerField()
    broken = BreakSerializer(allow_null=True)


class VerificationSerializer(serializers.Serializer[Any]):
    entries = serializers.IntegerField()
    head = serializers.CharField(help_text="Hash of the last entry; keep it elsewhere to notice a chain written anew.")
    first_looked_at = serializers.IntegerField(help_text="Entries before this one were not looked at now.")
    signed_head = SignedHeadSerializer(
        allow_null=True, help_text="The newest head that was signed after all entries up to it were read and held."
    )
    whole = WholePassSerializer(allow_null=True, help_text="The newest pass over the whole log; one runs every day.")
    broken = BreakSerializer(
        allow_null=True,
        help_text="The first entry that is not what was written: found now, or by the newest whole pass.",
    )


def as_json(look: Look, whole: Verification | None) -> dict[str, Any]:
    """Returns as JSON the result of a quick check, beside that of the newest pass over the whole log."""
    signed = look.signed
    return {
        "entries": look.entries,
        "head": look.head,
        "first_looked_at": look.first,
        "signed_head": signed and {"statement": signed.statement(), "signature": signed.signature},
        "whole": whole and {"at": whole.at, "entries": whole.entries, "broken": whole.broken()},
        "broken": look.broken or (whole and whole.broken()),
    }


def named(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Returns entries with the present names of the things they name; each package is asked once."""
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

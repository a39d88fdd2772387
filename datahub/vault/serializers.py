"""This module describes a signed head of the log as the API returns it."""

from typing import Any

from rest_framework import serializers


class HeadStatementSerializer(serializers.Serializer[Any]):
    format = serializers.CharField()
    size = serializers.IntegerField(help_text="How many writes the log had.")
    root = serializers.CharField(  # type: ignore[assignment]  # the metaclass moves the field away, so the property `root` stays
        help_text="Root of their Merkle tree (RFC 6962), in hexadecimal."
    )
    at = serializers.CharField()


class HeadSerializer(serializers.Serializer[Any]):
    statement = HeadStatementSerializer(help_text="What is signed, as canonical JSON.")
    signature = serializers.CharField(help_text="Ed25519, base64url.")
    public_key = serializers.CharField()

"""This module has the base classes of serializers that read a body."""

import re
from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from datahub.api.names import JOINERS, unseen_in
from datahub.api.ref import LONGEST, PATTERN


def seen(name: str) -> None:
    """Refuses a name with invisible characters: such a character can reverse or hide the text beside the name too."""
    unseen = unseen_in(name, but=JOINERS)
    if unseen:
        raise serializers.ValidationError(f"A name is read by others; {unseen} in it cannot be seen.")


def ref_field(**told: Any) -> serializers.RegexField:
    """Returns a field for a reference, whose form the API's description states."""
    return serializers.RegexField(PATTERN, max_length=LONGEST, **told)


class CodedReasonSerializer(serializers.Serializer[Any]):
    at = serializers.CharField(help_text="The dotted path of the field that it is about; empty of the whole.")
    code = serializers.CharField()
    about = serializers.DictField(child=serializers.CharField(), help_text="What it names.")


class DescribedTextField(serializers.CharField):
    """A described text field states its pattern in the OpenAPI document; the pattern is enforced elsewhere."""

    def __init__(self, pattern: str, **kwargs: Any) -> None:
        self.pattern = pattern
        super().__init__(**kwargs)


class DistinctListField(serializers.ListField):
    """A distinct list names nothing twice, as the OpenAPI document states."""

    def to_internal_value(self, data: Any) -> list[Any]:
        values: list[Any] = super().to_internal_value(data)
        if len(set(values)) < len(values):
            raise serializers.ValidationError("Each is named once.")
        return values


TYPES_IN_JSON: tuple[tuple[tuple[type[serializers.Field[Any, Any, Any, Any]], ...], tuple[type, ...], str], ...] = (
    ((serializers.BooleanField,), (bool,), "This is true or false."),
    ((serializers.IntegerField, serializers.FloatField), (int, float), "This is a number, not a text."),
    (
        (serializers.CharField, serializers.DecimalField, serializers.UUIDField),
        (str,),
        "This is a text, in quotation marks.",
    ),
)


AMOUNT = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?")


def amount_form(field: serializers.DecimalField) -> tuple[bool, int, int]:
    """Returns whether the field reads a sign, and how many digits it reads before and behind the point."""
    places = field.decimal_places or 0
    return field.min_value is None or field.min_value < 0, (field.max_digits or 1) - places, places


def amount_pattern(field: serializers.DecimalField) -> str:
    """Returns the pattern of the texts that `is_amount` accepts, for the OpenAPI document."""
    signed, whole, places = amount_form(field)
    return rf"^{'-?' if signed else ''}[0-9]{{1,{whole}}}(\.[0-9]{{1,{places}}})?$"


def is_amount(field: serializers.DecimalField, text: str) -> bool:
    read = AMOUNT.fullmatch(text)
    if read is None:
        return False
    (signed, whole, places), (sign, before, behind) = amount_form(field), read.groups(default="")
    return (signed or not sign) and len(before) <= whole and len(behind) <= places


def form_fault(field: Any, value: Any) -> str:
    """Returns what is wrong with the JSON type of a value, or with an amount, or an empty text. REST framework would
    read 0 as the text "0", as false, or as an id, and "1e2" as an amount, which the API's description does not say."""
    if value is None:
        return ""  # whether a value may be null is checked elsewhere
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        return next(filter(None, (form_fault(field.child, item) for item in value)), "")
    if isinstance(field, serializers.DictField) and isinstance(value, Mapping):
        return next(filter(None, (form_fault(field.child, item) for item in value.values())), "")
    for fields, types, rule in TYPES_IN_JSON:
        if isinstance(field, fields) and (
            not isinstance(value, types) or (isinstance(value, bool) and bool not in types)
        ):
            return rule
    if isinstance(field, serializers.DecimalField) and not is_amount(field, value):
        return f"This is no decimal of the form {amount_pattern(field)}"
    return ""


class StrictSerializer(serializers.Serializer[Any]):
    """A strict serializer refuses fields that it does not know: a misspelt field is an error, and is not ignored."""

    exactly_one: tuple[str, ...] = ()  # a body must have one of these fields, as the OpenAPI document states

    def validate(self, attrs: Any) -> Any:
        if self.exactly_one and sum(name in attrs for name in self.exactly_one) != 1:
            raise serializers.ValidationError(f"Send either {' or '.join(self.exactly_one)}.")
        return attrs

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            writable = {field.field_name for field in self._writable_fields}
            unknown = sorted(str(name) for name in data if name not in writable)
            if unknown:
                raise serializers.ValidationError({name: ["This field is not known here."] for name in unknown})
            self.check_forms(data)
        return super().to_internal_value(data)

    def check_forms(self, data: Mapping[Any, Any]) -> None:
        faults = {
            str(field.field_name): [fault]
            for field in self._writable_fields
            if (fault := form_fault(field, data.get(field.field_name)))
        }
        if faults:
            raise serializers.ValidationError(faults)


class QuerySerializer(StrictSerializer):
    """Reads the parameters of an address, where everything is text."""

    def check_forms(self, data: Mapping[Any, Any]) -> None:
        pass

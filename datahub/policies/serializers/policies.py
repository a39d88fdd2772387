"""This module describes the JSON of policies that owners write, of places in their roles, and of what they decide."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from datahub.accounts.serializers import PersonInListSerializer
from datahub.api.serializers import StrictSerializer, ref_field
from datahub.policies.decide.conditions import ATTRIBUTES, RELATIONS, Context
from datahub.policies.decide.roles import Effect
from datahub.policies.serializers.purposes import NameField
from datahub.policies.serializers.roles import TeamOfRoleSerializer
from datahub.policies.write.kept_limits import operations_offered
from mechanisms.accounting.zcdp import Cost, pure
from mechanisms.central.gaussian import largest_rho

DECIMAL = r"^[0-9]{1,20}(\.[0-9]{1,18})?$"
ZONED = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})$"
LEAST, MOST_DELTA = Decimal("0.0000000001"), Decimal("0.5")
MOST_ROLES, MOST_RULES, MOST_CONDITIONS, MOST_NAMES = 50, 50, 20, 500
OPERATIONS = operations_offered()
RELATION_NAMES = list(dict.fromkeys(name for name, _ in RELATIONS))


@extend_schema_field(
    {"oneOf": [{"type": "boolean"}, {"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
)
class ValueField(serializers.Field):  # type: ignore[type-arg]  # the field's value has one of three types
    """A number or a time is text: numbers keep their digits, times their zone."""

    def to_internal_value(self, data: Any) -> bool | str | list[str]:
        texts = data if isinstance(data, list) else [data]
        if isinstance(data, bool) or (
            len(texts) <= MOST_NAMES and all(isinstance(text, str) and len(text) <= 200 for text in texts)
        ):
            return data  # type: ignore[no-any-return]  # the lines above check the type
        raise serializers.ValidationError("This is true, false, a text, or a list of texts of at most 200 letters.")

    def to_representation(self, value: Any) -> Any:
        return value


def names(**kwargs: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(max_length=200), max_length=MOST_NAMES, **kwargs)


def many(
    child: serializers.Serializer[Any], most: int, **kwargs: Any
) -> "serializers.ListSerializer[serializers.Serializer[Any]]":
    return serializers.ListSerializer(child=child, max_length=most, **kwargs)


class ConditionSerializer(StrictSerializer):
    attribute = serializers.ChoiceField(choices=list(ATTRIBUTES))
    relation = serializers.ChoiceField(choices=RELATION_NAMES)
    value = ValueField()


class RowComparisonSerializer(StrictSerializer):
    column = serializers.CharField(max_length=200)
    relation = serializers.ChoiceField(choices=RELATION_NAMES)
    value = ValueField()


class EpsilonCapSerializer(StrictSerializer):
    """A cap is the most that one use may cost: a pure epsilon, or an epsilon at this delta where the price has no pure
    one."""

    epsilon = serializers.RegexField(DECIMAL, help_text="An exact decimal above 0.")
    delta = serializers.RegexField(DECIMAL, help_text="An exact decimal between 0 and 1.")


class ObligationsSerializer(StrictSerializer):
    """These are the limits of what a rule permits. A product made of the data shows them in its card."""

    epsilon_cap = EpsilonCapSerializer(allow_null=True, default=None, help_text="Of one use.")
    minimum_cohort = serializers.IntegerField(
        min_value=0, max_value=1_000_000, default=0, help_text="People behind each number."
    )
    mechanisms = names(allow_null=True, default=None, help_text="Slugs of the catalogue; null: any.")
    columns = names(allow_null=True, default=None, allow_empty=False, help_text="null: all.")
    purposes = serializers.ListField(
        child=NameField(),
        max_length=MOST_NAMES,
        allow_null=True,
        allow_empty=False,
        default=None,
        help_text="Each use names one of these; null: none has to be named.",
    )
    rows = RowComparisonSerializer(many=True, default=list, help_text="Only rows for which all of them are true.")
    combine = serializers.BooleanField(default=True, help_text="Whether it may be combined with other data sets.")
    four_eyes = serializers.BooleanField(default=False, help_text="A second person approves each use.")
    expires_at = serializers.RegexField(
        ZONED, max_length=40, allow_null=True, default=None, help_text="ISO 8601 with a zone."
    )


class WrittenRuleSerializer(ObligationsSerializer):
    name = NameField()
    effect = serializers.ChoiceField(choices=[effect.value for effect in Effect])
    operations = serializers.ListField(child=serializers.ChoiceField(choices=OPERATIONS), allow_empty=False)
    when: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=ConditionSerializer(), default=list, max_length=MOST_CONDITIONS
    )


class WrittenRoleSerializer(StrictSerializer):
    name = NameField()
    description = serializers.CharField(max_length=500, allow_blank=True, default="")
    anyone = serializers.BooleanField(default=False, help_text="Held by everybody who has an account.")
    delegable = serializers.BooleanField(default=False, help_text="Whether whoever holds it may pass it on.")
    groups = serializers.ListField(child=NameField(), max_length=MOST_NAMES, default=list)
    requires: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=ConditionSerializer(), default=list, max_length=MOST_CONDITIONS
    )
    rules: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=WrittenRuleSerializer(), max_length=MOST_RULES
    )


class GroupSerializer(StrictSerializer):
    name = NameField()
    people = serializers.ListField(child=serializers.UUIDField(), max_length=MOST_NAMES, default=list)
    teams = serializers.ListField(child=serializers.UUIDField(), max_length=MOST_NAMES, default=list)
    groups = serializers.ListField(child=NameField(), max_length=MOST_NAMES, default=list)


class PolicyDocumentSerializer(StrictSerializer):
    roles: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=WrittenRoleSerializer(), max_length=MOST_ROLES
    )
    groups: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=GroupSerializer(), default=list, max_length=MOST_ROLES
    )


class NewPolicySerializer(PolicyDocumentSerializer):
    subject = ref_field(help_text="kind:id of the data set.")
    after = serializers.IntegerField(min_value=0, help_text="The version this was written after; 0 if there was none.")


class PolicySerializer(serializers.Serializer[Any]):
    """A policy is what the owner of a data set wrote. `version` is 0, and nothing is written, until the owner
    writes."""

    version = serializers.IntegerField()
    roles = WrittenRoleSerializer(many=True)
    groups = GroupSerializer(many=True)
    made_by = PersonInListSerializer(allow_null=True)
    made_at = serializers.DateTimeField(allow_null=True)
    columns = serializers.DictField(
        child=serializers.CharField(), help_text="Columns declared now, with their types: what rules may speak of."
    )
    limits = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The operations that rules can be about, each with the limits that it keeps; no rule has others.",
    )
    mechanisms = serializers.ListField(
        child=serializers.CharField(), help_text="Those that the limit on mechanisms can name."
    )


class PolicyVersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(source="number")
    made_by = PersonInListSerializer(allow_null=True)
    made_at = serializers.DateTimeField()


class PlaceSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    role = serializers.CharField()
    person = PersonInListSerializer(allow_null=True)
    team = TeamOfRoleSerializer(allow_null=True)
    passed_on_by = serializers.UUIDField(source="by_id", allow_null=True, help_text="The place it was passed on from.")
    until = serializers.DateTimeField(allow_null=True)
    purpose = serializers.CharField()
    given_at = serializers.DateTimeField()


class HolderSerializer(StrictSerializer):
    exactly_one = ("person", "team")
    person = serializers.UUIDField(required=False)
    team = serializers.UUIDField(required=False)
    until = serializers.DateTimeField(allow_null=True, default=None)


class NewPlaceSerializer(HolderSerializer):
    subject = ref_field(help_text="kind:id of the data set.")
    role = NameField()
    purpose = NameField(required=False)


class UseAskedSerializer(StrictSerializer):
    """A question to the tester says what is known of the use. A field that is left out is not known: limits on it come
    back."""

    epsilon = serializers.DecimalField(max_digits=20, decimal_places=10, min_value=LEAST, required=False)
    delta = serializers.DecimalField(
        max_digits=20,
        decimal_places=15,
        min_value=LEAST,
        max_value=MOST_DELTA,
        required=False,
        help_text="Of Gaussian noise worth (epsilon, delta); without it, epsilon is pure.",
    )
    mechanisms = names(required=False)
    purpose = NameField(required=False)
    columns = names(required=False)
    cohort = serializers.IntegerField(min_value=0, max_value=10**12, required=False)
    combined = serializers.BooleanField(required=False)
    approved = serializers.BooleanField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "delta" in attrs and "epsilon" not in attrs:
            raise serializers.ValidationError("A delta needs its epsilon.")
        try:
            _cost_of(attrs)
        except ValueError:
            raise serializers.ValidationError("No noise is worth so little.") from None
        return attrs


def context_of(known: Mapping[str, Any]) -> Context:
    plain = {name: known[name] for name in ("purpose", "cohort", "combined", "approved") if name in known}
    sets: dict[str, Any] = {name: frozenset(known[name]) for name in ("columns", "mechanisms") if name in known}
    return Context(cost=_cost_of(known), **plain, **sets)


def _cost_of(known: Mapping[str, Any]) -> Cost | None:
    """Returns the cost of a use, as far as it is known. ValueError where no price is worth so little."""
    if "epsilon" not in known:
        return None
    if "delta" not in known:
        return pure(known["epsilon"])
    rho = largest_rho(Fraction(known["epsilon"]), Fraction(known["delta"]))
    return Cost(rho=rho, delta=Decimal(0), epsilon=None)


class PolicyQuestionSerializer(StrictSerializer):
    subject = ref_field(help_text="kind:id of the data set.")
    operation = serializers.ChoiceField(choices=OPERATIONS)
    use = UseAskedSerializer(default=dict)


class PolicyTestSerializer(PolicyQuestionSerializer):
    person = serializers.UUIDField(help_text="A colleague, or somebody who is in a role.")
    policy = PolicyDocumentSerializer(required=False, help_text="To try out instead of the one that counts.")

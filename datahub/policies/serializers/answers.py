"""This module describes the JSON of decisions by policies, and of the watch on unusual use."""

from typing import Any

from rest_framework import serializers

from datahub.accounts.serializers import PersonInListSerializer
from datahub.api.serializers import StrictSerializer
from datahub.policies.decide.obligations import Check
from datahub.policies.decide.roles import Effect, Tried
from datahub.policies.serializers.policies import ObligationsSerializer
from datahub.policies.tester import Answer
from datahub.policies.write.policy_json import write_obligations


class CheckSerializer(serializers.Serializer[Any]):
    said = serializers.CharField()
    truth = serializers.ChoiceField(choices=["true", "false", "unknown"])


class TriedRuleSerializer(serializers.Serializer[Any]):
    """A tried rule is one rule that was asked, for each way in which the person holds its role."""

    rule = serializers.CharField(help_text="role/rule, or the name of a rule of the platform.")
    effect = serializers.ChoiceField(choices=["permit", "deny"])
    applies = serializers.BooleanField(help_text="Whether it permits, or forbids.")
    first_unmet = serializers.CharField(allow_null=True)
    conditions = CheckSerializer(many=True)
    limits = CheckSerializer(many=True, help_text="unknown: the limit travels with the permit.")


class PolicyAnswerSerializer(serializers.Serializer[Any]):
    allowed = serializers.BooleanField()
    rule = serializers.CharField(help_text="The rule that decided; empty when no rule spoke.")
    version = serializers.IntegerField(help_text="Of the policy; 0 if the owner wrote none.")
    obligations = ObligationsSerializer()
    tried = TriedRuleSerializer(many=True)


class PolicyExplanationSerializer(serializers.Serializer[Any]):
    """An explanation answers a viewer's own question: a refusal says nothing about the policy, or whether the thing
    exists."""

    allowed = serializers.BooleanField()
    reason = serializers.CharField()
    version = serializers.IntegerField(allow_null=True)
    obligations = ObligationsSerializer(allow_null=True)
    purposes = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="One of them has to be named; null: none has to be, and any can.",
    )


class UseSerializer(serializers.Serializer[Any]):
    person = PersonInListSerializer()
    day = serializers.DateField()
    operation = serializers.CharField()
    permitted = serializers.IntegerField()
    refused = serializers.IntegerField()


class AlarmSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    person = PersonInListSerializer()
    day = serializers.DateField()
    what = serializers.ChoiceField(choices=["permitted", "refused"])
    count = serializers.IntegerField()
    bound = serializers.IntegerField(help_text="The least count that is unusual for this person on this data set.")
    seen_at = serializers.DateTimeField(allow_null=True)


class SeenSerializer(StrictSerializer):
    seen = serializers.BooleanField()

    def validate_seen(self, seen: bool) -> bool:  # noqa: FBT001 - DRF passes it so
        if not seen:
            raise serializers.ValidationError("An alarm cannot be made unseen.")
        return seen


class WatchSerializer(serializers.Serializer[Any]):
    alarms = AlarmSerializer(many=True)
    uses = UseSerializer(many=True)


def answer_json(answer: Answer) -> dict[str, Any]:
    decision = answer.decision
    return {
        "allowed": decision.allowed,
        "rule": decision.rule,
        "version": decision.version,
        "obligations": write_obligations(decision.obligations),
        "tried": [*map(_platform_json, answer.platform), *map(_written_json, answer.written)],
    }


def _platform_json(tried: Any) -> dict[str, Any]:
    met = tried.failed is None
    conditions = [] if met else [{"said": str(tried.failed), "truth": "false"}]
    return {
        "rule": tried.rule,
        "effect": Effect.PERMIT.value,
        "applies": met,
        "first_unmet": None if met else str(tried.failed),
        "conditions": conditions,
        "limits": [],
    }


def _written_json(tried: Tried) -> dict[str, Any]:
    return {
        "rule": tried.rule,
        "effect": tried.effect.value,
        "applies": tried.permits or tried.forbids,
        "first_unmet": tried.first_unmet,
        "conditions": list(map(_check_json, tried.conditions)),
        "limits": list(map(_check_json, tried.limits)),
    }


def _check_json(check: Check) -> dict[str, str]:
    return {"said": check.said, "truth": check.truth.value}

"""This module describes a budget as the API returns it: sums as decimal text, the epsilon they are worth, and both in
words."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from rest_framework import serializers

from datahub.accounts.models import Person
from datahub.api.objects import describe
from datahub.api.ref import LONGEST, Ref
from datahub.api.serializers import StrictSerializer
from datahub.ledger.models import Account, Spend, Unbounded
from datahub.ledger.rules import KINDS, LARGEST, MOST_QUESTIONS, Kind, State, kind_of
from datahub.ledger.selectors import Forecast, View
from datahub.policies.services import sees
from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.zcdp import PLACES, Cost, epsilon_for

CHARGED = (Kind.PEOPLE, Kind.ANALYST)  # uses are charged to accounts of these kinds
# At this delta rho is converted to an epsilon; the delta of thresholds is added.
DELTA = Decimal("0.000001")


class LimitField(serializers.DecimalField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            max_digits=PLACES + 4, decimal_places=PLACES, min_value=0, max_value=LARGEST, allow_null=True, **kwargs
        )


class AmountsSerializer(serializers.Serializer[Any]):
    rho = serializers.CharField(allow_null=True)
    delta = serializers.CharField(allow_null=True)
    epsilon = serializers.CharField(allow_null=True, help_text="Pure; null where no pure guarantee holds.")


class WorthSerializer(serializers.Serializer[Any]):
    epsilon = serializers.CharField()
    delta = serializers.CharField()


class BudgetAccountSerializer(serializers.Serializer[Any]):
    ref = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in Kind])
    limit = AmountsSerializer(help_text="null: no limit of its own.")
    spent = AmountsSerializer()
    reserved = AmountsSerializer()
    worth = WorthSerializer(help_text="What is spent bounds what anybody can have learned about one of the people.")
    limit_worth = WorthSerializer(allow_null=True)
    words = serializers.CharField()


class UnboundedEntrySerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class ForecastSerializer(serializers.Serializer[Any]):
    questions = serializers.IntegerField()
    or_more = serializers.BooleanField()
    cost = AmountsSerializer()
    words = serializers.CharField()


class BudgetSerializer(serializers.Serializer[Any]):
    people = serializers.CharField()
    name = serializers.CharField()
    unit = serializers.CharField(allow_null=True, help_text="Whose presence is hidden; null: no budget was set.")
    bounded = serializers.BooleanField(
        help_text="false: something left without a bound, so no balance bounds anything."
    )
    unbounded = UnboundedEntrySerializer(many=True)
    accounts = BudgetAccountSerializer(many=True, help_text="Of the owner all, of others their own.")
    forecast = ForecastSerializer(allow_null=True)
    words = serializers.CharField()


class BudgetUseSerializer(serializers.Serializer[Any]):
    request = serializers.CharField()
    actor = serializers.CharField()
    name = serializers.CharField()
    operation = serializers.CharField()
    note = serializers.CharField()
    purpose = serializers.CharField(allow_blank=True, help_text="For what; empty where nobody said.")
    state = serializers.ChoiceField(choices=[state.value for state in State])
    again = serializers.BooleanField(help_text="A stored answer: it cost the people nothing.")
    cost = AmountsSerializer()
    at = serializers.DateTimeField()


class BudgetInListSerializer(serializers.Serializer[Any]):
    people = serializers.CharField()
    name = serializers.CharField()
    url = serializers.CharField()
    bounded = serializers.BooleanField()
    words = serializers.CharField()


ACCOUNT = rf"^({'|'.join(name for name, kind in KINDS.items() if kind in CHARGED)}):[0-9A-Za-z_-]{{1,64}}$"


class LimitSerializer(StrictSerializer):
    account = serializers.RegexField(
        ACCOUNT,
        required=False,
        max_length=LONGEST,
        help_text="person: and an id; without it, all people together.",
    )
    rho = LimitField()
    delta = LimitField()
    epsilon = LimitField(help_text="Only where pure guarantees are promised; then other noise is refused.")

    def validate_account(self, text: str) -> str:
        try:
            kind = kind_of(Ref.parse(text))
        except ValueError:
            raise serializers.ValidationError("This is no reference to an account.") from None
        if kind not in CHARGED:
            raise serializers.ValidationError("No use is charged to such an account, so that a limit would be none.")
        return text


def told(view: View, viewer: Person) -> dict[str, Any]:
    refs = [view.people, *(Ref.parse(account.ref) for account in view.accounts)]
    names = {str(ref): facts.name for ref, facts in describe(refs).items()}
    return {
        "people": str(view.people),
        "name": _name_to(viewer, view.people)[0],
        "unit": view.unit,
        "bounded": not view.unbounded,
        "unbounded": [{"reason": entry.reason, "at": entry.at} for entry in view.unbounded],
        "accounts": [_account(account, names) for account in view.accounts],
        "forecast": _forecast(view.forecast),
        "words": in_words(view),
    }


def told_in_list(views: Sequence[View], viewer: Person) -> list[dict[str, Any]]:
    rows = []
    for view in views:
        name, url = _name_to(viewer, view.people)
        bounded = not view.unbounded
        rows.append({"people": str(view.people), "name": name, "url": url, "bounded": bounded, "words": in_words(view)})
    return rows


def _name_to(viewer: Person, people: Ref) -> tuple[str, str]:
    """Returns the name and the address of people for a viewer. People are named after a data set, and to whoever may
    not see that (any more) they have no name."""
    facts = describe([people]).get(people)
    if facts is None or facts.parent is None or not sees(viewer=viewer, ref=facts.parent):
        return "", ""
    return facts.name, facts.url


def told_uses(spends: Sequence[Spend]) -> list[dict[str, Any]]:
    known = describe({Ref.parse(spend.actor) for spend in spends})
    names = {str(ref): facts.name for ref, facts in known.items()}
    return [
        {
            "request": spend.request,
            "actor": spend.actor,
            "name": names.get(spend.actor, ""),
            "operation": spend.operation,
            "note": spend.note,
            "purpose": spend.purpose,
            "state": spend.state,
            "again": spend.served_id is not None,
            "cost": _amounts(spend.rho, spend.delta, spend.epsilon),
            "at": spend.reserved_at,
        }
        for spend in spends
    ]


def in_words(view: View) -> str:
    """Returns the state of a budget in one or two sentences."""
    if view.unit is None:
        return "No budget was set for these people, so nothing can be asked."
    words = _of_bound(view.unbounded)
    if view.forecast is None:
        return f"{words} You have asked nothing yet.".strip()
    return f"{words} {_of_forecast(view.forecast)}".strip()


def _of_bound(unbounded: Sequence[Unbounded]) -> str:
    if not unbounded:
        return ""
    return "Something about these people left without a bound. Together with it no bound holds, whatever is left here."


def _of_forecast(forecast: Forecast) -> str:
    if forecast.questions == 0:
        return "There is no room for another question like your last."
    if forecast.questions == 1:
        return "There is room for one more question like your last."
    if forecast.questions >= MOST_QUESTIONS:
        return f"There is room for more than {MOST_QUESTIONS} questions like your last."
    return f"There is room for about {forecast.questions} more questions like your last."


def _forecast(forecast: Forecast | None) -> dict[str, Any] | None:
    if forecast is None:
        return None
    return {
        "questions": forecast.questions,
        "or_more": forecast.questions >= MOST_QUESTIONS,
        "cost": _amounts(forecast.cost.rho, forecast.cost.delta, forecast.cost.epsilon),
        "words": _of_forecast(forecast),
    }


def _account(account: Account, names: Mapping[str, str]) -> dict[str, Any]:
    pure_spent = account.spent.epsilon
    limit = None
    if account.cap_rho is not None and account.cap_delta is not None:
        limit = Cost(rho=account.cap_rho, delta=account.cap_delta, epsilon=account.cap_epsilon)
    spent, reached = _worth(account.spent), None if limit is None else _worth(limit)
    return {
        "ref": account.ref,
        "name": names.get(account.ref, ""),
        "kind": account.balance().kind.value,
        "limit": _amounts(account.cap_rho, account.cap_delta, account.cap_epsilon),
        "spent": _amounts(account.spent_rho, account.spent_delta, pure_spent),
        "reserved": _amounts(
            account.reserved_rho, account.reserved_delta, account.reserved_epsilon if account.pure else None
        ),
        "worth": spent,
        "limit_worth": reached,
        "words": f"Epsilon {spent['epsilon']} is spent"
        + (f" of {reached['epsilon']}." if reached else ", without a limit of its own."),
    }


def _worth(cost: Cost) -> dict[str, str]:
    at = cost.delta + DELTA
    epsilon = epsilon_for(cost, at) if at < 1 else None
    return {
        "epsilon": "unlimited" if epsilon is None else decimal_text(epsilon),
        "delta": decimal_text(min(at, Decimal(1))),
    }


def _amounts(rho: Decimal | None, delta: Decimal | None, epsilon: Decimal | None) -> dict[str, str | None]:
    given = {"rho": rho, "delta": delta, "epsilon": epsilon}
    return {name: None if amount is None else decimal_text(amount) for name, amount in given.items()}

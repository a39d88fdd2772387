"""The insider watch counts uses, and shows an unusual day to the owner. The rule is in watch/rules.py."""

from collections.abc import Iterable
from datetime import date, timedelta

from django.db import transaction
from django.db.models import F, QuerySet, Sum
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.api.objects import describe
from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.policies.clock import now
from datahub.policies.decide.dataset_rules import USES
from datahub.policies.decide.vocabulary import PART_OF
from datahub.policies.models import Alarm, Use
from datahub.policies.watch.rules import DAYS, bound_of, history_of, is_unusual
from datahub.policies.write.policy_store import KINDS

WHATS = ("permitted", "refused")


def note(*, person: Person, operation: str, ref: Ref, what: str) -> None:
    """Counts a use of a data set by a person; the Door alone calls it, because a worker that asks again uses nothing a
    second time."""
    if operation not in USES or PART_OF.get(ref.kind, ref.kind) not in KINDS:
        return
    facts = describe([ref]).get(ref)
    if facts is None:
        return
    used = facts.parent if ref.kind in PART_OF and facts.parent is not None else ref
    row, _ = Use.objects.get_or_create(person=person, object=str(used), operation=operation, day=timezone.now().date())
    Use.objects.filter(pk=row.pk).update(**{what: F(what) + 1})


def profile_of(ref: Ref, since: date) -> QuerySet[Use]:
    """Returns who used the thing on which day for what, the newest first."""
    return (
        Use.objects.filter(object=str(ref), day__gte=since)
        .select_related("person")
        .order_by("-day", "person__name", "operation")
    )


def alarms_of(ref: Ref) -> QuerySet[Alarm]:
    return Alarm.objects.filter(object=str(ref)).select_related("person").order_by("-day", "what", "pk")


def look() -> int:
    """Looks for unusual use today and yesterday, by everybody who used something then. A second call raises no second
    alarm."""
    today = timezone.now().date()
    days = (today, today - timedelta(days=1))
    used = Use.objects.filter(day__in=days).values_list("person", "object", "day").distinct()
    return sum(_look_at(Person.objects.get(pk=person), object, day) for person, object, day in list(used.order_by()))


@transaction.atomic
def see(*, actor: Person, alarm: Alarm) -> Alarm:
    """Marks an alarm as seen; seeing it twice changes nothing."""
    if alarm.seen_at is None:
        alarm.seen_at = now()
        alarm.save(update_fields=["seen_at"])
        _note(actor, "alarm.see", alarm)
    return alarm


def _look_at(person: Person, object: str, day: date) -> int:
    rows = Use.objects.filter(person=person, object=object, day__gte=day - timedelta(days=DAYS), day__lte=day)
    raised = 0
    for what in WHATS:
        sums = rows.values("day").annotate(total=Sum(what)).values_list("day", "total").order_by()
        counts = {on: total for on, total in sums if total}
        raised += _raise(person, object, day, what, counts.get(day, 0), history_of(counts, day))
    return raised


@transaction.atomic
def _raise(person: Person, object: str, day: date, what: str, count: int, history: Iterable[int]) -> int:
    """Raises an alarm for an unusual day; returns 1 if this is a new alarm. A day that goes on only gets a higher
    count."""
    past = list(history)
    if not is_unusual(what, count, past):
        return 0
    alarm, is_new = Alarm.objects.get_or_create(
        person=person, object=object, day=day, what=what, defaults={"count": count, "bound": bound_of(what, past)}
    )
    if is_new:
        _note(None, "alarm.raise", alarm)
    elif alarm.count != count:
        Alarm.objects.filter(pk=alarm.pk).update(count=count)
    return int(is_new)


def _note(actor: Person | None, operation: str, alarm: Alarm) -> None:
    record(
        actor=None if actor is None else ref_of(actor),
        operation=operation,
        subject=Ref.parse(alarm.object),
        reason="unusual use",
        detail={
            "person": f"person:{alarm.person_id}",
            "day": alarm.day.isoformat(),
            "what": alarm.what,
            "count": alarm.count,
            "bound": alarm.bound,
        },
    )

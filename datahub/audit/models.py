"""The audit log says who did what to what, when, and why it was allowed. Database triggers refuse UPDATE and DELETE."""

from typing import Any, NoReturn

from django.db import models

from datahub.api.ref import LONGEST
from datahub.audit.errors import EntriesAreFinal
from datahub.audit.rules import SIGNED_HEAD, START, Break, Line


class Entries(models.QuerySet["Entry"]):
    """This query set refuses changes with an exception of its own, before the triggers would refuse them."""

    def update(self, **kwargs: object) -> NoReturn:  # noqa: ARG002 - Django defines the signature
        raise EntriesAreFinal("entries of the audit log are never changed")

    def delete(self) -> NoReturn:
        raise EntriesAreFinal("entries of the audit log are never deleted")


class Entry(models.Model):
    number = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField()
    actor = models.CharField(max_length=LONGEST, blank=True)  # the actor is a Ref; empty when the platform itself acted
    operation = models.CharField(max_length=64)
    subject = models.CharField(max_length=LONGEST)  # a Ref names the thing that the entry is about
    reason = models.CharField(max_length=500)
    detail = models.JSONField(default=dict)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    objects = Entries.as_manager()

    class Meta:
        verbose_name_plural = "entries"
        indexes = [models.Index(fields=["subject", "number"], name="audit_entry_subject")]

    def __str__(self) -> str:
        return f"{self.number} {self.operation} {self.subject}"

    def line(self) -> Line:
        return Line(
            number=self.number,
            at=self.at.isoformat(),
            actor=self.actor,
            operation=self.operation,
            subject=self.subject,
            reason=self.reason,
            detail=self.detail,
            previous=self.previous,
        )


class Head(models.Model):
    """The head is the end of the chain. Writers lock its one row, so that each entry names the one before it."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    number = models.BigIntegerField(default=0)
    hash = models.CharField(max_length=64, default=START)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="audit_one_head")]

    def __str__(self) -> str:
        return f"head at {self.number}"


class Verification(models.Model):
    """A verification is one pass over the whole log: how many entries it read, and the hash of the last.

    If every entry is intact, the platform signs the result. Its key stands outside the database, so whoever rewrites
    the log cannot sign the result."""

    at = models.DateTimeField()
    entries = models.BigIntegerField()
    head = models.CharField(max_length=64)
    signature = models.CharField(max_length=100, blank=True)
    broken_at = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="audit_signed_where_nothing_is_broken",
                condition=models.Q(broken_at__isnull=True, reason="") & ~models.Q(signature="")
                | models.Q(broken_at__isnull=False, signature="") & ~models.Q(reason=""),
            )
        ]

    def __str__(self) -> str:
        return f"verification of {self.entries} entries"

    def statement(self) -> dict[str, Any]:
        """Returns the facts that the signature is made over."""
        return {"format": SIGNED_HEAD, "at": self.at.isoformat(), "entries": self.entries, "head": self.head}

    def broken(self) -> Break | None:
        return None if self.broken_at is None else Break(self.broken_at, self.reason)

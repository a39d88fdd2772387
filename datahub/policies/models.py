"""Models of roles and policies: who has which role on which thing, who was invited to have one, and who used what."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from datahub.accounts.models import Team
from datahub.api.ref import LONGEST


class Role(models.Model):
    """A role is one that a person has, or everybody in a team."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, related_name="+")
    # A Ref, not a foreign key, because the things belong to higher layers.
    object = models.CharField(max_length=LONGEST)
    role = models.CharField(max_length=32)
    granted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "object", "role"], name="policies_one_role_once"),
            models.UniqueConstraint(fields=["team", "object", "role"], name="policies_one_role_of_a_team_once"),
            models.CheckConstraint(
                condition=Q(person__isnull=False, team__isnull=True) | Q(person__isnull=True, team__isnull=False),
                name="policies_role_of_one_holder",
            ),
        ]
        indexes = [models.Index(fields=["object"], name="policies_role_object")]

    def __str__(self) -> str:
        return f"{self.role} of {self.object}"


class Invitation(models.Model):
    """An invitation offers a role to whoever proves to have an address. Only the SHA-256 of the secret in its link is
    kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(max_length=254)  # addresses are stored in lower case
    object = models.CharField(max_length=LONGEST)  # a Ref names the thing
    role = models.CharField(max_length=32)
    secret_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(email=Lower("email")), name="policies_invited_in_lower_case")]
        indexes = [models.Index(fields=["object"], name="policies_invitation_object")]

    def __str__(self) -> str:
        return f"invitation to {self.object}"


class WrittenPolicy(models.Model):
    """A written policy is one version of what an owner wrote about a thing: documents.read_policy reads it. The highest
    number counts."""

    object = models.CharField(max_length=LONGEST)  # a Ref names the thing
    number = models.PositiveIntegerField()
    document = models.JSONField()
    columns = models.JSONField()  # the declared columns of that time, with their types
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "written policies"
        constraints = [models.UniqueConstraint(fields=["object", "number"], name="policies_one_version_of_a_number")]

    def __str__(self) -> str:
        return f"policy {self.number} of {self.object}"


class Place(models.Model):
    """A place is a membership of a person or a team in a role of a policy. Once its end is recorded, it is final."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    object = models.CharField(max_length=LONGEST)  # a Ref names the thing
    role = models.CharField(max_length=40)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, related_name="+")
    by = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="passed_on")
    until = models.DateTimeField(null=True)
    purpose = models.CharField(max_length=40, blank=True)
    given_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(person__isnull=False, team__isnull=True) | Q(person__isnull=True, team__isnull=False),
                name="policies_place_of_one_holder",
            ),
        ]
        indexes = [models.Index(fields=["object"], name="policies_place_object")]

    def __str__(self) -> str:
        return f"in {self.role} of {self.object}"


class Standing(models.Model):
    """A standing holds what an administrator of the platform has seen of a person's training, and which platform roles
    they withheld from the person."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="standing")
    training_until = models.DateTimeField(null=True)
    withheld = models.JSONField(default=list)  # a list of platform roles

    def __str__(self) -> str:
        return f"standing of {self.person_id}"


class LatestTime(models.Model):
    """This row has the latest time that a decision has seen, so that a clock that is moved back brings nothing back."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="policies_one_latest_time")]

    def __str__(self) -> str:
        return f"not before {self.at}"


class Use(models.Model):
    """A use counts how often a person asked to use a thing on a day, and how often it was refused."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    object = models.CharField(max_length=LONGEST)  # a Ref names the thing
    operation = models.CharField(max_length=64)
    day = models.DateField()
    permitted = models.PositiveIntegerField(default=0)
    refused = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["object", "person", "day", "operation"], name="policies_use_of_a_day_once"),
        ]

    def __str__(self) -> str:
        return f"{self.operation} of {self.object} on {self.day}"


class Alarm(models.Model):
    """An alarm is a day on which a person used a thing more than their past use gave reason to expect."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    object = models.CharField(max_length=LONGEST)  # a Ref names the thing
    day = models.DateField()
    what = models.CharField(max_length=9)  # an alarm counts "permitted" or "refused" uses
    count = models.PositiveIntegerField()
    bound = models.PositiveIntegerField()
    raised_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["object", "person", "day", "what"], name="policies_one_alarm_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.count} {self.what} of {self.object} on {self.day}"

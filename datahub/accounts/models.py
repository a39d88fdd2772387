"""These tables hold people, tokens of programs, sign-in links, organisations, sessions, and mail that is to be sent."""

import uuid

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower

from datahub.api.writes.creations import CreatedOnce


class People(BaseUserManager["Person"]):
    """This manager finds a person by the address they type; `services.register` makes one."""

    def get_by_natural_key(self, username: str | None) -> "Person":
        return self.get(email=(username or "").lower())


class Person(AbstractBaseUser):
    """A person is an account that can sign in. The address is kept in lower case, so that it is unique whatever case is
    typed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(max_length=254, unique=True)
    name = models.CharField(max_length=200, blank=True)
    # The studio's language is empty where the browser's preference counts.
    language = models.CharField(max_length=12, blank=True)
    is_administrator = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = People()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    class Meta:
        verbose_name_plural = "people"
        constraints = [
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="person_email_in_lower_case"),
        ]

    def __str__(self) -> str:
        return self.name or self.email


class Token(models.Model):
    """A token is what a program shows instead of a password. Only the SHA-256 of its secret is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=200)
    prefix = models.CharField(max_length=12, unique=True)
    secret_hash = models.CharField(max_length=64)
    scopes = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    # The day is enough: a time for each use would show what the person did when.
    last_used = models.DateField(null=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class SignInLink(models.Model):
    """A link signs one person in once, in the demonstration. A used row stays, to explain the refusal of a second
    visit."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    secret_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"sign-in link {self.id}"


class Organisation(CreatedOnce):
    """An organisation is a group of people who work together: they may see one another and share surveys."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A membership says that a person belongs to an organisation, and whether they administer it."""

    class Role(models.TextChoices):
        ADMINISTRATOR = "administrator"
        MEMBER = "member"

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=13, choices=Role.choices)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organisation", "person"], name="accounts_member_once"),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.organisation_id}"


class Team(models.Model):
    """A team is a group of members of an organisation, to whom surveys can be shared as to one person."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organisation", "name"], name="accounts_team_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMembership(models.Model):
    """A team membership belongs to a membership of the organisation: whoever leaves the organisation leaves its
    teams."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="memberships")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="teams")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "membership"], name="accounts_in_team_once"),
        ]

    def __str__(self) -> str:
        return f"{self.membership_id} in {self.team_id}"


class Session(models.Model):
    """A session is a browser in which a person is signed in, one row each, which the session names by `id`. Without its
    row a session is over.

    The kind of device is kept, no address of a computer and no more than the quarter of an hour.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="sessions")
    device = models.CharField(max_length=100)
    begun_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"session on {self.device}"


class Mail(models.Model):
    """A mail waits for a job to send it. It can hold a code, so it is stored here, not in the job, and deleted when
    sent."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    recipient = models.EmailField(max_length=254)
    subject = models.CharField(max_length=200)
    body = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "mail"

    def __str__(self) -> str:
        return f"mail {self.id}"

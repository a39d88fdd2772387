"""These models describe data sets: their owners, their columns, and the requests for them. The rows are in the
vault."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from datahub.accounts.models import Organisation
from datahub.api.ref import LONGEST
from datahub.api.writes.creations import CreatedOnce
from datahub.datasets.rules.requests import STATES


class Lineage(models.Model):
    """These are the people behind data. Versions and copies share it, and with it the privacy budget.

    Whoever owns the `original` says how much may be learned about them; null: it was deleted, and the limits stay.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    original = models.ForeignKey("DataSet", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"people {self.id}"


class DataSet(CreatedOnce):
    """A data set has a description that everybody in its audience may read. Who owns it is a role, which policies
    keep."""

    class Trust(models.TextChoices):
        HUB = "hub"  # DataHub sees plain values while a worker computes

    class Audience(models.TextChoices):
        """The audience is who finds the data set in the catalogue and may ask for it."""

        NOBODY = "nobody"
        ORGANISATION = "organisation"
        EVERYONE = "everyone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    lineage = models.ForeignKey(Lineage, on_delete=models.PROTECT, related_name="data_sets")
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    licence = models.CharField(max_length=200, blank=True)
    doi = models.CharField(max_length=200, blank=True)
    provenance = models.TextField(blank=True)
    # The data set is destroyed on the day after this one; null: it stays until its owner deletes it.
    keep_until = models.DateField(null=True)
    trust_model = models.CharField(max_length=5, choices=Trust.choices, default=Trust.HUB)
    audience = models.CharField(max_length=12, choices=Audience.choices, default=Audience.NOBODY)
    organisation = models.ForeignKey(Organisation, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [models.Index(fields=["-created_at", "id"], name="datasets_newest_first")]

    def __str__(self) -> str:
        return self.name


class Version(models.Model):
    """A version is one file of a data set. A draft is uploaded and declared; once loaded nothing of the row changes.

    `figures` and `checksum` are made of the data, and sealed: whoever may not see them finds their lengths alone, which
    say nothing of the rows.
    """

    class State(models.TextChoices):
        DRAFT = "draft"
        LOADING = "loading"
        LOADED = "loaded"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    data_set = models.ForeignKey(DataSet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=7, choices=State.choices, default=State.DRAFT)
    format = models.JSONField(null=True)
    # Counts the declarations of the columns, while the owner edits them.
    revision = models.PositiveIntegerField(default=1)
    checksum = models.BinaryField(null=True)  # the SHA-256 of the file is sealed
    # The sealed figures are the numbers of rows read and kept, and of cells outside the domain and missing.
    figures = models.BinaryField(null=True)
    # The sealed names of all columns in the file, also of those that are left out; null until the version is loaded.
    sources = models.BinaryField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    loaded_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["data_set", "number"], name="datasets_version_number_once"),
            models.CheckConstraint(
                name="datasets_loaded_is_whole",
                condition=~Q(state="loaded") | Q(figures__isnull=False, loaded_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.data_set_id} version {self.number}"


class Column(models.Model):
    """A column has what its owner declares of it: the fields of rules.columns.Column, without the name.

    `name_in_file` is for the owner of a draft. Once the version is loaded it is empty, and no column is left that the
    owner leaves out.
    """

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="columns")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=200)
    name_in_file = models.CharField(max_length=200, blank=True)
    is_left_out = models.BooleanField(default=False)
    declaration = models.JSONField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["version", "place"], name="datasets_one_column_at_a_place"),
            models.UniqueConstraint(
                fields=["version", "name"], condition=Q(is_left_out=False), name="datasets_one_column_of_a_name"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Upload(CreatedOnce):
    """An upload is a file that is being sent. Its pieces lie sealed in the data folder until they are loaded, and are
    then deleted."""

    class State(models.TextChoices):
        RECEIVING = "receiving"
        LOOKING = "looking"
        FOUND = "found"
        REFUSED = "refused"
        GONE = "gone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.OneToOneField(Version, on_delete=models.CASCADE, related_name="upload")
    name = models.CharField(max_length=200)
    # The length of the file in bytes; sealed, because a single longer text would change it.
    size = models.BinaryField()
    # The SHA-256 that the sender states, sealed; null if the sender does not know it.
    checksum = models.BinaryField(null=True)
    chunk_size = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.RECEIVING)
    refusal = models.BinaryField(null=True)  # the sealed refusal has the rule, the place and the detail
    # The sealed result of reading the file: sheets, rows, possible categories and leakage preview.
    found = models.BinaryField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="datasets_refused_says_why",
                condition=Q(state="refused", refusal__isnull=False) | (~Q(state="refused") & Q(refusal__isnull=True)),
            ),
            models.CheckConstraint(name="datasets_chunk_of_some_size", condition=Q(chunk_size__gt=0)),
        ]

    def __str__(self) -> str:
        return self.name


class Chunk(models.Model):
    """A chunk says that one piece of an upload is stored, sealed."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="received")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["upload", "number"], name="datasets_one_chunk_of_a_number")]

    def __str__(self) -> str:
        return f"{self.upload_id} {self.number}"


class AccessRequest(CreatedOnce):
    """An access request is one person's request for one role on one data set. rules.requests says what it can
    become."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    data_set = models.ForeignKey(DataSet, on_delete=models.CASCADE, related_name="requests")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=9, choices=[(state, state) for state in STATES], default="draft")
    purpose = models.TextField()
    role_wanted = models.CharField(max_length=100, blank=True)
    role = models.CharField(max_length=100, blank=True)  # the owner granted this role
    expires_at = models.DateTimeField(null=True)  # the granted role ends at this time
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["data_set", "person"],
                condition=~Q(state__in=["refused", "revoked"]),
                name="datasets_one_open_request",
            ),
            models.CheckConstraint(
                name="datasets_approved_with_a_role",
                condition=~Q(state="approved") | (~Q(role="") & Q(expires_at__isnull=False)),
            ),
        ]
        indexes = [models.Index(fields=["person", "-created_at"], name="datasets_requests_of_person")]

    def __str__(self) -> str:
        return f"request {self.id}"


class RequestStep(models.Model):
    """A step is one thing that somebody did with a request, and the remark they made."""

    request = models.ForeignKey(AccessRequest, on_delete=models.CASCADE, related_name="steps")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    deed = models.CharField(max_length=10)
    said = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.deed} {self.request_id}"


class Destruction(models.Model):
    """A destruction says that a data set was destroyed for good. It outlives the data set; the record is signed."""

    data_set = models.UUIDField(primary_key=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    # Empty: the data set was kept until a date that is over.
    asked_by = models.CharField(max_length=LONGEST, blank=True)
    begun_at = models.DateTimeField(null=True)  # an owner can withdraw the destruction until this time
    record = models.JSONField(null=True)
    signature = models.CharField(max_length=100, blank=True)
    public_key = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="datasets_signed_when_destroyed",
                condition=Q(record__isnull=True, signature="") | (Q(record__isnull=False) & ~Q(signature="")),
            )
        ]

    def __str__(self) -> str:
        return f"destruction of {self.data_set}"

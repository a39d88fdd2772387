"""These tables hold wrapped keys, collections, their documents where the store is embedded, the registry and the log of
writes. Without the root key none of them can be read."""

from django.db import models
from django.db.models import F, Q

from datahub.api.ref import LONGEST


class RootKey(models.Model):
    """The root key row says which root is current. Whoever wraps a key locks this row, so that none is wrapped under a
    root that is being dropped."""

    id = models.CharField(primary_key=True, max_length=16)
    is_current = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["is_current"], condition=Q(is_current=True), name="vault_one_root")
        ]

    def __str__(self) -> str:
        return f"root {self.id}"


class DataSetKey(models.Model):
    """A data set has one key, wrapped under a root; where `wrapped` is null the key is destroyed, and never comes
    back."""

    ref = models.CharField(max_length=LONGEST, unique=True)
    root = models.ForeignKey(RootKey, on_delete=models.PROTECT)
    wrapped = models.BinaryField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    destroyed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="vault_key_or_destroyed",
                condition=Q(wrapped__isnull=False, destroyed_at__isnull=True)
                | Q(wrapped__isnull=True, destroyed_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"key of {self.ref}"


class WrappedKey(models.Model):
    """A wrapped key belongs to one collection, field and purpose. Rotation adds the next number; the old key goes when
    nothing is sealed with it any more."""

    data_set = models.ForeignKey(DataSetKey, on_delete=models.CASCADE, related_name="fields")
    collection = models.CharField(max_length=255)
    field = models.CharField(max_length=255)
    purpose = models.CharField(max_length=16)
    number = models.PositiveIntegerField()
    wrapped = models.BinaryField(null=True)
    is_current = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["data_set", "collection", "field", "purpose", "number"], name="vault_one_field_key"
            ),
            models.UniqueConstraint(
                fields=["data_set", "collection", "field", "purpose"],
                condition=Q(is_current=True),
                name="vault_one_current_field_key",
            ),
            models.CheckConstraint(
                name="vault_current_key_is_there", condition=Q(is_current=False) | Q(wrapped__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} key {self.number} of {self.collection}/{self.field}"


class ShredRecord(models.Model):
    """A record of destruction says what was destroyed, and what backups may still hold: signed, for whoever has to
    prove a deletion."""

    ref = models.CharField(max_length=LONGEST, unique=True)
    statement = models.JSONField()
    signature = models.CharField(max_length=86)
    public_key = models.CharField(max_length=43)

    def __str__(self) -> str:
        return f"destruction of the keys of {self.ref}"


class Register(models.Model):
    """A register says what a collection should hold as a whole: how many records, and their keyed multiset hash under a
    mask."""

    ref = models.CharField(max_length=LONGEST)
    collection = models.CharField(max_length=255)
    count = models.BigIntegerField(default=0)
    masked = models.BinaryField(null=True)
    nonce = models.BinaryField(null=True)
    plan = models.BinaryField(null=True)  # the digest of the sealed plan is null where the collection has no plan

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ref", "collection"], name="vault_one_register"),
            models.CheckConstraint(name="vault_count_is_none_or_more", condition=Q(count__gte=0)),
        ]

    def __str__(self) -> str:
        return f"register of {self.ref} {self.collection}"


class RegisteredRecord(models.Model):
    """A registered record has the version and tag that are expected in the store, and those that a begun write will
    give it (a deletion has no tag)."""

    pk = models.CompositePrimaryKey("register_id", "record")
    register = models.ForeignKey(Register, on_delete=models.CASCADE, related_name="records")
    record = models.BinaryField()
    version = models.BigIntegerField(null=True)
    tag = models.BinaryField(null=True)
    next_version = models.BigIntegerField(null=True)
    next_tag = models.BinaryField(null=True)
    begun_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["register"], condition=Q(next_version__isnull=False), name="vault_records_begun")
        ]
        constraints = [
            models.CheckConstraint(
                name="vault_written_or_begun", condition=Q(version__isnull=False) | Q(next_version__isnull=False)
            ),
            models.CheckConstraint(
                name="vault_next_follows",
                condition=Q(next_version__isnull=True) | Q(version__isnull=True) | Q(next_version=F("version") + 1),
            ),
        ]

    def __str__(self) -> str:
        return f"record of register {self.register_id}"


class LogEntry(models.Model):
    """A log entry is one leaf of the log of writes: what a `done` wrote to a collection, and the state after it."""

    number = models.BigIntegerField(primary_key=True)  # numbers count from 0, as leaves of the Merkle tree do
    ref = models.CharField(max_length=LONGEST)
    collection = models.CharField(max_length=255)
    content = models.JSONField()
    signature = models.CharField(max_length=86)

    class Meta:
        verbose_name_plural = "log entries"
        indexes = [models.Index(fields=["ref", "collection", "number"], name="vault_log_of_collection")]

    def __str__(self) -> str:
        return f"write {self.number}"


class LogEnd(models.Model):
    """The end of the log says how long the log is and which subtrees it is made of. Writers lock this one row."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    size = models.BigIntegerField(default=0)
    roots = models.BinaryField(default=b"")

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="vault_one_log_end")]

    def __str__(self) -> str:
        return f"log of {self.size} writes"


class SignedHead(models.Model):
    """A signed head was signed by the platform; whoever kept it elsewhere can tell a log that was cut or rewritten."""

    size = models.BigIntegerField(primary_key=True)
    statement = models.JSONField()
    signature = models.CharField(max_length=86)
    public_key = models.CharField(max_length=43)

    def __str__(self) -> str:
        return f"head at {self.size}"


class SecureCollection(models.Model):
    """A collection has a fixed set of fields and a plan for each; the plan is sealed, because a load writes marks of
    the data into it."""

    class State(models.TextChoices):
        EMPTY = "empty"  # the collection may be loaded
        LOADING = "loading"  # what a killed load left is removed before the next load
        OPEN = "open"

    ref = models.CharField(max_length=LONGEST)
    name = models.CharField(max_length=200)
    # The name is drawn at random for each load: a load that has an older one was replaced.
    stored_as = models.CharField(max_length=24)
    store = models.CharField(max_length=8)  # a collection stays in the store where it was made
    state = models.CharField(max_length=7, choices=State.choices, default=State.EMPTY)
    plan = models.BinaryField()
    plan_number = models.PositiveIntegerField(default=0)  # the plan was sealed so many times
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ref", "name"], name="vault_one_collection_of_a_name"),
            models.UniqueConstraint(fields=["stored_as"], name="vault_one_place_of_a_collection"),
        ]

    def __str__(self) -> str:
        return f"collection of {self.ref}"


class LeftPlace(models.Model):
    """No collection uses a left place of a store any more. A writer that was stopped may wake and still write
    there."""

    stored_as = models.CharField(primary_key=True, max_length=24)
    ref = models.CharField(max_length=LONGEST, db_index=True)
    store = models.CharField(max_length=8)
    left_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"place left by {self.ref}"


class StoredDocument(models.Model):
    """A stored document is a row of the embedded store: a document as MongoDB would hold it."""

    pk = models.CompositePrimaryKey("collection", "record")
    # The name includes a column's number where a table is stored in columns.
    collection = models.CharField(max_length=32)
    record = models.BinaryField()
    version = models.BigIntegerField()
    body = models.BinaryField()

    def __str__(self) -> str:
        return f"document of {self.collection}"


class StoredToken(models.Model):
    """A stored token is a row of the embedded store: it finds documents by what the store may compare."""

    pk = models.CompositePrimaryKey("collection", "name", "token", "record")
    collection = models.CharField(max_length=24)
    name = models.CharField(max_length=24)
    token = models.BinaryField()
    record = models.BinaryField()

    class Meta:
        indexes = [models.Index(fields=["collection", "record"], name="vault_tokens_of_record")]

    def __str__(self) -> str:
        return f"token of {self.collection}"

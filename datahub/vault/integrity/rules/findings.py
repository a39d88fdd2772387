"""A finding is a fault that a verification found, in words for the owner of the data."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    CHANGED = "changed"  # the record's tag is another one: a field was edited, moved or removed
    REPLAYED = "replayed"  # an older version of the record stands in its place
    MISSING = "missing"  # a record or collection that was written and not deleted is not there
    UNKNOWN = "unknown"  # a record that was never written, or was deleted, is there
    BEGUN = "begun"  # a write that neither ended nor was taken back; `reconcile` ends it
    REGISTER = "register"  # the registry itself is not what was written
    PLAN = "plan"  # the plan, state or place of a collection is not the one that was sealed last
    KEY = "key"  # a key is not there or is not the one that was made, or it is gone with no signed record that says so
    LOG = "log"  # the log of writes is not the one whose heads were signed


@dataclass(frozen=True, slots=True)
class Finding:
    kind: Kind
    where: str  # a finding names its data set and collection
    # The record's id in hexadecimal; empty when the finding is about the whole collection.
    record: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}{' record ' + self.record if self.record else ''}: {self.text}"

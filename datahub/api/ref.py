"""A reference points from one package to a thing of another, without importing that package."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self
from uuid import UUID

_KIND = re.compile(r"[a-z][a-z_]{0,31}")
_ID = re.compile(r"[0-9A-Za-z_-]{0,64}")
LONGEST = 32 + 1 + 64
# The form of a reference in the OpenAPI document.
PATTERN = r"^(platform:|(?!platform:)[a-z][a-z_]{0,31}:[0-9A-Za-z_-]{1,64})$"
SCHEMA = {"type": "string", "pattern": PATTERN, "maxLength": LONGEST}


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference is `kind:id` in one text column, for example `survey:0f3c...`."""

    kind: str
    id: str

    def __post_init__(self) -> None:
        if not _KIND.fullmatch(self.kind):
            raise ValueError(f"{self.kind!r} is no kind; a kind is lower-case letters and underscores")
        if not _ID.fullmatch(self.id) or (self.id == "") != (self.kind == "platform"):
            raise ValueError(f"{self.kind} has no id {self.id[:80]!r}; an id is letters, digits, - and _")

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"

    @classmethod
    def parse(cls, text: str) -> Self:
        kind, colon, id = text.partition(":")
        if not colon:
            raise ValueError(f"{text[:80]!r} is no reference; one reads kind:id")
        return cls(kind, id)


PLATFORM = Ref("platform", "")  # lists and creations are decided on the platform as their thing


def uuids(ids: Iterable[str]) -> Iterator[UUID]:
    """Yields the ids that are UUIDs. Any other names no row, and need not reach the database."""
    for text in ids:
        try:
            yield UUID(text)
        except ValueError:
            continue

"""A row that is created by a repeatable request stores a digest of that request."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import models

_digest = ContextVar("digest of the request that creates", default="")


@contextmanager
def created_by(digest: str) -> Iterator[None]:
    """Stores the digest of the request while it creates rows. Each row that is inserted meanwhile has the digest from
    the beginning, so that a killed process leaves no row without it."""
    token = _digest.set(digest)
    try:
        yield
    finally:
        _digest.reset(token)


def digest_of_request() -> str:
    """Returns the digest of the request that is creating rows now; empty if it came without an Idempotency-Key."""
    return _digest.get()


class CreatedOnce(models.Model):
    """This is a row that somebody creates under an id of their choice. It says by a keyed digest what was asked first
    under that id, and the digest goes with the row: docs/decisions/0004-ids-from-idempotency-keys.md."""

    request_digest = models.CharField(max_length=64, blank=True, default=digest_of_request, editable=False)

    class Meta:
        abstract = True

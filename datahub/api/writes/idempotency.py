"""A repeated request creates a row once; docs/decisions/0004-ids-from-idempotency-keys.md says why so."""

import json
import re
from collections.abc import Callable
from hmac import compare_digest
from typing import TypeVar
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from datahub.api.errors import BadIdempotencyKey, KeyReused
from datahub.api.signing import keyed_digest
from datahub.api.writes.creations import CreatedOnce, created_by

HEADER = "Idempotency-Key"
IDEMPOTENCY_KEY = OpenApiParameter(
    HEADER,
    {"type": "string", "pattern": "^[!-~]{8,128}$", "minLength": 8, "maxLength": 128},
    OpenApiParameter.HEADER,
    description="Sent again with the same key and body, the request creates nothing a second time; with another body "
    "it is refused: 409 `key_reused`.",
)
_KEY = re.compile(r"[!-~]{8,128}")
Row = TypeVar("Row", bound=CreatedOnce)


def create_once(request: Request, model: type[Row], create: Callable[[UUID], Row]) -> Row:
    """Returns the row that `create` makes under the id that this request stands for, or the row it made under that id
    before.

    KeyReused if the key came with another body then. A request that is answered with a row of another id, because the
    same was there already, leaves its key unused.
    """
    id = creation_id(request)
    if HEADER not in request.headers:
        return create(id)
    digest = digest_of(request)
    _check(model, id, digest)
    with created_by(digest):
        row = create(id)
    if row.pk == id:
        _check(model, id, digest)  # a twin request with another body may have created the row first
    return row


def creation_id(request: Request) -> UUID:
    """Returns the id for the row that this request creates: the same person, route and Idempotency-Key give the same
    id.

    The room's primary key then does the work: it inserts under this id, and when the row is there already it answers
    with that row. Without the header every request gets a fresh id.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return uuid4()
    if not _KEY.fullmatch(key):
        raise BadIdempotencyKey("Idempotency-Key must have 8 to 128 printable ASCII characters.")
    return uuid5(NAMESPACE_URL, f"datahub:{request.user.pk}:{request.path}:{key}")


def digest_of(request: Request) -> str:
    """Returns a digest of the body as it was understood: neither the order of its fields nor its spaces count. It is
    made with a key of this installation, because a body holds values that a bare hash would let anybody try."""
    body = json.dumps(request.data, sort_keys=True, separators=(",", ":"))
    return keyed_digest("what a request asked", body.encode())


def _check(model: type[Row], id: UUID, digest: str) -> None:
    first = model._default_manager.filter(pk=id).values_list("request_digest", flat=True).first()
    if first and not compare_digest(first, digest):
        raise KeyReused("Another request came with this Idempotency-Key before. Send this one with a key of its own.")

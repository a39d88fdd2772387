"""Creating once, however often the request is sent; docs/decisions/0004-ids-from-idempotency-keys.md says why so."""

import re
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from rest_framework.request import Request

from datahub.api.errors import BadIdempotencyKey

_KEY = re.compile(r"[!-~]{8,128}")


def creation_id(request: Request) -> UUID:
    """The id for what this request creates: the same person, route and Idempotency-Key give the same id.

    The room's primary key then does the work: it inserts under this id, and when the row is there already it answers
    with that row. Without the header every request gets a fresh id.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return uuid4()
    if not _KEY.fullmatch(key):
        raise BadIdempotencyKey("Idempotency-Key must have 8 to 128 printable ASCII characters.")
    return uuid5(NAMESPACE_URL, f"datahub:{request.user.pk}:{request.path}:{key}")

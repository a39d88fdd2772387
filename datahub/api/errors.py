"""The API itself raises these errors, for every package."""

from datahub.api.problem import Problem


class Malformed(Problem):
    code = "malformed"
    status = 400


class TooLarge(Problem):
    code = "too_large"
    status = 413


class Missing(Problem):
    """The thing was deleted while somebody changed it, or the viewer may not know of it; the answer is the same for
    both."""

    code = "not_found"
    status = 404


class BadCursor(Problem):
    code = "bad_cursor"
    status = 400


class BadIdempotencyKey(Problem):
    code = "bad_idempotency_key"
    status = 400


class KeyReused(Problem):
    """The idempotency key came with another body before: a key is for one request and its repetitions."""

    code = "key_reused"
    status = 409


class Unavailable(Problem):
    code = "unavailable"
    status = 503

"""These are the errors that the API raises itself, whatever the room."""

from datahub.api.problem import Problem


class Malformed(Problem):
    code = "malformed"
    status = 400


class TooLarge(Problem):
    code = "too_large"
    status = 413


class Missing(Problem):
    """This error answers alike for what was deleted while somebody changed it and for what the viewer may not know
    of."""

    code = "not_found"
    status = 404


class BadCursor(Problem):
    code = "bad_cursor"
    status = 400


class BadIdempotencyKey(Problem):
    code = "bad_idempotency_key"
    status = 400


class KeyReused(Problem):
    """Another body was sent with this idempotency key before: a key is good for one request and its repetitions."""

    code = "key_reused"
    status = 409


class Unavailable(Problem):
    code = "unavailable"
    status = 503

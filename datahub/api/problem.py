"""These are the bases of errors: failures that a user can cause, and outages. Without Django, for `rules.py` to use."""

from collections.abc import Mapping
from typing import Any


class Problem(Exception):
    """A problem is a failure that a user can cause. Subclasses state `code`, which never changes its meaning, and the
    HTTP `status`."""

    code = "refused"
    status = 400

    def __init__(
        self,
        detail: str,
        *,
        fields: Mapping[str, str | list[str]] | None = None,
        retry_after_seconds: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.fields = {
            name: [reasons] if isinstance(reasons, str) else list(reasons) for name, reasons in (fields or {}).items()
        }
        self.retry_after_seconds = retry_after_seconds

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "detail": self.detail, "fields": self.fields}


class Outage(Exception):
    """A part of the platform does not answer, which no user has caused and which passes. It is no `Problem`: a request
    is told when to come back, and a job, which a `Problem` ends, is tried again. Subclasses state `code`."""

    code = "unavailable"
    status = 503

    def __init__(self, detail: str, *, retry_after_seconds: int) -> None:
        super().__init__(detail)
        self.detail = detail
        self.retry_after_seconds = retry_after_seconds

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "detail": self.detail, "fields": {}}

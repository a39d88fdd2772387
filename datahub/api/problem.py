"""Failures a user can cause. Imports no Django: rooms' `errors.py` and `rules.py` build on it."""

from collections.abc import Mapping
from typing import Any


class Problem(Exception):
    """Subclasses state `code`, which never changes its meaning, and `status`, the HTTP status it becomes."""

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
        self.fields = {name: [said] if isinstance(said, str) else list(said) for name, said in (fields or {}).items()}
        self.retry_after_seconds = retry_after_seconds

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "detail": self.detail, "fields": self.fields}

"""These are the errors that can occur between a program and a DataHub."""

from collections.abc import Mapping


class Refused(Exception):
    """The platform said no: `code` never changes its meaning, `detail` is for people, `fields` names what was wrong."""

    def __init__(self, status: int, code: str, detail: str, fields: Mapping[str, str]) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.fields = dict(fields)


class NotADataHub(Exception):
    """The server that answered does not speak the API."""


class VersionChanged(Exception):
    """Refuses a definition whose hash is not the one that was asked for: nothing is answered to it."""


class BadAnswer(ValueError):
    """Refuses an answer that the questionnaire does not offer; nothing was sent."""

"""A program starts here: `Hub("https://datahub.example", token="dh_...")`."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

from datahub_client.door import Door
from datahub_client.survey import Survey
from datahub_client.version import Version


class Hub:
    """A hub is one DataHub. Without a token it can read public versions and answer them; with one it is the token's
    person, as far as the token's scopes reach."""

    def __init__(self, url: str, token: str | None = None, *, attempts: int = 6, timeout_seconds: float = 30) -> None:
        self.door = Door(url, token, attempts=attempts, timeout_seconds=timeout_seconds)

    def surveys(self, search: str = "") -> Iterator[Survey]:
        query = {"q": search} if search else {}
        for entry in self.door.pages("surveys/", **query):
            yield Survey(self.door, entry)

    def survey(self, id: str) -> Survey:
        return Survey(self.door, self.door.get(f"surveys/{id}/"))

    def create(self, draft: Mapping[str, Any], *, key: str | None = None) -> Survey:
        """Returns a new survey from a draft (see `questionnaire.draft`). The same `key` twice is one survey."""
        return Survey(self.door, self.door.post("surveys/", draft, key=key or str(uuid4())))

    def import_form(self, name: str, content: bytes, *, key: str | None = None) -> tuple[Survey, list[dict[str, str]]]:
        """Returns a new survey from a form of another program, and a note for each part that was not taken as it is.
        The ending of `name` says what it is: .xlsx or .csv an XLSForm, .lss or .txt a survey of LimeSurvey."""
        file = {"name": name, "content": b64encode(content).decode()}
        imported = self.door.post("surveys/import/form/", file, key=key or str(uuid4()))
        return Survey(self.door, imported["survey"]), imported["notes"]

    def version(self, hash: str) -> Version:
        """Returns a published version by its hash. Raises VersionChanged if the platform shows another definition."""
        return Version(self.door, self.door.get(f"versions/{hash}/"), hash)

    def link(self, slug: str) -> Version:
        """Returns the version behind a respondents' link: `/s/<slug>/` or the slug alone."""
        return Version(self.door, self.door.get(f"links/{slug.strip('/').rpartition('/')[2]}/"))

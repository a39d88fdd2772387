"""This module is about a survey of one's own: edited, published, closed, and read."""

from collections.abc import Mapping
from typing import Any

from datahub_client.door import Door
from datahub_client.results import Results
from datahub_client.version import Version


class Survey:
    """This is a survey that the token's person may see. `entry` is the API's own object; it is as it was when it was
    read."""

    def __init__(self, door: Door, entry: Mapping[str, Any]) -> None:
        self._door = door
        self.entry = dict(entry)
        self.id: str = entry["id"]

    def __repr__(self) -> str:
        return f"<Survey {self.entry['title']!r} {self.entry['state']} {self.id}>"

    def edit(self, **parts: Any) -> "Survey":
        """Replaces parts of the draft: `survey.edit(title="...", questions=[...])`."""
        return Survey(self._door, self._door.patch(f"surveys/{self.id}/", parts))

    def publish(self) -> Version:
        """Freezes the draft into a version and opens it; the version that was open closes."""
        published = self._door.post(f"surveys/{self.id}/versions/", {})
        return Version(self._door, self._door.get(f"versions/{published['hash']}/"), published["hash"])

    def close(self) -> None:
        """Closes a survey, which then takes no more reports. The last batch is counted within seconds. Closing what is
        closed changes nothing."""
        for version in self._door.pages(f"surveys/{self.id}/versions/"):
            if version["state"] != "closed":
                self._door.patch(f"surveys/{self.id}/versions/{version['number']}/", {"state": "closed"})

    def results(self, version: int | None = None) -> Results:
        """Returns estimates of the newest version, or of another by its number."""
        query = {} if version is None else {"version": version}
        return Results(self._door.get(f"surveys/{self.id}/results/", **query))

    def export(self, form: str = "csv", what: str = "estimates") -> bytes:
        """Downloads an export. `what` is estimates, numbers (means and distributions, with their quantiles) or
        reports."""
        return self._door.download(f"surveys/{self.id}/results/export/", **{"as": form, "what": what})

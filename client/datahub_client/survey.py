"""This module is about a survey of one's own: edited, published, closed, and read."""

from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from datahub_client.door import Door
from datahub_client.results import Results
from datahub_client.version import Version
from datahub_client.weighted import KnownShares, WeightedResults, margins_of


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

    def settle_import_notes(self, number: int | None = None) -> None:
        """Settles the import's note with this number, or all of them; the open ones are `entry["import_notes"]`."""
        self._door.delete(f"surveys/{self.id}/import-notes/" + (f"{number}/" if number is not None else ""))

    def form(self, form: str = "xlsform", version: int | None = None) -> tuple[bytes, list[dict[str, str]]]:
        """Returns the draft, or a published version, as a file of another program, and a note for each part that an
        import of the file does not give back. `form` is xlsform (a workbook) or surveyjs (JSON)."""
        file = self._door.get(f"surveys/{self.id}/form/", **{"as": form}, **_of(version))
        return b64decode(file["content"]), file["notes"]

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

    def results(self, version: int | None = None, population: str = "sample") -> Results:
        """Returns estimates of the newest version, or of another by its number. Intervals are for many people of whom
        the respondents are a sample, or with `population="everybody"` for the respondents themselves."""
        return Results(self._door.get(f"surveys/{self.id}/results/", **_of(version), population=population))

    def weighted(self, known: KnownShares | None = None, version: int | None = None) -> WeightedResults:
        """Returns results weighted to shares that are known of everybody: `{"q1": {"yes": 0.51, "no": 0.49}}`, or those
        that are kept with the version."""
        path = f"surveys/{self.id}/results/weighted/"
        if known is None:
            return WeightedResults(self._door.get(path, **_of(version)))
        return WeightedResults(self._door.post(_with(path, version), margins_of(known)))

    def keep_known_shares(self, known: KnownShares, version: int | None = None) -> WeightedResults:
        """Keeps known shares with the version, so that its files and its report are weighted too; `{}` takes them
        away."""
        path = _with(f"surveys/{self.id}/results/weighted/", version)
        return WeightedResults(self._door.put(path, margins_of(known)))

    def export(self, form: str = "csv", what: str = "estimates") -> bytes:
        """Downloads an export. `what` is estimates, numbers (means and distributions, with their quantiles), weighted
        (to the known shares that are kept) or reports."""
        return self._door.download(f"surveys/{self.id}/results/export/", **{"as": form, "what": what})


def _of(version: int | None) -> dict[str, int]:
    return {} if version is None else {"version": version}


def _with(path: str, version: int | None) -> str:
    return path if version is None else f"{path}?version={version}"

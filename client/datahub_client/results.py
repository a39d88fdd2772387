"""Estimates, each with its intervals and what it is worth."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

CONFIDENCES = ("50", "80", "95")


class Results:
    """These are the results of a version. `entry` is the API's own object. Below the number from which a version is
    shown there are no rows."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self.entry = dict(entry)
        self.shown: bool = entry["state"] == "shown"
        self.reports: int = entry["reports"]

    @property
    def method(self) -> str:
        """Returns the sentence for the methods section."""
        return str(self.entry["method"]) if self.shown else ""

    def rows(self, estimate: str = "estimates") -> Iterator[dict[str, Any]]:
        """Yields a row for each answer. `estimate` is "estimates" (share-pooled) or "inverse_variance" (narrower, and
        right only if the choice of a level has nothing to do with the answer)."""
        for question in self.entry["questions"] if self.shown else ():
            guarantee = question["guarantee"]
            for answer in question[estimate]["answers"]:
                row = {
                    "question": question["id"],
                    "answer": answer["id"],
                    "label": answer["label"],
                    "share": answer["share"],
                    "standard_error": answer["standard_error"],
                }
                for confidence in CONFIDENCES:
                    row[f"low_{confidence}"], row[f"high_{confidence}"] = answer["intervals"][confidence]
                yield row | {name: guarantee[name] for name in ("mechanism", "epsilon", "delta", "n")}

    def means(self, estimate: str = "estimates") -> Iterator[dict[str, Any]]:
        """Yields a row for each number that was asked for its mean or its distribution, in the question's unit; of one
        that may be skipped see `answered`."""
        for number in self.entry.get("numbers", ()) if self.shown else ():
            mean, guarantee = number[estimate]["mean"], number["guarantee"]
            row = {
                **{name: number[name] for name in ("id", "unit", "low", "high")},
                "mean": mean["value"],
                "standard_error": mean["standard_error"],
            }
            for confidence in CONFIDENCES:
                row[f"low_{confidence}"], row[f"high_{confidence}"] = mean["intervals"][confidence]
            yield row | {name: guarantee[name] for name in ("mechanism", "epsilon", "delta", "n")}

    def answered(self, estimate: str = "estimates") -> Iterator[dict[str, Any]]:
        """Yields a row for each number that may be skipped: the share who answered, and their mean in the question's
        unit, None with its limits where it may be nobody's."""
        for number in self.entry.get("numbers_or_skipped", ()) if self.shown else ():
            share, mean, guarantee = number[estimate]["answered"], number[estimate]["mean"], number["guarantee"]
            row = {
                **{name: number[name] for name in ("id", "unit", "low", "high")},
                "answered": share["share"],
                "mean": None if mean is None else mean["value"],
            }
            for confidence in CONFIDENCES:
                of_mean = (None, None) if mean is None else mean["intervals"][confidence]
                row[f"answered_low_{confidence}"], row[f"answered_high_{confidence}"] = share["intervals"][confidence]
                row[f"mean_low_{confidence}"], row[f"mean_high_{confidence}"] = of_mean
            yield row | {name: guarantee[name] for name in ("mechanism", "epsilon", "delta", "n")}

    def frame(self, estimate: str = "estimates") -> "pandas.DataFrame":
        """Returns the same as a pandas data frame; `attrs` holds version hash and method, so that no number stands
        alone."""
        table: pandas.DataFrame = _pandas().DataFrame(list(self.rows(estimate)))
        if self.shown:
            table.attrs = {"version": self.entry["version"]["hash"], "method": self.method}
        return table


def _pandas() -> Any:
    try:
        return import_module("pandas")
    except ModuleNotFoundError:
        raise ModuleNotFoundError("frames need pandas: pip install 'datahub-client[frames]'") from None

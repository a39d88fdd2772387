"""Results weighted to shares that are known of everybody."""

from collections.abc import Iterator, Mapping
from typing import Any

from datahub_client.results import CONFIDENCES

KnownShares = Mapping[str, Mapping[str, float]]


class WeightedResults:
    """These are the shares of a version's answers, weighted to known shares. `entry` is the API's own object."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self.entry = dict(entry)

    @property
    def unweighted(self) -> dict[str, str]:
        """Returns the questions that have no weights, and why."""
        return {question["id"]: question["state"] for question in self.entry["questions"] if not question["answers"]}

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yields a row for each answer of each question that is weighted, beside the unweighted share."""
        for question in self.entry["questions"]:
            for answer in question["answers"] or ():
                row = {
                    "question": question["id"],
                    "margin": question["margin"],
                    "answer": answer["id"],
                    **{name: answer[name] for name in ("label", "share", "standard_error", "unweighted_share")},
                }
                for confidence in CONFIDENCES:
                    row[f"low_{confidence}"], row[f"high_{confidence}"] = answer["intervals"][confidence]
                yield row


def margins_of(known: KnownShares) -> dict[str, Any]:
    """Returns the body of a request that states known shares."""
    return {
        "margins": [
            {"question": question, "answers": [{"answer": id, "share": share} for id, share in shares.items()]}
            for question, shares in known.items()
        ]
    }

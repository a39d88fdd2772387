"""These selectors return the weighted results of a version, for known shares that are stored with it or for others."""

from typing import Any

from surveys.errors import NoResults
from surveys.models import Estimate, Version
from surveys.results.crosstabs.selectors import planned_tables_of
from surveys.results.selectors import shown_results_of
from surveys.results.weighting.rules import KnownShares, checked, weighted


def weighted_results_of(version: Version, known: KnownShares | None = None) -> dict[str, Any]:
    """Returns the results weighted to the known shares stored with the version, or to other shares. Stored shares are
    left out where their question is no longer shown."""
    shown = shown_results_of(version)
    if known is None:
        kinds = {question["id"]: question["kind"] for question in shown["questions"]}
        kept = {id: shares for id, shares in version.known_shares.items() if id in kinds}
    else:
        kept = checked(shown, known)
    # The tables are read first: the covariances read later then cover at least as many reports.
    tables = planned_tables_of(version)
    covariances = Estimate.objects.values_list("covariances", flat=True).get(version=version)
    return {
        "survey": shown["survey"],
        "version": shown["version"],
        "simulated": shown["simulated"],
        "is_kept": known is None or kept == version.known_shares,
        **weighted(shown, tables, covariances, kept),
    }


def known_results_of(version: Version) -> dict[str, Any]:
    """Returns the weighted results for a file: refused where no known shares are kept."""
    if not version.known_shares:
        raise NoResults("No known shares of everybody are kept with this version, so nothing is weighted.")
    return weighted_results_of(version)


def known_results_if_any(version: Version) -> dict[str, Any] | None:
    return weighted_results_of(version) if version.known_shares else None

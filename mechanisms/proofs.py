"""Proofs say what was proven of a mechanism, as the report of a run says: proofs.json is written from it and from
nothing else."""

import json
from functools import cache
from importlib.resources import files

KINDS = {
    "channels": "channels with every report listed: none is more than e^epsilon times likelier under a neighbour",
    "clear": "channels with every report listed: none is over e^epsilon times likelier among holders of what it names",
    "parts": "channels with every drawn number listed: the two in which answers differ stay within e^epsilon together",
    "estimates": "expectations and variances summed over every report, as they are stated but for rounding",
    "samples": "estimates of many drawn reports within six standard errors of the truth",
    "losses": "exact sums or comparisons over all outcomes that can differ: none loses more than is charged",
    "draws": "laws with which many draws of its sampler agree, outcome by outcome, within six standard errors",
    "audits": "searches among thousands of draws for an event that breaks the promise: none is found",
    "faults": "faults planted into it, each noticed by its tests",
}


def proofs_of(slug: str, version: int) -> dict[str, int]:
    """Returns how many proofs of each kind a mechanism has; a kind that is missing was not proven. Proofs of another
    version do not count."""
    proofs = _kept().get(slug, {})
    return {kind: proofs[kind] for kind in KINDS if kind in proofs} if proofs.get("version") == version else {}


@cache
def _kept() -> dict[str, dict[str, int]]:
    kept: dict[str, dict[str, int]] = json.loads((files("mechanisms") / "proofs.json").read_text(encoding="utf-8"))
    return kept

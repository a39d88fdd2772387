"""A shuffler says who mixes the reports: without that statement nothing is gained by mixing."""

from dataclasses import dataclass

REMOVED = frozenset({"order", "time", "address", "identity"})


@dataclass(frozen=True, kw_only=True)
class Shuffler:
    """A shuffler is a party that mixes reports before the analyst sees them. Its existence is stated, not verified: the
    person who states it answers for it.

    `run_by` names the party that mixes and `reports_to` the one that gets the mixed reports; they must not be the same
    and must not share what they know. `removes` is what the mixed reports no longer show of each sender: their order,
    when each came, from which address, and who sent it.
    """

    run_by: str
    reports_to: str
    removes: frozenset[str]

    def __post_init__(self) -> None:
        for name, party in (("run_by", self.run_by), ("reports_to", self.reports_to)):
            if not isinstance(party, str) or not party.strip():
                raise ValueError(f"{name} is {party!r}; it names a party")
        if _plain(self.run_by) == _plain(self.reports_to):
            raise ValueError(f"{self.run_by} mixes and gets the reports; mixing protects only from somebody else")
        if self.removes != REMOVED:
            kept, unknown = sorted(REMOVED - self.removes), sorted(self.removes - REMOVED)
            raise ValueError(f"removes lacks {kept} and holds {unknown}; it is all of {sorted(REMOVED)}")


def _plain(party: str) -> str:
    return " ".join(party.casefold().split())

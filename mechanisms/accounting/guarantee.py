"""A guarantee says what a published number is worth."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True, kw_only=True)
class Guarantee:
    """A guarantee stands beside every number that leaves the platform; nothing is serialised without one.

    `epsilon` and `delta` are decimal strings, `neighbours` says in words which two inputs cannot be told apart,
    `n` how many units the number is made of, and `error` is the largest standard error among the numbers it covers
    (null where it covers a whole report and not one number).
    """

    mechanism: str
    version: int
    epsilon: str
    neighbours: str
    n: int
    error: float | None
    delta: str = "0"
    unit: str = "report"

    def to_json(self) -> dict[str, str | int | float | None]:
        return asdict(self)

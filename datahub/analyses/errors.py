"""Analyses raise these errors. A text may name values of the data: it is shown to whoever asked, and is kept sealed."""

from collections.abc import Mapping, Sequence
from typing import Any

from datahub.api.problem import Problem
from datahub.api.sentences import coded, coded_fields


class PlanRefused(Problem):
    """The plan makes no release; `fields` says why, by dotted path, and `reasons` gives the same in codes."""

    code = "invalid"

    def __init__(
        self, detail: str, *, fields: Mapping[str, str | list[str]] | None = None, whys: Sequence[str] = ()
    ) -> None:
        super().__init__(detail, fields=fields)
        self.reasons = [*coded_fields(self.fields), *(reason for why in (whys or [detail]) for reason in coded(why))]

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "reasons": self.reasons}


def no_rows(at: str, why: str) -> PlanRefused:
    """Returns the refusal of a plan of synthetic data."""
    return PlanRefused("No rows can be made by this plan.", fields={at: why})


def nothing_measured(at: str, why: str) -> PlanRefused:
    """Returns the refusal of a measured report on synthetic data."""
    return PlanRefused("Nothing can be measured this way.", fields={at: why})


class TooManyRows(Problem):
    """The data set is larger than what one worker can hold."""

    code = "too_many_rows"
    status = 409


class NotInThisState(Problem):
    code = "not_in_this_state"
    status = 409


class NeedsDifferentialPrivacy(Problem):
    """The release reveals too much for a public table of rows: use synthetic data, or name recipients."""

    code = "needs_differential_privacy"
    status = 409


class Intersects(PlanRefused):
    """The new release would not keep what it or an earlier release of the same people promises, for somebody who has
    both."""

    code = "releases_intersect"
    status = 409


class IntersectionUnproven(PlanRefused):
    """No record tells which rows of an earlier release are about the same people, so the new release cannot be compared
    with it."""

    code = "intersection_unproven"
    status = 409


class EngineMissing(Problem):
    """The program of this synthesis engine is not installed here. Nothing was read, and the price is given back."""

    code = "engine_missing"
    status = 409

    def __init__(self) -> None:
        super().__init__("This engine does not run here. Nothing was read, and nothing is spent.")

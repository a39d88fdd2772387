"""Plans are made for a mix of levels: each level, and the number of respondents who choose it."""

import math
from collections.abc import Sequence
from typing import TypeVar

OfLevel = TypeVar("OfLevel")


def parts_of_all(portions: Sequence[tuple[OfLevel, float]]) -> list[tuple[OfLevel, float]]:
    """Returns the levels that somebody chooses, each with its part of all respondents: [(level, part)]. The portions
    may be in any unit."""
    if any(not (math.isfinite(portion) and portion >= 0) for _, portion in portions):
        raise ValueError(f"the portions are {[portion for _, portion in portions]}; each is a number, none below 0")
    total = math.fsum(portion for _, portion in portions)
    if total == 0:
        raise ValueError("nobody chooses any level; somebody must")
    return [(level, portion / total) for level, portion in portions if portion > 0]

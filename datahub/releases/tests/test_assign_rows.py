"""An assignment names rows one by one, or those that follow one another once."""

from pathlib import Path

import pytest

from datahub.releases.tests.factories import written
from datahub.releases.tests.test_verify_a_release import ORIGINAL, RELEASED, ROLES, failing, owner
from datahub.releases.verifier import verify


@pytest.mark.parametrize(
    ("runs", "holds"),
    [
        ([(1, 1, 3), (4, 4, 5)], True),
        ([(4, 4, 5), (1, 1, 3)], True),
        ([(1, 1, 3), (4, 4, 4)], False),
        ([(1, 1, 3), (3, 4, 5)], False),
        ([(1, 1, 3), (4, 3, 5)], False),
        ([(1, 1, 8), (1, 1, 0)], False),
        ([(1, 1, 10**17)], False),
    ],
)
def test_an_assignment_may_name_rows_that_follow_one_another_once(
    runs: list[tuple[int, ...]], holds: bool, tmp_path: Path
) -> None:
    files = owner(tmp_path, rows=sorted(RELEASED))
    came_from = sorted(range(len(RELEASED)), key=RELEASED.__getitem__)
    written(tmp_path / "original.csv", list(ROLES), [ORIGINAL[place] for place in came_from])
    written(tmp_path / "assignment.csv", ["original", "released", "rows"], runs)
    assert failing(verify(files)) == ([] if holds else ["each row of the original is one row of the release"])

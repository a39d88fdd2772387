"""The proposal for a column of texts tells of its longest text no more than a step."""

import pytest

from datahub.datasets.rules.columns import LONGEST_TEXT
from datahub.datasets.rules.proposals import MOST_VALUES, Proposals


@pytest.mark.parametrize(
    ("text", "longest"),
    [
        ("", 32), ("a" * 32, 32), ("a" * 33, 64), ("a" * 64, 64), ("a" * 65, 128), ("a" * 32_768, 32_768),
        ("ä" * 32, 64), ("汉" * 32, 128), ("汉" * 32_768, LONGEST_TEXT),
    ],
)  # fmt: skip
def test_the_least_step_of_bytes_that_holds_every_text_is_proposed(text: str, longest: int) -> None:
    proposals = Proposals(["note"])
    proposals.add([[f"note {number}" for number in range(MOST_VALUES + 1)] + [text]])
    [proposal] = proposals.columns()
    assert (proposal["type"], proposal["longest"]) == ("text", longest)

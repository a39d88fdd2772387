"""The page about questionnaires names every type with its fields and limits, and every path of a text."""

import re
from pathlib import Path

from mechanisms.ldp.numbers.grid import WIDEST
from surveys.drafts import questionnaire, sending
from surveys.drafts.translations import texts_of
from surveys.questions import limits
from surveys.questions import number_estimate as estimates
from surveys.questions.all import ITEM_TYPES
from surveys.questions.domain import MOST_CELLS
from surveys.tests.factories import draft
from surveys.vectors.domains import LABELLED
from surveys.vectors.samples import EVERY

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "reference" / "questionnaire.md").read_text(encoding="utf-8")


def test_every_field_of_a_draft_is_named_and_no_other() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", PAGE.split("\n## ")[0], flags=re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(.*?)`", row)} == {
        *questionnaire.FIELDS,
        *questionnaire.OPTIONAL,
    }


def test_every_type_is_listed_with_its_further_fields() -> None:
    rows = re.findall(
        r"^\| `([a-z_]+)` \| (.*?) \| .* \|$", PAGE.split("## Items")[1].split("\n## ")[0], flags=re.MULTILINE
    )
    assert {kind: tuple(re.findall(r"`(.*?)`", further)) for kind, further in rows} == {
        slug: tuple(kind.fields) for slug, kind in ITEM_TYPES.items()
    }


def test_limits_are_those_of_the_rules() -> None:
    for limit in (
        f"its 2 to {limits.MOST_OPTIONS} options",
        f"2 to {limits.MOST_POINTS} points",
        f"its 2 to {limits.MOST_CHOICES} options",
        f"each of 1 to {limits.MOST_ROWS} rows, one of 2 to {limits.MOST_COLUMNS} options",
        f"puts its {limits.LEAST_RANKED} to {limits.MOST_RANKED} rows in order",
        f"at most {limits.MOST_POSITIONS} steps",
        f"Edges are 1 to {limits.MOST_EDGES} rising",
        f"from -{limits.FURTHEST_POINT} to {limits.FURTHEST_POINT}",
        f"up to {questionnaire.MOST_ITEMS} items in their order, of which 1 to {sending.MOST_QUESTIONS} are",
        f"up to {questionnaire.MOST_PAIRS} lists",
        f"1 to {questionnaire.MOST_LEVELS} of",
        f"up to {questionnaire.MOST_LANGUAGES} further",
        f"a grid of 1 to {estimates.MOST_STEPS[estimates.MEAN]} steps from `low` to `high`, of a distribution at most "
        f"{estimates.MOST_STEPS[estimates.DISTRIBUTION]}",
        f"at most {WIDEST} apart",
        f"at most {MOST_CELLS} combinations",
        f"no level may exceed {questionnaire.CAP}",
        f"up to {limits.TEXT} characters, labels one line of up to {limits.LABEL}",
    ):
        assert limit in PAGE, limit


def test_every_kind_of_path_is_named() -> None:
    section = PAGE.split("## Paths of texts")[1]
    written = set(re.findall(r"`([a-z<][^`]*)`", section)) - {"translations"}
    paths = {re.sub(r"\.(options|rows)\.[^.]+$", r".\1.*", re.sub(r"^[a-z]+[0-9]+\.", "<item>.", text.path))
             for text in texts_of(draft(questions=[*EVERY, LABELLED]))}  # fmt: skip
    paths = {re.sub(r"\.scale\.[np]\d+$", ".scale.<point>", path) for path in paths}
    assert {re.sub(r"\.(options|rows)\.<.*>$", r".\1.*", path) for path in written} == paths

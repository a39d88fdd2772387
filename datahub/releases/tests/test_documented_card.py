"""The documentation of the card names every model with the fields it needs, every role and every distance."""

import re
from pathlib import Path

from datahub.releases.promises import DISTANCES
from datahub.releases.reading import CARD, CARD_MAY, COLUMN, COLUMN_MAY, MODELS, ROLES

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "reference" / "release-card.md").read_text(encoding="utf-8")


def test_every_model_is_listed_with_what_it_needs() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", PAGE, flags=re.MULTILINE)
    assert {model: set(re.findall(r"`(\w+)`", needs)) for model, needs in rows} == {
        model: set(needs.split()) for model, needs in MODELS.items()
    }


def test_every_distance_is_named() -> None:
    assert [distance for distance in DISTANCES if f"`{distance}`" not in PAGE] == []


def test_the_example_has_every_field_and_every_role() -> None:
    example = PAGE.split("```json")[1].split("```")[0]
    fields = {*CARD, *CARD_MAY, *COLUMN, *COLUMN_MAY}
    assert [field for field in fields if f'"{field}":' not in example] == []
    assert [role for role in ROLES if f'"role": "{role}"' not in example] == []

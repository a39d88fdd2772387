"""A consent item shows words that a respondent accepts with a tick before anything is sent; the tick itself is not
sent."""

from collections.abc import Iterator

from surveys.questions import schemas
from surveys.questions.checks import Faults, line, written
from surveys.questions.limits import LABEL
from surveys.questions.question_type import Item, ItemField, ItemText, ItemType


def _check_complete(item: Item, where: str, faults: Faults) -> None:
    written(item["label"], f"{where}.label", LABEL, faults)


def _texts(item: Item) -> Iterator[ItemText]:
    yield ItemText("label", "label", item["label"], LABEL)


CONSENT = ItemType(
    slug="consent",
    fields={
        "label": ItemField(
            check=lambda value, where, faults: line(value, where, LABEL, faults), schema=schemas.line(LABEL)
        )
    },
    check_complete=_check_complete,
    texts=_texts,
    needs_tick=True,
)

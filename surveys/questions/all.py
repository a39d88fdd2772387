"""These are all types of item, in the order in which refusals and schemas name them."""

from collections.abc import Mapping
from typing import Any

from surveys.questions.consent import CONSENT
from surveys.questions.date import DATE
from surveys.questions.dropdown import DROPDOWN
from surveys.questions.matrix import MATRIX
from surveys.questions.multiple_choice import MULTIPLE_CHOICE
from surveys.questions.number import NUMBER
from surveys.questions.page import PAGE
from surveys.questions.question_type import ItemType, QuestionType
from surveys.questions.ranking import RANKING
from surveys.questions.scale import SCALE
from surveys.questions.section import SECTION
from surveys.questions.single_choice import SINGLE_CHOICE
from surveys.questions.slider import SLIDER
from surveys.questions.yes_no import YES_NO

ITEM_TYPES: Mapping[str, ItemType] = {
    kind.slug: kind
    for kind in (
        YES_NO,
        SINGLE_CHOICE,
        DROPDOWN,
        SCALE,
        NUMBER,
        SLIDER,
        DATE,
        MULTIPLE_CHOICE,
        MATRIX,
        RANKING,
        SECTION,
        CONSENT,
        PAGE,
    )
}
QUESTION_TYPES = {slug: kind for slug, kind in ITEM_TYPES.items() if isinstance(kind, QuestionType)}
PAIRABLE = tuple(slug for slug, kind in QUESTION_TYPES.items() if kind.is_pairable)


def item_type(item: Mapping[str, Any]) -> ItemType:
    return ITEM_TYPES[item["type"]]


def question_type(item: Mapping[str, Any]) -> QuestionType:
    """Returns the type of an item that is answered."""
    return QUESTION_TYPES[item["type"]]

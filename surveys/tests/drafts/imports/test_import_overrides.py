"""The import follows a property of a SurveyJS element that overrides another, or says that it does not."""

from typing import Any

import pytest

from surveys.tests.drafts.imports.test_import_surveyjs import imported_item


@pytest.mark.parametrize(
    ("further", "ends"),
    [
        ({"rateCount": 7}, (1, 7)),
        ({"rateCount": 4, "rateMin": 0}, (0, 3)),
        ({"rateCount": 4, "rateMax": 10}, (7, 10)),
        ({"rateCount": 4, "rateMin": 1, "rateMax": 6}, (1, 6)),
        ({"rateValues": ["a", "b"], "autoGenerate": True, "rateMax": 3}, (1, 3)),
    ],
)
def test_the_property_of_a_rating_that_overrides_the_others_decides(
    further: dict[str, Any], ends: tuple[int, int]
) -> None:
    scale = imported_item(type="rating", **further)[0]["scale"]
    assert (scale["least"], scale["most"]) == ends


def test_a_tick_box_with_only_a_label_is_asked_in_the_words_of_the_label() -> None:
    assert imported_item(type="boolean", title="", label="I agree")[0]["text"] == "I agree"
    item, why = imported_item(type="boolean", title="Consent", label="I agree")
    assert (item["text"], why) == ("Consent", ["DataHub has nothing like it"])


def test_a_title_that_was_hidden_is_named_because_it_is_shown_here() -> None:
    _, why = imported_item(type="boolean", titleLocation="hidden")
    assert why == ["every title is shown here: take out its words where nobody should read them"]

"""Items of every type: what may be saved, what may be published, to the character."""

from copy import deepcopy
from typing import Any

import pytest

from surveys.drafts.questionnaire import check_complete, check_shape
from surveys.errors import DraftRefused
from surveys.questions.all import ITEM_TYPES
from surveys.tests.drafts.test_write_draft import NOW, Change, set_at
from surveys.tests.factories import draft
from surveys.vectors.samples import EVERY, choices, options

SINGLE, SCALE, NUMBER, DATE, SEVERAL, MATRIX, CONSENT, PAGE, LAST, SLIDER, RANKING = (
    f"questions.{place}" for place in (1, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13)
)


def whole(**parts: Any) -> dict[str, Any]:
    return draft(questions=deepcopy(list(EVERY)), levels=[{"epsilon": "0.5"}]) | parts


def french(path: str, translation: str) -> tuple[str, Change]:
    def change(all: dict[str, Any]) -> None:
        all.update(languages=["fr"], translations={"fr": {path: translation}})

    return f"translations.fr.{path}", change


def at(path: str, value: object) -> tuple[str, Change]:
    return path, set_at(path, value)


SHAPELESS: list[tuple[str, Change]] = [
    at(f"{SINGLE}.show_if", None),
    at(f"{SINGLE}.show_if", "x" * 501),
    at(f"{SINGLE}.show_if", "q1\nanswered"),
    at(f"{SINGLE}.shuffle", "yes"),
    at("questions.0.shuffle", False),  # A yes/no question has no order to shuffle.
    at(f"{SINGLE}.options.0.exclusive", False),
    at(f"{SCALE}.scale", None),
    at(f"{SCALE}.scale.least", 1.5),
    at(f"{SCALE}.scale.least", True),
    at(f"{SCALE}.scale.most", 101),
    at(f"{SCALE}.scale.least_label", "two\nlines"),
    at(f"{SCALE}.scale.step", 1),
    at(f"{NUMBER}.number.edges", "18"),
    at(f"{NUMBER}.number.edges", [str(edge) for edge in range(51)]),
    at(f"{NUMBER}.number.edges.0", 18),
    *(at(f"{NUMBER}.number.edges.0", text) for text in ("", "-0", "-0.0", "1.", ".5", "05", "1e3", "1.2345678")),
    at(f"{NUMBER}.number.edges.0", "1234567890123"),
    at(f"{NUMBER}.number.unit", "x" * 41),
    at(f"{NUMBER}.number.least", 0),
    at(f"{DATE}.date.edges.0", "2023-02-29"),
    at(f"{DATE}.date.edges.0", "20230101"),
    at(f"{DATE}.date.most", "tomorrow"),
    at(f"{SEVERAL}.options", choices(*(f"o{number}" for number in range(65)))),
    at(f"{SEVERAL}.options.0.exclusive", 1),
    at(f"{SEVERAL}.most_choices", 0),
    at(f"{SEVERAL}.most_choices", 65),
    at(f"{SEVERAL}.most_choices", True),
    at(f"{MATRIX}.rows", options(*(f"r{number}" for number in range(21)))),
    at(f"{MATRIX}.options", options(*(f"o{number}" for number in range(12)))),
    at(f"{MATRIX}.shuffle", False),
    at(f"{CONSENT}.label", "two\nlines"),
    at(f"{SCALE}.scale.labels", None),
    (f"{SCALE}.scale.labels.0.point", set_at(f"{SCALE}.scale.labels", [{"point": "0", "label": "x"}])),
    (f"{SCALE}.scale.labels.0.label", set_at(f"{SCALE}.scale.labels", [{"point": 0, "label": "a\nb"}])),
    (f"{SCALE}.scale.labels.0.text", set_at(f"{SCALE}.scale.labels", [{"point": 0, "label": "x", "text": ""}])),
    at(f"{SLIDER}.slider.step", 0),
    at(f"{SLIDER}.slider.step", "5"),
    at(f"{SLIDER}.slider.most_label", "a\nb"),
    at(f"{SLIDER}.slider.unit", ""),
    at(f"{SLIDER}.number.least", -40),
    at(f"{RANKING}.rows", options("a", "b", "c", "d", "e", "f")),
    at(f"{RANKING}.options", []),
    at(f"{CONSENT}.may_skip", True),
    at(f"{PAGE}.shuffle", None),
    at("languages", "zh-CN"),
    at("languages.0", "Chinese"),
    at("translations", []),
    ("translations.Chinese", set_at("translations", {"Chinese": {}})),
    ("translations.fr", set_at("translations", {"fr": ["Oui"]})),
    ("translations.fr.q1.text", set_at("translations", {"fr": {"q1.text": 7}})),
    at("pairs", None),
    at("pairs.0", ["q1"]),
    at("pairs.0.1", "Q2"),
    at("opens_at", "soon"),
    at("cap_reports", 0),
    at("cap_reports", 1.5),
]
UNFINISHED: list[tuple[str, Change]] = [
    at(f"{SINGLE}.options", options("red")),
    (f"{SINGLE}.options", set_at(f"{SINGLE}.options.1.id", "red")),
    at(f"{SINGLE}.options.0.id", "not_asked"),
    at(f"{SEVERAL}.options.0.id", "prefer_not_to_say"),
    (f"{SCALE}.scale", set_at(f"{SCALE}.scale.most", -2)),
    (f"{SCALE}.scale", set_at(f"{SCALE}.scale.most", -3)),
    (f"{SCALE}.scale", set_at(f"{SCALE}.scale.most", 9)),
    at(f"{NUMBER}.number.edges", []),
    at(f"{NUMBER}.number.edges.1", "-0.500000"),
    (f"{NUMBER}.number.edges.2", set_at(f"{NUMBER}.number.edges.1", "70")),
    at(f"{NUMBER}.number.most", "-10.0"),
    at(f"{DATE}.date.edges", []),
    (f"{DATE}.date.edges.1", set_at(f"{DATE}.date.edges.0", "2000-01-01")),
    (f"{DATE}.date.most", lambda all: all["questions"][5]["date"].update(least="2024-01-01", most="2024-01-01")),
    at(f"{SEVERAL}.most_choices", 5),
    at(f"{MATRIX}.rows", []),
    at(f"{MATRIX}.options", options("home")),
    (f"{MATRIX}.rows", set_at(f"{MATRIX}.rows.1.id", "mon")),
    at(f"{CONSENT}.label", " "),
    *(
        (f"{SCALE}.scale.labels.{place}", set_at(f"{SCALE}.scale.labels", labels))
        for place, labels in (
            ("0.label", [{"point": 0, "label": " "}]),
            ("0.point", [{"point": 2, "label": "an end"}]),
            ("0.point", [{"point": 7, "label": "none"}]),
            ("1.point", [{"point": 1, "label": "once"}, {"point": 1, "label": "twice"}]),
            ("0.label", [{"point": 1, "label": "{q5}"}]),
        )
    ),
    at(f"{SLIDER}.number.least", None),
    at(f"{SLIDER}.number.most", "60.5"),
    at(f"{SLIDER}.number.most", "-40"),
    at(f"{SLIDER}.slider.step", 3),
    at(f"{SLIDER}.slider.step", 200),
    (
        f"{SLIDER}.slider.step",
        lambda all: (
            all["questions"][12]["number"].update(least="0", most="1001")
            or all["questions"][12]["slider"].update(step=1)
        ),
    ),
    at(f"{RANKING}.rows", options("tea", "coffee")),
    (f"{RANKING}.rows", set_at(f"{RANKING}.rows.1.id", "tea")),
    at(f"{RANKING}.rows.0.id", "not_asked"),
    at(f"{LAST}.show_if", "q11.tea = 1"),  # The condition names a later question.
    at(f"{CONSENT}.text", ""),
    at("questions.8.text", ""),
    ("questions", set_at(f"{PAGE}.id", "q1")),
    at(f"{LAST}.show_if", " "),
    at(f"{LAST}.show_if", "q1 = 'maybe'"),
    at(f"{LAST}.show_if", "q9 answered"),
    at(f"{SINGLE}.show_if", "q4 > 0"),
    at(f"{PAGE}.show_if", "q9 answered"),
    at(f"{SINGLE}.text", "Now {q1} and {q4}"),
    at(f"{SINGLE}.help", "{"),
    at(f"{SINGLE}.options.2.label", "{q2}"),
    at(f"{MATRIX}.rows.0.label", "{q8.tue}"),
    at(f"{SCALE}.scale.least_label", "{q77}"),
    ("languages", set_at("languages", ["fr", "fr"])),
    ("languages", set_at("languages", ["en"])),
    ("translations.fr", set_at("translations", {"fr": {"title": "Santé"}})),
    french("q77.text", "?"),
    french("q2.options.pink", "?"),
    french("q2.text", "{q9}"),
    french("q2.text", "x" * 501),
    french("title", "a\nb"),
    ("pairs.0.1", set_at("pairs", [["q1", "q5"]])),
    ("pairs.0.0", set_at("pairs", [["q7", "q1"]])),
    ("pairs.0.1", set_at("pairs", [["q1", "q77"]])),
    ("pairs.0", set_at("pairs", [["q1", "q1"]])),
    ("pairs", set_at("pairs", [["q1", "q2"], ["q3", "q1"]])),
    # The survey has fourteen questions, as each row of a matrix counts.
    ("levels.0.epsilon", set_at("levels.0.epsilon", "0.5715")),
    ("closes_at", lambda all: all.update(opens_at="2027-01-01T00:00:00Z", closes_at="2027-01-01T00:00:00Z")),
]


def test_a_questionnaire_of_every_type_can_be_published() -> None:
    assert {item["type"] for item in EVERY} == set(ITEM_TYPES)
    check_complete(whole(pairs=[["q1", "q2"], ["q4", "q3"]]), NOW)


@pytest.mark.parametrize(("field", "change"), SHAPELESS)
def test_refuses_to_save_what_no_item_could_be(field: str, change: Change) -> None:
    value = whole(pairs=[["q1", "q2"]], languages=["fr"])
    change(value)
    with pytest.raises(DraftRefused) as refused:
        check_shape(value)
    assert list(refused.value.fields) == [field]


@pytest.mark.parametrize(("field", "change"), UNFINISHED)
def test_saves_an_unfinished_item_and_refuses_to_publish_it(field: str, change: Change) -> None:
    value = whole()
    change(value)
    check_shape(value)
    with pytest.raises(DraftRefused) as refused:
        check_complete(value, NOW)
    assert list(refused.value.fields) == [field]


@pytest.mark.parametrize("place", range(len(EVERY)))
def test_each_field_of_each_type_must_be_there_and_no_other(place: int) -> None:
    for name in EVERY[place]:
        value = whole()
        del value["questions"][place][name]
        with pytest.raises(DraftRefused) as refused:
            check_shape(value)
        assert list(refused.value.fields) == [f"questions.{place}.{name}"]


def test_a_page_needs_no_title_and_a_scale_may_have_two_to_eleven_points() -> None:
    value = whole()
    value["questions"][10]["text"] = ""
    value["questions"][3]["scale"] |= {"least": -5, "most": 5}
    check_complete(value, NOW)
    value["questions"][3]["scale"] |= {"least": 0, "most": 1}
    check_complete(value, NOW)
    for least, most in ((-5, 6), (0, 0)):
        value["questions"][3]["scale"] |= {"least": least, "most": most}
        with pytest.raises(DraftRefused):
            check_complete(value, NOW)


def test_on_a_page_whose_order_is_drawn_no_item_depends_on_another() -> None:
    page = EVERY[10] | {"shuffle": True}
    items = [EVERY[0], page, EVERY[1], EVERY[3] | {"show_if": "q1 = 'yes'", "may_skip": True}, EVERY[11]]
    check_complete(draft(questions=items), NOW)
    for name, text in (("show_if", "q2 = 'red'"), ("help", "After {q2}")):
        items[3] = EVERY[3] | {name: text, "may_skip": True}
        with pytest.raises(DraftRefused, match="whose order is drawn") as refused:
            check_complete(draft(questions=items), NOW)
        assert list(refused.value.fields) == [f"questions.3.{name}"]
        check_complete(draft(questions=[*items[:3], page | {"id": "p2"}, *items[3:]]), NOW)
        check_complete(draft(questions=[EVERY[0], page | {"shuffle": False}, *items[2:]]), NOW)
    next_page = page | {"id": "p2", "show_if": "q2 = 'red'", "text": "After {q2}"}
    check_complete(draft(questions=[*items[:3], next_page, EVERY[11] | {"may_skip": True}]), NOW)


def test_at_least_one_question_is_answered_and_at_most_fifty() -> None:
    only_text = draft(questions=[EVERY[8], EVERY[9]])
    with pytest.raises(DraftRefused, match="has 0 questions that are answered"):
        check_complete(only_text, NOW)
    many = [EVERY[0] | {"id": f"q{number}"} for number in range(51)]
    with pytest.raises(DraftRefused, match="has 51 questions that are answered"):
        check_complete(draft(questions=many, levels=[{"epsilon": "0.1"}]), NOW)


def test_a_pair_has_at_most_1024_cells() -> None:
    thirty_two = EVERY[1] | {"options": options(*(f"o{number}" for number in range(32)))}
    pair = [thirty_two, thirty_two | {"id": "q3"}]
    check_complete(draft(questions=pair, pairs=[["q2", "q3"]]), NOW)
    pair[1] |= {"may_skip": True}
    with pytest.raises(DraftRefused, match="has 32 x 33 pairs of answers"):
        check_complete(draft(questions=pair, pairs=[["q2", "q3"]]), NOW)

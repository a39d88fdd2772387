"""Drafts of every kind that a person could write, for tests that take them out and in again."""

from typing import Any

from hypothesis import strategies as st

from surveys.drafts.questionnaire import empty_draft

WORDS = st.sampled_from(
    ["How old are you?", "Tea & coffee", "x<y and y>z", "a <b>bold</b> word", "R&amp;D", "=1+1", "{{braces}", "# one",
     "Ünï <5 or >8", "two\nlines", "$5", "'quoted' \"twice\"", "3", "你好", "-", "+49"]
)  # fmt: skip
LINES = WORDS.map(lambda text: text.replace("\n", " "))
IDS = ["q1", "age", "yes", "o_1", "a_name_of_exactly_thirty_two_ab", "tea", "other", "none"]
DECIMALS = st.sampled_from(["-12.5", "0", "1", "18", "99.999", "120"])
NUMBERS = ["0", "5", "10.5", "20", "50"]


def labelled(least: int, most: int) -> st.SearchStrategy[list[dict[str, Any]]]:
    ids = st.lists(
        st.sampled_from(["yes", "no", "tea", "o_1", "other", "b2", "none", "x_y"]),
        min_size=least,
        max_size=most,
        unique=True,
    )
    return ids.flatmap(lambda listed: st.tuples(*(LINES for _ in listed)).map(lambda labels: [
        {"id": id, "label": f"{label} {id}"} for id, label in zip(listed, labels, strict=True)]))  # fmt: skip


@st.composite
def items(draw: st.DrawFn, id: str) -> dict[str, Any]:
    kind = draw(st.sampled_from(
        ["yes_no", "single_choice", "dropdown", "scale", "number", "slider", "date", "multiple_choice", "matrix",
         "ranking", "section", "consent", "page"]))  # fmt: skip
    item: dict[str, Any] = {
        "id": id,
        "type": kind,
        "text": draw(WORDS),
        "help": draw(st.just("") | WORDS),
        "show_if": "",
    }
    if kind not in ("section", "consent", "page"):
        item["may_skip"] = draw(st.booleans())
    shuffle = {"shuffle": draw(st.booleans())}
    match kind:
        case "yes_no":
            item["options"] = [{"id": "yes", "label": draw(LINES)}, {"id": "no", "label": f"No {draw(LINES)}"}]
        case "single_choice" | "dropdown":
            item |= {"options": draw(labelled(2, 6)), **shuffle}
        case "multiple_choice":
            options = [option | {"exclusive": draw(st.booleans())} for option in draw(labelled(2, 6))]
            item |= {"options": options, "most_choices": draw(st.sampled_from([None, 1, 2])), **shuffle}
        case "matrix":
            item |= {"rows": draw(labelled(1, 4)), "options": draw(labelled(2, 4))}
        case "ranking":
            item |= {"rows": draw(labelled(3, 5)), **shuffle}
        case "scale":
            item["scale"] = draw(scales())
        case "number":
            item["number"] = draw(numbers(whole=False))
        case "slider":
            number = draw(numbers(whole=True))
            item |= {
                "number": number,
                "slider": {"step": draw(st.sampled_from([1, 5])), "least_label": draw(LINES), "most_label": ""},
            }
        case "date":
            edges = draw(st.sampled_from([[], ["2025-01-01"], ["2025-01-01", "2025-06-01"]]))
            ends = draw(st.sampled_from([(None, None), ("2020-01-01", "2026-12-31"), ("2020-01-01", None)]))
            item["date"] = {"edges": edges, "least": ends[0], "most": ends[1]}
        case "consent":
            item["label"] = draw(LINES)
        case "page":
            item |= shuffle
    return item


@st.composite
def scales(draw: st.DrawFn) -> dict[str, Any]:
    least = draw(st.integers(-3, 2))
    most = least + draw(st.integers(1, 6))
    scale: dict[str, Any] = {
        "least": least,
        "most": most,
        "least_label": draw(st.just("") | LINES),
        "most_label": draw(LINES),
    }
    if draw(st.booleans()) and most - least > 1:
        scale["labels"] = [{"point": least + 1, "label": draw(LINES)}]
    return scale


@st.composite
def numbers(draw: st.DrawFn, *, whole: bool) -> dict[str, Any]:
    if draw(st.booleans()):
        estimate = {"of": "mean", "low": 0, "high": 100, "steps": 100}
        return {
            "edges": [],
            "unit": draw(st.sampled_from(["", "kg"])),
            "least": None,
            "most": None,
            "estimate": estimate,
        }
    edges = draw(st.lists(st.sampled_from(NUMBERS), unique=True, max_size=3))
    ends = [("0", "100")] if whole else [("0", "100"), ("-2.5", "7.25"), (None, None), (None, "100")]
    least, most = draw(st.sampled_from(ends))
    return {"edges": sorted(edges, key=float), "unit": draw(st.sampled_from(["", "kg"])), "least": least, "most": most}


def tests_of(item: dict[str, Any]) -> list[str]:
    """Returns conditions about an item, each of which its type takes."""
    id = item["id"]
    match item["type"]:
        case "yes_no":
            return [f"{id} = 'yes'", f"{id} != 'no'", f"not {id} answered"]
        case "single_choice" | "dropdown":
            first, second = (option["id"] for option in item["options"][:2])
            return [f"{id} = '{first}'", f"{id} in ('{first}', '{second}')", f"{id} != '{second}'"]
        case "multiple_choice":
            return [f"{id} includes '{item['options'][0]['id']}'", f"{id} answered"]
        case "matrix":
            return [f"{id}.{item['rows'][0]['id']} = '{item['options'][0]['id']}'"]
        case "ranking":
            return [f"{id}.{item['rows'][0]['id']} <= 2"]
        case "scale":
            return [
                f"{id} >= {item['scale']['least'] + 1}",
                f"{id} in ({item['scale']['least']}, {item['scale']['most']})",
            ]
        case "number" | "slider":
            return [f"{id} > 5", f"{id} = 10.5", f"{id} != 20"]
        case "date":
            return [f"{id} < '2025-03-01'", f"{id} = '2025-01-01'"]
    return []


@st.composite
def drafts(draw: st.DrawFn) -> dict[str, Any]:
    ids = draw(st.lists(st.sampled_from(IDS), unique=True, min_size=1, max_size=6))
    questions: list[dict[str, Any]] = []
    for id in ids:
        item = draw(items(id))
        tests = [test for earlier in questions for test in tests_of(earlier)]
        has_condition = draw(st.booleans())
        if tests and has_condition:
            first, second = draw(st.sampled_from(tests)), draw(st.sampled_from(tests))
            forms = ["{0}", "not ({0})", "{0} and {1}", "{0} or {1}", "({0} or {1}) and not {1}"]
            item["show_if"] = draw(st.sampled_from(forms)).format(first, second)
        questions.append(item)
    quotes = draw(st.booleans())
    if quotes and questions[1:] and "options" in questions[0]:
        questions[1]["text"] = f"You said {{{questions[0]['id']}}}."
    languages = draw(st.sampled_from([[], ["fr"], ["fr", "zh-Hans"]]))
    translations = {}
    for language in languages:
        texts = {f"{item['id']}.text": f"{draw(WORDS)} {language}" for item in questions if draw(st.booleans())}
        translations[language] = {"title": "Titre", **texts}
    return empty_draft() | {
        "title": draw(LINES), "description": draw(st.just("") | WORDS), "language": draw(st.sampled_from(["en", "de"])),
        "languages": languages, "translations": translations, "questions": questions,
    }  # fmt: skip

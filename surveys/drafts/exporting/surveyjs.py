"""A draft as a SurveyJS questionnaire."""

from collections.abc import Mapping
from typing import Any

from surveys.drafts.exporting.compare import Draft, Kept, exported
from surveys.drafts.exporting.conditions import Language, NotSaid, written
from surveys.drafts.exporting.texts import DEFAULT, Texts
from surveys.drafts.importing.finish import Note
from surveys.drafts.importing.kept import FIELD
from surveys.drafts.surveyjs.survey import draft_of
from surveys.questions.all import QUESTION_TYPES

Item = Mapping[str, Any]
Json = dict[str, Any]


def exported_questionnaire(draft: Draft) -> tuple[Json, list[Note]]:
    """Returns a questionnaire, and a note for each part of the draft that it cannot hold."""
    return exported(draft, lambda whole, kept: _Writer(whole, kept).survey(), draft_of)


class _Writer:
    def __init__(self, draft: Draft, kept: Kept) -> None:
        self._draft, self._kept = draft, kept
        self._texts = Texts(draft, lambda operand: f"{{{operand}}}")
        self._items = {item["id"]: item for item in draft["questions"]}
        self._language = Language(
            operand=self._operand, answered="{} notempty", different="<>", includes="{} contains {}", negated="!({})",
            day="'{}'",
        )  # fmt: skip

    def survey(self) -> Json:
        survey: Json = {"locale": self._draft["language"]}
        survey |= self._text("title", self._draft["title"], "title")
        survey |= self._text("description", self._draft["description"], "description")
        pages: list[Json] = []
        for item in self._draft["questions"]:
            if item["type"] == "page":
                pages.append(self._page(item))
                continue
            if not pages:
                pages.append({"name": "first_page", "elements": [], FIELD: {"page": False}})
            pages[-1]["elements"].append(self._element(item))
        return survey | {"pages": pages}

    def _page(self, item: Item) -> Json:
        page: Json = {"name": item["id"], "elements": [], FIELD: {"page": True}}
        page |= self._text("title", item["text"], f"{item['id']}.text")
        page |= self._text("description", item["help"], f"{item['id']}.help")
        if item["shuffle"]:
            page["questionsOrder"] = "random"
        return page | self._condition(item)

    def _element(self, item: Item) -> Json:
        element: Json = {"name": item["id"]}
        if item["type"] != "section":
            element |= self._text("title", item["text"], f"{item['id']}.text")
        element |= self._text("description", item["help"], f"{item['id']}.help")
        element |= self._condition(item)
        if item["type"] in QUESTION_TYPES and not item["may_skip"]:
            element["isRequired"] = True
        if item.get("shuffle"):
            element["choicesOrder"] = "random"
        if item["id"] in self._kept or item["type"] in ("number", "date"):
            element[FIELD] = self._kept.get(item["id"], {})  # An import takes these without bounds where it stands.
        return element | self._of_type(item)

    def _of_type(self, item: Item) -> Json:
        id = item["id"]
        match item["type"]:
            case "yes_no":
                return {"type": "boolean", "valueTrue": "yes", "valueFalse": "no", **self._yes_and_no(item)}
            case "single_choice" | "dropdown":
                kind = "radiogroup" if item["type"] == "single_choice" else "dropdown"
                return {"type": kind, "choices": self._entries(item, "options")}
            case "multiple_choice":
                most = {"maxSelectedChoices": item["most_choices"]} if item["most_choices"] is not None else {}
                return {"type": "checkbox", "choices": self._entries(item, "options"), **most}
            case "scale":
                return {"type": "rating", **self._scale(item)}
            case "number":
                return {"type": "text", "inputType": "number", **_bounds(item["number"])}
            case "date":
                return {"type": "text", "inputType": "date", **_days(item["date"])}
            case "slider":
                return {"type": "slider", **_track(item), "step": item["slider"]["step"]}
            case "matrix":
                rows, columns = self._entries(item, "rows"), self._entries(item, "options")
                return {"type": "matrix", "rows": rows, "columns": columns}
            case "ranking":
                return {"type": "ranking", "choices": self._entries(item, "rows")}
            case "consent":
                return {"type": "boolean", "isRequired": True}
        return {"type": "html", **self._text("html", item["text"], f"{id}.text")}

    def _yes_and_no(self, item: Item) -> Json:
        labels: Json = {}
        for option in item["options"]:
            name = {"yes": "labelTrue", "no": "labelFalse"}.get(option["id"])
            if name is not None:
                labels |= self._text(name, option["label"], f"{item['id']}.options.{option['id']}")
        return labels

    def _entries(self, item: Item, name: str) -> list[Json]:
        return [
            {"value": entry["id"], **self._text("text", entry["label"], f"{item['id']}.{name}.{entry['id']}")}
            for entry in item[name]
        ]

    def _scale(self, item: Item) -> Json:
        scale, id = item["scale"], item["id"]
        ends = self._text("minRateDescription", scale["least_label"], f"{id}.scale.least")
        ends |= self._text("maxRateDescription", scale["most_label"], f"{id}.scale.most")
        if "labels" not in scale:
            return {"rateMin": scale["least"], "rateMax": scale["most"], **ends}
        labels = {entry["point"]: entry["label"] for entry in scale["labels"]}
        values: list[Json] = []
        for point in range(scale["least"], scale["most"] + 1):
            place = f"{id}.scale.p{point}" if point >= 0 else f"{id}.scale.n{-point}"
            values.append({"value": point, **self._text("text", labels.get(point, ""), place)})
        return {"rateValues": values, **ends}

    def _condition(self, item: Item) -> Json:
        try:
            return {"visibleIf": written(item["show_if"], self._language)} if item["show_if"] else {}
        except NotSaid:
            return {}  # The comparison with what comes back names it.

    def _operand(self, operand: str) -> str:
        if self._items.get(operand.partition(".")[0], {}).get("type") == "ranking":
            raise NotSaid("asks about the rank of an option")
        return f"{{{operand}}}"

    def _text(self, name: str, base: str, path: str) -> Json:
        texts = self._texts.by_language(base, path)
        if not texts:
            return {}
        return {name: texts[DEFAULT] if list(texts) == [DEFAULT] else texts}


def _bounds(number: Item) -> Json:
    ends = {"min": number["least"], "max": number["most"]}
    return {name: _number(end) for name, end in ends.items() if end is not None}


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def _days(date: Item) -> Json:
    ends = {"min": date["least"], "max": date["most"]}
    return {name: end for name, end in ends.items() if end is not None}


def _track(item: Item) -> Json:
    number = item["number"]
    estimate = number.get("estimate", {})
    least, most = number["least"], number["most"]
    return {
        "min": _number(least) if least is not None else estimate.get("low", 0),
        "max": _number(most) if most is not None else estimate.get("high", 100),
    }

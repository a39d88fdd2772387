"""A SurveyJS questionnaire becomes a draft, and a list of all its parts that a draft cannot hold."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from surveys.drafts.questionnaire import MOST_ITEMS, MOST_LANGUAGES, check_shape, empty_draft
from surveys.drafts.reachability import why_skippable
from surveys.drafts.surveyjs.conditions import NotTaken, condition, equals
from surveys.drafts.surveyjs.elements import Item, item_of
from surveys.drafts.surveyjs.reading import DEFAULT, Json, LeftOut, Reading
from surveys.drafts.translations import DESCRIPTION, TITLE
from surveys.errors import DraftRefused
from surveys.questions.checks import LANGUAGE
from surveys.questions.domain import conditional
from surveys.questions.limits import TEXT

OF_SURVEY = (
    "title",
    "description",
    "pages",
    "elements",
    "questions",
    "locale",
    "triggers",
    "questionsOrder",
    "$schema",
)
OF_PAGE = ("name", "title", "description", "elements", "questions", "visible", "visibleIf", "questionsOrder", "type")
TOO_MANY = f"a survey has at most {MOST_ITEMS} items"
TO_EVERYBODY = "; the question is asked of everybody"


def draft_of(survey: Json) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """The draft has the right shape. Raises DraftRefused where nothing in the file is a questionnaire."""
    reading = Reading(language=_base_language(survey))
    pages = _pages(survey)
    reading.leftovers(survey, OF_SURVEY, "")
    title = reading.text(survey.get("title"), "title", most=TITLE, to="title", one_line=True)
    description = reading.text(survey.get("description"), "description", most=DESCRIPTION, to="description")
    shown_by = _triggers(survey, reading)
    items = [item for page in pages for item in _page(page, survey, shown_by, reading)]
    for item in items[MOST_ITEMS:]:
        reading.note("pages", item["id"], TOO_MANY)
    _let_everybody_finish(items, reading)
    languages = sorted(reading.translations)[:MOST_LANGUAGES]
    for language in sorted(reading.translations)[MOST_LANGUAGES:]:
        reading.note("", language, f"a survey has at most {MOST_LANGUAGES} further languages")
    places = {"title", "description", *(item["id"] for item in items[:MOST_ITEMS])}
    draft = empty_draft() | {
        "title": title,
        "description": description,
        "language": reading.language,
        "languages": languages,
        "translations": {
            language: {
                path: text for path, text in reading.translations[language].items() if path.split(".")[0] in places
            }
            for language in languages
        },
        "questions": items[:MOST_ITEMS],
    }
    check_shape(draft)
    return draft, _notes(reading)


def _let_everybody_finish(items: Sequence[Item], reading: Reading) -> None:
    """Makes skippable what SurveyJS requires of some people only, or the draft could never be published."""
    unasked = conditional(items)
    for item in items:
        if not item.get("may_skip", True) and (why := why_skippable(item, may_be_unasked=item["id"] in unasked)):
            item["may_skip"] = True
            reading.note(f"{reading.places[item['id']]}.isRequired", "true", f"{why}, so it may be skipped")


def _notes(reading: Reading) -> list[dict[str, str]]:
    notes = [{**note, "path": note["path"].lstrip(".")} for note in reading.notes]
    if reading.unnoted:
        notes.append({"path": "", "what": f"{reading.unnoted} more", "why": "were not taken; the list ends here"})
    return notes


def _base_language(survey: Json) -> str:
    """Returns the language of plain texts, which are English, unless the file names another language and translates
    into none."""
    locale = survey.get("locale")
    plain = isinstance(locale, str) and LANGUAGE.fullmatch(locale) and locale not in set(_languages(survey))
    return str(locale) if plain else "en"


def _languages(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        if DEFAULT in value:
            yield from value
        for inner in value.values():
            yield from _languages(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _languages(inner)


def _pages(survey: Json) -> list[tuple[str, Json]]:
    """Returns the path and the contents of each page. Older files have their questions without pages."""
    pages = survey.get("pages")
    if isinstance(pages, list):
        return [(f"pages.{place}", page) for place, page in enumerate(pages) if isinstance(page, Mapping)]
    inside = {name: survey[name] for name in ("elements", "questions") if name in survey}
    if not inside:
        raise DraftRefused("The file is no SurveyJS questionnaire.", fields={"pages": "is missing, and so is elements"})
    return [("", inside)]


def _triggers(survey: Json, reading: Reading) -> dict[str, list[tuple[str, Json]]]:
    """Returns the triggers that show questions, by the name of the question that they show."""
    shown_by: dict[str, list[tuple[str, Json]]] = {}
    for place, trigger in enumerate(_list(survey.get("triggers"))):
        path = f"triggers.{place}"
        kind = str(trigger.get("type"))
        if kind != "visible" or "expression" in trigger or trigger.get("pages"):
            reading.note(path, kind, "nothing happens by itself while somebody answers; use a condition")
            continue
        reading.leftovers(trigger, ("type", "name", "operator", "value", "questions", "pages"), path)
        named = trigger.get("questions")
        for name in named if isinstance(named, list) else []:
            shown_by.setdefault(str(name), []).append((path, trigger))
    return shown_by


def _page(
    entry: tuple[str, Json],
    survey: Json,
    shown_by: Mapping[str, Any],
    reading: Reading,
) -> Iterator[Item]:
    path, page = entry
    if page.get("visible") is False:
        reading.note(path, "page", "it is never shown")
        return
    reading.leftovers(page, OF_PAGE, path)
    show_if = _condition(page, path, reading, "; the page is shown to everybody")
    items = list(_elements(page, path, "", shown_by, reading))
    if len(_list(survey.get("pages"))) > 1 and items:
        id = reading.new_id(page.get("name") or "page", "page")
        text = reading.text(page.get("title"), f"{path}.title", most=TEXT, to=f"{id}.text")
        shuffle = "random" in (page.get("questionsOrder"), survey.get("questionsOrder"))
        help = reading.text(page.get("description"), f"{path}.description", most=TEXT, to=f"{id}.help")
        yield {"id": id, "type": "page", "text": text, "help": help, "show_if": show_if, "shuffle": shuffle}
        yield from items
    elif _list(page.get("elements")) or _list(page.get("questions")):
        if not items:
            reading.note(path, "page", "nothing on it could be taken")
        yield from ({**item, "show_if": _both(show_if, item["show_if"])} for item in items)


def _elements(parent: Json, path: str, above: str, shown_by: Mapping[str, Any], reading: Reading) -> Iterator[Item]:
    for name in ("elements", "questions"):
        for place, element in enumerate(_list(parent.get(name))):
            at = f"{path}.{name}.{place}".lstrip(".")
            kind, called = str(element.get("type", "")), str(element.get("name", ""))
            if element.get("visible") is False and called not in shown_by:
                reading.note(at, called or kind, "it is never shown")
                continue
            own = _condition(element, at, reading, TO_EVERYBODY) or _shown(shown_by.get(called, ()), reading)
            show_if = _both(above, own)
            if len(reading.questions) >= MOST_ITEMS:
                reading.note(at, called or kind, TOO_MANY)
                continue
            if kind == "panel":
                yield from _panel(element, at, show_if, shown_by, reading)
                continue
            try:
                yield item_of(element, at, show_if, reading)
            except LeftOut as reason:
                reading.note(at, f"{kind} {called}".strip(), str(reason))


def _panel(element: Json, path: str, show_if: str, shown_by: Mapping[str, Any], reading: Reading) -> Iterator[Item]:
    """Imports a panel: its elements, with its title before them as a section."""
    reading.leftovers(element, ("type", *OF_PAGE), path)
    if element.get("title"):
        id = reading.new_id(element.get("name") or "section", "s")
        text = reading.text(element["title"], f"{path}.title", most=TEXT, to=f"{id}.text")
        help = reading.text(element.get("description"), f"{path}.description", most=TEXT, to=f"{id}.help")
        if text.strip():
            yield {"id": id, "type": "section", "text": text, "help": help, "show_if": show_if}
    yield from _elements(element, path, show_if, shown_by, reading)


def _condition(element: Json, path: str, reading: Reading, otherwise: str) -> str:
    if not element.get("visibleIf"):
        return ""
    try:
        return condition(element["visibleIf"], reading)
    except NotTaken as reason:
        reading.note(f"{path}.visibleIf", str(element["visibleIf"]), f"the condition {reason}{otherwise}")
        return ""


def _shown(triggers: Sequence[tuple[str, Json]], reading: Reading) -> str:
    conditions = []
    for path, trigger in triggers:
        operator, value = str(trigger.get("operator", "equal")), trigger.get("value", "")
        try:
            conditions.append(equals(str(trigger.get("name", "")), operator, value, reading))
        except NotTaken as reason:
            reading.note(path, "visible", f"the condition {reason}{TO_EVERYBODY}")
    return " or ".join(conditions)


def _both(condition: str, other: str) -> str:
    return f"({condition}) and ({other})" if condition and other else condition or other


def _list(value: object) -> list[Json]:
    return [entry for entry in value if isinstance(entry, Mapping)] if isinstance(value, list) else []

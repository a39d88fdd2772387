"""A SurveyJS questionnaire becomes a draft, and a list of all its parts that a draft cannot hold."""

from collections.abc import Iterator, Mapping
from typing import Any

from surveys.drafts.importing.finish import TOO_MANY, finished_draft
from surveys.drafts.importing.kept import FIELD
from surveys.drafts.importing.reading import DEFAULT, Json, LeftOut, Reading
from surveys.drafts.importing.shown import both
from surveys.drafts.questionnaire import MOST_ITEMS
from surveys.drafts.surveyjs.elements import Item, item_of
from surveys.drafts.surveyjs.usual import USUAL
from surveys.drafts.surveyjs.visibility import Shown, Within, note_lost
from surveys.drafts.translations import DESCRIPTION, TITLE
from surveys.drafts.unfit import NO_QUESTIONNAIRE, unfit
from surveys.questions.checks import LANGUAGE
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
OF_PAGE = (
    FIELD,
    "name",
    "title",
    "description",
    "elements",
    "questions",
    "visible",
    "visibleIf",
    "questionsOrder",
    "type",
)


def draft_of(survey: Json) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """The draft has the right shape. Raises DraftRefused where nothing in the file is a questionnaire."""
    reading = Reading(language=_base_language(survey), usual=USUAL)
    pages = _pages(survey)
    reading.leftovers(survey, OF_SURVEY, "")
    title = reading.text(survey.get("title"), "title", most=TITLE, to="title", one_line=True)
    description = reading.text(survey.get("description"), "description", most=DESCRIPTION, to="description")
    shown = Shown.read(survey, reading)
    items = [item for path, page in pages for item in _page(page, path, reading, shown, is_alone=len(pages) == 1)]
    shown.note_unknown(survey, reading)
    return finished_draft(items, title, description, reading)


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
    """Returns the path and the contents of each page. Older files have their questions without pages; where a file has
    both, SurveyJS shows what stands outside of pages on a page of its own."""
    pages = survey.get("pages")
    inside = {name: survey[name] for name in ("elements", "questions") if name in survey}
    if not isinstance(pages, list) and not inside:
        raise unfit(NO_QUESTIONNAIRE)
    order = {"questionsOrder": survey["questionsOrder"]} if "questionsOrder" in survey else {}
    listed = pages if isinstance(pages, list) else []
    own = [(f"pages.{place}", page) for place, page in enumerate(listed) if isinstance(page, Mapping)]
    # A page whose order is "default", or not told, has that of the survey.
    ordered = [
        (path, {**page, **order} if page.get("questionsOrder", "default") == "default" else page) for path, page in own
    ]
    return [*ordered, ("", {**inside, **order})] if inside else ordered


def _page(page: Json, path: str, reading: Reading, shown: Shown, *, is_alone: bool) -> Iterator[Item]:
    name = str(page.get("name", ""))
    if shown.never(page, "pages"):
        note_lost(page, path, name or "page", "it is never shown", reading)
        return
    reading.leftovers(page, OF_PAGE, path)
    show_if = shown.condition(page, path, "page", reading)
    items = list(_elements(page, path, Within("", "page" if show_if else ""), shown, reading))
    kept = page.get(FIELD)  # DataHub writes whether it has a page here, in a file that must have one.
    if kept == {"page": True} or (kept != {"page": False} and not is_alone and items):
        id = reading.new_id(name or "page", "page")
        text = reading.text(page.get("title"), f"{path}.title", most=TEXT, to=f"{id}.text")
        help = reading.text(page.get("description"), f"{path}.description", most=TEXT, to=f"{id}.help")
        shuffle = page.get("questionsOrder") == "random"
        yield {"id": id, "type": "page", "text": text, "help": help, "show_if": show_if, "shuffle": shuffle}
        yield from items
    elif _list(page.get("elements")) or _list(page.get("questions")):
        if not items:
            reading.note(path, "page", "nothing on it could be taken")
            return
        yield from _section(page, path, show_if, reading)
        for item in items:
            yield {**item, "show_if": both(show_if, item["show_if"], reading.places.get(item["id"], path), reading)}


def _elements(parent: Json, path: str, within: Within, shown: Shown, reading: Reading) -> Iterator[Item]:
    for name in ("elements", "questions"):
        for place, element in enumerate(_list(parent.get(name))):
            at = f"{path}.{name}.{place}".lstrip(".")
            kind, called = str(element.get("type", "")), str(element.get("name", ""))
            if shown.never(element, "questions"):
                note_lost(element, at, called or kind, "it is never shown", reading)
                continue
            if len(reading.questions) >= MOST_ITEMS:
                note_lost(element, at, called or kind, TOO_MANY, reading)
                continue
            own = shown.condition(element, at, "panel" if kind == "panel" else "question", reading, within.name)
            show_if = both(within.show_if, own, at, reading)
            if kind == "panel":
                yield from _panel(element, at, Within(show_if, "panel" if show_if else within.name), shown, reading)
                continue
            try:
                yield item_of(element, at, show_if, reading)
            except LeftOut as reason:
                note_lost(element, at, f"{kind} {called}".strip(), str(reason), reading)


def _panel(element: Json, path: str, within: Within, shown: Shown, reading: Reading) -> Iterator[Item]:
    """Imports a panel: its elements, with its title before them as a section."""
    reading.leftovers(element, ("type", *OF_PAGE), path)
    yield from _section(element, path, within.show_if, reading)
    yield from _elements(element, path, within, shown, reading)


def _section(parent: Json, path: str, show_if: str, reading: Reading) -> Iterator[Item]:
    """Yields the title and the description of what is no page here, if it has any."""
    if parent.get("questionsOrder") == "random":
        reading.note(f"{path}.questionsOrder", "random", "only the questions of one page among several are mixed")
    heading, further = ("title", "description") if parent.get("title") else ("description", "")
    if not parent.get(heading):
        return
    id = reading.new_id(parent.get("name") or "section", "s")
    text = reading.text(parent[heading], f"{path}.{heading}", most=TEXT, to=f"{id}.text")
    help = reading.text(parent.get(further), f"{path}.{further}", most=TEXT, to=f"{id}.help")
    if text.strip():
        yield {"id": id, "type": "section", "text": text, "help": help, "show_if": show_if}


def _list(value: object) -> list[Json]:
    return [entry for entry in value if isinstance(entry, Mapping)] if isinstance(value, list) else []

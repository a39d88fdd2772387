"""A survey of LimeSurvey becomes a draft, and a list of all its parts that a draft cannot hold."""

from collections.abc import Iterator
from typing import Any

from surveys.drafts.importing.conditions import NotTaken
from surveys.drafts.importing.finish import TOO_MANY, Note, finished_draft
from surveys.drafts.importing.items import Item
from surveys.drafts.importing.reading import LeftOut, Reading
from surveys.drafts.importing.shown import both
from surveys.drafts.limesurvey import lss, tsv
from surveys.drafts.limesurvey.conditions import condition
from surveys.drafts.limesurvey.contents import Contents, Group, Question, Texts
from surveys.drafts.limesurvey.questions import items_of, name_of
from surveys.drafts.limesurvey.source import Source
from surveys.drafts.questionnaire import MOST_ITEMS
from surveys.drafts.translations import DESCRIPTION, TITLE
from surveys.questions.checks import LANGUAGE
from surveys.questions.limits import TEXT

ALWAYS, NEVER = ("", "1"), ("0",)


def draft_of(content: bytes, *, is_xml: bool) -> tuple[dict[str, Any], list[Note]]:
    """Returns a draft of the right shape. Raises DraftRefused where the file holds no survey."""
    contents = lss.contents_of(content) if is_xml else tsv.contents_of(content)
    reading = Reading(language=_tag(contents.language) or "en", required="mandatory")
    _name_languages(contents)
    title = reading.text(contents.title, "title", most=TITLE, to="title", one_line=True)
    has_description = any(text.strip() for text in contents.description.values())
    words = contents.description if has_description else contents.welcome
    description = reading.text(words, "description", most=DESCRIPTION, to="description")
    if has_description and any(text.strip() for text in contents.welcome.values()):
        reading.note("welcome", "welcome text", "the description stands at the beginning; put these words there too")
    items: list[Item] = []
    for group in contents.groups:
        items += _group(group, reading, len(items), is_alone=len(contents.groups) == 1)
    for name, why in contents.others.items():
        reading.note("survey", name, why)
    return finished_draft(items, title, description, reading)


def _group(group: Group, reading: Reading, before: int, *, is_alone: bool) -> Iterator[Item]:
    place = f"group {next(iter(group.name.values()), '')}"[:100]
    if group.relevance.strip() in NEVER:
        reading.note(place, "relevance: 0", "it is never shown")
        for question in group.questions:
            reading.note(question.place, name_of(question), "what it stands in is left out")
        return
    show_if = _condition(group.relevance, place, "the group is shown to everybody", reading)
    items: list[Item] = []
    heading = list(_heading(group, show_if, place, reading, is_page=not is_alone))
    for question in group.questions:
        items += _question(question, show_if if is_alone else "", before + len(items), reading)
    if items:
        yield from heading
        yield from items


def _heading(group: Group, show_if: str, place: str, reading: Reading, *, is_page: bool) -> Iterator[Item]:
    if not is_page and not any(text.strip() for text in group.name.values()):
        return
    id = reading.new_id(next(iter(group.name.values()), ""), "page" if is_page else "s")
    reading.places[id] = place
    text = reading.text(group.name, f"{place}.name", most=TEXT, to=f"{id}.text")
    help = reading.text(group.description, f"{place}.description", most=TEXT, to=f"{id}.help")
    item = {"id": id, "type": "page" if is_page else "section", "text": text, "help": help, "show_if": show_if}
    yield item | ({"shuffle": False} if is_page else {})


def _question(question: Question, above: str, before: int, reading: Reading) -> list[Item]:
    if before >= MOST_ITEMS:
        reading.note(question.place, name_of(question), TOO_MANY)
        return []
    if question.relevance.strip() in NEVER:
        reading.note(question.place, name_of(question), "it is never shown")
        return []
    own = _condition(question.relevance, f"{question.place}.relevance", "it is shown to everybody", reading)
    show_if = both(above, own, question.place, reading)
    try:
        return items_of(Source(question, show_if, reading))
    except LeftOut as reason:
        reading.note(question.place, name_of(question), str(reason))
        return []


def _condition(source: str, place: str, otherwise: str, reading: Reading) -> str:
    if source.strip() in ALWAYS:
        return ""
    try:
        return condition(source, reading)
    except NotTaken as reason:
        reading.note(place, source, f"the condition {reason}; {otherwise}")
        return ""


def _name_languages(contents: Contents) -> None:
    """Puts the texts of the base language first, in all parts of a survey."""
    texts = [contents.title, contents.description, contents.welcome]
    for group in contents.groups:
        texts += [group.name, group.description]
        for question in group.questions:
            texts += [question.texts, question.helps, *question.attributes.values()]
            texts += [entry.texts for entry in (*question.rows, *question.answers)]
    for each in texts:
        _renamed(each, contents.language)


def _renamed(texts: Texts, base: str) -> None:
    """Puts the text of the base language first, under the name that every importer uses for it."""
    renamed = {"default": texts.pop(base)} if base in texts else {}
    if "" in texts:
        renamed.setdefault("default", texts.pop(""))
    renamed |= {_tag(language) or language: text for language, text in texts.items()}
    texts.clear()
    texts |= renamed


def _tag(language: str) -> str:
    tag = language.strip()
    return tag if LANGUAGE.fullmatch(tag) else ""

"""XML of strangers is read as events, with limits and without document types, so that no entity can grow."""

from collections.abc import Callable, Mapping
from xml.parsers.expat import ExpatError, ParserCreate

from surveys.drafts.unfit import unfit
from surveys.errors import DraftRefused

MOST_DEPTH = 60
NO_XML = "This file ends in .lss but is no survey of LimeSurvey. Export the survey there once more, as its structure."


def read_xml(
    content: bytes,
    part: str,
    *,
    start: Callable[[str, Mapping[str, str]], None],
    end: Callable[[str], None],
    text: Callable[[str], None],
) -> None:
    """Calls `start`, `end` and `text` for each element, by its name without a namespace. DraftRefused for a document
    type, for what is nested too deep, and for what is no XML."""
    depth = 0
    parser = ParserCreate()
    parser.buffer_text = True

    def started(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEPTH:
            raise refused(part, f"is nested deeper than {MOST_DEPTH} elements")
        start(_bare(name), {_bare(key): value for key, value in attributes.items()})

    def ended(name: str) -> None:
        nonlocal depth
        depth -= 1
        end(_bare(name))

    def has_document_type(*_: object) -> None:
        raise refused(part, "has a document type, which no questionnaire needs and which could grow without end")

    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = has_document_type
    try:
        parser.Parse(content, True)
    except (ExpatError, ValueError, LookupError) as error:
        if part == "the survey":
            raise unfit(NO_XML) from error
        raise refused(part, "is no XML that can be read") from error


def refused(part: str, rule: str) -> DraftRefused:
    return DraftRefused(f"The file cannot be read: {part} {rule}.", fields={part: rule})


def _bare(name: str) -> str:
    return name.rpartition(":")[2]

"""The condition of an element joined with that of what it stands in."""

from surveys.drafts.importing.reading import Reading
from surveys.questions.limits import CONDITION


def both(above: str, own: str, path: str, reading: Reading) -> str:
    """Returns the condition of an element with that of what it stands in."""
    if not (above and own):
        return above or own
    joined = f"({above}) and ({own})"
    if len(joined) <= CONDITION:
        return joined
    why = f"with that of what it stands in, the condition has {len(joined)} characters; at most {CONDITION} are allowed"
    reading.note(path, own, f"{why}, so its own condition is left out")
    return above

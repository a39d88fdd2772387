"""Names that others read: of people, of what they share, in lists and mails and in what is promised about rows."""

from collections.abc import Container
from unicodedata import category

UNSEEN = {"Cc", "Cf", "Zl", "Zp"}  # control and format characters, and the two that end a line
JOINERS = "\u200c\u200d"  # some scripts are not written without them
_UNSEEN_RANGES = (  # of the first plane: expressions of other languages write no further ones
    r"\u0000-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f"
    r"\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb"
)
SEEN = rf"^[^{_UNSEEN_RANGES}]*$"  # patterns of the API's description: of what may be empty,
SEEN_AND_NOT_BLANK = rf"^[^{_UNSEEN_RANGES}]*[^\s{_UNSEEN_RANGES}][^{_UNSEEN_RANGES}]*$"  # and of what may not


def unseen_in(name: str, *, but: Container[str] = "") -> str:
    """Returns the first character of a name that nobody sees, as U+202E, or nothing. Such a one hides, or turns round,
    what it stands beside; `but` are those that may stand there."""
    character = next((letter for letter in name if category(letter) in UNSEEN and letter not in but), "")
    return f"U+{ord(character):04X}" if character else ""

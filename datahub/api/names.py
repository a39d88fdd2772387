"""These rules hold for names that others read: of people and of what they share, in lists and in mails."""

from collections.abc import Container
from unicodedata import category

# These Unicode categories hold control and format characters, and the two that end a line.
UNSEEN = {"Cc", "Cf", "Zl", "Zp"}
JOINERS = "\u200c\u200d"  # the two joiners of letters, without which some scripts cannot be written
# Only the first Unicode plane: JavaScript and other languages write no further characters in a pattern.
_UNSEEN_RANGES = (
    r"\u0000-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f"
    r"\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb"
)
# The OpenAPI document has this pattern for a name that may be empty.
SEEN = rf"^[^{_UNSEEN_RANGES}]*$"
# The pattern of the OpenAPI document for a name that may not be empty.
SEEN_AND_NOT_BLANK = rf"^[^{_UNSEEN_RANGES}]*[^\s{_UNSEEN_RANGES}][^{_UNSEEN_RANGES}]*$"


def unseen_in(name: str, *, but: Container[str] = "") -> str:
    """Returns the first character of a name that nobody sees, as U+202E, or nothing. Such a one hides, or turns round,
    what it stands beside; `but` are those that may stand there."""
    character = next((letter for letter in name if category(letter) in UNSEEN and letter not in but), "")
    return f"U+{ord(character):04X}" if character else ""

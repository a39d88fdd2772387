"""Names that others read: of people, of what they share, in lists and mails and in what is promised about rows."""

from collections.abc import Container
from unicodedata import category

UNSEEN = {"Cc", "Cf", "Zl", "Zp"}  # control and format characters, and the two that end a line
JOINERS = "\u200c\u200d"  # some scripts are not written without them


def unseen_in(name: str, *, but: Container[str] = "") -> str:
    """The first character that nobody sees, as U+202E, or nothing. Such a one hides, or turns round, what it stands
    beside; `but` are those that may stand there."""
    found = next((one for one in name if category(one) in UNSEEN and one not in but), "")
    return f"U+{ord(found):04X}" if found else ""

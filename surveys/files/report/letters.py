"""What a page can show of a text: signs without a picture, letters with their marks, directions and long words."""

import re
import unicodedata
from collections.abc import Iterator

MOST_MARKS = 30  # on one letter, as in Unicode's stream-safe text format: typst takes their number squared of memory
_LINE_ENDS = re.compile(r"\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# Controls, and code points that stand for no letter anywhere.
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ufeff\ufff9-\ufffb\ufffe\uffff]")
# Signs without a picture of their own: they join, part or order the letters beside them.
_WITHOUT_PICTURE = re.compile(
    r"[\n\xad\u034f\u061c\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\U000e0000-\U000e0fff]"
)
_JOINS_THE_LAST = re.compile(r"[\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
# Between letters of Thai, Lao, Burmese, Khmer, Chinese, Japanese and Korean a line may end, so they make no long word.
_LONG_WORD = re.compile(
    r"[^\s\-\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]{12,}"
)


def plain(text: str) -> str:
    """Returns a text with composed letters, one kind of line end, no controls, no marks without a letter at the head of
    a line, and so many marks on a letter as can be told apart."""
    seen = _UNSEEN.sub("", _LINE_ENDS.sub("\n", text).replace("\t", " "))
    if seen.isascii():
        return seen
    clusters = clusters_of(unicodedata.normalize("NFC", seen))
    return "".join("\n" if cluster.startswith("\n") else cluster[:MOST_MARKS] for cluster in clusters)


def clusters_of(text: str) -> Iterator[str]:
    """Yields the parts of a text that are drawn in one font each: a letter with its marks, an emoji with all that it
    joins."""
    start = 0
    for end in range(1, len(text)):
        after_joiner = text[end - 1] == "\u200d" and text[end] > "\u2000"
        if not after_joiner and not _is_joined(text[end]):
            yield text[start:end]
            start = end
    yield text[start:]


def pictured(text: str) -> frozenset[int]:
    """Returns the code points of a text that a font must have."""
    return frozenset(map(ord, _WITHOUT_PICTURE.sub("", text)))


def is_blank(text: str) -> bool:
    return not _WITHOUT_PICTURE.sub("", text).strip()


def is_right_to_left(text: str) -> bool | None:
    """Returns whether the first letter that has a direction runs to the left. Figures without letters, such as
    `35 % … 47 %`, run to the right; of other signs alone nothing follows."""
    directions = [*map(unicodedata.bidirectional, text)]
    for direction in directions:
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False if "EN" in directions else None


def long_words(text: str) -> list[str]:
    """Returns the words that may be wider than their column."""
    return sorted(set(_LONG_WORD.findall(text)))


def name_of(letter: str) -> str:
    code = f"U+{ord(letter):04X}"
    name = unicodedata.name(letter, "").lower()
    return f"{name} ({code})" if name else code


def _is_joined(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M") or bool(_JOINS_THE_LAST.match(letter))

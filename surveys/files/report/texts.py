"""The texts of a PDF report as its template takes them. A letter that no font has becomes LEFT_OUT and is named on the
last line, so that no reader meets an empty box."""

from typing import Any

from surveys.files.report.fonts import Fonts
from surveys.files.report.letters import (
    clusters_of,
    is_blank,
    is_right_to_left,
    long_words,
    name_of,
    pictured,
    plain,
)
from surveys.files.report.words import Words

LEFT_OUT = "[?]"
MOST_NAMED = 20
_BLANK = "\u2013"
_NO_FONT = {
    "en": ("No font here has these letters; {sign} stands for them: {letters}.", ", ", " and {count} more"),
    "zh-CN": ("这里的字体没有以下字符，文中以 {sign} 代替：{letters}。", "、", "，另有 {count} 个"),
}
_RIGHT_TO_LEFT = {"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"}


class Texts:
    """The texts of one report, and the letters without a font in the order in which they came."""

    def __init__(self, fonts: Fonts, words: Words) -> None:
        self.rtl = words.tag.partition("-")[0] in _RIGHT_TO_LEFT
        self._fonts = fonts
        self._words = words
        self._without_font: dict[str, None] = {}

    def write(self, text: str) -> dict[str, Any]:
        """Returns a text with its direction, which is that of the report if no letter has one, and the words that may
        have to be broken."""
        drawable = self._drawable(plain(text))
        direction = is_right_to_left(drawable)
        return {
            "text": drawable,
            "rtl": self.rtl if direction is None else direction,
            "long": long_words(drawable),
        }

    def write_heading(self, text: str) -> dict[str, Any]:
        """Returns a text that is not blank, as PDF/UA requires of headings."""
        return self.write(_BLANK if is_blank(plain(text)) else text)

    def last_line(self) -> dict[str, Any] | None:
        """Returns the sentence that names the letters without a font, if there are any."""
        if not self._without_font:
            return None
        sentence, comma, more = _NO_FONT[self._words.tag]
        letters = [*self._without_font]
        names = comma.join(map(name_of, letters[:MOST_NAMED]))
        if len(letters) > MOST_NAMED:
            names += more.format(count=len(letters) - MOST_NAMED)
        return self.write(sentence.format(sign=LEFT_OUT, letters=names))

    def _drawable(self, text: str) -> str:
        if self._fonts.draw(pictured(text)):
            return text
        shown: list[str] = []
        for cluster in clusters_of(text):
            letters = pictured(cluster)
            if self._fonts.draw(letters):
                shown.append(cluster)
                continue
            self._without_font |= dict.fromkeys(map(chr, sorted(letters)))
            if shown[-1:] != [LEFT_OUT]:
                shown.append(LEFT_OUT)
        return "".join(shown)

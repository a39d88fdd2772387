"""Markup in the texts of a questionnaire becomes plain text, as an HTML parser reads it."""

import re
from html.parser import HTMLParser

LONGEST_SOURCE = 20_000  # A longer text could not be kept, and would take long to read.
MOST_SHOWN = 100

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,2000}>")
_BARE_LESS = re.compile(r"<(?!/?[A-Za-z][^<>]{0,2000}>)")
_COMMENT = re.compile(r"<!--.{0,2000}?-->", re.DOTALL)
_BARE_AND = re.compile(r"&(?!#[0-9]{1,7};|#[xX][0-9A-Fa-f]{1,6};|[A-Za-z][A-Za-z0-9]{1,31};)")
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_LINES = re.compile(r" *\n[ \n]*")
_UNREAD = ("script", "style", "template")
_CELLS = ("td", "th")
_BLOCKS = (
    "address", "article", "aside", "blockquote", "br", "caption", "dd", "details", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav",
    "ol", "p", "pre", "section", "summary", "table", "tr", "ul",
)  # fmt: skip


def without_markup(source: str) -> str:
    """Returns the words of a text. A tag is `<`, perhaps `/`, and a letter, up to `>`; any other `<` or `>` is a sign
    of the text. Blocks and line breaks become lines; entities become their signs."""
    source = _COMMENT.sub("", source[:LONGEST_SOURCE])
    escaped = _BARE_LESS.sub("&lt;", _BARE_AND.sub("&amp;", source))
    parser = _Words(has_tags=_TAG.search(source) is not None)
    parser.feed(escaped)
    parser.close()
    text = "".join(parser.parts).replace("\xa0", " ")
    return _LINES.sub("\n", re.sub(" +", " ", text)).strip() if parser.has_tags else text


def shown_difference(before: str, after: str) -> str:
    """Returns how a text stood in the file and how it stands in the draft, from a little before they differ."""
    same = next((place for place, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), len(after))
    start = max(0, same - 20)
    return f"“{_excerpt(before, start)}” became “{_excerpt(after, start)}”"


def _excerpt(text: str, start: int) -> str:
    end = start + MOST_SHOWN
    return f"{'…' if start else ''}{' '.join(text[start:end].split())}{'…' if len(text) > end else ''}"


class _Words(HTMLParser):
    def __init__(self, *, has_tags: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.has_tags = has_tags
        self._unread = 0  # The number of open elements whose contents nobody reads.

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - the parser's own
        self._unread += tag in _UNREAD
        self._break_at(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - as above
        self._break_at(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNREAD and self._unread:
            self._unread -= 1
        self._break_at(tag)

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.parts.append(_BLANKS.sub(" ", data) if self.has_tags else data)

    def _break_at(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.parts.append("\n")
        elif tag in _CELLS:
            self.parts.append(" ")

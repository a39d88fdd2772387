"""Markup in the texts of a questionnaire becomes plain text, as an HTML parser reads it."""

import re
from collections.abc import Collection
from html.parser import HTMLParser

LONGEST_SOURCE = 20_000  # A longer text could not be kept, and would take long to read.
MOST_SHOWN = 100

_LESS = re.compile(r"<")
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9:-]{0,60})(?P<rest>[^<>]{0,2000})>")
_ATTRIBUTE = re.compile(
    r"\s+([A-Za-z_:@][^\s=<>\"'/]*\s*=|(hidden|disabled|checked|selected|open|nowrap|controls|required)\b)"
)
_COMMENT = re.compile(r"<!--.{0,2000}?-->", re.DOTALL)
_BARE_AND = re.compile(r"&(?!#[0-9]{1,7};|#[xX][0-9A-Fa-f]{1,6};|[A-Za-z][A-Za-z0-9]{1,31};)")
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_LINES = re.compile(r" *\n[ \n]*")
_NEED_END = ("a", "b", "i", "q", "s", "u")  # One letter is a tag only where its end stands in the text too.
_UNREAD = ("script", "style", "template")
_CELLS = ("td", "th")
_BLOCKS = (
    "address", "article", "aside", "blockquote", "br", "caption", "dd", "details", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav",
    "ol", "p", "pre", "section", "summary", "table", "tr", "ul",
)  # fmt: skip
_NAMES = frozenset((
    *_BLOCKS, *_CELLS, *_UNREAD, *_NEED_END, "abbr", "acronym", "applet", "area", "audio", "base", "bdi", "bdo", "big",
    "body", "button", "canvas", "center", "cite", "code", "col", "colgroup", "data", "datalist", "del", "dfn", "dialog",
    "dir", "em", "embed", "font", "frame", "head", "hgroup", "html", "iframe", "img", "input", "ins", "kbd", "label",
    "legend", "link", "map", "mark", "marquee", "menu", "meta", "meter", "nobr", "noscript", "object", "optgroup",
    "option", "output", "param", "picture", "progress", "rp", "rt", "ruby", "samp", "search", "select", "slot", "small",
    "source", "span", "strike", "strong", "sub", "sup", "svg", "tbody", "textarea", "tfoot", "thead", "time", "title",
    "track", "tt", "var", "video", "wbr",
))  # fmt: skip


def without_markup(source: str) -> str:
    """Returns the words of a text. Blocks and line breaks become lines; entities become their signs; a `<` that begins
    no tag of HTML is a sign of the text."""
    source = _COMMENT.sub("", source[:LONGEST_SOURCE])
    marked = _BARE_AND.sub("&amp;", source)
    ends = {match["name"].lower() for match in _TAG.finditer(marked) if match["end"]}
    escaped = _LESS.sub(lambda sign: "<" if _is_tag(marked, sign.start(), ends) else "&lt;", marked)
    parser = _Words(has_tags="<" in escaped)
    parser.feed(escaped)
    parser.close()
    text = "".join(parser.parts).replace("\xa0", " ")
    return _LINES.sub("\n", re.sub(" +", " ", text)).strip() if parser.has_tags else text


def _is_tag(text: str, at: int, ends: Collection[str]) -> bool:
    """Returns whether a `<` begins a tag: with a name of HTML, or one with a hyphen that has an end, and with nothing
    but attributes after it."""
    tag = _TAG.match(text, at)
    if tag is None:
        return False
    name, rest = tag["name"].lower(), tag["rest"]
    if name not in _NAMES and ":" not in name and not ("-" in name and name in ends):
        return False
    if tag["end"] or not rest.strip(" \t\n/"):
        return name not in _NEED_END or name in ends
    return rest[0] in " \t\n/" and _ATTRIBUTE.match(rest) is not None


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

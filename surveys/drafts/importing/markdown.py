"""The Markdown of XLSForm labels becomes plain text: strong, emphasis, headings and links, which ODK and Kobo draw."""

import re

_ESCAPED = re.compile(r"\\([\\*_#\[\]])")
_LINK = re.compile(r"\[([^\[\]]{1,500})\]\(([^()\s]{1,1000})\)")
_HEADING = re.compile(r"^#{1,6}[ \t]+", re.MULTILINE)
_STRONG = re.compile(r"(\*\*|__)(?=\S)([^*_\n]{1,2000}?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*_])([*_])(?=[^\s*_])([^*_\n]{1,2000}?)(?<=\S)\1(?![\w*_])")
_SIGNS = re.compile(r"\{[^{}]*\}|[\\*_#\[\]]")  # What stands in braces quotes an answer.
_HIDDEN = "\ue000"  # An escaped sign is hidden behind this one, of the private use area, while the others are read.


def without_markdown(text: str) -> str:
    """Returns the words of a text: `**strong**` and `_emphasis_` without their signs, a heading without its `#`, a link
    as its words with the address in brackets. A sign after a backslash is a sign of the text."""
    hidden = _ESCAPED.sub(lambda match: f"{_HIDDEN}{ord(match[1]):04x}", text)
    plain = _LINK.sub(lambda match: f"{match[1]} ({match[2]})", _HEADING.sub("", hidden))
    for signs in (_EMPHASIS, _STRONG, _EMPHASIS):  # One may stand inside the other.
        plain = signs.sub(r"\2", plain)
    return re.sub(f"{_HIDDEN}([0-9a-f]{{4}})", lambda match: chr(int(match[1], 16)), plain)


def with_markdown_escaped(text: str) -> str:
    """Returns a plain text as Markdown: with backslashes, where it would be read as Markdown otherwise."""
    return text if without_markdown(text) == text else _SIGNS.sub(_escaped, text)


def _escaped(sign: re.Match[str]) -> str:
    return sign[0] if sign[0].startswith("{") else f"\\{sign[0]}"

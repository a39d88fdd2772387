"""Texts of a draft in another format: signs that would be read as markup there, and answers that a text quotes."""

import re
from collections.abc import Callable, Mapping
from typing import Any

_ENTITY = re.compile(r"&(?=#[0-9]|#[xX]|[A-Za-z])")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_BRACE = re.compile(r"\{\{|\{([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)\}")
DEFAULT = "default"
Draft = Mapping[str, Any]


class Texts:
    """These are the texts of a draft, by place, as another format writes them."""

    def __init__(self, draft: Draft, quoted: Callable[[str], str], escape: Callable[[str], str] = str) -> None:
        self._draft, self._quoted, self._escape = draft, quoted, escape

    def by_language(self, base: str, path: str) -> dict[str, str]:
        """Returns a text and its translations; the base language is called `default`."""
        texts = {DEFAULT: self.written(base)} if base else {}
        for language in self._draft["languages"]:
            translated = self._draft["translations"].get(language, {}).get(path)
            if translated:
                texts[language] = self.written(translated)
        return texts

    def written(self, text: str) -> str:
        escaped = _TAG.sub("&lt;", _ENTITY.sub("&amp;", self._escape(text)))
        return _BRACE.sub(lambda match: self._quoted(match[1]) if match[1] else "{", escaped)

"""The fonts of a PDF report: those beside this module, and those that the administrator adds.

fonts/fonts.json lists the former in the order in which a letter is looked for, with their SHA-256; a test holds it, and
scripts/parts/report_fonts.py makes it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import typst
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parent / "fonts"
CHINESE = "Noto Sans SC"


@dataclass(frozen=True)
class Fonts:
    """`letters` names the families in the order in which they are tried, and the letters that each can draw."""

    files: typst.Fonts
    letters: Mapping[str, frozenset[int]]

    def draw(self, letters: frozenset[int]) -> bool:
        """Returns whether one family has all of these letters: a mark is drawn in the font of the letter below it."""
        return any(letters <= family for family in self.letters.values())

    def families_for(self, tag: str) -> list[str]:
        """Returns the families in their order for a language: in Chinese, quotation marks and dots have the width of
        its signs, but the code points of Latin ones."""
        return sorted(self.letters, key=lambda family: tag.startswith("zh") and family != CHINESE)


@cache
def fonts_in(added: Path) -> Fonts:
    """Returns the fonts of DataHub and those of a folder, which need not exist and whose fonts come first among those
    of one family. A process reads them once: new ones are there after a restart."""
    folders = [str(folder) for folder in (added, FOLDER) if folder.is_dir()]
    files = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)
    regular: dict[str, typst.FontInfo] = {}
    for face in sorted(files.fonts(), key=_distance_from_regular):
        regular.setdefault(face.family, face)
    listed = [font["family"] for font in json.loads((FOLDER / "fonts.json").read_text("utf-8"))]
    order = [*listed, *sorted(regular.keys() - set(listed))]
    return Fonts(files, {family: _letters_of(regular[family]) for family in order})


def _distance_from_regular(face: typst.FontInfo) -> tuple[bool, float, int]:
    """The order in which typst prefers the faces of one family for upright text of regular weight."""
    return face.style != "normal", abs(face.stretch - 1), abs(face.weight - 400)


def _letters_of(face: typst.FontInfo) -> frozenset[int]:
    with TTFont(face.path, fontNumber=face.index, lazy=True) as font:
        return frozenset(font.getBestCmap() or ())

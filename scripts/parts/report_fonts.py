"""`python -m scripts.parts.report_fonts FOLDER`: makes surveys/files/report/fonts from packages in FOLDER.

The packages are those of SOURCES, fetched once by hand (`npm pack @expo-google-fonts/noto-sans@0.4.2`). A font is taken
whole, as its makers published it, unless all of it would be large: then the letters of KEPT are cut out. The list of
the fonts, in the order in which they are tried, has the SHA-256 of each file. IBM's Arabic font comes before Noto's,
which draws the dots of a letter as marks of their own: readers of the PDF would take each such letter for two.
"""

import hashlib
import io
import json
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).resolve().parents[2] / "surveys" / "files" / "report" / "fonts"
SOURCES = (
    "noto-sans-0.4.2", "ibm-plex-sans-arabic-0.4.2", "noto-sans-arabic-0.4.3", "noto-sans-hebrew-0.4.1",
    "noto-sans-devanagari-0.4.1", "noto-sans-thai-0.4.2", "noto-sans-bengali-0.4.4", "noto-sans-tamil-0.4.3",
    "noto-sans-telugu-0.4.2", "noto-sans-gujarati-0.4.2", "noto-sans-gurmukhi-0.4.1", "noto-sans-khmer-0.4.3",
    "noto-sans-georgian-0.4.3", "noto-sans-armenian-0.4.2", "noto-sans-ethiopic-0.4.2", "noto-sans-math-0.4.2",
    "noto-sans-sc-0.4.3", "noto-sans-kr-0.4.3", "noto-sans-symbols-2-0.4.1", "noto-emoji-0.4.7",
)  # fmt: skip


def letters_of(codec: str, first: int, last: int) -> Iterator[int]:
    """Yields the letters that a codec of two bytes writes with a first byte in a range."""
    for pair in ((high, low) for high in range(first, last + 1) for low in range(0x40, 0xFF)):
        text = bytes(pair).decode(codec, errors="ignore")
        if len(text) == 1 and ord(text) > 0x7F:
            yield ord(text)


def han() -> set[int]:
    """Returns the signs of GB 2312, the frequent ones of Big5 and JIS X 0208, those of mainland names that GB 2312
    lacks, and the punctuation that is set with them."""
    names = "喆堃镕祎犇瑄昉珺啰囍垚堉炜烨煊焱珅珩琰瑀瑗璟甯皓睿祺禕稣筠翀翊芃茜蓁赟轩铱锴镒霈靓韫頔馨骎骉鸾麒龑"
    every = {*letters_of("gb2312", 0xA1, 0xF7), *letters_of("big5", 0xA4, 0xC6), *letters_of("euc_jp", 0xA1, 0xCF)}
    return every | set(map(ord, names)) | {*range(0x20, 0x7F), *range(0x3000, 0x3400), *range(0xFE10, 0xFFEF)}


def hangul() -> set[int]:
    """Returns the syllables of KS X 1001, which spell all but rare words, and the single letters."""
    return {letter for letter in letters_of("euc_kr", 0xB0, 0xC8) if letter > 0xABFF} | {*range(0x3130, 0x3190)}


KEPT: dict[str, Callable[[], set[int]]] = {
    "noto-sans-math": lambda: {*range(0x2190, 0x2300)},
    "noto-sans-sc": han,
    "noto-sans-kr": hangul,
    "noto-sans-symbols-2": lambda: {*range(0x2500, 0x27C0), *range(0x2B00, 0x2BFF)},
}


def font_in(package: Path) -> tuple[str, bytes, str]:
    """Returns the name and the bytes of the regular font of a package, and the notice of its licence."""
    with tarfile.open(package) as archive:
        font = next(name for name in archive.getnames() if name.endswith("_400Regular.ttf"))
        name = Path(font).name.replace("_400Regular", "-Regular")
        parts = [file.read() for file in map(archive.extractfile, (font, "package/LICENSE_FONT")) if file]
    return name, parts[0], parts[1].decode()


def part_of(font: bytes, letters: set[int]) -> bytes:
    """Returns a font with some of its letters; the same font and letters make the same bytes."""
    options = subset.Options(layout_features=["*"], notdef_outline=True, name_IDs=["*"], hinting=False)
    cut = TTFont(io.BytesIO(font), recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters & set(cut.getBestCmap()))
    cutter.subset(cut)
    raw = io.BytesIO()
    cut.save(raw)
    return raw.getvalue()


def make(packages: Path) -> None:
    fonts, notices, licence = [], [], ""
    for source in SOURCES:
        name, font, text = font_in(packages / f"expo-google-fonts-{source}.tgz")
        package, _, version = source.rpartition("-")
        if letters := KEPT.get(package):
            font = part_of(font, letters())
        (FOLDER / name).write_bytes(font)
        notice, _, licence = text.partition("\n")
        notices.append(f"{name}: {notice.strip()}")
        name_table: Any = TTFont(io.BytesIO(font))["name"]
        fonts.append({
            "file": name, "family": name_table.getDebugName(1), "source": f"@expo-google-fonts/{package} {version}",
            "whole": letters is None, "sha256": hashlib.sha256(font).hexdigest(),
        })  # fmt: skip
    (FOLDER / "fonts.json").write_text(json.dumps(fonts, indent=2) + "\n", "utf-8")
    (FOLDER / "OFL.txt").write_text("\n".join(notices) + "\n" + licence, "utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))

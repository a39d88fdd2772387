"""Guesses the encoding of a text that is not in Unicode, by the words that it gives in each encoding.

A single-byte encoding fits if nearly all words beyond ASCII are spelt with the letters of one language that is written
in it. Chinese, Japanese and Korean fit if nearly all signs are among the common ones. Where nothing fits, nothing is
guessed: any text is some sequence of letters in each of these encodings.
"""

import codecs
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import BinaryIO

LEAST_FIT = 0.9
LEAST_TYPICAL = 0.55
MOST_WORDS = 2000
SAMPLE_BYTES = 64 * 1024
WORD = re.compile(r"[^\W\d_]+")
# Signs that stand in texts of many languages, but not behind or before a letter; controls, which stand in none.
ODD = (
    re.compile(r"[^\W\d_][\u00a1-\u00b4\u00b6\u00b8\u00b9\u00bb-\u00bf\u00d7\u00f7\u2500-\u25ff]"),
    re.compile(r"[\u00a2-\u00a9\u00ac-\u00b4\u00b6\u00b8\u00b9\u00bc-\u00be\u00d7\u00f7\u2500-\u25ff][^\W\d_]"),
    re.compile(r"[\x80-\x9f]"),
)


@dataclass(frozen=True, slots=True)
class Language:
    """A language has letters beyond ASCII, and sequences that never stand in its words. Letters of another script make
    up whole words, and some of them are frequent."""

    letters: str
    frequent: str = ""
    never: re.Pattern[str] | None = None


LATIN = {
    "German": "äöüß",
    "French": "àâæçéèêëîïôœùûüÿ",
    "Spanish": "áéíñóúüªº",
    "Italian": "àèéìíîòóùú",
    "Portuguese": "ãáàâçéêíóôõúüªº",
    "Dutch": "ëïéèöüáóíê",
    "Swedish": "åäöéü",
    "Danish": "åæøéäö",
    "Catalan": "àçèéíïòóúü·",
    "Turkish": "çğıi̇öşüâ",
    "Icelandic": "áðéíóúýþæö",
    "Polish": "ąćęłńóśźż",
    "Czech": "áčďéěíňóřšťúůýž",
    "Slovak": "áäčďéíĺľňóôŕšťúýž",
    "Hungarian": "áéíóöőúüű",
    "Romanian": "ăâîşţșț",
    "Croatian": "čćđšž",
    "Lithuanian": "ąčęėįšųūž",
    "Latvian": "āčēģīķļņšūž",
    "Estonian": "äöüõšž",
}
NEVER = {"French": re.compile("ç[^aouâôû]|ç$"), "Portuguese": re.compile("ç[^aouãáóâõ]|ç$|õ[^e]|õ$")}
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўђјљњћџ"
LANGUAGES: Mapping[str, Language] = {
    **{name: Language(letters, never=NEVER.get(name)) for name, letters in LATIN.items()},
    "Russian": Language(CYRILLIC, "оеаинтсрвлкмі"),
    "Greek": Language("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ", "αοιετσςνηυρπκλάόίή"),
    "Hebrew": Language("אבגדהוזחטיךכלםמןנסעףפץצקרשת", "יוהלאמרתנבש"),
    "Arabic": Language("ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگکی", "اليمنوترةبدس"),
    "Thai": Language("".join(map(chr, range(0x0E01, 0x0E4F))), "านรอกเงมยลวดท่สตะปบคห้แจพช็ใ"),
}
# The languages of each encoding; the first encoding of those that fit as well is taken.
SINGLE_BYTES: Mapping[str, tuple[str, ...]] = {
    "windows-1252": (
        "German", "French", "Spanish", "Italian", "Portuguese", "Dutch", "Swedish", "Danish", "Catalan", "Estonian",
    ),
    "windows-1250": ("Polish", "Czech", "Slovak", "Hungarian", "Romanian", "Croatian"),
    "iso-8859-2": ("Polish", "Czech", "Slovak", "Hungarian", "Romanian", "Croatian"),
    "windows-1254": ("Turkish",),
    "windows-1257": ("Lithuanian", "Latvian", "Estonian"),
    "windows-1251": ("Russian",),
    "koi8-r": ("Russian",),
    "koi8-u": ("Russian",),
    "cp866": ("Russian",),
    "iso-8859-5": ("Russian",),
    "windows-1253": ("Greek",),
    "iso-8859-7": ("Greek",),
    "windows-1255": ("Hebrew",),
    "windows-1256": ("Arabic",),
    "cp874": ("Thai",),
    "cp850": ("German", "French", "Spanish", "Italian", "Portuguese", "Danish", "Swedish"),
    "mac-roman": ("German", "French", "Spanish", "Italian", "Portuguese", "Danish", "Swedish"),
    "cp852": ("Polish", "Czech", "Slovak", "Hungarian", "Romanian", "Croatian"),
}  # fmt: skip
# Icelandic comes last, because its letters are those of Turkish in windows-1254, which is more often met.
LAST: Mapping[str, tuple[str, ...]] = {"windows-1252": ("Icelandic",)}
# The first bytes of the common signs of each encoding.
DOUBLE_BYTES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "shift_jis": ((0x81, 0x83), (0x88, 0x98)),
    "big5": ((0xA1, 0xA1), (0xA4, 0xC6)),
    "euc-kr": ((0xA1, 0xA3), (0xB0, 0xC8)),
    "euc-jp": ((0xA1, 0xA5), (0xB0, 0xCF)),
    "gb18030": ((0xA1, 0xF7),),
}
HIGH = 0xA1  # the second byte of a sign is at least this in every one of them but Shift JIS and Big5
LEAST_LOW = 0.15  # of the second bytes of a text in Big5 a third is lower
KANA = re.compile(r"[\u3041-\u30ff]")
LEAST_KANA = 0.1  # kana stand in nearly every Japanese table


def guessed_encoding(start: bytes) -> str | None:
    """Returns the encoding that fits the start of a file best; None if none fits."""
    best, most = None, 0.0
    for encodings in (SINGLE_BYTES, LAST):
        for encoding, languages in encodings.items():
            words = _words(_decoded(start, encoding))
            for name in languages if words else ():
                fit = _fit(words, LANGUAGES[name])
                if fit > most + 0.02:
                    best, most = encoding, fit
    return best or next((encoding for encoding in DOUBLE_BYTES if _is_common(start, encoding)), None)


def _decoded(start: bytes, encoding: str) -> str:
    """Returns the text of the whole letters; empty if some byte is none of the encoding."""
    try:
        return codecs.getincrementaldecoder(encoding)("strict").decode(start)
    except UnicodeDecodeError:
        return ""


def _words(text: str) -> list[str]:
    """Returns the different words that hold a letter beyond ASCII, and what looks like none of any language."""
    odd = {sign for pattern in ODD for sign in pattern.findall(text)}
    words = {word for word in WORD.findall(text) if not word.isascii()}
    return [*sorted(words)[:MOST_WORDS], *odd]


def _fit(words: Iterable[str], language: Language) -> float:
    """Returns which share of the words are spelt in a language, times, in another script, how typical its letters
    are; 0 if it is too small."""
    fits = [_is_spelt(word, language) for word in words]
    fit = sum(fits) / len(fits)
    if fit < LEAST_FIT:
        return 0
    if not language.frequent:
        return fit
    letters = "".join(words).lower()
    typical = sum(letter in language.frequent for letter in letters) / len(letters)
    return fit if typical >= LEAST_TYPICAL else 0


def _is_spelt(word: str, language: Language) -> bool:
    lower = word.lower()
    beyond = [letter for letter in lower if letter > "\x7f"]
    if not beyond or not all(letter in language.letters for letter in beyond):
        return False
    if language.never and language.never.search(lower):
        return False
    if any(first.islower() and second.isupper() for first, second in pairwise(word)):
        return False
    return len(beyond) == len(lower) if language.frequent else 4 * len(beyond) <= 3 * len(lower)


def _is_common(start: bytes, encoding: str) -> bool:
    text = _decoded(start, encoding)
    signs = [sign for sign in text if sign > "\x7f"]
    pairs = [pair for sign in signs if len(pair := sign.encode(encoding)) == 2]
    common = [pair for pair in pairs if any(low <= pair[0] <= high for low, high in DOUBLE_BYTES[encoding])]
    if not signs or len(common) < LEAST_FIT * len(signs):
        return False
    low = sum(pair[1] < HIGH for pair in pairs)
    if encoding == "big5":
        return low >= LEAST_LOW * len(pairs)
    if encoding == "euc-jp":
        return len(KANA.findall(text)) >= LEAST_KANA * len(signs)
    return encoding == "shift_jis" or low <= (1 - LEAST_FIT) * len(pairs)


def sample_of(source: BinaryIO) -> bytes:
    """Returns the first lines of a file that hold bytes beyond ASCII."""
    source.seek(0)
    sample = b""
    while len(sample) < SAMPLE_BYTES and (line := source.readline(SAMPLE_BYTES)):
        sample += b"" if line.isascii() else line
    return sample


def utf_8_share(sample: bytes) -> float:
    """Returns the share of lines that are UTF-8."""
    lines = sample.splitlines()
    return sum(_decoded(line, "utf-8") != "" for line in lines) / max(1, len(lines))

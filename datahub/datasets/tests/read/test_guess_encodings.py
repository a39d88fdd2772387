"""The encoding of a table is guessed from its words, and a file that states one is read in it.

The words are first names and answers, which nobody looked at when the letters of each language were written down.
"""

import codecs
import io

import pytest

from datahub.datasets.readers.detect import detect
from datahub.datasets.readers.encodings import guessed_encoding
from datahub.datasets.readers.lines import ENCODINGS
from datahub.datasets.readers.read import read

WORDS = {
    "German": "Jürgen Björn Käthe Günter Jörg weiß größtenteils männlich",
    "French": "Éric Hélène François Zoé Joël célibataire marié très_souvent jamais être",
    "Spanish": "José María Íñigo Begoña Ángel sí mañana divorciada",
    "Polish": "Łukasz Małgorzata Grażyna Paweł Świętosława często zawsze mężczyzna źle",
    "Czech": "Jiří Tomáš Lukáš Zdeněk Květa žena muž někdy nevím",
    "Hungarian": "Győző Erzsébet Gergő Jenő Tünde férfi nő néha soha özvegy",
    "Romanian": "Ştefan Mărioara Ionuţ Cătălin bărbat niciodată căsătorit",
    "Croatian": "Željko Šime Đurđa Krešimir žena muškarac često uvijek kuća",
    "Turkish": "Ayşe Çağrı Gökçe Işıl Tuğba Şebnem kadın hiçbir_zaman evli_değil",
    "Russian": "Наталья Сергей Ольга Дмитрий Екатерина женский мужской иногда никогда",
    "Greek": "Γιώργος Ελένη Δημήτρης Μαρία άνδρας γυναίκα ποτέ συχνά",
    "Hebrew": "דוד שרה משה רחל זכר נקבה לפעמים תמיד",
    "Arabic": "محمد فاطمة أحمد ذكر أنثى أحيانا دائما",
    "Thai": "สมชาย สมหญิง ชาย หญิง บางครั้ง เสมอ",
    "Lithuanian": "Žydrūnas Ąžuolas Jūratė Česlovas moteris kartais niekada_nežinau",
    "Japanese": "佐藤 鈴木 男性 女性 まったくない いつもある",
    "Chinese": "王伟 李娜 男性 女性 从不 经常 已婚 未婚",
    "Taiwanese": "王小明 陳淑芬 男性 女性 從不 經常 已婚 未婚 國中",
    "Korean": "김철수 이영희 남성 여성 가끔 항상 기혼 미혼",
}
CASES = [
    ("German", "windows-1252"), ("German", "cp850"), ("German", "mac-roman"), ("French", "windows-1252"),
    ("French", "cp850"), ("Spanish", "windows-1252"), ("Polish", "windows-1250"), ("Polish", "iso-8859-2"),
    ("Polish", "cp852"), ("Czech", "windows-1250"), ("Czech", "iso-8859-2"), ("Hungarian", "windows-1250"),
    ("Hungarian", "iso-8859-2"), ("Romanian", "windows-1250"), ("Croatian", "windows-1250"),
    ("Croatian", "iso-8859-2"), ("Turkish", "windows-1254"), ("Russian", "windows-1251"), ("Russian", "koi8-r"),
    ("Russian", "cp866"), ("Russian", "iso-8859-5"), ("Greek", "windows-1253"), ("Greek", "iso-8859-7"),
    ("Hebrew", "windows-1255"), ("Arabic", "windows-1256"), ("Thai", "cp874"), ("Lithuanian", "windows-1257"),
    ("Japanese", "shift_jis"), ("Japanese", "euc-jp"), ("Chinese", "gb18030"), ("Taiwanese", "big5"),
    ("Korean", "euc-kr"),
]  # fmt: skip


def table(language: str, rows: int = 60) -> str:
    words = WORDS[language].split()
    return "id,word\n" + "".join(f"{row},{words[row % len(words)]}\n" for row in range(rows))


@pytest.mark.parametrize(("language", "encoding"), CASES)
def test_a_guess_gives_the_words_back(language: str, encoding: str) -> None:
    text = table(language)
    raw = text.encode(encoding)
    guess = detect(io.BytesIO(raw), name="a.csv")
    assert guess.encoding in ENCODINGS
    assert raw.decode(guess.encoding) == text
    first = next(read(io.BytesIO(raw), format=guess, size=len(raw)).rows())
    assert first[1] == WORDS[language].split()[0]


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", codecs.BOM_UTF8), ("utf-16-le", codecs.BOM_UTF16_LE), ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-32-le", codecs.BOM_UTF32_LE), ("utf-32-be", codecs.BOM_UTF32_BE), ("utf-16-le", b""), ("utf-16-be", b""),
        ("gb18030", "\ufeff".encode("gb18030")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["German", "Chinese"])
def test_a_unicode_file_is_read_with_its_mark_and_without(encoding: str, mark: bytes, language: str) -> None:
    raw = mark + table(language).encode(encoding)
    source = io.BytesIO(raw)
    format = detect(source, name="a.csv")
    read_table = read(source, format=format, size=len(raw))
    assert read_table.names == ("id", "word")
    assert [row[1] for row in read_table.rows()][: len(WORDS[language].split())] == WORDS[language].split()


@pytest.mark.parametrize("text", ["", "id,word\n1,plain\n"])
def test_nothing_is_guessed_of_a_text_in_ascii(text: str) -> None:
    assert guessed_encoding(text.encode()) is None


def test_a_text_that_is_utf_8_in_part_is_no_guess_of_another_encoding() -> None:
    raw = table("Polish").encode() + table("Polish").encode("windows-1250")
    with pytest.raises(Exception, match="from here on it is not"):
        detect(io.BytesIO(raw), name="a.csv")


def test_every_encoding_that_can_be_chosen_is_one_of_python() -> None:
    assert [codecs.lookup(encoding) for encoding in ENCODINGS]

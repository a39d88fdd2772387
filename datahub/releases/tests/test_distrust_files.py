"""Files that are broken or mean harm are refused with file, line and rule; none ends the verifier in any other way."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from datahub.releases.read_tables import read_table
from datahub.releases.reading import read_card, read_tree
from datahub.releases.table_runs import Refused
from datahub.releases.tests.factories import card, release_files, sha256, written
from datahub.releases.verifier import Files, verify

K = {"model": "k-anonymity", "k": 2}
ROLES = {"place": "quasi", "secret": "sensitive"}
ROWS = [("north", "flu"), ("north", "-1.5")]


def test_the_card_of_synthetic_rows_is_not_taken_for_a_promise_about_classes(tmp_path: Path) -> None:
    (tmp_path / "card.json").write_text(json.dumps({"synthetic": True, "rows": 2}), encoding="utf-8")
    with pytest.raises(Refused, match=r"card\.json: is of synthetic rows"):
        read_card(tmp_path / "card.json")


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return release_files(tmp_path, card(ROLES, 2, K), ROWS)


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"", "line 1: 0 columns"),
        (b"\n", "line 1: 0 cells"),
        (b"place,place\n", "line 1: 2 columns; 1 to 1000, each with a name of its own"),
        (b"place,\n", "line 1: 2 columns"),
        (b",".join(b"c%d" % at for at in range(1_000_000)), "line 1: 1000000 columns; 1 to 1000"),
        (b"\xef\xbb\xbfplace,secret\nnorth,flu\n", "line 1: begins with a byte order mark"),
        (b"place,secret\nnorth,flu\nnorth,\0\n", "line 3: holds a NUL byte"),
        (b"place,secret\nnorth,flu\nnorth,\xff\n", "line 3: is not UTF-8"),
        ("place,secret\nnorth,flu\n".encode("utf-16"), "line 1: holds a NUL byte"),
        (b"place,secret\nnorth,flu\nnorth\n", "line 3: 1 cells; line 1 has 2"),
        (b"place,secret\nnorth,flu\nnorth,flu,x\n", "line 3: 3 cells; line 1 has 2"),
        (b"place,secret\nnorth,flu\n\nnorth,flu\n", "line 3: 0 cells; line 1 has 2"),
        (b'place,secret\nnorth,flu\nnorth,"flu', "line 3: unexpected end of data"),
        (b'place,secret\nnorth,"flu"x\n', "line 2: ',' expected after '\"'"),
        (b"place,secret\nnorth,flu\nnorth," + b"x" * 200_000 + b"\n", "line 3: field larger than field limit"),
        (b"place,secret\nnorth,flu\nplace,secret\n", "line 3: is the line of names again"),
        (b"secret,place\nnorth,flu\n", "line 1: the columns are not those of the card"),
        (b"place,secret,name\nnorth,flu,Ann\n", "line 1: the columns are not those of the card"),
        (b"place,secret\nnorth,flu\nnorth,=1+1\n", "line 3, 'secret': begins like a formula"),
        (b"place,secret\nnorth,@SUM(A1)\n", "line 2, 'secret': begins like a formula"),
        (b"place,secret\nnorth,-cmd|'/c calc'!A0\n", "line 2, 'secret': begins like a formula"),
        (b"place,secret\n+north,flu\n", "line 2, 'place': begins like a formula"),
        (b'place,secret\nnorth,flu\nnorth,"a\tb"\n', "line 3, 'secret': begins like a formula or holds a control"),
        (b"PAR1 and no more", "is no whole Parquet file"),
    ],
)
def test_a_table_is_refused_by_line_and_rule(content: bytes, refusal: str, files: Files) -> None:
    files.release.write_bytes(content)
    with pytest.raises(Refused) as refused:
        verify(files)
    assert f"release.csv {refusal}" in str(refused.value) or f"release.csv: {refusal}" in str(refused.value)


def test_negative_numbers_lines_of_windows_and_quoted_cells_are_no_harm(files: Files) -> None:
    files.release.write_bytes(b'place,secret\r\nnorth,-1.5\r\n"north",flu\r\n')
    assert [finding.outcome for finding in verify(files)] == ["holds"] * 4


def test_a_quoted_cell_may_span_lines_in_an_original(tmp_path: Path) -> None:
    (tmp_path / "original.csv").write_bytes(b'a,b\n"1\n2",3\n"1\n2",3\n')
    table = read_table(tmp_path / "original.csv")
    assert [table.rows()[index] for index in table.places] == [("1\n2", "3"), ("1\n2", "3")]


def test_a_file_that_is_not_there_or_not_the_card_s_is_refused(files: Files) -> None:
    with pytest.raises(Refused, match=r"none\.csv: cannot be read: No such file"):
        verify(dataclasses.replace(files, release=files.release.with_name("none.csv")))
    files.card.write_text(json.dumps(card(ROLES, 2, K, sha256="0" * 64)))
    with pytest.raises(Refused, match="is not the file that the card names"):
        verify(files)


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"version": 2}, "version is 1"),
        ({"order": "any"}, "order is"),
        ({"rows": True}, "'rows' is no int"),
        ({"rows": -1}, "how many rows"),
        ({"suppressed": 3}, "how many rows"),
        ({"models": []}, "at least one model"),
        ({"columns": []}, "at least one is quasi"),
        ({"more": 1}, "'more' is unknown"),
        ({"columns": [{"name": "a", "role": "quasi"}] * 2}, "every column stands once"),
        ({"columns": [{"name": "a"}]}, "needs name, role"),
        ({"columns": [{"name": "a", "role": "key"}]}, "role is one of"),
        ({"columns": [{"name": "a", "role": "quasi", "hierarchy": "a.csv"}]}, "with its SHA-256"),
        ({"columns": [{"name": "a", "role": "quasi", "hierarchy": "../a.csv", "sha256": "0"}]}, "name of a file"),
        ({"columns": [{"name": "a", "role": "quasi", "hierarchy": "..", "sha256": "0"}]}, "name of a file"),
        ({"models": ["k-anonymity"]}, "is one of k-anonymity"),
        ({"models": [{"model": "k-anonymity"}]}, "is one of k-anonymity"),
        ({"models": [{"model": ["k-anonymity"], "k": 2}]}, "is one of k-anonymity"),
        ({"models": [{"model": "k-anonymity", "k": 0}]}, "from 1"),
        ({"models": [{"model": "k-anonymity", "k": "2.5"}]}, "whole numbers"),
        ({"models": [{"model": "k-anonymity", "k": 2.0}]}, "a whole number or a decimal string is needed"),
        ({"models": [{"model": "k-anonymity", "k": True}]}, "a whole number or a decimal string is needed"),
        ({"models": [{"model": "k-anonymity", "k": "1" * 100}]}, "a whole number or a decimal string is needed"),
        ({"models": [{"model": "distinct-l-diversity", "column": "place", "l": 2}]}, "no sensitive column"),
        ({"models": [{"model": "t-closeness", "column": "secret", "distance": "emd", "t": "0.2"}]}, "no distance"),
        ({"models": [{"model": "t-closeness", "column": "secret", "distance": "equal", "t": "-0.1"}]}, "not below 0"),
        ({"models": [{"model": "t-closeness", "column": "secret", "distance": "equal", "t": "1/5"}]}, "decimal string"),
        ({"models": [{"model": "t-closeness", "column": "secret", "distance": "equal", "t": "nan"}]}, "decimal string"),
        ({"models": [{"model": "delta-presence", "least": "0.5", "most": "0.2"}]}, "least is at most most"),
        ({"models": [{"model": "k-anonymity", "k": 2, "against": "Residents"}]}, "is one of k-anonymity"),
        ({"models": [{"model": "k-map", "k": 2, "against": 7}]}, "against is the name of a population"),
        ({"models": [{"model": "k-map", "k": 2, "against": "a\nb"}]}, "all of whose characters can be seen"),
        ({"models": [{"model": "k-map", "k": 2, "against": "a\u202eb"}]}, "all of whose characters can be seen"),
        ({"models": [{"model": "k-map", "k": 2, "against": "a\u2028b"}]}, "all of whose characters can be seen"),
        ({"models": [{"model": "k-map", "k": 2, "against": "a\x9bb"}]}, "all of whose characters can be seen"),
    ],
)
def test_a_card_is_refused_by_its_rule(change: dict[str, Any], refusal: str, files: Files) -> None:
    files.card.write_text(json.dumps(card(ROLES, 2, K) | change))
    with pytest.raises(Refused, match=refusal):
        read_card(files.card)


@pytest.mark.parametrize("text", ["", "[]", "1", "{", '{"rows": 1, "rows": 2}', "[" * 100_000, "9" * 5_000, "\udcff"])
def test_a_card_that_is_no_object_is_refused(text: str, files: Files) -> None:
    files.card.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(Refused):
        read_card(files.card)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "each line needs a leaf of its own"),
        ("a\nb\n", "each line needs a leaf of its own"),
        ("a,x,*\na,y,*\n", "each line needs a leaf of its own"),
        ("a,x,*\na,x,*\n", "each line needs a leaf of its own"),
        ("a,x,*\nb,x,+\n", "and * at the end"),
        ("a,x\n", "and * at the end"),
        ("a,x,p,*\nb,x,q,*\nc,y,q,*\n", "level 2: a value of the level below has two parents"),
        ("a,b,*\nb,c,*\nc,c,*\n", "level 1: a group has the name of a leaf that is not in it"),
        ("a,x,*\nb,x,*\n", "level 1: a second top"),
        ("a,x,*\nb,x\n", "line 2: 2 cells; line 1 has 3"),
    ],
)
def test_a_hierarchy_is_refused_by_its_rule(text: str, refusal: str, tmp_path: Path) -> None:
    (tmp_path / "tree.csv").write_text(text)
    with pytest.raises(Refused) as refused:
        read_tree(tmp_path / "tree.csv", sha256(tmp_path / "tree.csv"))
    assert refusal in str(refused.value)


def test_a_hierarchy_may_be_split_by_semicolons_and_is_the_card_s(tmp_path: Path) -> None:
    path = written(tmp_path / "tree.csv", ["a;x;*"], [["b;y;*"]])
    assert read_tree(path, sha256(path)) == {"a": ["a", "x", "*"], "b": ["b", "y", "*"]}
    with pytest.raises(Refused, match="not the file that the card names"):
        read_tree(path, "0" * 64)


def test_whatever_the_bytes_are_the_answer_is_findings_or_a_refusal(files: Files) -> None:
    draw = np.random.default_rng(6)
    good = files.release.read_bytes()
    for _ in range(300):
        broken = bytearray(good)
        for _ in range(draw.integers(1, 5)):
            broken[draw.integers(len(broken))] = draw.choice(list(b'",\n\r\0\xff\xef=-*a'))
        files.release.write_bytes(bytes(broken))
        try:
            assert verify(files)
        except Refused as why:
            assert str(why).startswith("release.csv")  # noqa: PT017  # either is right; nothing else is

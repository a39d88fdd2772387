"""The public data are the files that the README beside them describes."""

import gzip
import hashlib
import re

import pytest

from reproductions.data.tables import FOLDER, data_set

README = (FOLDER / "README.md").read_text(encoding="utf-8")
CHECKSUMS = dict(re.findall(r"\| `([\w.-]+)` \| ([0-9a-f]{64}) \|", README))
SIZES = dict(re.findall(r"\| `([\w.-]+)` \| ([\d ]+ × \d+) \|", README))


def test_every_file_has_source_licence_and_checksum() -> None:
    assert set(CHECKSUMS) == set(SIZES) == {path.name for path in FOLDER.glob("*.gz")}


@pytest.mark.parametrize("name", CHECKSUMS)
def test_a_file_is_the_one_that_is_described(name: str) -> None:
    assert hashlib.sha256(gzip.decompress((FOLDER / name).read_bytes())).hexdigest() == CHECKSUMS[name]
    table = data_set(name.removesuffix(".csv.gz"))
    assert f"{len(table.rows):,} × {len(table.columns)}".replace(",", " ") == SIZES[name]
    assert {len(row) for row in table.rows} == {len(table.columns)}

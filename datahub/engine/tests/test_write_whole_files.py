import errno
import resource
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import csv

from datahub.engine.errors import CalledOff, OutOfRoom
from datahub.engine.tests.small import always, looks
from datahub.engine.written import write_csv, write_parquet

WRITERS = [write_parquet, write_csv]
AS_WRITTEN = csv.ConvertOptions(strings_can_be_null=True, quoted_strings_can_be_null=False)
SCHEMA = pa.schema([("town", pa.dictionary(pa.int32(), pa.string())), ("x", pa.float64())])


def pieces(number: int = 3) -> Iterator[pa.Table]:
    towns = pa.array(['"a", b', "", None, "=1+1", "北\n京"]).dictionary_encode()
    for _ in range(number):
        yield pa.table([towns, pa.array([0.1, None, -0.0, 1e300, 2.0])], schema=SCHEMA)


@pytest.fixture
def tiny_disk() -> Iterator[None]:
    """No file of this process may grow beyond 4 kB."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("write", WRITERS)
def test_what_was_written_is_read_back(write: object, tmp_path: Path) -> None:
    path = tmp_path / "release"
    assert write(path, SCHEMA, pieces(), always) == 15  # type: ignore[operator]
    plain = pa.schema([("town", pa.string()), ("x", pa.float64())])
    table = pq.read_table(path) if write is write_parquet else csv.read_csv(path, convert_options=AS_WRITTEN)
    assert table.cast(plain).equals(pa.concat_tables(pieces()).cast(plain))
    assert [file.name for file in tmp_path.iterdir()] == ["release"]
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("write", WRITERS)
def test_a_full_disk_leaves_what_was_there(write: object, tmp_path: Path, tiny_disk: None) -> None:
    path = tmp_path / "release"
    path.write_text("the last one")
    texts = pa.array([f"{number:x}" * 9 for number in range(3000)])
    long = pa.table({"town": texts, "x": pa.array(range(3000), pa.float64())})
    with pytest.raises(OutOfRoom, match="could not be written"):
        write(path, long.schema, iter([long]), always)  # type: ignore[operator]
    assert path.read_text() == "the last one"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("write", WRITERS)
def test_a_file_that_is_called_off_is_not_there(write: object, tmp_path: Path) -> None:
    with pytest.raises(CalledOff):
        write(tmp_path / "release", SCHEMA, pieces(), looks(2))  # type: ignore[operator]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("error", [KeyError("x"), OSError(errno.ECONNRESET, "the store is away")])
def test_an_error_of_the_rows_passes_unchanged(write: object, error: Exception, tmp_path: Path) -> None:
    def broken() -> Iterator[pa.Table]:
        yield from pieces(1)
        raise error

    with pytest.raises(type(error)) as raised:
        write(tmp_path / "release", SCHEMA, broken(), always)  # type: ignore[operator]
    assert raised.value is error
    assert list(tmp_path.iterdir()) == []

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from ibis.expr.types import Table

from datahub.engine import expressions
from datahub.engine.database import Database, Limits, private_database
from datahub.engine.errors import CalledOff, EngineBroken, OutOfRoom
from datahub.engine.tests.small import always, looks

NUMBERS = pa.table({"w0": range(1000)})
CHUNK = expressions.table("chunk", NUMBERS.schema)
SMALL = 64


def a_query(monkeypatch: pytest.MonkeyPatch, statement: str) -> Callable[[Database], object]:
    """DuckDB gets this statement, whatever is asked."""
    monkeypatch.setattr(expressions, "sql", lambda _: statement)
    return lambda database: database.whole(CHUNK)


def pairs(parts: Table) -> Table:
    """Returns every number beside every other: a million rows to sort."""
    return parts.cross_join(parts.view()).order_by(["w0", "w0_right"])


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM '/etc/hostname'",
        "COPY (SELECT 1) TO '{folder}/out.csv'",
        "ATTACH '{folder}/out.db'",
        "EXPORT DATABASE '{folder}/out'",
        "LOAD httpfs",
        "INSTALL httpfs",
        "SET threads = 8",
        "SET enable_external_access = true",
        "SELECT * FROM NUMBERS",  # a variable of this module
    ],
)
def test_it_reaches_nothing_outside_and_its_limits_stay(
    statement: str, monkeypatch: pytest.MonkeyPatch, limits: Limits, tmp_path: Path
) -> None:
    ask = a_query(monkeypatch, statement.format(folder=tmp_path))
    with private_database(limits, always) as database, pytest.raises((EngineBroken, OutOfRoom)):
        ask(database)
    assert list(tmp_path.iterdir()) == []


def test_the_words_of_an_error_quote_nothing(monkeypatch: pytest.MonkeyPatch, limits: Limits) -> None:
    ask = a_query(monkeypatch, "SELECT CAST('a secret' AS INTEGER) AS n")
    with private_database(limits, always) as database, pytest.raises(EngineBroken) as error:
        ask(database)
    assert str(error.value) == "ConversionException"
    assert error.value.__suppress_context__


def test_what_does_not_fit_is_refused_when_there_is_nowhere_to_spill() -> None:
    with private_database(Limits(memory_megabytes=SMALL), always) as database:
        database.add("parts", pa.table({"w0": range(3000)}), CHUNK)
        with pytest.raises(OutOfRoom) as refusal:
            database.whole(pairs(expressions.table("parts", NUMBERS.schema)))
    assert refusal.value.__suppress_context__  # DuckDB's words stay out of every log


def spilling(folder: Path, megabytes: int = 2000) -> Limits:
    return Limits(memory_megabytes=SMALL, spill_folder=folder, spill_megabytes=megabytes)


def test_it_spills_into_a_folder_for_its_owner_alone_and_takes_it_away(tmp_path: Path) -> None:
    seen = set()
    with private_database(spilling(tmp_path), always) as database:
        database.add("parts", pa.table({"w0": range(3000)}), CHUNK)
        rows = 0
        for batch in database.read(pairs(expressions.table("parts", NUMBERS.schema))):
            rows += batch.num_rows
            seen |= {(folder.stat().st_mode & 0o777, any(folder.iterdir())) for folder in tmp_path.iterdir()}
    assert rows == 9_000_000
    assert (0o700, True) in seen
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_taken_away_and_what_others_use_is_not(tmp_path: Path) -> None:
    left = tmp_path / "engine-left"
    left.mkdir()
    (left / "duckdb_temp").write_text("spilled")
    with private_database(spilling(tmp_path), always):
        assert not left.exists()
        used = list(tmp_path.iterdir())
        with private_database(spilling(tmp_path), always):
            assert used[0].exists()
    assert list(tmp_path.iterdir()) == []


def test_nothing_stays_when_there_is_no_room_to_spill(tmp_path: Path) -> None:
    with private_database(spilling(tmp_path, megabytes=1), always) as database:
        database.add("parts", pa.table({"w0": range(3000)}), CHUNK)
        with pytest.raises(OutOfRoom):
            database.whole(pairs(expressions.table("parts", NUMBERS.schema)))
    assert list(tmp_path.iterdir()) == []


def test_nothing_stays_when_whoever_reads_stops_half_way(tmp_path: Path) -> None:
    def read() -> None:
        with private_database(spilling(tmp_path), always) as database:
            database.add("parts", pa.table({"w0": range(3000)}), CHUNK)
            for _ in database.read(pairs(expressions.table("parts", NUMBERS.schema))):
                raise KeyError

    with pytest.raises(KeyError):
        read()
    assert list(tmp_path.iterdir()) == []


def test_a_long_question_is_broken_off_when_it_is_called_off(tmp_path: Path) -> None:
    many = pa.table({"w0": range(1_000_000)})
    with private_database(spilling(tmp_path), looks(1)) as database:
        database.add("parts", many, CHUNK)
        parts = expressions.table("parts", NUMBERS.schema)
        endless = parts.cross_join(parts.view()).cross_join(parts.view().select(third="w0"))  # 10^18 rows
        with pytest.raises(CalledOff):
            database.whole(endless.agg(n=(endless.w0 ^ endless.w0_right ^ endless.third).max()))
    assert list(tmp_path.iterdir()) == []


def test_every_expression_is_sql_of_spark_too() -> None:
    """The expressions are compiled, not run: no Spark is installed here."""
    rows = expressions.table("chunk", pa.schema([("w0", pa.int64()), ("k0", pa.int32())]))
    classes = expressions.table("classes", pa.schema([("w0", pa.int64()), ("class", pa.int32())]))
    classed = expressions.classed(rows, classes, ["w0"], ["k0"])
    for expression in (expressions.counted(rows, ["w0"]), classed, expressions.added(classed, ["class", "k0"])):
        assert expressions.sql(expression, "pyspark").replace("`", "").split()[0] == "SELECT"


def test_it_counts_where_there_is_no_django_and_no_pandas() -> None:
    """The engine counts as in an owner's agent; Ibis would import pandas if it, and not this room, held the
    connection."""
    program = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"django", "celery", "pandas", "pyarrow_hotfix", "rich"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
from datahub.engine import count, database, rows
from datahub.engine.tests import small
found = count.count(rows.of_table(small.PEOPLE), quasi=[small.AGES], limits=database.Limits(), goes_on=small.always)
print(found.rows)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "6\n"


def test_the_web_process_does_not_load_the_engine() -> None:
    program = "import sys, datahub.wsgi; print(sorted({'ibis', 'duckdb', 'datahub.engine'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

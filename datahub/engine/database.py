"""This database is a private DuckDB: in memory, within limits, without network, files, extensions or a way to change
that."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import duckdb
import pyarrow as pa
from ibis.expr.types import Table

from datahub.engine import expressions, spill
from datahub.engine.errors import CalledOff, EngineBroken, OutOfRoom

T = TypeVar("T")
LOOKS_EVERY_SECONDS = 0.1
FETCHED_AT_ONCE = 1 << 17


@dataclass(frozen=True, kw_only=True)
class Limits:
    """These are the limits of a private database. DuckDB writes what it spills in clear. Without a `spill_folder`, and
    that is the default, it holds all in memory and refuses what does not fit; give it one only on an encrypted disk."""

    memory_megabytes: int = 1024
    threads: int = 2
    spill_folder: Path | None = None
    spill_megabytes: int = 0


@contextmanager
def private_database(limits: Limits, goes_on: Callable[[], bool]) -> Iterator["Database"]:
    """Opens a private DuckDB. `goes_on` is asked on the caller's thread while DuckDB works. Nothing spilled is left,
    however it ends."""
    if limits.spill_folder is None:
        yield from _opened(limits, "", goes_on)
    else:
        with spill.folder_within(limits.spill_folder) as folder:
            yield from _opened(limits, str(folder), goes_on)


def _opened(limits: Limits, folder: str, goes_on: Callable[[], bool]) -> Iterator["Database"]:
    with ThreadPoolExecutor(1, "engine") as pool:
        connection = duckdb.connect(":memory:")
        try:
            for name, value in _settings(limits, folder).items():
                connection.execute(f"SET {name} = {_quoted(value)}")
            yield Database(connection, pool, goes_on, limits.memory_megabytes * 1_000_000)
        finally:
            connection.close()


def _settings(limits: Limits, folder: str) -> dict[str, str]:
    """Returns the settings of DuckDB, which are set one by one: DuckDB 2.0 does not keep to a `max_temp_directory_size`
    that was given at the start."""
    return {
        "memory_limit": f"{limits.memory_megabytes}MB",
        "threads": str(limits.threads),
        "temp_directory": folder,
        "max_temp_directory_size": f"{limits.spill_megabytes if folder else 0}MB",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_community_extensions": "false",
        "allow_persistent_secrets": "false",
        "preserve_insertion_order": "false",
        "enable_external_access": "false",  # nor may the name of a table find a variable of Python
        "lock_configuration": "true",
    }


def _quoted(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


class Database:
    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        pool: ThreadPoolExecutor,
        goes_on: Callable[[], bool],
        memory_bytes: int,
    ) -> None:
        self.memory_bytes = memory_bytes
        self._connection = connection
        self._pool = pool
        self._goes_on = goes_on
        self._made: set[str] = set()

    def add(self, name: str, arrow: pa.Table, chosen: Table) -> int:
        """Adds rows of `chosen`, an expression over the table `chunk`, to the table `name`; gives their number."""
        verb = f"INSERT INTO {name}" if name in self._made else f"CREATE TABLE {name} AS"
        statement = f"{verb} {expressions.sql(chosen)}"  # a name that this package made, never a person's
        self._connection.register("chunk", arrow)
        try:
            added = self._changed(statement)
        finally:
            self._connection.unregister("chunk")
        self._made.add(name)
        return added

    def rewrite(self, name: str, chosen: Table) -> int:
        """The table `name` has the rows of `chosen` from now on, an expression over it; gives their number."""
        rows = self._changed(f"CREATE TABLE next AS {expressions.sql(chosen)}")
        self._changed(f"DROP TABLE {name}")
        self._changed(f"ALTER TABLE next RENAME TO {name}")
        return rows

    def read(self, expression: Table) -> Iterator[pa.RecordBatch]:
        statement = expressions.sql(expression)
        reader = self._attended(lambda: self._connection.sql(statement).to_arrow_reader(FETCHED_AT_ONCE))
        while (batch := self._attended(lambda: next(reader, None))) is not None:
            yield batch

    def whole(self, expression: Table) -> pa.Table:
        statement = expressions.sql(expression)
        return self._attended(lambda: self._connection.sql(statement).to_arrow_table())

    def _changed(self, statement: str) -> int:
        row = self._attended(lambda: self._connection.execute(statement).fetchone())
        return int(row[0]) if row else 0

    def _attended(self, work: Callable[[], T]) -> T:
        """Does the work beside this thread, so that this one can ask whether to go on."""
        doing = self._pool.submit(work)
        while not wait([doing], LOOKS_EVERY_SECONDS).done:
            if not self._goes_on():
                self._connection.interrupt()
                wait([doing])
                raise CalledOff("the work was called off")
        try:
            return doing.result()
        except (duckdb.OutOfMemoryException, duckdb.IOException, MemoryError):
            raise OutOfRoom("the work needs more memory, or more room for spilling, than it was given") from None
        except (duckdb.Error, pa.ArrowException, OSError) as error:
            raise EngineBroken(type(error).__name__) from None

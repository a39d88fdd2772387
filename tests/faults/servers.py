"""PostgreSQL, Redis and FerretDB of the drill's own. PostgreSQL is our child, so that a killed one is reaped by us."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import psycopg
import pymongo
import redis

from tests.faults.service import LOOK_SECONDS, PATIENCE_SECONDS, ROOT, TooLate, until_gone

SERVICES = str(ROOT / "scripts" / "services")
# PostgreSQL refuses to run as root, so it runs as the user of its package, as in scripts/services.
USER, GROUP = ("postgres", "postgres") if os.getuid() == 0 else (None, None)


class Servers:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        started = self._services("start")
        self.environment = dict(re.findall(r"export (\w+)=(\S+)", started))
        self._data = folder / "postgres" / "data"
        self._program = max(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
        self._stop_postgres()
        self._start()

    def kill_postgres(self) -> None:
        """Kills the postmaster with kill -9. It is reaped before the next one starts, which waits for its last
        backends."""
        self._process.kill()
        self._process.wait()
        self._start()

    def kill_redis(self) -> None:
        """Kills Redis, which stores nothing on disk here, so the broker forgets everything too."""
        with redis.Redis.from_url(self.environment["REDIS_URL"]) as client:
            process = int(client.info("server")["process_id"])
            os.kill(process, signal.SIGKILL)
        until_gone({process})

    def start_redis(self) -> None:
        self._services("start")

    def kill_ferretdb(self) -> None:
        """Started again at once; requests and jobs in between find no store of documents."""
        process = int((self._folder / "mongo" / "pid").read_text())
        os.kill(process, signal.SIGKILL)
        until_gone({process})
        self._services("start")

    def empty(self) -> None:
        """The three hold nothing afterwards. Whoever is still connected to the database is sent away first."""
        with psycopg.connect(self.environment["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        self.start_redis()  # A failed drill may have left Redis killed.
        with redis.Redis.from_url(self.environment["REDIS_URL"]) as client:
            client.flushall()
        with pymongo.MongoClient[dict[str, object]](self.environment["MONGO_URL"]) as documents:
            for name in set(documents.list_database_names()) - {"admin", "config", "local"}:
                documents.drop_database(name)

    def end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._services("stop")

    def _services(self, word: str) -> str:
        command = [SERVICES, word, "--folder", str(self._folder)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=PATIENCE_SECONDS).stdout

    def _stop_postgres(self) -> None:
        command = [str(self._program.with_name("pg_ctl")), "stop", "-s", "-w", "-m", "fast", "-D", str(self._data)]
        subprocess.run(command, check=True, cwd="/", timeout=PATIENCE_SECONDS, user=USER, group=GROUP)

    def _start(self) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        with (self._folder / "postgres-log").open("ab") as log:
            while True:
                self._process = subprocess.Popen(
                    [str(self._program), "-D", str(self._data)], cwd="/", stdout=log, stderr=log, user=USER, group=GROUP
                )
                if self._answers(deadline):
                    return

    def _answers(self, deadline: float) -> bool:
        """Waits until PostgreSQL answers; false if it ended, because backends of the one before still hold its
        memory.
        """
        while self._process.poll() is None:
            try:
                psycopg.connect(self.environment["DATABASE_URL"], connect_timeout=2).close()
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise TooLate(f"PostgreSQL did not come back in {PATIENCE_SECONDS} s") from None
                time.sleep(LOOK_SECONDS)
            else:
                return True
        return False

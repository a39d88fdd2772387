"""This module provides a world that is built once and set back after each pair of requests: its rows, its files, and
who is signed in."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction

from datahub.api.limits.throttles import counts
from surveys.intake import reception
from surveys.results import page
from tests.pairs.worlds import Build, World, sign_in

SCHEMA = "as_built"


class Stage:
    """`first` and `second` are the same world, in which each person is signed in twice: once for each request."""

    def __init__(self, build: Build) -> None:
        self.first = build()
        self.second = World(self.first.people, self.first.ids, sign_in(self.first.people))
        clients = [*self.first.clients.values(), *self.second.clients.values()]
        self._sessions = [(client, client.cookies[settings.SESSION_COOKIE_NAME].value) for client in clients]
        self._data = Path(settings.DATA)
        self._data_as_built = self._data.with_name("data-as-built")
        shutil.copytree(self._data, self._data_as_built)
        with connection.cursor() as cursor:
            tables = [f'"{table}"' for table in sorted(connection.introspection.table_names(cursor))]
            cursor.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")  # A killed run may have left this schema.
            cursor.execute(f"CREATE SCHEMA {SCHEMA}")
            for table in tables:
                cursor.execute(f"CREATE UNLOGGED TABLE {SCHEMA}.{table} AS TABLE public.{table}")
        self._rows = ";".join(
            # Django gives the names of the tables.
            f"DELETE FROM public.{table}; INSERT INTO public.{table} TABLE {SCHEMA}.{table}"  # noqa: S608
            for table in tables
        )

    def set_back(self) -> None:
        """Sets the database and files back as they were built. Sequences go on: what is made next has other ids than
        what was made before."""
        with transaction.atomic(), connection.cursor() as cursor:
            # The triggers of the log then refuse no change.
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(self._rows)
        shutil.rmtree(self._data)
        shutil.copytree(self._data_as_built, self._data)
        for client, session in self._sessions:
            client.cookies = SimpleCookie({settings.SESSION_COOKIE_NAME: session})
        cache.clear()
        counts.forget()
        page.forget()
        reception.versions.clear()

    def strike(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA {SCHEMA} CASCADE")
        shutil.rmtree(self._data_as_built)


@contextmanager
def on_stage(build: Build) -> Iterator[Stage]:
    stage = Stage(build)
    try:
        yield stage
    finally:
        stage.strike()

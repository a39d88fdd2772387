"""The bench measures the time from a million reports of one question with 128 answers to its estimates, and what ingest
costs a report.

Ingest adds to counts as it goes, so the job that estimates reads counts. Counting all stored records again stands
beside it: what it would cost to doubt the counts.
"""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from benchmarks import servers
from benchmarks.line import Line
from benchmarks.scratch import on_sqlite

REPORTS, ROWS = 1_000_000, 20_000
GOAL_SECONDS, GOAL_MEGABYTES = 3.0, 500.0


def run() -> Iterator[Line]:
    yield from _measured(REPORTS, ROWS)


def small() -> Iterator[Line]:
    yield from _measured(reports=2_000, rows=200)


def _measured(reports: int, rows: int) -> Iterator[Line]:
    with on_sqlite() as scratch:

        def inside(*words: str) -> str:
            return servers.run(["-m", "benchmarks.ingest.inside", *words], scratch.environment)

        inside("prepare", str(reports), str(rows))
        acts = ("estimate", "recount", "ingest", "plain")
        estimated, recounted, ingested, plain = (json.loads(inside(act)) for act in acts)
    yield from _lines(f"{reports:,} reports to estimates", estimated)
    yield from _lines("the same, all records counted again", recounted)
    line = partial(Line, bench="ingest", better="lower")
    yield line(
        case=f"ingest of {rows:,} reports",
        ours=1e6 * ingested["cpu_seconds"] / rows,
        peer=1e6 * plain["cpu_seconds"] / rows,
        peer_name="the same rows moved by SQL, neither opened nor counted",
        unit="CPU us a report",
        goal=1 / 1.5,
    )
    yield line(case=f"ingest of {rows:,} reports, most memory", ours=ingested["megabytes"], unit="MB")


def _lines(case: str, measured: Mapping[str, Any]) -> Iterator[Line]:
    line = partial(Line, bench="ingest", better="lower")
    yield line(case=case, ours=measured["cpu_seconds"], unit="CPU s", goal=GOAL_SECONDS)
    yield line(case=f"{case}, most memory", ours=measured["megabytes"], unit="MB", goal=GOAL_MEGABYTES)

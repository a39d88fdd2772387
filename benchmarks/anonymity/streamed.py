"""More rows than are held in memory: counted by the engine, divided as counts, and streamed into the released file.

`python -m benchmarks.anonymity.streamed prepare | release FOLDER ROWS`; the rows are made up.
"""

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks import servers
from benchmarks.engine import people
from benchmarks.engine.measure import measured, say
from benchmarks.line import Line
from datahub.engine import rows
from datahub.engine.carried import Coded
from datahub.engine.count import Counts, count
from datahub.engine.database import Limits
from datahub.engine.domains import Domain
from datahub.engine.recode import Recoding, recode, schema_of
from datahub.engine.written import write_parquet
from mechanisms.anonymity.from_counts import levels_of_counts
from mechanisms.anonymity.hierarchy import ALL, Hierarchy, from_paths
from mechanisms.anonymity.models.membership import KAnonymity
from mechanisms.common.entropy import SystemEntropy

ROWS, ASKED = 100_000_000, "DATAHUB_BENCH_ROWS"
K, GOAL_MEGABYTES = 5, 4000.0
LIMITS = Limits(memory_megabytes=1500)
# Each column has groups of so many codes.
WIDTHS = {"age": (5, 10, 20), "education": (2, 4), "country": (7, 21), "workclass": (3,)}


def run() -> Iterator[Line]:
    yield from _measured(int(os.environ.get(ASKED, ROWS)))


def small() -> Iterator[Line]:
    yield from _measured(2_000)


def _measured(wanted: int) -> Iterator[Line]:
    # /tmp may be in memory, so the files go to a disk.
    with tempfile.TemporaryDirectory(prefix="datahub-bench-", dir="/var/tmp") as folder:

        def inside(act: str) -> dict[str, dict[str, float]]:
            output = servers.run(["-m", "benchmarks.anonymity.streamed", act, folder, str(wanted)], os.environ)
            figures: dict[str, dict[str, float]] = json.loads(output or "{}")
            return figures

        inside("prepare")
        acts = inside("release")
    line = partial(Line, bench="anonymity-streamed", better="lower")
    case = f"{wanted:,} rows, k = {K}, disjoint boxes"
    for name in ("counted", "divided", "written", "counted again"):
        yield line(case=f"{case}: {name}", ours=acts[name]["cpu"], unit="CPU s")
    yield line(case="all of it, without making the rows", ours=sum(acts[name]["seconds"] for name in acts), unit="s")
    yield line(case="the same, most memory", ours=acts["counted again"]["megabytes"], unit="MB", goal=GOAL_MEGABYTES)


def tree_of(domain: Domain) -> Hierarchy:
    """Returns a hierarchy of groups of so many codes, in the declared order of the values."""
    names = [str(value) for value in domain.values.to_pylist()]
    widths = WIDTHS.get(domain.column, ())
    groups = [[f"{domain.column}, group {code // width} of {width}" for width in widths] for code in range(len(names))]
    return from_paths(
        domain.column, [[name, *group_names, ALL] for name, group_names in zip(names, groups, strict=True)]
    )


def recoding_of(counts: Counts, trees: Sequence[Hierarchy]) -> Recoding:
    """Returns the recoding of the generated rows. No value is missing in them, so each code is a leaf."""
    tuples = counts.tuples.astype(np.int64)
    levels = levels_of_counts(trees, tuples, counts.counts, [KAnonymity(K)], entropy=SystemEntropy())
    released, nodes = [], np.empty(counts.tuples.shape, np.int32)
    for at, tree in enumerate(trees):
        names = list(dict.fromkeys(chain.from_iterable(tree.names)))
        place = {name: number for number, name in enumerate(names)}
        of_node = [
            np.array([place[name] for name in of_level], np.int32)[tree.nodes[level]]
            for level, of_level in enumerate(tree.names)
        ]
        nodes[:, at] = np.stack(of_node)[levels[:, at], tuples[:, at]]
        released.append(Domain(tree.column, pa.array(names)))
    kept = np.zeros(len(nodes), dtype=bool)
    return Recoding(quasi=people.QUASI, counts=counts, released=tuple(released), nodes=nodes, dropped=kept)


def release(source: rows.Rows, recoding: Recoding, path: Path) -> None:
    carried = [Coded(domain) for domain in people.SENSITIVE]
    pieces = recode(source, recoding, carried=carried, limits=LIMITS, goes_on=always)
    write_parquet(path, schema_of(recoding, carried), pieces, always)


def always() -> bool:
    return True


def main(folder: Path, wanted: int) -> None:
    source, path = rows.of_parquet([folder / "people.parquet"]), folder / "release.parquet"
    trees = [tree_of(domain) for domain in people.QUASI]
    acts: dict[str, dict[str, float]] = {}
    acts["counted"], counts = measured(lambda: count(source, quasi=people.QUASI, limits=LIMITS, goes_on=always))
    acts["divided"], recoding = measured(lambda: recoding_of(counts, trees))
    acts["written"], _ = measured(lambda: release(source, recoding, path))
    written = rows.of_parquet([path])
    acts["counted again"], totals = measured(
        lambda: count(written, quasi=recoding.released, limits=LIMITS, goes_on=always)
    )
    if totals.rows != wanted or totals.counts.min() < K:
        raise RuntimeError(f"{totals.rows} rows were written, and the smallest class has {totals.counts.min()}")
    say(acts)


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        people.write(Path(sys.argv[2]) / "people.parquet", int(sys.argv[3]))
    else:
        main(Path(sys.argv[2]), int(sys.argv[3]))

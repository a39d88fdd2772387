"""`python -m benchmarks.engine.inside prepare | count | recode FOLDER [ROWS]`: acts on the rows of `people`.

`recode` counts first, as a release does, and coarsens age to decades, country to one node and education to pairs.
"""

import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa

BEFORE = time.process_time()
from benchmarks.engine import people  # noqa: E402 - what loading the engine costs is a figure
from datahub.engine import rows  # noqa: E402 - the same
from datahub.engine.carried import Coded  # noqa: E402 - the same
from datahub.engine.count import Counts, count  # noqa: E402 - the same
from datahub.engine.database import Limits  # noqa: E402 - the same
from datahub.engine.domains import Domain  # noqa: E402 - the same
from datahub.engine.recode import Recoding, recode, schema_of  # noqa: E402 - the same
from datahub.engine.written import write_parquet  # noqa: E402 - the same

LOADING = time.process_time() - BEFORE
from benchmarks.engine.measure import measured, say  # noqa: E402 - after the figure

MEMORY_MEGABYTES = 1500


def always() -> bool:
    return True


def counted(source: rows.Rows) -> Counts:
    return count(source, quasi=people.QUASI, sensitive=people.SENSITIVE, limits=limits(), goes_on=always)


def limits() -> Limits:
    return Limits(memory_megabytes=MEMORY_MEGABYTES)


def coarser(counts: Counts) -> Recoding:
    age, country, education = (people.DOMAINS[name] for name in ("age", "country", "education"))
    nodes = counts.tuples.copy()
    released = list(people.QUASI)
    ages = age.values.to_numpy()
    for domain, of_code in (
        (age, np.append(ages // 10 - 1, 9)),
        (education, np.append(np.arange(16) // 2, 8)),
        (country, np.zeros(country.categories, dtype=np.int64)),
    ):
        place = people.QUASI.index(domain)
        nodes[:, place] = of_code[counts.tuples[:, place]]
        labels = [f"{domain.column} node {number}" for number in range(int(of_code.max()) or 1)]
        released[place] = Domain(domain.column, pa.array(labels))
    kept = np.zeros(len(nodes), dtype=bool)
    return Recoding(quasi=people.QUASI, counts=counts, released=tuple(released), nodes=nodes, dropped=kept)


def release(source: rows.Rows, recoding: Recoding, path: Path) -> int:
    carried = [Coded(domain) for domain in people.SENSITIVE]
    pieces = recode(source, recoding, carried=carried, limits=limits(), goes_on=always)
    return write_parquet(path, schema_of(recoding, carried), pieces, always)


def main(act: str, folder: Path) -> None:
    source = rows.of_parquet([folder / "people.parquet"])
    nothing = rows.of_table(source.schema.empty_table())
    first, _ = measured(lambda: counted(nothing))  # loads the compiler of SQL
    counting, counts = measured(lambda: counted(source))
    acts: dict[str, dict[str, float]] = {
        "loading": {"cpu": LOADING},
        "first": first,
        "count": counting,
        "tuples": {"number": len(counts.counts)},
    }
    if act == "recode":
        recoding = coarser(counts)
        acts["recode"], written = measured(lambda: release(source, recoding, folder / "release.parquet"))
        acts["written"] = {"rows": written, "classes": len(recoding.classes[0])}
        again = rows.of_parquet([folder / "release.parquet"])
        domains = recoding.released
        acts["recount"], recount = measured(lambda: count(again, quasi=domains, limits=limits(), goes_on=always))
        if recount.counts.tolist() != recoding.rows_of_class[:-1].tolist():
            raise RuntimeError("the written file does not hold the classes that were asked for")
    say(acts)


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        people.write(Path(sys.argv[2]) / "people.parquet", int(sys.argv[3]))
    else:
        main(sys.argv[1], Path(sys.argv[2]))

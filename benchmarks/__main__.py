"""`python -m benchmarks [NAME] [--small] [--json]`: measures, and prints ours beside a peer's. Without a name it prints
what can be measured.

`--small` runs ours alone and little of it, to see that the bench works; its figures say nothing of speed."""

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from benchmarks import weight
from benchmarks.anonymity import bench as anonymity
from benchmarks.anonymity_verifier import bench as anonymity_verifier
from benchmarks.ingest import bench as ingest
from benchmarks.intake import bench as intake
from benchmarks.ldp import bench as ldp
from benchmarks.ledger import bench as ledger
from benchmarks.line import Line, RunFailed, table
from benchmarks.page import bench as page
from benchmarks.precision import bench as precision
from benchmarks.release import bench as release
from benchmarks.sends import bench as sends
from benchmarks.synthesis import aim
from benchmarks.synthesis import bench as synthesis
from benchmarks.upload import bench as upload
from benchmarks.vault import bench as vault

Run = Callable[[], Iterator[Line]]


class Bench(NamedTuple):
    """A bench has two functions: `measure` takes as long as it needs; `small` takes a few seconds and runs without a
    peer."""

    subject: str
    measure: Run
    small: Run


BENCHES: dict[str, Bench] = {
    "ldp": Bench("perturbing and counting beside multi-freq-ldpy and pure-ldp: CPU time and error", ldp.run, ldp.small),
    "intake": Bench("reports a second over HTTP beside a naive Django REST framework route", intake.run, intake.small),
    "sends": Bench("1 000 open pages that send within a minute, and within two seconds", sends.run, sends.small),
    "ingest": Bench(
        "1 000 000 ingested reports to estimates, and what ingest costs a report", ingest.run, ingest.small
    ),
    "ledger": Bench(
        "16 threads on one budget beside a naive ledger; reports of batches beside dp_accounting",
        ledger.run,
        ledger.small,
    ),
    "precision": Bench(
        "people a survey needs: some of the questions drawn by lot beside all of them sent",
        precision.run,
        precision.small,
    ),
    "page": Bench("the results page of the demonstration at 50 requests a second", page.run, page.small),
    "upload": Bench(
        "a file of 1 000 000 rows by the API, from its first piece to loaded, beside pyarrow and AES-GCM",
        upload.run,
        upload.small,
    ),
    "anonymity": Bench(
        "what releases of Adult lose beside ARX's, and what finding them takes", anonymity.run, anonymity.small
    ),
    "release": Bench(
        "an anonymised release of Adult and of as many rows as may be, from the request to the file",
        release.run,
        release.small,
    ),
    "synthesis": Bench(
        "synthetic rows of Adult beside OpenDP's MST: error, CPU time, memory, and a million rows",
        synthesis.run,
        synthesis.small,
    ),
    "synthesis-aim": Bench(
        f"the same beside OpenDP's AIM, up to {aim.HOURS:g} hours each ({aim.ASKED} says less)", aim.run, aim.small
    ),
    "vault": Bench(
        "what encryption costs: a record, a load of Adult, a scan, a search, beside pymongo in the clear",
        vault.run,
        vault.small,
    ),
    "anonymity-verifier": Bench(
        "the verifier of released tables beside pycanon: agreement and CPU time",
        anonymity_verifier.run,
        anonymity_verifier.small,
    ),
    "respond": Bench("what a browser fetches before it shows the answer page", weight.respond, weight.respond),
    "studio": Bench("what a browser fetches before it shows the studio", weight.studio, weight.studio),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("name", nargs="?", choices=sorted(BENCHES), help="what to measure")
    parser.add_argument(
        "--small", action="store_true", help="ours alone, in a few seconds, to see that the bench works"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    words = parser.parse_args()
    if words.name is None:
        for name, bench in BENCHES.items():
            print(f"{name:20}{bench.subject}")
        return
    bench = BENCHES[words.name]
    try:
        lines = bench.small() if words.small else bench.measure()
        if words.json:
            for line in lines:
                print(line.to_json(), flush=True)
        else:
            print(table(list(lines)))
    except RunFailed as reason:
        sys.exit(f"{words.name} was not measured: {reason}")


if __name__ == "__main__":
    main()

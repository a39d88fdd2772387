"""`python -m benchmarks [NAME] [--json]`: measure, and print ours beside a peer's. Without a name: what there is."""

import argparse
import sys
from collections.abc import Callable, Iterator

from benchmarks import weight
from benchmarks.anonymity import bench as anonymity
from benchmarks.anonymity import streamed
from benchmarks.anonymity_verifier import bench as anonymity_verifier
from benchmarks.engine import bench as engine
from benchmarks.ingest import bench as ingest
from benchmarks.intake import bench as intake
from benchmarks.ldp import bench as ldp
from benchmarks.ledger import bench as ledger
from benchmarks.line import Line, RunFailed, table
from benchmarks.page import bench as page
from benchmarks.sends import bench as sends
from benchmarks.synthesis import aim
from benchmarks.synthesis import bench as synthesis
from benchmarks.upload import bench as upload
from benchmarks.vault import bench as vault

BENCHES: dict[str, tuple[str, Callable[[], Iterator[Line]]]] = {
    "ldp": ("perturbing and counting beside multi-freq-ldpy and pure-ldp: CPU time and error", ldp.run),
    "intake": ("reports a second over HTTP beside a naive Django REST framework route", intake.run),
    "sends": ("1 000 open pages that send within a minute, and within two seconds", sends.run),
    "ingest": ("1 000 000 ingested reports to estimates, and what ingest costs a report", ingest.run),
    "ledger": ("16 threads on one budget beside a naive ledger; reports of batches beside dp_accounting", ledger.run),
    "page": ("the results page of the demonstration at 50 requests a second", page.run),
    "upload": ("a file of 1 000 000 rows: received, looked at and loaded, in bounded memory", upload.run),
    "engine": ("1 000 000 rows counted and recoded, from file to file, beside pandas and NumPy", engine.run),
    "anonymity": ("what releases of Adult lose beside ARX's, and what finding them takes", anonymity.run),
    "anonymity-streamed": (
        f"{streamed.ROWS:,} rows ({streamed.ASKED} says another number) from file to released file, by their counts",
        streamed.run,
    ),
    "synthesis": (
        "synthetic rows of Adult beside OpenDP's MST: error, CPU time, memory, and a million rows",
        synthesis.run,
    ),
    "synthesis-aim": (f"the same beside OpenDP's AIM, up to {aim.HOURS:g} hours each ({aim.ASKED} says less)", aim.run),
    "vault": (
        "what encryption costs: a record, a load of Adult, a scan, a search, beside pymongo in the clear",
        vault.run,
    ),
    "anonymity-verifier": (
        "the verifier of released tables beside pycanon: agreement and CPU time",
        anonymity_verifier.run,
    ),
    "respond": ("what a browser fetches before it shows the answer page", weight.respond),
    "studio": ("what a browser fetches before it shows the studio", weight.studio),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("name", nargs="?", choices=sorted(BENCHES), help="what to measure")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    asked = parser.parse_args()
    if asked.name is None:
        for name, (what, _) in BENCHES.items():
            print(f"{name:20}{what}")
        return
    try:
        measured = BENCHES[asked.name][1]()
        if asked.json:
            for line in measured:
                print(line.to_json(), flush=True)
        else:
            print(table(list(measured)))
    except RunFailed as reason:
        sys.exit(f"{asked.name} was not measured: {reason}")


if __name__ == "__main__":
    main()

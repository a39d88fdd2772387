"""`python -m mechanisms.tests.mutants.noticed [--all]`: which test notices each fault soonest, in noticed_by.json.

Looks for those that have no witness yet; with --all, for every one, in half an hour.
"""

import json
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import local

from mechanisms.tests.mutants.bed import FAILED, WITNESSES, Nursery, chosen_by, copy_package, witnesses
from mechanisms.tests.mutants.planted import Fault, faults_in, plant

_of_thread = local()


def main(arguments: list[str]) -> int:
    faults = faults_in("faults.toml")
    known = {} if "--all" in arguments else witnesses()
    looked_for = [fault for fault in faults if str(fault) not in known]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for fault, test in zip(looked_for, threads.map(_witness, looked_for), strict=True):
            sys.stdout.write(f"{fault}: {test or 'noticed by no test'}\n")
            if test:
                known[str(fault)] = test
                WITNESSES.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return int(len(known) < len(faults))


def _witness(fault: Fault) -> str:
    """Empty if no test fails. Tests that would run for ever are ended after the first failure."""
    if not hasattr(_of_thread, "nursery"):
        _of_thread.nursery = Nursery()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        copy_package(folder)
        plant(fault, folder / "mechanisms")
        for all_of_them in (True, False):
            code, test = _of_thread.nursery.run(folder, chosen_by(fault), all_of_them=all_of_them)
            if code == FAILED:
                return str(test)
    return ""


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

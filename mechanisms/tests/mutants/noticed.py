"""`python -m mechanisms.tests.mutants.noticed [--all]`: which test notices each fault soonest, in noticed_by.json.

Looks for those that have no witness yet; with --all, for every one, in less than an hour. A test is a witness only if
it passes by itself without the fault, which costs too much to be shown again by every `scripts/test slow`.
"""

import json
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import local

from mechanisms.tests.mutants.bed import FAILED, PASSED, WITNESSES, Nursery, chosen_by, copy_package, witnesses
from mechanisms.tests.mutants.planted import Fault, faults_in, plant

_of_thread = local()


def main(arguments: list[str]) -> int:
    faults = faults_in("faults.toml")
    known = {} if "--all" in arguments else witnesses()
    looked_for = [fault for fault in faults if str(fault) not in known]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for fault, test in zip(looked_for, threads.map(_witness, looked_for), strict=True):
            sys.stdout.write(f"{fault}: {test or 'noticed by no test that passes alone without it'}\n")
            if test:
                known[str(fault)] = test
                WITNESSES.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return int(len(known) < len(faults))


def _witness(fault: Fault) -> str:
    """Returns the test that witnesses a fault; empty if every failing test also fails, or does not exist, without the
    fault.

    Tests that would run for ever are ended after the first failure.
    """
    if not hasattr(_of_thread, "nursery"):
        _of_thread.nursery = Nursery()
    with tempfile.TemporaryDirectory() as folder:
        planted, as_it_is = Path(folder) / "planted", Path(folder) / "as it is"
        copy_package(planted)
        plant(fault, planted / "mechanisms")
        copy_package(as_it_is)
        tests = chosen_by(fault)
        for all_of_them in (True, False):
            code, test = _of_thread.nursery.run(planted, tests, all_of_them=all_of_them)
            while code == FAILED:
                if _of_thread.nursery.run(as_it_is, [test])[0] == PASSED:
                    return str(test)
                tests += ["--deselect", test]
                code, test = _of_thread.nursery.run(planted, tests, all_of_them=all_of_them)
    return ""


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

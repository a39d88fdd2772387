"""Add up the JUnit reports of one run of scripts/test: name the slowest and what was skipped, and end with one line."""

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

SLOWEST = 12
AFTER_DEADLINE = "not begun before the deadline"  # as `tests/deadline.py` says


def cases(folder: Path) -> list[ElementTree.Element]:
    # The reports were written a moment ago by our own runners, so the plain parser will do.
    return [case for report in sorted(folder.glob("*.xml")) for case in ElementTree.parse(report).iter("testcase")]  # noqa: S314


def name_slowest(tests: list[ElementTree.Element]) -> None:
    """Prints the slowest tests, so that whoever wants the run to be shorter knows where to begin."""
    for case in sorted(tests, key=seconds, reverse=True)[:SLOWEST]:
        print(f"slow: {seconds(case):.0f} s {case.get('classname', '')} {case.get('name')}")


def seconds(case: ElementTree.Element) -> float:
    return float(case.get("time") or 0)


def main(form: str, folder: Path) -> int:
    passed = failed = skipped = 0
    late = Counter[str]()
    tests = cases(folder)
    name_slowest(tests)
    for case in tests:
        reason = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
            print(f"failed: {case.get('classname', '')} {case.get('name')}")
        elif reason is not None and AFTER_DEADLINE in str(reason.get("message")):
            late[case.get("classname", "")] += 1
        elif reason is not None:
            skipped += 1
            why = reason.get("message") or "no reason given"
            print(f"skipped: {case.get('classname', '')} {case.get('name')} ({why})")
        else:
            passed += 1
    whole = form == "quick" or not skipped
    if not whole:
        print(f"under `scripts/test {form}` nothing may be skipped")
    if not passed:
        print("no test ran")
    for module, many in sorted(late.items()):
        print(f"{AFTER_DEADLINE}: {many} of {module}; they come first in the next run")
    print(f"{passed} passed, {failed} failed, {skipped + late.total()} skipped")
    return int(bool(failed) or not passed or not whole)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], Path(sys.argv[2])))

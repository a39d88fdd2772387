"""`python -m reproductions [NAME ...] [--check]`: write docs/reproductions, or say what is out of date there."""

import argparse
import sys
import time

from reproductions.index import FOLDER, INDEX, REPRODUCTIONS, files, index_page, out_of_date


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/reproduce", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which; without one, all")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is not what the code gives")
    asked = parser.parse_args()
    known = [one.name for one in REPRODUCTIONS]
    for name in asked.names:
        if name not in known:
            parser.error(f"there is no reproduction {name!r}; there are {', '.join(known)}")
    made = {INDEX: index_page()}
    for one in REPRODUCTIONS:
        if not asked.names or one.name in asked.names:
            started = time.monotonic()
            made |= files(one)
            print(f"{one.name:20}{time.monotonic() - started:7.1f} s", flush=True)
    if asked.check:
        if stale := list(out_of_date(made)):
            sys.exit(f"not what the code gives: {', '.join(stale)}")
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""`python -m reproductions [NAME ...] [--check]`: write docs/reproductions, or say what is out of date there."""

import argparse
import sys
import time

from reproductions.index import FOLDER, INDEX, REPRODUCTIONS, files, index_page, out_of_date


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/reproduce", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which; without one, all")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is not what the code gives")
    options = parser.parse_args()
    known = [reproduction.name for reproduction in REPRODUCTIONS]
    for name in options.names:
        if name not in known:
            parser.error(f"there is no reproduction {name!r}; there are {', '.join(known)}")
    contents = {INDEX: index_page()}
    for reproduction in REPRODUCTIONS:
        if not options.names or reproduction.name in options.names:
            started = time.monotonic()
            contents |= files(reproduction)
            print(f"{reproduction.name:20}{time.monotonic() - started:7.1f} s", flush=True)
    if options.check:
        if stale := list(out_of_date(contents)):
            sys.exit(f"not what the code gives: {', '.join(stale)}")
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in contents.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""`python -I answering.py PROGRAM`, in the peers' environment: for each line of JSON, what PROGRAM's `measure` answers.

Isolated, because modules beside this one have names of the standard library.
"""

import json
import runpy
import sys


def main(program: str) -> None:
    answers_go_to, sys.stdout = sys.stdout, sys.stderr  # Other output of the libraries must not mix with the answers.
    measure = runpy.run_path(program)["measure"]
    for line in sys.stdin:
        print(json.dumps(measure(**json.loads(line))), file=answers_go_to, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])

"""Writes the vectors that the page's conditions, domains and piping are held to.

`python -m surveys.rules.vectors [--check]`
"""

import sys

from mechanisms.vectors.files import main
from surveys.rules.vectors.conditions import condition_vectors
from surveys.rules.vectors.domains import domain_vectors
from surveys.rules.vectors.pipes import piping_vectors

FILES = {
    "expressions.json": condition_vectors,
    "domains.json": domain_vectors,
    "piping.json": piping_vectors,
}

if __name__ == "__main__":
    sys.exit(main(FILES, "surveys.rules.vectors", sys.argv[1:]))

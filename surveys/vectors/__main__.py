"""Writes the vectors that the page's conditions, domains and piping are held to.

`python -m surveys.vectors [--check]`
"""

import sys

from mechanisms.vectors.files import main
from surveys.vectors.conditions import condition_vectors
from surveys.vectors.domains import domain_vectors
from surveys.vectors.pipes import piping_vectors

FILES = {
    "expressions.json": condition_vectors,
    "domains.json": domain_vectors,
    "piping.json": piping_vectors,
}

if __name__ == "__main__":
    sys.exit(main(FILES, "surveys.vectors", sys.argv[1:]))

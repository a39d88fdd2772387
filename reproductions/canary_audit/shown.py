"""The studio shows these figures of the audit to whoever learns why rows that look made up may tell of somebody:
figures alone."""

import json
from typing import Any

import numpy as np

from mechanisms.common.entropy import SeededEntropy
from reproductions.canary_audit.trials import DELTA, EPSILON, ERROR, RUNS, Sides, gaussian, published
from reproductions.gaussian_model import trials as makers
from reproductions.gaussian_model.people import Floats, people
from reproductions.naive_bayes.people import Share

GROWING = (50, 100, 200, RUNS)
DATA = "diabetes"  # A public collection has the rows of 768 people.
COLUMNS = ("glucose", "age")  # The published code copies the last of these columns.
LEAST = 25  # A group has at least so many people.
ROWS = 5


def figures() -> str:
    """Returns the figures as JSON. They are about simulated and public people; rows of a protected data set cannot be
    here."""
    fields = {
        "epsilon": EPSILON,
        "delta": DELTA,
        "error": f"{ERROR:.6f}",
        "runs": list(GROWING),
        "shown": [
            {"maker": maker, "at": [round(spent, 4) for _, spent in growth(sides)]}
            for maker, sides in audited().items()
        ],
        **on_public_people(),
    }
    return json.dumps(fields, indent=1) + "\n"


def audited() -> dict[str, Sides]:
    return {"coded": published("as_coded"), "described": published("as_described"), "ours": gaussian("value")}


def growth(sides: Sides) -> list[tuple[float, float]]:
    return [(float(runs), sides.shown(runs, delta=0.0).spent) for runs in GROWING]


def on_public_people() -> dict[str, Any]:
    """Returns how often a class is predicted right from each maker's rows, and how many people's last number was copied
    unchanged, with a few examples."""
    who = people(DATA)
    training, _, seed = makers.rounds(DATA)[0]
    real = who.numbers[training]
    synthetic = {
        "coded": makers.published(who, training, EPSILON, SeededEntropy(seed), coded=True, least=LEAST)[0],
        "described": makers.published(who, training, EPSILON, SeededEntropy(seed), coded=False, least=LEAST)[0],
        "ours": makers.ours(who, training, EPSILON, SeededEntropy(seed))[0],
    }
    names = [number.name for number in who.declared.numbers]
    places = [names.index(name) for name in COLUMNS]
    return {
        "people": len(training),
        "right": [{"maker": maker, **_share(share)} for maker, share in _right().items()],
        "copied": [{"maker": maker, "people": _copied(real, rows)} for maker, rows in synthetic.items()],
        "rows": [
            {
                "real": real[row, places].tolist(),
                "made": [round(number, 2) for number in synthetic["coded"][row, places].tolist()],
            }
            for row in range(ROWS)
        ],
    }


def _right() -> dict[str, Share]:
    scores = {maker: makers.outcome(DATA, maker, EPSILON, LEAST).real for maker in ("coded", "described", "ours")}
    return {"real": makers.learnt_of_real(DATA), **scores}


def _share(share: Share) -> dict[str, float]:
    return {"share": round(share.mean, 4), "error": round(share.error, 4)}


def _copied(real: Floats, synthetic: Floats) -> int:
    """Returns how many rows are copied to the last bit, row by row."""
    return int(np.sum(real[:, -1] == synthetic[:, -1]))

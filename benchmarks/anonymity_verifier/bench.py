"""The bench measures the verifier of releases beside pycanon: whether both find the same, and the CPU time each
takes."""

import csv
import json
import math
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.line import Line, RunFailed
from benchmarks.peers import Peer, running
from datahub.releases.verifier import Files, verify
from tests.adult.rows import columns, rows

CONFIGURATIONS, ROWS, REPETITIONS = 50, 1000, 5
SECONDS = 0.2
PEER = "pycanon"
PROGRAM, REQUIREMENTS = Path(__file__).with_name("peer.py"), Path(__file__).with_name("requirements.txt")
WIDTHS = {"age": (5, 10, 20), "education-num": (2, 4, 8)}
KEPT = ("workclass", "education", "marital-status", "race", "sex", "native-country")
SENSITIVE = {"occupation": "equal", "income": "equal", "hours-per-week": "ordered"}
ADULT = {"age": 10, "workclass": 0, "education": 0, "marital-status": 0, "race": 0, "sex": 0}

Rows = list[tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Release:
    """A release has `widths` for the ranges of each quasi-identifier; 0 stands for a column that is released
    unchanged.
    """

    widths: Mapping[str, int]
    sensitive: Sequence[str]
    rows: Rows


def run() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as folder, running(PROGRAM, REQUIREMENTS) as peer:
        agreed = sum(_agree(_random_release(seed), Path(folder), peer) for seed in range(CONFIGURATIONS))
        yield Line(
            bench="anonymity-verifier",
            case=f"random releases of which both say the same k, l, entropy, t and beta, of {CONFIGURATIONS}",
            ours=agreed,
            unit="releases",
            goal=CONFIGURATIONS,
            better="higher",
        )
        yield from _of_adult(Path(folder), peer)


def small() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as folder:
        files = _files_of_adult(Path(folder), _adult(2_000))
        _, seconds = _verified(files, repetitions=1)
    yield Line(bench="anonymity-verifier", case="2,000 rows of Adult", ours=seconds, unit="CPU s", better="lower")


def _adult(most: int) -> Release:
    return _released(range(most), ADULT, ("occupation", "income"), 1)


def _files_of_adult(folder: Path, release: Release) -> Files:
    models: list[dict[str, Any]] = [
        {"model": "k-anonymity", "k": 5},
        {"model": "distinct-l-diversity", "column": "occupation", "l": 2},
        {"model": "t-closeness", "column": "income", "distance": "equal", "t": "0.2"},
    ]
    return _written(folder, release, models)


def _verified(files: Files, repetitions: int) -> tuple[list[float], float]:
    """Returns the figures that the verifier finds, and the median of the CPU seconds that it takes."""
    seconds, figures = [], _figures(files)
    for _ in range(repetitions):
        started = time.process_time()
        verify(files)
        seconds.append(time.process_time() - started)
    return figures, statistics.median(seconds)


def _of_adult(folder: Path, peer: Peer) -> Iterator[Line]:
    release = _adult(len(rows()))
    files = _files_of_adult(folder, release)
    ours, seconds = _verified(files, REPETITIONS)
    requests = [["k", None], ["l", "occupation"], ["t", "income"]]
    theirs = peer.ask(path=str(files.release), quasi=list(release.widths), requests=requests)
    if not _same(ours, theirs["figures"]):
        raise RunFailed(f"the verifier finds {ours} and {PEER} {theirs['figures']}")
    classes = len({row[: len(release.widths)] for row in release.rows})
    case = f"k, l and t of {len(release.rows):,} rows of Adult in {classes} classes"
    line = partial(Line, bench="anonymity-verifier", ours=seconds, unit="CPU s", better="lower")
    yield line(case=case, goal=SECONDS)
    yield line(case="the same", peer=theirs["seconds"], peer_name=PEER)


def _random_release(seed: int) -> Release:
    """Returns a thousand people of Adult, two to four quasi-identifiers made coarser, and classes below a random k left
    out."""
    draw = np.random.default_rng(seed)
    chosen = [str(name) for name in draw.permutation([*WIDTHS, *KEPT])[: draw.integers(2, 5)]]
    widths = {name: int(draw.choice(WIDTHS[name])) if name in WIDTHS else 0 for name in chosen}
    people = draw.choice(len(rows()), ROWS, replace=False)
    return _released(people.tolist(), widths, [str(draw.choice(list(SENSITIVE)))], int(draw.integers(1, 6)))


def _released(people: Sequence[int], widths: Mapping[str, int], sensitive: Sequence[str], k: int) -> Release:
    parts: list[Callable[[Any], str]] = [_range(width) if width else _text for width in widths.values()]
    parts += [_text] * len(sensitive)
    places = [columns().index(name) for name in (*widths, *sensitive)]
    table = rows()
    written = [tuple(part(table[at][place]) for part, place in zip(parts, places, strict=True)) for at in people]
    sizes = Counter(row[: len(widths)] for row in written)
    return Release(
        widths=widths, sensitive=sensitive, rows=sorted(row for row in written if sizes[row[: len(widths)]] >= k)
    )


def _range(width: int) -> Callable[[Any], str]:
    return lambda number: f"[{number // width * width}, {number // width * width + width})"


def _text(cell: object) -> str:
    return "?" if cell is None else str(cell)


def _agree(release: Release, folder: Path, peer: Peer) -> bool:
    name = release.sensitive[0]
    models = [
        {"model": "k-anonymity", "k": 1},
        {"model": "distinct-l-diversity", "column": name, "l": 1},
        {"model": "entropy-l-diversity", "column": name, "l": 1},
        {"model": "t-closeness", "column": name, "distance": SENSITIVE[name], "t": 1},
        {"model": "basic-beta-likeness", "column": name, "beta": 1},
    ]
    files = _written(folder, release, models)
    requests = [["k", None], *([figure, name] for figure in ("l", "entropy", "t", "beta"))]
    theirs = peer.ask(path=str(files.release), quasi=list(release.widths), requests=requests)["figures"]
    ours = _figures(files)
    ours[2] = math.floor(ours[2] + 1e-9)  # pycanon rounds its entropy down to a whole number.
    return _same(ours, theirs)


def _same(ours: Sequence[float], theirs: Sequence[float]) -> bool:
    """Returns whether two lists agree to the six digits that the verifier prints."""
    return all(math.isclose(figure, two, rel_tol=1e-5) for figure, two in zip(ours, theirs, strict=True))


def _figures(files: Files) -> list[float]:
    return [float(finding.measured) for finding in verify(files) if finding.measured is not None]


def _written(folder: Path, release: Release, models: Sequence[Mapping[str, Any]]) -> Files:
    roles = dict.fromkeys(release.widths, "quasi") | dict.fromkeys(release.sensitive, "sensitive")
    described = [{"name": name, "role": role} for name, role in roles.items()]
    card = {"version": 1, "rows": len(release.rows), "suppressed": 0, "order": "sorted"}
    (folder / "card.json").write_text(json.dumps({**card, "columns": described, "models": models}), encoding="utf-8")
    with (folder / "release.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([tuple(roles), *release.rows])
    return Files(release=folder / "release.csv", card=folder / "card.json")

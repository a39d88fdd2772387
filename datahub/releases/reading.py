"""Reading what a verifier is handed beside tables, none of it trusted: a hierarchy and a card. Python's own library
alone.

Refusals name file, line and rule, and no cell.
"""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any
from unicodedata import category

from datahub.releases.promises import DISTANCES, NUMBER, OF_A_POPULATION, Tree
from datahub.releases.read_tables import content, csv_rows
from datahub.releases.table_runs import Refused

CARD = {"version": int, "rows": int, "suppressed": int, "order": str, "columns": list, "models": list}
CARD_MAY = {"sha256": str, "population_sha256": str, "about": dict}
COLUMN, COLUMN_MAY = {"name": str, "role": str}, {"hierarchy": str, "sha256": str, "perturbed": bool, "order": list}
ROLES = ("identifying", "quasi", "sensitive", "insensitive")
MODELS = {
    "k-anonymity": "k", "k-map": "k", "delta-presence": "least most", "distinct-l-diversity": "column l",
    "entropy-l-diversity": "column l", "recursive-cl-diversity": "column c l", "t-closeness": "column distance t",
    "basic-beta-likeness": "column beta", "enhanced-beta-likeness": "column beta",
}  # fmt: skip
UNSEEN = {"Cc", "Cf", "Zl", "Zp"}  # Unicode categories: a name with one of them is not read as it is written
# quotation marks, and what looks like one
MARKS = '"\u201c-\u201f\u02ba\u02dd\u02ee\u05f4\u2033\u2036\u275d\u275e\u301d-\u301f\uff02'
QUOTES = re.compile(f"['\u2018\u2019{MARKS}]{{2,}}|[{MARKS}]")


def read_tree(path: Path, sha256: str) -> Tree:
    """Returns a hierarchy as ARX writes it: a line for each leaf, from the leaf to `*`, split by `;` or `,`, no
    header."""
    data = content(path, sha256)
    rows = csv_rows(path.name, data, ";" if b";" in data.partition(b"\n")[0] else ",")
    tree, levels = {row[0]: row for row in rows}, list(zip(*rows, strict=True))
    if len(levels) < 2 or len(tree) < len(rows) or set(levels[-1]) != {"*"}:
        raise Refused(f"{path.name}: each line needs a leaf of its own, its groups, and * at the end")
    for level, (low, high) in enumerate(pairwise(levels), 1):
        if len(set(zip(low, high, strict=True))) != len(set(low)):
            raise Refused(f"{path.name} level {level}: a value of the level below has two parents")
        if any(tree[group][level] != group for group in set(high) & set(tree)):
            raise Refused(f"{path.name} level {level}: a group has the name of a leaf that is not in it")
        if level < len(levels) - 1 and len(rows) > 1 and len(set(high)) == 1:
            raise Refused(f"{path.name} level {level}: a second top; it would make distances look small")
    return tree


def read_card(path: Path) -> dict[str, Any]:
    try:
        card = json.loads(content(path), object_pairs_hook=_unique)
    except (ValueError, RecursionError) as why:
        raise Refused(f"{path.name}: is no JSON: {why}") from None
    if isinstance(card, dict) and card.get("synthetic") is True:
        raise Refused(
            f"{path.name}: is of synthetic rows. How they were made is their guarantee, and no file shows that"
        )
    _known(card, "the card", CARD, CARD_MAY)
    if card["version"] != 1 or card["order"] not in ("sorted", "shuffled"):
        raise Refused('the card: version is 1, and order is "sorted" or "shuffled"')
    if not 0 <= card["suppressed"] <= card["rows"] or not card["models"]:
        raise Refused("the card: says how many rows there are, how many of them are suppressed, and at least one model")
    for column in card["columns"]:
        _known(column, "a column of the card", COLUMN, COLUMN_MAY)
        file = column.get("hierarchy", "none")
        if column["role"] not in ROLES or not all(isinstance(value, str) for value in column.get("order", [])):
            raise Refused(f"column {column['name']!r}: role is one of {', '.join(ROLES)}; order is a list of texts")
        if ("hierarchy" in column) != ("sha256" in column) or file != Path(file).name or not file.strip("."):
            raise Refused(f"column {column['name']!r}: a hierarchy is the name of a file, with its SHA-256")
    roles = {column["name"]: column["role"] for column in card["columns"]}
    if len(roles) < len(card["columns"]) or "quasi" not in roles.values():
        raise Refused("the card: every column stands once, and at least one is quasi")
    sensitive = {name for name, role in roles.items() if role == "sensitive"}
    return {**card, "models": [_model(model, sensitive) for model in card["models"]]}


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return dict(pairs)


def _known(given: Any, where: str, needed: Mapping[str, type], allowed: Mapping[str, type]) -> None:
    if not isinstance(given, dict) or not set(needed) <= set(given):
        raise Refused(f"{where}: needs {', '.join(needed)}")
    for name, value in given.items():
        wanted = {**needed, **allowed}.get(name)
        if type(value) is not wanted:  # a bool is no whole number here
            raise Refused(f"{where}: {name!r} is {'unknown' if wanted is None else 'no ' + wanted.__name__}")


def _model(given: Any, sensitive: set[str]) -> dict[str, Any]:
    """Returns a model with thresholds as fractions: of whole numbers, or of decimal strings such as "0.2"; no float
    stands for that."""
    name = given.get("model") if isinstance(given, dict) else None
    parts = MODELS[name].split() if isinstance(name, str) and name in MODELS else []
    named = {"against"} if parts and name in OF_A_POPULATION else set()
    if not parts or set(given) - named != {"model", *parts}:
        raise Refused(f"model {name!r}: is one of {', '.join(f'{slug} ({needs})' for slug, needs in MODELS.items())}")
    against = given.get("against", "")
    if not isinstance(against, str) or UNSEEN & set(map(category, against)):
        raise Refused(f"model {name!r}: against is the name of a population, all of whose characters can be seen")
    quoted = QUOTES.sub("'", against)
    model: dict[str, Any] = {
        "model": name,
        "promise": f"{name} ({', '.join(f'{part} {given[part]}' for part in parts)})"
        + (f' against "{quoted}"' if quoted else ""),
        "said": {part: str(value) for part, value in given.items()},
    }
    for part in parts:
        value = given[part]
        if part in ("column", "distance"):
            if value not in (sensitive if part == "column" else DISTANCES):
                raise Refused(
                    f"model {name!r}: {value!r} is no {'sensitive column' if part == 'column' else 'distance'}"
                )
            model[part] = value
        else:
            model[part] = _threshold(value, f"model {name!r}: {part}", whole=name != "entropy-l-diversity", part=part)
    if name == "delta-presence" and not model["least"] <= model["most"] <= 1:
        raise Refused(f"model {name!r}: least is at most most, and most at most 1")
    return model


def _threshold(value: Any, where: str, *, whole: bool, part: str) -> Fraction:
    if type(value) not in (int, str) or not NUMBER.fullmatch(str(value)):
        raise Refused(f"{where} is {value!r}; a whole number or a decimal string is needed")
    threshold = Fraction(value)
    if threshold < (1 if part in "kl" else 0) or (whole and part in "kl" and threshold.denominator > 1):
        raise Refused(
            f"{where} is {value!r}; k and l are whole numbers from 1 (for entropy, any from 1), others not below 0"
        )
    return threshold

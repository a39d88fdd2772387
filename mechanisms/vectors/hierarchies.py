"""This module holds golden vectors of hierarchies made by rule: the page must show the same hierarchy as the search
uses."""

from collections.abc import Mapping, Sequence
from typing import Any

from mechanisms.anonymity import making
from mechanisms.anonymity.hierarchy import Hierarchy

Case = tuple[Mapping[str, Any], Sequence[str]]  # A rule as the API takes it, and the values of the column.

ARX = 'France;Europe;*\nItaly;Europe;*\n"Korea; South";Asia;*\nJapan;Asia;*\n'
YEARS = [str(year) for year in range(17, 91)]
BODY_MASS = ["14.9", "15.0", "18.4", "18.5", "21.4", "24.9", "25.0", "29.9", "35.0", "41.2"]
OFTEN = ["never", "rarely", "often", "daily", "hourly"]
CASES: tuple[Case, ...] = (
    ({"kind": "csv", "text": ARX}, []),
    ({"kind": "csv", "text": "\ufeffa;x, y;*\r\nb;x, y;*\r\n\r\nc;z;*"}, []),
    ({"kind": "csv", "text": 'a,"say ""x""",*\nb,"say ""x""",*\n'}, []),
    ({"kind": "intervals", "start": 0, "widths": [5, 10, 20]}, YEARS),
    ({"kind": "intervals", "start": 1, "widths": [1, 5], "bottom": 21, "top": 66}, YEARS),
    ({"kind": "intervals", "start": 0, "widths": [10]}, [str(number) for number in range(-25, 6)]),
    ({"kind": "intervals", "start": 0, "widths": [200]}, YEARS),
    ({"kind": "intervals", "start": 15, "widths": [5, "10"], "bottom": 15, "top": "35.0"}, BODY_MASS),
    ({"kind": "intervals", "start": "18.5", "widths": ["0.1", "0.5", "2.5"]}, BODY_MASS),
    ({"kind": "intervals", "start": 0, "widths": ["0.25", 1]}, ["-1.00", "-0.25", "0.00", "0.30", "2.75"]),
    ({"kind": "csv", "text": "France;Europe;any\nJapan;Asia;any\n"}, []),
    ({"kind": "csv", "text": "47906;4790*;*****\n47677;4767*;*****\n"}, []),
    ({"kind": "csv", "text": "Paris, Texas;any\nBern;any\n"}, []),
    ({"kind": "mask", "at_once": 1}, ["47906", "47677", "80331", "80332"]),
    ({"kind": "mask", "at_once": 2}, ["47906", "47677", "80331"]),
    ({"kind": "mask", "at_once": 9}, ["ab", "cd"]),
    ({"kind": "mask", "at_once": 1, "pad": "zeros"}, ["1067", "01067", "10115", "20095"]),
    ({"kind": "mask", "at_once": 2, "pad": "blanks"}, ["M1 1AE", "M11 1AA", "EC1A 1BB", "EC1A 1HQ"]),
    ({"kind": "mask", "at_once": 1, "pad": "blanks"}, ["47906", "47677"]),
    ({"kind": "dates"}, ["1987-03-14", "1987-03-15", "1987-12-31", "1991-01-01", "2000-02-29"]),
    ({"kind": "order", "values": OFTEN, "sizes": [2, 4]}, OFTEN),
    ({"kind": "order", "values": OFTEN, "sizes": []}, OFTEN),
    ({"kind": "groups", "groups": {"Europe": ["France", "Italy"], "Asia": ["Japan"]}}, []),
    ({"kind": "groups", "groups": {"all": ["a", "b"]}}, []),
    ({"kind": "flat"}, ["b", "a", "c"]),
)
REFUSED: tuple[Case, ...] = (
    ({"kind": "csv", "text": ""}, []),
    ({"kind": "csv", "text": "France\nItaly\n"}, []),
    ({"kind": "csv", "text": "France;Europe;*\nItaly;*\n"}, []),
    ({"kind": "csv", "text": "France;Europe;*\nItaly; ;*\n"}, []),
    ({"kind": "csv", "text": "France;Europe\nItaly;Europe\nJapan;Asia\n"}, []),
    ({"kind": "csv", "text": "France;Europe\nItaly; \n"}, []),
    ({"kind": "csv", "text": "France;Europe;*\nFrance;Europe;*\n"}, []),
    ({"kind": "csv", "text": "Bonn;Rhine;West;*\nKoblenz;Rhine;South;*\n"}, []),
    ({"kind": "csv", "text": "a;b;*\nb;c;*\n"}, []),
    ({"kind": "intervals", "start": 0, "widths": []}, YEARS),
    ({"kind": "intervals", "start": 0, "widths": [0]}, YEARS),
    ({"kind": "intervals", "start": 0, "widths": [5, 12]}, YEARS),
    ({"kind": "intervals", "start": 0, "widths": [10, 5]}, YEARS),
    ({"kind": "intervals", "start": 0, "widths": [10], "top": 65}, YEARS),
    ({"kind": "intervals", "start": 0, "widths": [10], "bottom": 60, "top": 40}, YEARS),
    ({"kind": "intervals", "start": 0, "widths": ["0.05"]}, BODY_MASS),
    ({"kind": "intervals", "start": "0.25", "widths": [5]}, BODY_MASS),
    ({"kind": "intervals", "start": 0, "widths": ["0.5", "0.8"]}, BODY_MASS),
    ({"kind": "mask", "at_once": 1}, ["47906", "4767"]),
    ({"kind": "mask", "at_once": 1, "pad": "zeros"}, ["4*", "476"]),
    ({"kind": "mask", "at_once": 1}, ["4*", "47"]),
    ({"kind": "mask", "at_once": 0}, ["46", "47"]),
    ({"kind": "dates"}, ["1987-02-30"]),
    ({"kind": "dates"}, ["14.3.1987"]),
    ({"kind": "order", "values": ["a", "b", "a"], "sizes": [2]}, []),
    ({"kind": "order", "values": OFTEN, "sizes": [2, 3]}, OFTEN),
    ({"kind": "groups", "groups": {"Europe": ["France"], "Asia": ["France"]}}, []),
    ({"kind": "groups", "groups": {"France": ["France", "Italy"]}}, []),
    ({"kind": "groups", "groups": {}}, []),
)


def hierarchy_vectors() -> dict[str, object]:
    """Returns the levels of each case from the values to `*`: names, and how many values each covers."""
    cases = [{"rule": rule, "values": values, "levels": _levels(_hierarchy(rule, values))} for rule, values in CASES]
    return {
        "cases": cases,
        "refused": [{"rule": rule, "values": values} for rule, values in REFUSED if _is_refused(rule, values)],
    }


def _hierarchy(rule: Mapping[str, Any], values: Sequence[str]) -> Hierarchy:
    given = {name: value for name, value in rule.items() if name != "kind"}
    match rule["kind"]:
        case "csv":
            return making.from_csv("x", rule["text"])
        case "intervals":
            return making.intervals("x", values, **given)
        case "mask":
            return making.masks("x", values, **given)
        case "dates":
            return making.dates("x", values)
        case "order":
            return making.in_order("x", rule["values"], sizes=rule["sizes"])
        case "groups":
            return making.grouped("x", rule["groups"])
    return making.flat("x", values)


def _is_refused(rule: Mapping[str, Any], values: Sequence[str]) -> bool:
    try:
        _hierarchy(rule, values)
    except ValueError:
        return True
    raise AssertionError(f"{rule} is not refused")


def _levels(tree: Hierarchy) -> list[dict[str, int]]:
    """Returns the levels of a tree without intermediate levels that consist of one value, which a plan leaves out."""
    levels = [
        dict(zip(names, covered.tolist(), strict=True)) for names, covered in zip(tree.names, tree.covered, strict=True)
    ]
    return [names for level, names in enumerate(levels) if level in {0, len(levels) - 1} or len(names) > 1]

"""Numbers with decimals are released in intervals, and postcodes of different lengths by their beginnings: what the
maker writes, the verifier accepts."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datahub.analyses.anonymise.reading import _domain
from datahub.analyses.anonymise.rules.figures import find_release
from datahub.analyses.anonymise.rules.hierarchies import build_hierarchy, faults, paths_of
from datahub.analyses.anonymise.rules.plan import OVERLAPPING, Declared, Plan
from datahub.analyses.anonymise.rules.release_files import written
from datahub.analyses.anonymise.rules.table import prepared
from datahub.analyses.anonymise.tests.test_write_rows import K3, column, texts
from datahub.analyses.drawing import KeyedEntropy
from datahub.analyses.errors import PlanRefused
from datahub.analyses.tests.factories import K5, ask, plan, released, rows_of
from datahub.datasets.tests.factories import Visitor, a_data_set, load
from datahub.releases.promises import covers

POSTCODES = ["M1 1AE", "M11 1AA", "EC1A 1BB", "EC1A 1HQ", "W1A 0AX"]
NUMBERS = [f"{number / 10:.1f}" for number in range(-25, 60)]


def declared(type: str, **more: Any) -> Declared:
    return Declared(name="x", type=type, role="quasi", values=_domain({"type": type, **more}))


def hierarchy(kind: str, values: Sequence[str], **parts: Any) -> list[list[str]]:
    return paths_of(build_hierarchy("x", {"kind": kind, **parts}, (), values))


def test_numbers_with_decimals_lie_in_intervals_of_as_many() -> None:
    paths = hierarchy("intervals", ["18.4", "18.5", "24.9"], start=0, widths=["0.5", 5], top=20)
    assert paths == [
        ["18.4", "18.0-18.4", "15.0-19.9", "*"],
        ["18.5", "18.5-18.9", "15.0-19.9", "*"],
        ["24.9", ">=20.0", ">=20.0", "*"],
    ]
    assert hierarchy("intervals", ["-0.25", "1.00"], start=0, widths=["0.5"])[0] == ["-0.25", "[-0.50 .. -0.01]", "*"]


def test_the_declared_numbers_are_the_domain_where_they_can_be_listed() -> None:
    assert declared("number", decimals=1, minimum="-0.1", maximum="0.2").values == ("-0.1", "0.0", "0.1", "0.2")
    assert declared("number", decimals=0, minimum="0.4", maximum="2.0").values == ("0", "1", "2")
    assert declared("number", decimals=4, minimum="0", maximum="2").values == ()


@pytest.mark.parametrize(
    ("type", "parts", "words"),
    [
        ("number", {"start": 0, "widths": ["0.05"]}, "0.05 has more decimals than the values of x, which have 1"),
        ("number", {"start": 0, "widths": ["0.5", "0.8"]}, "intervals of 0.8 in x are not made of intervals of 0.5"),
        ("integer", {"start": 0, "widths": ["0.5"]}, "which have 0"),
    ],
)
def test_intervals_that_do_not_fit_are_refused_in_the_plan(type: str, parts: dict[str, Any], words: str) -> None:
    column_declared = declared(type, decimals=1, minimum="0", maximum="10")
    assert words in dict(faults(column_declared, {"kind": "intervals", **parts}))["hierarchy"]


def test_postcodes_of_different_lengths_are_padded_as_the_plan_says() -> None:
    by_blanks = hierarchy("mask", POSTCODES, at_once=4, pad="blanks")
    assert by_blanks[0] == ["EC1A 1BB", "EC1A****", "*"]
    assert by_blanks[2] == ["M1 1AE", "M1 1****", "*"]
    by_zeros = hierarchy("mask", ["1067", "01067", "10115"], pad="zeros")
    assert [path[1] for path in by_zeros] == ["0106*", "1011*", "0106*"]
    assert [path[0] for path in by_zeros] == ["01067", "10115", "1067"]
    with pytest.raises(PlanRefused, match="pad them"):
        hierarchy("mask", ["1067", "10115"])


PLAN = Plan(
    columns=(
        column(
            "x", "quasi", {"kind": "intervals", "start": "0.5", "widths": ["0.5", 1, 4], "bottom": "-3.5", "top": "4.5"}
        ),
        column("code", "quasi", {"kind": "mask", "at_once": 2, "pad": "blanks"}),
        column("illness", "sensitive", {}),
    ),
    missing="?",
    boxes=OVERLAPPING,
)
DECLARED = [
    Declared(name="x", type="number", role="quasi", values=()),
    Declared(name="code", type="text", role="quasi", values=()),
    Declared(name="illness", type="text", role="sensitive", values=()),
]
ROW = st.tuples(st.sampled_from(NUMBERS), st.sampled_from(POSTCODES), st.sampled_from("xyz"))


@settings(max_examples=80, deadline=None)
@given(st.lists(ROW, min_size=6, max_size=60))
def test_every_value_covers_the_one_it_came_from(rows: list[tuple[str, ...]]) -> None:
    cells = {
        declared_column.name: texts(own) for declared_column, own in zip(DECLARED, zip(*rows, strict=True), strict=True)
    }
    table = prepared(PLAN, DECLARED, cells)
    result = written(table, find_release(table, K3, KeyedEntropy(b"secret", {})))
    trees = {name: {path[0]: path for path in paths_of(tree)} for name, tree in table.trees.items()}
    for line, source in zip(result.line, result.row, strict=True):
        for index, name in enumerate(("x", "code")):
            assert covers(result.lines.rows[line][index], rows[source][index], trees[name])


@pytest.mark.django_db
def test_a_release_of_them_is_verified(owner: Visitor) -> None:
    content = "age,town,income\n" + "".join(
        f"{18 + number % 20 / 2},{POSTCODES[number % 5]},{number}\n" for number in range(60)
    )
    data_set = a_data_set(owner.person)
    number = {"type": "number", "decimals": 1, "minimum": "15", "maximum": "45.5"}
    load(owner, data_set, content, age=number, town={"type": "text", "longest": 32, "categories": []})
    rules: dict[str, dict[str, Any]] = {
        "age": {"hierarchy": {"kind": "intervals", "start": 15, "widths": ["2.5", 5], "top": "25.0"}},
        "town": {"hierarchy": {"kind": "mask", "at_once": 2, "pad": "blanks"}},
    }
    release = released(owner, data_set, K5, plan=plan(**rules))
    assert release["state"] == "released"
    report = owner.get(f"releases/{release['id']}/report/").json()
    assert {finding["outcome"] for finding in report["verified"]} == {"holds"}
    assert {row[0] for row in rows_of(owner, release["id"])[1:]} & {"15.0-19.9", "20.0-24.9", "17.5-19.9", ">=25.0"}
    fine = plan(age={"hierarchy": {"kind": "intervals", "start": 0.5, "widths": [5]}})
    assert ask(owner, data_set, plan=fine).status_code == 400

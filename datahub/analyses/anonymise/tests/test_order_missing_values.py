"""What the search accepts, the verifier accepts: a sensitive column in an order may have missing values, which stand
behind all others, in the release and on its card."""

from typing import Any

import pytest

from datahub.analyses.anonymise.rules.plan import PlannedColumn
from datahub.analyses.anonymise.rules.table import in_order
from datahub.analyses.tests.factories import K5, plan, released
from datahub.datasets.tests.factories import Visitor, a_data_set, declaration, upload, work

WORDS = ("mild", "moderate", "severe")
RANGE = {"minimum": "-50", "maximum": "1000"}
DAYS = {"type": "date", "minimum": "2020-01-01", "maximum": "2024-12-31"}
CATEGORIES = {"type": "category", "categories": [{"value": word, "label": ""} for word in WORDS]}
KINDS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "numbers": ({"type": "integer", **RANGE}, [str(row % 9 * 10 - 40) for row in range(60)]),
    "decimals": ({"type": "number", "decimals": 2, **RANGE}, [f"{row % 7}.{row % 5}" for row in range(60)]),
    "days": (DAYS, [f"2024-01-{row % 9 + 1:02}" for row in range(60)]),
    "words": (CATEGORIES, [WORDS[row % 3] for row in range(60)]),
}
ORDERED = {"model": "t-closeness", "column": "income", "distance": "ordered", "t": "0.5"}


@pytest.mark.django_db
@pytest.mark.parametrize("every", [0, 7])
@pytest.mark.parametrize("kind", KINDS)
def test_a_release_in_an_order_is_verified_with_and_without_missing_values(
    owner: Visitor, kind: str, every: int
) -> None:
    domain, cells = KINDS[kind]
    if every:
        cells = ["" if row % every == 0 else cell for row, cell in enumerate(cells)]
    content = "age,town,income\n" + "".join(
        f"{20 + row % 50},{('Bern', 'Basel')[row % 2]},{cell}\n" for row, cell in enumerate(cells)
    )
    data_set = a_data_set(owner.person)
    upload(owner, data_set, content.encode())
    path = f"datasets/{data_set.pk}/versions/1/"
    income = {"minimum": "", "maximum": "", **domain}
    assert owner.send("PUT", path, {"columns": declaration(income=income)}).status_code == 200
    assert owner.send("PATCH", path, {"state": "loading"}).status_code == 202
    work()
    fields = plan()
    columns = [
        column | {"order": list(WORDS)} if column["name"] == "income" and kind == "words" else column
        for column in fields["columns"]
    ]
    release = released(owner, data_set, K5 | {"models": [*K5["models"], ORDERED]}, plan=fields | {"columns": columns})
    assert release["state"] == "released"
    report = owner.get(f"releases/{release['id']}/report/").json()
    assert {finding["outcome"] for finding in report["verified"]} == {"holds"}


@pytest.mark.parametrize(
    ("order", "present", "expected"),
    [
        ((), ["?", "10", "9", "-1", "1e1"], ["-1", "9", "10", "1e1", "?"]),
        ((), ["nan", "inf", "2", "1_0"], ["2", "1_0", "inf", "nan"]),
        (("low", "high"), ["?", "high", "low"], ["low", "high", "?"]),
        (("?", "low", "high"), ["?", "high", "low"], ["?", "low", "high"]),
    ],
)
def test_missing_values_stand_last_unless_the_plan_lists_them(
    order: tuple[str, ...], present: list[str], expected: list[str]
) -> None:
    column = PlannedColumn(name="a", role="sensitive", hierarchy={}, unlisted="refuse", weight=1, order=order)
    assert in_order(column, present, "?") == expected

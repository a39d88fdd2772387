"""A laboratory writes + and - for what it found. Such values are released: files hold them in a form that no
spreadsheet program runs, and that reads back to the same value."""

import csv
import io
from typing import Any

import pytest

from datahub.analyses.tests.factories import K5, plan, released
from datahub.datasets.tests.factories import Visitor, a_data_set, load

SIGNS = ["+", "-", "++", "trace", "=1+1", "'+"]
PHONES = ["+49 170 1", "none", "'@home"]
CONTENT = "age,town,income\n" + "".join(f'{20 + row % 4},"{PHONES[row % 3]}","{SIGNS[row % 4]}"\n' for row in range(96))
SENSITIVE = {"type": "category", "categories": [{"value": sign, "label": ""} for sign in SIGNS]}


@pytest.mark.django_db
@pytest.mark.parametrize("missing", ["?", "-n"])
def test_values_with_signs_are_released_and_read_back(owner: Visitor, missing: str) -> None:
    data_set = a_data_set(owner.person)
    load(owner, data_set, CONTENT, income=SENSITIVE, town={"type": "text", "longest": 32, "categories": []})
    groups = "".join(f"{phone};{'+known' if phone != 'none' else '-unknown'};*\n" for phone in PHONES)
    by_groups = plan(town={"hierarchy": {"kind": "csv", "text": groups}}) | {"missing": missing}
    release = released(owner, data_set, K5, plan=by_groups)
    assert release["state"] == "released"
    report = owner.get(f"releases/{release['id']}/report/").json()
    assert {finding["outcome"] for finding in report["verified"]} == {"holds"}
    text = owner.get(f"releases/{release['id']}/file/").content.decode()
    cells = [cell for row in list(csv.reader(io.StringIO(text)))[1:] for cell in row]
    assert {"'+", "'-", "'++", "trace"} <= set(cells)
    assert not any(cell.startswith(("+", "-", "=", "@")) for cell in cells)


@pytest.mark.django_db
def test_a_file_of_ours_is_loaded_with_the_values_that_it_was_written_from(owner: Visitor) -> None:
    data_set = a_data_set(owner.person)
    cells = ["'+", "''+", "-", "'=1+1"] * 6
    content = "age,town,income\n" + "".join(f"2{row % 4},Bern,{cell}\n" for row, cell in enumerate(cells))
    state: Any = load(owner, data_set, content, income=SENSITIVE)
    assert state["counted"]["outside"] == [0, 0, 0]

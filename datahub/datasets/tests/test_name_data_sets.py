"""These tests cover names of data sets, which others read."""

import pytest

from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("unseen", ["\x07", "\x9b", "\u202e", "\u200b", "\u2028", "\u2029", "\ufeff"], ids=ascii)
def test_a_name_with_a_character_that_nobody_sees_is_refused(owner: Visitor, data_set: DataSet, unseen: str) -> None:
    name = f"In{unseen}comes"
    for method, path in (("POST", "datasets/"), ("PATCH", f"datasets/{data_set.pk}/")):
        answer = owner.send(method, path, {"name": name})
        assert answer.status_code == 400, answer.content
        assert f"U+{ord(unseen):04X}" in str(answer.json()["fields"]["name"])
    data_set.refresh_from_db()
    assert data_set.name == "Incomes"


@pytest.mark.parametrize("name", ["درآمد\u200cها", "क्\u200dष", "“Incomes” of 2026, région N° 3", "收入（2026）"])
def test_a_name_of_any_script_is_taken(owner: Visitor, data_set: DataSet, name: str) -> None:
    assert owner.send("PATCH", f"datasets/{data_set.pk}/", {"name": name}).status_code == 200
    data_set.refresh_from_db()
    assert data_set.name == name


def test_a_data_set_whose_name_is_older_than_this_rule_is_described_without_it(
    owner: Visitor, data_set: DataSet
) -> None:
    DataSet.objects.filter(pk=data_set.pk).update(name="In\u202ecomes")
    assert owner.send("PATCH", f"datasets/{data_set.pk}/", {"licence": "CC0"}).status_code == 200

"""Means that somebody may not have, all the way by the Python client: asked, answered, estimated, taken along."""

from pathlib import Path
from typing import Any

import pytest

from datahub_client import questionnaire as ask
from datahub_client.errors import Refused
from datahub_client.hub import Hub
from mechanisms.common.entropy import SeededEntropy
from surveys.tests.conftest import ana  # noqa: F401 - a fixture
from surveys.tests.factories import sweep_and_work
from surveys.tests.files.test_take_numbers import run
from surveys.tests.files.test_take_reports import unpacked
from surveys.tests.files.test_take_skippable import COLUMNS, rows_by_question
from tests.api.client.test_client import hub  # noqa: F401 - a fixture

pytestmark = pytest.mark.django_db(transaction=True)

HOURS = ask.mean("hours", "Hours a week?", 0, 60, unit="h", may_skip=True)
AT_HOME = ask.mean("home", "Of them at home?", 0, 60, unit="h", may_skip=True, show_if="work = 'yes'")
ITEMS = [ask.yes_no("work", "Do you work?"), HOURS, AT_HOME]
PEOPLE = 120


def answers_of(person: int) -> dict[str, Any]:
    """Every fourth person does not work and is not asked for hours at home; of the others every fifth skips both
    numbers."""
    if person % 4 == 0:
        return {"work": False}
    hours = {} if person % 5 == 0 else {"hours": 10 + 20 * (person % 3), "home": 5 * (person % 3)}
    return {"work": True, **hours}


def truth_of(id: str) -> tuple[float, float]:
    told = [answers[id] for answers in map(answers_of, range(PEOPLE)) if id in answers]
    return len(told) / PEOPLE, sum(told) / len(told)


def six_errors(row: dict[str, Any], name: str) -> float:
    """The limit is six standard errors, from the half-width of the 95 % interval; the seed is fixed."""
    return float(6 / 1.96 * (row[f"{name}_high_95"] - row[f"{name}_low_95"]) / 2)


def test_from_a_question_that_may_be_skipped_to_the_mean_of_who_answered(hub: Hub, tmp_path: Path) -> None:  # noqa: F811
    survey = hub.create(ask.draft("Work", ITEMS, epsilons=["1.5", "2.5"]))
    version, entropy = survey.publish(), SeededEntropy(5)
    for person in range(PEOPLE):
        version.answer(answers_of(person), level=person % 2, entropy=entropy)
    survey.close()
    sweep_and_work()
    results = survey.results()
    rows = {row["id"]: row for row in results.answered()}
    assert (set(rows), list(results.means()), results.reports) == ({"hours", "home"}, [], PEOPLE)
    for id, row in rows.items():
        share, mean = truth_of(id)
        assert abs(row["answered"] - share) < six_errors(row, "answered")
        assert abs(row["mean"] - mean) < six_errors(row, "mean")
        assert (row["mechanism"], row["epsilon"], row["n"]) == ("number-or-skipped", "2.5", PEOPLE)
    (tmp_path / "reports.zip").write_bytes(survey.export("csv", "reports"))
    folder = unpacked((tmp_path / "reports.zip").read_bytes(), tmp_path)
    run("python", folder)
    assert rows_by_question(folder / "answered.csv") == {
        id: pytest.approx([row[f"{name}_95" if "_" in name else name] for name in COLUMNS], rel=1e-9)
        for id, row in rows.items()
    }


def test_a_mean_with_a_condition_keeps_that_it_may_be_skipped(hub: Hub) -> None:  # noqa: F811
    item = ask.mean("home", "Hours at home?", 0, 60, show_if="work = 'yes'")
    survey = hub.create(ask.draft("Work", [ITEMS[0], item]))
    with pytest.raises(Refused) as refused:
        survey.publish()
    assert list(refused.value.fields) == ["questions.1.number.estimate.steps"]
    with pytest.raises(Refused) as refused:
        survey.edit(questions=[ITEMS[0], AT_HOME | {"may_skip": False}]).publish()
    assert list(refused.value.fields) == ["questions.1.may_skip"]
    assert survey.edit(questions=[ITEMS[0], AT_HOME]).publish().open

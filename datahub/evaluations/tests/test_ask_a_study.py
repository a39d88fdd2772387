"""A study that is not valid is refused field by field, with the value and the rule."""

import csv
import gzip
from collections import Counter
from typing import Any

import pytest
from django.conf import settings

from datahub.evaluations.errors import StudyRefused, TooMuchWork
from datahub.evaluations.rules.samples import SAMPLES
from datahub.evaluations.rules.study import MOST_WORK, Study, check_work, read, study

ASKED: dict[str, Any] = {
    "mechanisms": ["subset-selection", "hadamard-response"],
    "epsilons": ["2", "0.50"],
    "population": "harmonic",
    "answers": 8,
    "people": 100,
    "repetitions": 5,
    "seed": 7,
}


def a_study(**changed: Any) -> Study:
    return study(**(ASKED | changed))


def test_epsilons_are_in_order_and_in_their_plain_form() -> None:
    assert a_study().epsilons == ("0.5", "2")
    assert a_study(epsilons=["1e0"]).epsilons == ("1",)


def test_a_study_is_read_as_it_was_written() -> None:
    assert read(a_study().to_json()) == a_study()


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("mechanisms", [], "at least one"),
        ("mechanisms", ["su-wheel"], "'su-wheel' is no mechanism for one answer"),
        ("mechanisms", ["subset-selection"] * 2, "named once"),
        ("epsilons", [], "There are 0 epsilons"),
        ("epsilons", [str(number) for number in range(1, 14)], "There are 13 epsilons"),
        ("epsilons", ["0"], "'0' is no decimal number from 0.01 to 16"),
        ("epsilons", ["17"], "'17' is no decimal"),
        ("epsilons", ["NaN"], "'NaN' is no decimal"),
        ("epsilons", ["1.0000001"], "at most 6 decimals"),
        ("epsilons", ["1", "1.0"], "named once"),
        ("population", "respondents", "'respondents' is not known here"),
        ("answers", 1, "answers is 1; it lies from 2 to 1024"),
        ("answers", 1025, "answers is 1025"),
        ("answers", None, "how many answers"),
        ("people", 0, "people is 0"),
        ("people", 1_000_001, "people is 1000001"),
        ("repetitions", 4, "repetitions is 4; it lies from 5 to 200"),
        ("repetitions", 201, "repetitions is 201"),
        ("seed", -1, "seed is -1"),
        ("seed", 2**53, "seed is 9007199254740992"),
    ],
)
def test_what_cannot_be_is_refused_by_name(field: str, value: object, fault: str) -> None:
    with pytest.raises(StudyRefused) as refusal:
        a_study(**{field: value})
    assert list(refusal.value.fields) == [field]
    assert fault in refusal.value.fields[field][0]
    assert refusal.value.code == "invalid"


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(StudyRefused) as refusal:
        a_study(people=0, repetitions=0, epsilons=["x"])
    assert set(refusal.value.fields) == {"people", "repetitions", "epsilons"}


def test_a_sample_has_its_own_number_of_answers_and_its_shares() -> None:
    study = a_study(population="adult.education", answers=None, people=48_842)
    assert study.answers == 16
    assert tuple(study.counts()) == SAMPLES["adult.education"]
    assert a_study(population="adult.education", answers=None, people=100).counts().sum() == 100
    with pytest.raises(StudyRefused, match=r"adult\.education has 16 answers"):
        a_study(population="adult.education", answers=8)


def test_a_survey_that_would_not_fit_in_memory_is_refused() -> None:
    with pytest.raises(TooMuchWork) as refusal:
        a_study(people=1_000_000, answers=21)
    assert refusal.value.code == "too_much_work"


def test_a_shared_worker_does_so_much_work_and_no_more() -> None:
    people = MOST_WORK // (8 * a_study(repetitions=200).surveys)
    check_work(a_study(repetitions=200, people=people))
    with pytest.raises(TooMuchWork, match=f"at most {MOST_WORK}") as refusal:
        check_work(a_study(repetitions=200, people=people + 1))
    assert str(people) in refusal.value.fields["people"][0]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_are_those_of_the_public_file(name: str) -> None:
    column = name.partition(".")[2]
    with gzip.open(settings.BASE_DIR / "tests" / "adult" / "adult.csv.gz", "rt", encoding="utf-8") as file:
        counted = Counter(row[column] for row in csv.DictReader(file))
    del counted["?"]
    assert tuple(sorted(counted.values(), reverse=True)) == SAMPLES[name]

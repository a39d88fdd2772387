"""A study says what an evaluation compares: which mechanisms, at which epsilons, for how many simulated people. No
respondent's answer is in it.

The truth is a law or the shares of a public sample. Respondents' answers cannot be named here, so no study needs a
budget, and its figures may be shown to anybody.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

import numpy as np

from datahub.evaluations.errors import StudyRefused, TooMuchWork
from datahub.evaluations.rules.samples import SAMPLES
from mechanisms.accounting.event import decimal_text
from mechanisms.catalogue import OF_ONE
from mechanisms.ldp.advice.evaluation import LAWS, people_of
from mechanisms.ldp.local_mechanism import LARGEST_EPSILON
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Counts

KINDS: Mapping[str, type[FrequencyOracle]] = {kind.slug: kind for kind in OF_ONE}
POPULATIONS = (*LAWS, *SAMPLES)
LEAST_EPSILON = Decimal("0.01")
MOST_EPSILONS = 12
MOST_ANSWERS = 1024
MOST_PEOPLE = 1_000_000
# People times answers of one survey: the widest report takes two bytes for each.
MOST_IN_MEMORY = 20_000_000
LEAST_REPETITIONS, MOST_REPETITIONS = 5, 200
LARGEST_SEED = 2**53 - 1  # every language that reads JSON knows whole numbers up to this one
# People times answers times surveys, which take half a minute of one processor at most.
MOST_WORK = 400_000_000


@dataclass(frozen=True, kw_only=True)
class Study:
    """A study says what an evaluation compares. `population` is a law of LAWS, which needs `answers`, or a sample,
    which has its own number of them.

    The same study with the same seed gives the same figures, on every machine.
    """

    mechanisms: tuple[str, ...]
    epsilons: tuple[str, ...]
    population: str
    answers: int
    people: int
    repetitions: int
    seed: int

    @property
    def kinds(self) -> list[type[FrequencyOracle]]:
        return [KINDS[slug] for slug in self.mechanisms]

    @property
    def surveys(self) -> int:
        """Returns the largest number of surveys that are simulated; it can be fewer, because some mechanisms refuse
        some questions."""
        return len(self.mechanisms) * len(self.epsilons) * self.repetitions

    @property
    def work(self) -> int:
        return self.people * self.answers * self.surveys

    def counts(self) -> Counts:
        """Returns how many people give each answer: as many as asked for, in the shares of the law or the sample."""
        if self.population in LAWS:
            return people_of(LAWS[self.population](self.answers), self.people)
        sample = np.array(SAMPLES[self.population], dtype=np.float64)
        return people_of(sample / sample.sum(), self.people)

    def to_json(self) -> dict[str, Any]:
        fields = asdict(self)
        return fields | {"mechanisms": list(self.mechanisms), "epsilons": list(self.epsilons)}


# The arguments are the fields of a form, so that one refusal can name every wrong field.
def study(
    *,
    mechanisms: Sequence[str],
    epsilons: Sequence[str],
    population: str,
    answers: int | None,
    people: int,
    repetitions: int,
    seed: int,
) -> Study:
    """Returns a study. StudyRefused names every field that is not possible, and says why."""
    faults: dict[str, str] = {}
    _check(faults, "mechanisms", lambda: _check_mechanisms(mechanisms))
    _check(faults, "epsilons", lambda: _check_epsilons(epsilons))
    _check(faults, "answers", lambda: _check_answers(population, answers))
    if population not in POPULATIONS:
        faults["population"] = f"{population!r} is not known here; these are: {', '.join(POPULATIONS)}."
    _check(faults, "people", lambda: _check_range("people", people, 1, MOST_PEOPLE))
    _check(faults, "repetitions", lambda: _check_range("repetitions", repetitions, LEAST_REPETITIONS, MOST_REPETITIONS))
    _check(faults, "seed", lambda: _check_range("seed", seed, 0, LARGEST_SEED))
    if faults:
        raise StudyRefused("This cannot be evaluated: " + " ".join(faults.values()), fields=faults)
    wish = Study(
        mechanisms=tuple(mechanisms),
        epsilons=tuple(sorted((_plain(text) for text in epsilons), key=Decimal)),
        population=population,
        answers=answers if population in LAWS and answers is not None else len(SAMPLES.get(population, ())),
        people=people,
        repetitions=repetitions,
        seed=seed,
    )
    if wish.people * wish.answers > MOST_IN_MEMORY:
        detail = f"{wish.people} people times {wish.answers} answers is more than {MOST_IN_MEMORY}."
        raise TooMuchWork(detail, fields={"people": "Take fewer people, or fewer answers."})
    return wish


def read(fields: Mapping[str, Any]) -> Study:
    """Reads a study back from the JSON fields that `to_json` wrote."""
    return Study(**{**fields, "mechanisms": tuple(fields["mechanisms"]), "epsilons": tuple(fields["epsilons"])})


def check_work(study: Study) -> None:
    """Refuses more work than a shared worker does for one person; the command line has no limit."""
    if study.work > MOST_WORK:
        raise TooMuchWork(
            f"{study.people} people times {study.answers} answers times {study.surveys} surveys is {study.work}; "
            f"at most {MOST_WORK} are simulated for one evaluation.",
            fields={"people": f"At most {MOST_WORK // (study.answers * study.surveys)} people with all else as it is."},
        )


def _check(faults: dict[str, str], field: str, check: Callable[[], None]) -> None:
    try:
        check()
    except ValueError as fault:
        faults[field] = str(fault)


def _check_mechanisms(slugs: Sequence[str]) -> None:
    if not slugs:
        raise ValueError("Choose at least one mechanism.")
    unknown = [slug for slug in slugs if slug not in KINDS]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no mechanism for one answer; these are: {', '.join(KINDS)}.")
    if len(set(slugs)) < len(slugs):
        raise ValueError("Each mechanism is named once.")


def _check_epsilons(epsilons: Sequence[str]) -> None:
    if not 1 <= len(epsilons) <= MOST_EPSILONS:
        raise ValueError(f"There are {len(epsilons)} epsilons; 1 to {MOST_EPSILONS} are tried at once.")
    plain = [_plain(text) for text in epsilons]
    if len(set(plain)) < len(plain):
        raise ValueError("Each epsilon is named once.")


def _plain(text: str) -> str:
    try:
        exact = Decimal(text)
        if not exact.is_finite() or not LEAST_EPSILON <= exact <= LARGEST_EPSILON or exact != round(exact, 6):
            raise InvalidOperation
    except InvalidOperation:
        raise ValueError(
            f"The epsilon {text[:20]!r} is no decimal number from {LEAST_EPSILON} to {LARGEST_EPSILON} "
            "with at most 6 decimals."
        ) from None
    return decimal_text(exact)


def _check_answers(population: str, answers: int | None) -> None:
    if population in SAMPLES:
        if answers is not None and answers != len(SAMPLES[population]):
            raise ValueError(f"{population} has {len(SAMPLES[population])} answers; leave the number out.")
    elif answers is None:
        raise ValueError("Say how many answers the question has.")
    else:
        _check_range("answers", answers, 2, MOST_ANSWERS)


def _check_range(name: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}; it lies from {least} to {most}.")

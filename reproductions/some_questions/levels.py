"""A survey needs more people when they choose their level than when all have one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.page import Experiment, Table, digits, whole
from reproductions.some_questions import closed_form
from reproductions.some_questions.planned import drawn, half_widths, people_needed
from surveys.drafts.questionnaire import empty_draft
from surveys.publishing.definition import Definition

HALF_WIDTH, PEOPLE = "0.1", 1000
CEILING = str(empty_draft()["send"]["eps_block"])  # A new survey has this ceiling.
QUESTIONNAIRES = (5, 8, 9)  # Each questionnaire has so many questions of three answers.
SIZES = (500, 1000, 2000, 4000)


@dataclass(frozen=True, kw_only=True)
class Offer:
    """The levels that a survey offers, and how many of each hundred choose them."""

    name: str
    epsilons: tuple[str, ...]
    mix: tuple[int, ...]

    def definition(self, questions: int) -> Definition:
        return drawn((3,) * questions, self.epsilons, CEILING)

    def people(self, questions: int) -> int:
        return people_needed(self.definition(questions), HALF_WIDTH, self.mix)

    def half_widths(self, questions: int, sizes: Sequence[int]) -> list[float]:
        return half_widths(self.definition(questions), sizes, self.mix)

    def people_by_formula(self, questions: int) -> float:
        mix = [(float(epsilon), part / 100) for epsilon, part in zip(self.epsilons, self.mix, strict=True)]
        return closed_form.people_of_mix((3,) * questions, mix, float(CEILING), float(HALF_WIDTH))

    def half_width_by_formula(self, questions: int, people: int) -> float:
        return float(HALF_WIDTH) * math.sqrt(self.people_by_formula(questions) / people)


ONE = Offer(name="4", epsilons=("4",), mix=(100,))
THREE = Offer(name="1, 2, 4", epsilons=("1", "2", "4"), mix=(50, 30, 20))
OFFERS = (
    ONE,
    Offer(name="2", epsilons=("2",), mix=(100,)),
    Offer(name="2, 4", epsilons=("2", "4"), mix=(50, 50)),
    THREE,
)
WORDS = {
    "4": "4 for everybody",
    "2": "2 for everybody",
    "2, 4": "2 and 4 at 50 : 50",
    "1, 2, 4": "1, 2, 4 at 50 : 30 : 20",
}


def experiment() -> Experiment:
    [alone], [chosen] = (offer.half_widths(9, [PEOPLE]) for offer in (ONE, THREE))
    weakest = 0.5 * closed_form.people((3,) * 9, 1, float(CEILING), float(HALF_WIDTH)) / THREE.people_by_formula(9)
    return Experiment(
        heading=(
            f"A thousand people give ± {digits(100 * alone, 2)} points at one level, "
            f"± {digits(100 * chosen)} where they choose among three"
        ),
        setup=(
            "Five, eight and nine questions of three answers. The levels are epsilons of the whole report, an answer "
            "may spend 2, which is what a new survey says, and the shares of people who choose a level are assumed. "
            "Every level has draws of its own."
        ),
        picture=curves(
            "some-questions-levels",
            "Half-widths against people, on logarithmic axes, in panels for five, eight and nine questions. In each "
            "the line of epsilon 4 for everybody is the lowest, then the two levels 2 and 4, then 2 for everybody; "
            "three levels lie far above, at nearly 20 points for nine questions.",
            [
                Panel(title=f"{questions} × 3", series=[_series(offer, questions) for offer in OFFERS])
                for questions in QUESTIONNAIRES
            ],
            x=Axis(title="people", logarithmic=True, ticks=[500, 1000, 2000, 4000]),
            y=Axis(title="half-width, points", logarithmic=True, ticks=[5, 10, 20, 30]),
            columns=3,
            labels=58,
            figures=40,
        ),
        table=Table(
            headings=(
                "questions × answers, levels",
                "people for ± 10, reported",
                "ours",
                "half-width at 1 000 people, reported",
                "ours",
            ),
            rows=[
                (
                    f"{questions} × 3, {WORDS[offer.name]}",
                    whole(offer.people_by_formula(questions)),
                    whole(offer.people(questions)),
                    digits(100 * offer.half_width_by_formula(questions, PEOPLE)),
                    digits(100 * offer.half_widths(questions, [PEOPLE])[0]),
                )
                for questions in QUESTIONNAIRES
                for offer in OFFERS
            ],
        ),
        why=(
            "They agree to the person. A level counts by its people, so its noise adds by them: the half who choose "
            f"epsilon 1 make {digits(100 * weakest, 2)} % of the need of nine questions. To weigh levels by how exact "
            "they are would need fewer people, and be wrong where those who choose protection answer otherwise than "
            "others. That is why a new survey has one level, and letting people choose is an option whose price the "
            "page of the draft states."
        ),
    )


def _series(offer: Offer, questions: int) -> Series:
    ours = offer.half_widths(questions, SIZES)
    return Series(
        name=offer.name,
        line=[(float(size), 100 * offer.half_width_by_formula(questions, size)) for size in SIZES],
        dots=[(float(size), 100 * half) for size, half in zip(SIZES, ours, strict=True)],
    )

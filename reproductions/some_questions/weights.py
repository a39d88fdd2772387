"""A survey needs fewer people when each question is drawn as often as it has to be than when all are drawn alike."""

from dataclasses import dataclass

from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.page import Experiment, Table, digits, whole
from reproductions.some_questions import closed_form
from reproductions.some_questions.planned import WIDE, drawn, people_needed
from surveys.publishing.definition import Definition

HALF_WIDTH = "0.1"
EPSILONS = ("1", "2", "4")
TICKS = [float(epsilon) for epsilon in EPSILONS]
# The demonstration's questions on age over 50, occupation, race and education, each with *prefer not to say*.
FOUR = (3, 15, 6, 17)
NINE = (2, 3, 4, 5, 6, 7, 8, 15, 17)  # The questions of benchmarks/precision.
TWENTY = (2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 10, 12, 15, 16, 17)


@dataclass(frozen=True, kw_only=True)
class Gain:
    """The people that one questionnaire needs at one epsilon, with equal shares and with the planner's."""

    answers: tuple[int, ...]
    epsilon: str

    @property
    def definition(self) -> Definition:
        return drawn(self.answers, (self.epsilon,), WIDE)

    @property
    def weighted(self) -> int:
        return people_needed(self.definition, HALF_WIDTH)

    @property
    def alike(self) -> float:
        return closed_form.people_alike(self.answers, float(self.epsilon), float(WIDE), float(HALF_WIDTH))

    @property
    def by_formula(self) -> float:
        return closed_form.people(self.answers, float(self.epsilon), float(WIDE), float(HALF_WIDTH))

    @property
    def saved(self) -> float:
        return 1 - self.weighted / self.alike

    def inclusion(self, place: int) -> float:
        """The share of phones that send the question at this place, among those sorted by their answers."""
        order = sorted(range(len(self.answers)), key=lambda index: self.answers[index])
        return self.definition.levels[0].inclusion(f"b{order[place] + 1}")


GAINS = tuple(Gain(answers=answers, epsilon=epsilon) for answers in (FOUR, NINE, TWENTY) for epsilon in EPSILONS)


def experiment() -> Experiment:
    saved = [100 * gain.saved for gain in GAINS]
    nine = Gain(answers=NINE, epsilon="2")
    return Experiment(
        heading=(
            f"Questions drawn as often as each has to be save {digits(min(saved), 2)} to {digits(max(saved), 2)} % "
            "of the people"
        ),
        setup=(
            "Four questions of the demonstration, of 3, 15, 6 and 17 answers; nine of 2 to 17; and twenty of 2 to "
            "17, as the columns of Adult have. People for ± 10 points of an answer that half give, in the worst "
            "question. With equal shares every question is drawn as often as the others, and as many are sent "
            "together as is best."
        ),
        picture=curves(
            "some-questions-weights",
            "People against epsilon, on logarithmic axes, for four, nine and twenty questions. The planner's line is "
            "below that of equal shares everywhere, by a fifth to a third, and its dots lie on the closed form but "
            "for a few.",
            [Panel(title=f"{len(answers)} questions", series=_series(answers)) for answers in (FOUR, NINE, TWENTY)],
            x=Axis(title="epsilon of the report", logarithmic=True, ticks=TICKS),
            y=Axis(title="people for ± 10 points", logarithmic=True),
            columns=3,
            labels=58,
            figures=56,
        ),
        table=Table(
            headings=(
                "questions, epsilon",
                "equal shares, reported",
                "own shares, reported",
                "own shares, ours",
                "saved, %",
                "phones that send the smallest, %",
                "the largest, %",
            ),
            rows=[
                (
                    f"{len(gain.answers)} questions, epsilon {gain.epsilon}",
                    whole(gain.alike),
                    whole(gain.by_formula),
                    whole(gain.weighted),
                    digits(100 * gain.saved, 2),
                    digits(100 * gain.inclusion(0)),
                    digits(100 * gain.inclusion(-1)),
                )
                for gain in GAINS
            ],
        ),
        why=(
            "With nine questions at epsilon 2 the one of 17 answers needs "
            f"{digits(nine.inclusion(-1) / nine.inclusion(0), 2)} times as many reports as the yes/no question; with "
            "equal shares everybody waits for it. Where ours is above the reported figure by more than a few people, "
            "the reason is that at epsilon 4 small questions are best sent two together and large ones alone; four "
            "and nine questions have too few small ones to pair, so they are sent alone too."
        ),
    )


def _series(answers: tuple[int, ...]) -> list[Series]:
    own = [gain for gain in GAINS if gain.answers == answers]
    return [
        Series(name="equal", line=[(float(gain.epsilon), gain.alike) for gain in own]),
        Series(
            name="own",
            line=[(float(gain.epsilon), gain.by_formula) for gain in own],
            dots=[(float(gain.epsilon), float(gain.weighted)) for gain in own],
        ),
    ]

"""A survey needs far fewer people when some questions are drawn by lot than when all are sent."""

from dataclasses import dataclass
from functools import cache

from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.page import Experiment, Table, digits, whole
from reproductions.some_questions import closed_form
from reproductions.some_questions.planned import WIDE, drawn, people_needed, sent_whole, sizes_of_draws

HALF_WIDTH = "0.05"
# Each shape has a number of questions, and of answers for each.
SHAPES = ((5, 3), (9, 3), (9, 2), (20, 2), (20, 3), (20, 8), (9, 16))
EPSILONS = ("1", "2", "4", "6")


@dataclass(frozen=True, kw_only=True)
class Need:
    """The people that a survey of so many like questions needs at one epsilon of the report."""

    questions: int
    answers: int
    epsilon: str

    @property
    def of_each(self) -> tuple[int, ...]:
        return (self.answers,) * self.questions

    @property
    def all_sent(self) -> int:
        return people_needed(sent_whole(self.of_each, self.epsilon), HALF_WIDTH)

    @property
    def by_lot(self) -> int:
        return people_needed(drawn(self.of_each, (self.epsilon,), WIDE), HALF_WIDTH)

    @property
    def all_by_formula(self) -> float:
        return closed_form.people_sending_all(self.of_each, float(self.epsilon), float(HALF_WIDTH))

    @property
    def lot_by_formula(self) -> float:
        return closed_form.people(self.of_each, float(self.epsilon), float(WIDE), float(HALF_WIDTH))

    @property
    def sent(self) -> str:
        return sizes_of_draws(drawn(self.of_each, (self.epsilon,), WIDE))


@cache
def needs() -> tuple[Need, ...]:
    return tuple(
        Need(questions=questions, answers=answers, epsilon=epsilon)
        for questions, answers in SHAPES
        for epsilon in EPSILONS
    )


def experiment() -> Experiment:
    nine = Need(questions=9, answers=3, epsilon="4")
    gains = [need.all_sent / need.by_lot for need in needs()]
    return Experiment(
        heading=f"Nine questions of three answers need {whole(nine.by_lot)} people instead of {whole(nine.all_sent)}",
        setup=(
            "People for a 95 % interval of ± 5 points of an answer that half give; a quarter of them do for ± 10. "
            "The epsilon is that of the whole report. Either it is divided evenly over all questions, or lot chooses "
            "the questions that a phone sends and they share it. No answer may spend more than 8, so that the "
            "planner is free in how many it sends together."
        ),
        picture=curves(
            "some-questions-lots",
            "People against epsilon, on logarithmic axes, for seven questionnaires. Where all questions are sent, "
            "from two thousand to two million are needed; where some are drawn by lot, from a thousand to a hundred "
            "thousand. The planner's dots lie on the lines of the closed form.",
            [
                Panel(title="All questions sent", series=[_series(shape, all_sent=True) for shape in SHAPES]),
                Panel(
                    title="Some questions, drawn by lot", series=[_series(shape, all_sent=False) for shape in SHAPES]
                ),
            ],
            x=Axis(title="epsilon of the report", logarithmic=True, ticks=[1, 2, 4, 6]),
            y=Axis(title="people for ± 5 points", logarithmic=True),
            labels=64,
            figures=76,
        ),
        table=Table(
            headings=(
                "questions × answers, epsilon",
                "all sent, reported",
                "all sent, ours",
                "by lot, reported",
                "by lot, ours",
                "questions a phone sends",
                "times fewer people",
            ),
            rows=[
                (
                    f"{need.questions} × {need.answers}, epsilon {need.epsilon}",
                    whole(need.all_by_formula),
                    whole(need.all_sent),
                    whole(need.lot_by_formula),
                    whole(need.by_lot),
                    need.sent,
                    digits(gain),
                )
                for need, gain in zip(needs(), gains, strict=True)
            ],
        ),
        why=(
            f"They agree to the person: the platform rounds people up. Lot saves from {digits(min(gains), 2)} to "
            f"{digits(max(gains), 3)} times. The less epsilon and the more questions there are, the more it saves: to "
            "divide epsilon over q questions costs about q² in people, to draw one of them costs q. With more "
            "epsilon a phone sends two, and of yes/no questions three: one answer could not use all of it. Of "
            "questions with many answers a phone sends one up to epsilon 4. What is protected alike is the report. A "
            "single answer that is sent has more of the epsilon than a ninth, which is why a new survey lets it "
            "spend 2 at most; for nine questions of three answers at epsilon 4 that costs nothing."
        ),
    )


def _series(shape: tuple[int, int], *, all_sent: bool) -> Series:
    own = [need for need in needs() if (need.questions, need.answers) == shape]
    formula = [need.all_by_formula if all_sent else need.lot_by_formula for need in own]
    planned = [need.all_sent if all_sent else need.by_lot for need in own]
    epsilons = [float(need.epsilon) for need in own]
    return Series(
        name=f"{shape[0]} × {shape[1]}",
        line=list(zip(epsilons, formula, strict=True)),
        dots=[(epsilon, float(people)) for epsilon, people in zip(epsilons, planned, strict=True)],
    )

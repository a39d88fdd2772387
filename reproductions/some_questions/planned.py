"""Surveys as the platform plans them: a draft is built into a definition, and the forecast reads it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import Any

from surveys.drafts.questionnaire import check_complete, empty_draft, with_parts
from surveys.planning.forecast import plan
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.publishing.draws import block_epsilon

NOW = datetime(2026, 11, 27, tzinfo=UTC)
EVERYBODY = (1,)  # All people choose the only level.
WIDE = "8"  # No question reaches this ceiling.


def choices(answers: Sequence[int]) -> list[dict[str, Any]]:
    """One question for each number of answers; nobody may skip it."""
    return [
        question(f"q{number}", f"Question {number}", [f"Answer {answer}" for answer in range(1, of + 1)])
        for number, of in enumerate(answers, 1)
    ]


def question(id: str, text: str, labels: Sequence[str]) -> dict[str, Any]:
    """A question with one answer, as the studio saves it."""
    return {
        "id": id,
        "type": "single_choice",
        "text": text,
        "help": "",
        "show_if": "",
        "options": [{"id": f"o{number}", "label": label} for number, label in enumerate(labels, 1)],
        "may_skip": False,
        "shuffle": False,
    }


def draft(questions: Sequence[dict[str, Any]], **parts: Any) -> dict[str, Any]:
    """A new survey with these questions; nothing else of it is touched unless `parts` say so."""
    return with_parts(empty_draft(), {"title": "A thousand people", "questions": list(questions), **parts})


def published(whole: dict[str, Any]) -> dict[str, Any]:
    """The definition of a draft that respondents may meet."""
    check_complete(whole, NOW)
    return build(whole, survey="some-questions", number=1, bundle="", simulated=False)


@cache
def drawn(answers: tuple[int, ...], epsilons: tuple[str, ...], ceiling: str) -> Definition:
    """A survey whose phones send some of the questions, with levels of its author's own."""
    send = empty_draft()["send"] | {"eps_block": ceiling}
    levels = [{"epsilon": epsilon} for epsilon in epsilons]
    return read(text_of(published(draft(choices(answers), send=send, levels=levels))))


@cache
def sent_whole(answers: tuple[int, ...], epsilon: str) -> Definition:
    """A survey whose phones divide the epsilon of a report evenly over all questions.

    The draft is built without `check_complete`: the studio writes an epsilon with four decimals, this one has six.
    """
    each = block_epsilon(Decimal(epsilon), len(answers), Decimal(WIDE))
    send = empty_draft()["send"] | {"questions": "all"}
    whole = draft(choices(answers), send=send, levels=[{"epsilon": str(each)}])
    return read(text_of(build(whole, survey="some-questions", number=1, bundle="", simulated=False)))


def people_needed(definition: Definition, half_width: str, mix: Sequence[int] = EVERYBODY) -> int:
    """The people that the forecast says the worst question needs."""
    forecast = plan(definition, [1000], mix, [half_width])
    return max(int(planned["needed"][half_width]) for planned in forecast["questions"])


def half_widths(definition: Definition, people: Sequence[int], mix: Sequence[int] = EVERYBODY) -> list[float]:
    """The half-width that the forecast promises in the worst question, for each number of people."""
    forecast = plan(definition, people, mix)
    return [max(float(planned["mix"][str(size)]) for planned in forecast["questions"]) for size in people]


def sizes_of_draws(definition: Definition) -> str:
    """Returns how many questions a phone sends, written as a page shows it."""
    sizes = sorted({len(draw.blocks) for level in definition.levels for draw in level.draws})
    return ", ".join(map(str, sizes))

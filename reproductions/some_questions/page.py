"""The page says what a thousand people can say when each phone sends some of the questions."""

from reproductions.page import Page, whole
from reproductions.some_questions import census_page, levels, lots, weights
from reproductions.some_questions.thousand import SEED, SURVEYS


def remake() -> Page:
    return Page(
        name="some-questions",
        title="What a thousand people say when each phone sends some of the questions",
        summary=(
            "To divide an epsilon over nine questions leaves little of it for each. If lot chooses two of them, the "
            "same protection of the report needs four times fewer people, and a thousand say something. Every figure "
            "here is computed by the code that plans, publishes and counts the surveys of this platform."
        ),
        source=(
            "the closed form of decisions [37](../decisions/0037-each-phone-sends-some-of-the-questions.md) and "
            "[38](../decisions/0038-the-more-people-the-more-protection.md), in a file of its own that shares no "
            "code with the planner"
        ),
        data="Adult, 48 842 people (`tests/adult/SOURCE.md`: UCI, CC BY 4.0), nine columns cut into three answers each",
        seed=(
            f"people and levels from seed {SEED}; "
            f"the phones of the {whole(SURVEYS)} surveys from seeds 1 to {whole(SURVEYS)}"
        ),
        experiments=[
            lots.experiment(),
            levels.experiment(),
            weights.experiment(),
            census_page.answers(),
            census_page.first(),
        ],
    )

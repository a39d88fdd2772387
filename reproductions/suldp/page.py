"""Sets of which some answers are sensitive: ten mechanisms, as published and as corrected."""

from collections.abc import Callable, Sequence

from reproductions.page import Experiment, Page, Table
from reproductions.suldp.leak_page import by_listing, by_sending
from reproductions.suldp.sweep import ANSWERS, EPSILON, GROUPS, MEMBERS, REPETITIONS, SEED, SENSITIVE, Sweep

BEST = "suWheel"


def remake() -> Page:
    return Page(
        name="suldp",
        title="Sets with sensitive answers: the most accurate of the published mechanisms leaks, and need not",
        summary=(
            "Five mechanisms were published for people who each hold m of d answers, some of them sensitive. suWheel was reported as the most accurate "
            "everywhere, and of the five it is. Its whole report keeps no epsilon: often it proves a sensitive answer where there is one. Beside the "
            "published five stand five whose whole report is bounded; among these suGRR is mostly the best, and often more accurate than the published "
            "suWheel."
        ),
        source="Cao, Zhu, He, Zhang 2022, on utility-optimised local differential privacy for set-valued data (SULDP); its simulated part",
        data=(
            "made-up people, 10 000 in each setting: m different answers of d, the answer of rank i with weight 1/i, sensitive ones spread evenly "
            "over the ranks. Unless varied: epsilon 1, d = 128, a quarter sensitive, m = 8. The published curves are over online retail, "
            "anime and movie ratings, which are not remade: only their shape is reported, and no figure to compare with"
        ),
        seed=f"one stream from seed {SEED} for each setting, {REPETITIONS} draws of each mechanism",
        experiments=[by_epsilon(), by_sensitive(), by_answers(), by_members(), by_listing(), by_sending()],
    )


def epsilon_table() -> Table:
    return EPSILON.table(("reported",), _lowest)


def sensitive_table() -> Table:
    return SENSITIVE.table(("reported", "grows as"), _with_growth(SENSITIVE, lambda _: "grows", 0, -1))


def answers_table() -> Table:
    return ANSWERS.table(("reported", "grows as"), _with_growth(ANSWERS, _best_of, -2, -1))


def members_table() -> Table:
    return MEMBERS.table(
        ("reported", "grows as"), _with_growth(MEMBERS, lambda name: "m" if name == BEST else "m²", 3, -1)
    )


def by_epsilon() -> Experiment:
    return EPSILON.experiment(
        heading=f"Against epsilon: {_winners(EPSILON)}",
        setup=(
            "n times the mean squared error over all 128 answers, which does not depend on how many people n there are. Reported: suWheel has "
            "the least error at every epsilon."
        ),
        table=epsilon_table(),
        why=(
            "Of the published five suWheel is the best, as reported. It owes that to its wheel: one place serves all m members, where the others split "
            f"epsilon or draw one member. That it names nearly every non-sensitive answer saves {_saved()} at epsilon 1, and is what leaks. The "
            "corrected suGRR draws one member as suGRR-Sample does, but with what sampling allows, m (e^epsilon − 1) + 1 instead of e^epsilon, and is "
            "the most accurate of the corrected here.\n\nTwo of the corrected five ask for one answer, so each person draws one member first. They are "
            "then what was published as a sampled form, digit for digit, and share its row."
        ),
    )


def by_sensitive() -> Experiment:
    return SENSITIVE.experiment(
        heading=f"Against the number of sensitive answers: {_winners(SENSITIVE)}",
        setup="Of 128 answers 8 to 120 are sensitive. Reported: the error grows with their share. *Grows as*: the power from 8 to 120.",
        table=sensitive_table(),
        why=(
            "As reported, and for two reasons: with more sensitive answers more of what is averaged has the larger error (power 1), and a lie of suGRR "
            "is spread over more of them (power 1 more). The wheels and suRAP know only the first."
        ),
    )


def by_answers() -> Experiment:
    return ANSWERS.experiment(
        heading=f"Against the number of answers: {_winners(ANSWERS)}",
        setup="16 to 1 024 answers, a quarter of them sensitive, 8 held. *Grows as*: the power from 512 to 1 024.",
        table=answers_table(),
        why=(
            "suGRR grows with d, because a lie is any sensitive answer; the others do not. From 512 answers on the corrected suWheel overtakes the "
            "corrected suGRR."
        ),
    )


def by_members() -> Experiment:
    cubic = MEMBERS.growth("as published", 0, 3, -1)
    return MEMBERS.experiment(
        heading=f"Against how many answers each person holds: {_winners(MEMBERS)}",
        setup=(
            "1 to 64 of 128 answers are held. Reported: error grows linearly with m for suWheel and with its square for the others. *Grows as*: the "
            "power from 8 to 64."
        ),
        table=members_table(),
        why=(
            f"Of suGRR the report is too kind: its error grows with the power {cubic:.1f}. It splits epsilon over m outputs, so that p − q falls as 1/m "
            "and its square as 1/m², and adds the noise of m outputs. Its sampled form, suRAP and suRAP-Sample have the square. suWheel is close to "
            "linear, a little above where half of all answers are held."
        ),
    )


def _saved() -> str:
    """Returns how much less error the published suWheel has than the corrected one, at epsilon 1."""
    (point,) = [point for point in EPSILON.exact if point.x == 1]
    return f"{100 * (1 - point.exact['as published'][-1] / point.exact['as corrected'][-1]):.0f} %"


def _winners(sweep: Sweep) -> str:
    return "; ".join(f"{group} {sweep.best_in_words(group)}" for group in GROUPS)


def _best_of(name: str) -> str:
    return "lowest" if name == BEST else "higher"


def _lowest(group: str, place: int) -> Sequence[str]:
    return (_best_of(GROUPS[group][place].name) if group == "as published" else "",)


def _with_growth(
    sweep: Sweep, reported: Callable[[str], str], start: int, end: int
) -> Callable[[str, int], Sequence[str]]:
    def cells(group: str, place: int) -> Sequence[str]:
        figure = reported(GROUPS[group][place].name) if group == "as published" else ""
        return figure, f"{sweep.growth(group, place, start, end):.1f}".replace("-", "−")

    return cells

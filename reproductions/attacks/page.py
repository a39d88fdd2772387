"""The attack room runs seven attacks on releases of Adult, each beside what protects, or does not."""

import json
from collections.abc import Callable

from reproductions.attacks.on_more import by_downcoding, by_intersection
from reproductions.attacks.on_one import (
    ATTACKED,
    by_background_knowledge,
    by_homogeneity,
    by_linkage,
    by_similarity,
    by_skewness,
)
from reproductions.attacks.people import SEED
from reproductions.attacks.room import Room
from reproductions.page import Page, whole

ROOMS: tuple[Callable[[], Room], ...] = (
    by_linkage,
    by_homogeneity,
    by_background_knowledge,
    by_skewness,
    by_similarity,
    by_intersection,
    by_downcoding,
)


def remake() -> Page:
    rooms = [room() for room in ROOMS]
    return Page(
        name="attacks",
        title="The attack room: what a released table gives away, and to whom",
        summary=(
            "Seven published attacks on tables that were made safe, played out on people who are drawn. A dot is the share of them of whom the "
            "attacker was right; a line is what he gets right without the release; a ring is the most that the model promises, where it promises "
            "anything."
        ),
        source=(
            "the attacks: Sweeney 2002; Machanavajjhala et al. 2007; Li, Li, Venkatasubramanian 2007; Ganta, Kasiviswanathan, Smith 2008; Cohen "
            "2022. None reports figures on these columns, so there are none beside ours"
        ),
        data="Adult, the 16 281 people for testing (`tests/adult/SOURCE.md`: UCI, CC BY 4.0), by age, years of school, marital status, race and sex",
        seed=f"one stream from seed {SEED} for each attack; {whole(ATTACKED)} people are drawn, fewer for downcoding",
        experiments=[room.experiment() for room in rooms],
        shown=json.dumps({"people": ATTACKED, "attacks": [room.figures() for room in rooms]}, indent=1) + "\n",
    )

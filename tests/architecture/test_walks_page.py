"""The figures of the walks over all routes, roles and pairs stand in `docs/reference/walks.md` as they are."""

import re
from collections.abc import Iterator
from pathlib import Path

from datahub.analyses.tests.test_meet_every_limit import CELLS, USED
from datahub.policies.decide.obligations import LIMITS
from datahub.policies.decide.vocabulary import ROLES as ROLES_OF
from tests.api.test_who_may import TABLE
from tests.pairs.operations import KINDS
from tests.pairs.test_pairs import pairs_of
from tests.privacy.neighbours import test_reports, test_rows, test_two_tables
from tests.privacy.neighbours.exceptions import EXCEPTIONS, OF_TWO_TABLES
from tests.privacy.neighbours.walk import LOGS, PAGES
from tests.privacy.neighbours.world import ROLES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "walks.md"
BESIDE_ROLES = ("nobody who is signed in", "a stranger", "an administrator", "whoever holds the token of the metrics")


def lines() -> Iterator[str]:
    """Yields the lines of tables that have a figure."""
    leaks = len(test_rows.LEAKS) + len(test_rows.LEAKS_WITHOUT_A_SESSION)
    of_survey = len(ROLES_OF["survey"]) + len(BESIDE_ROLES)
    routes = len(TABLE) + len(LOGS) + len(PAGES)
    yield f"| one row of a data set | {routes} | {len(ROLES) + len(BESIDE_ROLES)} | {len(EXCEPTIONS)} | {leaks} |"
    yield f"| one row of two tables | {routes} | 1 | {len(OF_TWO_TABLES)} | {len(test_two_tables.LEAKS)} |"
    yield f"| one report that waits | {routes} | {of_survey} | 0 | {len(test_reports.LEAKS)} |"
    yield f"| {len(USED)} | {len(LIMITS)} | {len(CELLS)} | {len(USED) * len(LIMITS) - len(CELLS)} |"
    whole = [0, 0, 0]
    for kind, (_, operations) in KINDS.items():
        counts = [len(operations), *(len(list(pairs_of(operations, rounds))) for rounds in (2, 20))]
        whole = [so_far + count for so_far, count in zip(whole, counts, strict=True)]
        yield f"| {kind} | {' | '.join(map(str, counts))} |"
    yield f"| all | {' | '.join(map(str, whole))} |"


def test_the_page_has_the_figures_of_the_walks() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if re.match(r"\|.*\| \d+ \|", line)]
    assert rows == list(lines())

"""This module lists mechanisms as they were published, for reproduction only. The platform must not import this
module.
"""

from decimal import Decimal

from mechanisms.ldp.as_published.reproduction import Reproduction
from mechanisms.ldp.as_published.su_grr import SuGRRAsPublished, SuGRRSampleAsPublished
from mechanisms.ldp.as_published.su_rap import SuRAPAsPublished, SuRAPSampleAsPublished
from mechanisms.ldp.as_published.su_wheel import SuWheelAsPublished

FOR_REPRODUCTION: tuple[type[Reproduction], ...] = (
    SuGRRAsPublished,
    SuGRRSampleAsPublished,
    SuRAPAsPublished,
    SuRAPSampleAsPublished,
    SuWheelAsPublished,
)


def paragraphs() -> list[str]:
    """Returns the paragraphs of the reference: what the mechanisms are, and which guarantee the reports of each keep.

    What they keep is found by listing all reports of a small example.
    """
    lines = [
        "Mechanisms for sets of which some answers are sensitive, as Cao, Zhu, He, Zhang 2022 published them, to",
        "repeat published figures (`mechanisms.reproductions`). No survey, no choice and no ledger takes them.",
        "",
        "What is really kept of epsilon 1 where two of six answers are held and four are sensitive (suWheel: two of",
        "four, two sensitive, on a small circle), by listing every report of every set: by reports that name nothing",
        "in clear, between any two sets; by the protected part whatever is named, between any two sets; by the whole",
        "report, between any two sets that hold what it names.",
        "",
        "| slug | names nothing | protected part | whole report |",
        "|---|---|---|---|",
    ]
    for offered in FOR_REPRODUCTION:
        kept = offered.example().kept()
        cells = " | ".join(_text(bound) for bound in (kept.silent, kept.protected, kept.whole))
        lines.append(f"| `{offered.slug}` | {cells} |")
    return lines


def _text(bound: Decimal | None) -> str:
    return "no bound" if bound is None else f"{bound:.3f}"

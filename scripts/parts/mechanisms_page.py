"""The page docs/reference/mechanisms.md, from what the catalogue says of each mechanism."""

import re
from collections.abc import Mapping
from dataclasses import fields

from mechanisms import catalogue, reproductions
from mechanisms.central.central_mechanism import CentralMechanism
from mechanisms.central.offered import CENTRAL
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.proofs import KINDS, proofs_of

GLANCE = [
    "## At a glance",
    "",
    "For one answer of 16 at epsilon 1: what a report weighs, n times the variance of the estimate of a share f from n reports, and the standard error "
    "of a rare answer among 1 000 people. `/api/v1/mechanisms/?answers=16&epsilon=1` says the same for any question, as JSON.",
    "",
    "| mechanism | bytes | n × variance | rare answer, points |",
    "|---|--:|---|--:|",
]


def glance() -> list[str]:
    rows = []
    for offered in catalogue.OF_ONE:
        answers = 2 if offered.slug == "randomized-response" else 16
        figures = catalogue.figures(offered, answers=answers, epsilon="1")
        name = offered.name if answers == 16 else f"{offered.name} (of 2 answers)"
        formula = f"{figures.constant:.3f} + {figures.linear:.3f} f - f²"
        rows.append(f"| {name} | {figures.report_bytes} | {formula} | {100 * figures.variance(0.0, 1000) ** 0.5:.1f} |")
    return [*GLANCE, *rows]


PROVEN = [
    "",
    "## What was proven of each",
    "",
    "From `mechanisms/proofs.json`, which the report of a run of the tests writes.",
    "",
]


def proven() -> list[str]:
    """The table of what the tests show of each mechanism: how many proofs of each kind."""
    proofs = {offered.slug: proofs_of(offered.slug, offered.version) for offered in catalogue.OFFERED}
    proofs |= {offered.slug: proofs_of(offered.slug, offered.version) for offered in CENTRAL}
    return [
        *PROVEN,
        *(f"- *{kind}*: {text}" for kind, text in KINDS.items() if any(kind in counts for counts in proofs.values())),
        "",
        "| mechanism | proofs |",
        "|---|---|",
        *(
            f"| `{slug}` | {', '.join(f'{count} {kind}' for kind, count in counts.items()) or 'none yet'} |"
            for slug, counts in proofs.items()
        ),
    ]


def mechanisms_page() -> str:
    parts = [
        "# Mechanisms",
        "",
        "Generated from `mechanisms.catalogue`. A released slug never changes its meaning. Shapes, error and departures from the published mechanism stand in "
        "the docstring of each and at `/api/v1/mechanisms/`.",
        "",
    ]
    parts += glance()
    for offered in catalogue.OFFERED:
        mechanism = catalogue.describe(offered)
        used = "; questions of surveys get it" if mechanism["in_surveys"] else ""
        told = re.search("neighbours:|unit:", str(mechanism["guarantee"]))
        neighbours = "" if told else mechanism["neighbours"]
        parts += ["", f"## {mechanism['name']} (`{mechanism['slug']}`, version {mechanism['version']})"]
        parts += described(mechanism, signature(offered), used, str(neighbours))
    parts += central_mechanisms()
    parts += proven()
    return "\n".join([*parts, "", "## For reproduction only", "", *reproductions.paragraphs()])


def signature(offered: type[LocalMechanism | CentralMechanism]) -> str:
    """Returns the class with its public parameters, by name alone."""
    return f"{offered.__name__}({', '.join(field.name for field in fields(offered) if field.init)})"


def described(mechanism: Mapping[str, object], signature: str, used: str, neighbours: str) -> list[str]:
    """Returns the paragraph of a mechanism: its first sentence, signature, guarantee and source."""
    return [
        "",
        str(mechanism["summary"]),
        "",
        f"- `{signature}` of `{mechanism['module']}`; shape `{mechanism['shape']}`{used}.",
        f"- **Guarantee.** {mechanism['guarantee']}{f' Neighbours: {neighbours}.' if neighbours else ''}",
        f"- **Source.** {mechanism['source']}",
    ]


OF_A_CURATOR = [
    "",
    "## Mechanisms of a curator who holds the data",
    "",
    "Central differential privacy: noise is added once, to what was counted exactly. It needs `mechanisms[central]`, which is OpenDP, whose exact samplers "
    "draw it; no page and no route offers it yet. What is for teaching releases nothing. Neighbours are "
    f"{', '.join(sorted({offered.neighbours for offered in CENTRAL}))}.",
]


def central_mechanisms() -> list[str]:
    parts = [*OF_A_CURATOR]
    for offered in CENTRAL:
        mechanism = catalogue.describe_central(offered)
        taught = ", for teaching only" if mechanism["is_taught"] else ""
        parts += ["", f"### {mechanism['name']} (`{mechanism['slug']}`, version {mechanism['version']}{taught})"]
        parts += described(mechanism, signature(offered), "", "")
    return parts

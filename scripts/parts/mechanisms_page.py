"""The page docs/reference/mechanisms.md, from what the catalogue says of each mechanism."""

from dataclasses import fields

from mechanisms import catalogue, reproductions
from mechanisms.central.offered import CENTRAL
from mechanisms.proofs import KINDS, proofs_of

FIELDS = tuple(field.lower() for field in catalogue.FIELDS)
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


def proven(proofs: dict[str, int]) -> str:
    return "; ".join(f"{count} {KINDS[kind]}" for kind, count in proofs.items()) or "nothing of it yet"


def mechanisms_page() -> str:
    parts = [
        "# Mechanisms",
        "",
        "Generated from `mechanisms.catalogue`. A released slug never changes its meaning.",
        "",
    ]
    parts += glance()
    for offered in catalogue.OFFERED:
        mechanism = catalogue.describe(offered)
        parts += [
            "",
            f"## {mechanism['name']} (`{mechanism['slug']}`, version {mechanism['version']})",
            "",
            str(mechanism["summary"]),
            "",
        ]
        parts += [f"- **{field.capitalize()}.** {mechanism[field]}" for field in FIELDS]
        used = "questions of surveys get it" if mechanism["in_surveys"] else "for programs; no survey uses it yet"
        parts += [f"- **Parameters.** {', '.join(field.name for field in fields(offered) if field.init)}."]
        parts += [f"- **Proven.** {proven(proofs_of(offered.slug, offered.version))}."]
        parts += [
            f"- **Shape.** `{mechanism['shape']}`; neighbours: {mechanism['neighbours']}; code: `{mechanism['module']}`; {used}."
        ]
    parts += central_mechanisms()
    return "\n".join([*parts, "", "## For reproduction only", "", *reproductions.paragraphs()])


OF_A_CURATOR = [
    "",
    "## Of a curator who holds the data",
    "",
    "Central differential privacy: noise is added once, to what was counted exactly. It needs `mechanisms[central]`, which is OpenDP, whose exact samplers "
    "draw it; no page and no route offers it yet. What is for teaching releases nothing.",
]


def central_mechanisms() -> list[str]:
    parts = [*OF_A_CURATOR]
    for offered in CENTRAL:
        mechanism = catalogue.describe_central(offered)
        taught = ", for teaching only" if mechanism["is_taught"] else ""
        parts += [
            "",
            f"### {mechanism['name']} (`{mechanism['slug']}`, version {mechanism['version']}{taught})",
            "",
            str(mechanism["summary"]),
            "",
        ]
        parts += [f"- **{field.capitalize()}.** {mechanism[field]}" for field in FIELDS]
        parts += [f"- **Parameters.** {', '.join(field.name for field in fields(offered) if field.init)}."]
        parts += [f"- **Proven.** {proven(proofs_of(offered.slug, offered.version))}."]
        parts += [
            f"- **Shape.** `{mechanism['shape']}`; neighbours: {mechanism['neighbours']}; code: `{mechanism['module']}`."
        ]
    return parts

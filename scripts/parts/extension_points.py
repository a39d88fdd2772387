"""Writes docs/reference/extension-points.md, which lists on one screen where something new is entered."""

import importlib


def extension_points_page() -> str:
    """Returns the page, in Markdown. Django must be set up."""
    settings = importlib.import_module("django.conf").settings
    engines = importlib.import_module("datahub.analyses.synthesise.engines.named").ENGINES
    questions = importlib.import_module("surveys.questions.all").ITEM_TYPES
    offered = importlib.import_module("mechanisms.catalogue").OFFERED
    central = importlib.import_module("mechanisms.central.offered").CENTRAL
    lists = [
        ("A kind of job", "JOBS", "datahub/wiring.py", settings.JOBS),
        ("A job of the clock", "CLOCK", "datahub/wiring.py", settings.CLOCK),
        ("A kind of object that others refer to", "OBJECTS", "datahub/wiring.py", settings.OBJECTS),
        ("Who is told of a job that is cancelled", "CALLED_OFF", "datahub/wiring.py", settings.CALLED_OFF),
        ("Who is told of destroyed keys", "DESTROYED", "datahub/wiring.py", settings.DESTROYED),
        ("An engine of synthetic data", "ENGINES", "datahub/analyses/synthesise/engines/named.py", engines),
        ("A type of question", "ITEM_TYPES", "surveys/questions/all.py", questions),
        ("A mechanism on the device", "OFFERED", "mechanisms/catalogue.py", [kind.slug for kind in offered]),
        ("A mechanism on the server", "CENTRAL", "mechanisms/central/offered.py", [kind.slug for kind in central]),
    ]
    rows = [
        f"| {what} | `{name}` in `{file}` | {', '.join(f'`{entry}`' for entry in entries)} |"
        for what, name, file, entries in lists
    ]
    return "\n".join(
        [
            "# Extension points",
            "",
            "Something new gets a file of its own and a line in one of these lists. CONTRIBUTING.md has recipes.",
            "",
            "| what | list | entries today |",
            "|---|---|---|",
            *rows,
        ]
    )

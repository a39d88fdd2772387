"""Each line names a place where somebody who may not see rows is told of one, and why."""

from collections.abc import Mapping

Line = tuple[str, str, str]  # A role, a method and a path.
FILES = "whoever administers a data set loads its files: they see their length, hash and number of rows"
NOISE = "noise was drawn for it, and the people's budget paid"

EXCEPTIONS: Mapping[Line, str] = {
    ("administer", "GET", "api/v1/datasets/<uuid:id>/uploads/<uuid:upload_id>/"): FILES,
    ("administer", "GET", "api/v1/datasets/<uuid:id>/versions/"): FILES,
    ("administer", "GET", "api/v1/datasets/<uuid:id>/versions/<int:number>/"): FILES,
    ("anonymise and see_figures", "GET", "api/v1/anonymisations/<uuid:id>/"): (
        "exact figures, permitted in so many words; the people were written down when they were asked for"
    ),
    ("release", "GET", "api/v1/releases/<uuid:id>/verdict/"): (
        "whoever approves sees exact figures; the people are written down in that moment"
    ),
    ("release", "POST", "api/v1/releases/<uuid:id>/verdict/"): (
        "an approved release has left; the people are written down in that moment"
    ),
    ("synthesise", "GET", "api/v1/syntheses/<uuid:id>/"): NOISE,
    ("synthesise", "GET", "api/v1/syntheses/<uuid:id>/rows/"): (
        "rows of that noisy model: (epsilon, delta) of its card"
    ),
    ("synthesise", "GET", "api/v1/syntheses/<uuid:id>/measured-reports/"): NOISE,
    (
        "synthesise",
        "POST",
        "api/v1/syntheses/<uuid:id>/measured-reports/",
    ): "a question that was asked before has its answer",
}
OF_TWO_TABLES: Mapping[Line, str] = {
    ("synthesise", "GET", "api/v1/syntheses/<uuid:id>/?two"): NOISE,
    ("synthesise", "GET", "api/v1/syntheses/<uuid:id>/rows/?two"): (
        "rows of those noisy models: (epsilon, delta) of their card"
    ),
    ("synthesise", "GET", "api/v1/syntheses/<uuid:id>/measured-reports/?two"): NOISE,
    ("synthesise", "POST", "api/v1/syntheses/<uuid:id>/measured-reports/?two"): (
        "a question that was asked before has its answer"
    ),
}

"""These selectors say what a draft would tell its researcher, before anybody is asked."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils import timezone

from mechanisms.common.entropy import SeededEntropy
from surveys.drafts.questionnaire import check_complete
from surveys.errors import BadQuery
from surveys.models import Survey
from surveys.planning import forecast as planning
from surveys.planning.proposals import people_of, proposals
from surveys.planning.rehearsal import most_people, rehearse
from surveys.publishing import definition as rules
from surveys.publishing.aim import aimed_level
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition

Json = Mapping[str, Any]
PLANNED = "100,1000,10000"
HALF_WIDTHS = ",".join(planning.HALF_WIDTHS)
USUAL_HALF_WIDTH = "0.1"
REHEARSED, SEED = "500", "1"


def plan(survey: Survey, *, reports: str, mix: str, half_widths: str) -> dict[str, Any]:
    definition = _unpublished(survey)
    forecast = planning.plan(
        definition,
        planning.numbers(reports, "reports", most=planning.MOST_SIZES, largest=planning.LARGEST_SIZE),
        _mix(definition, mix),
        planning.half_widths(half_widths),
    )
    return (
        forecast
        | _needs(survey.draft, forecast["mix"])
        | {"simulated_least": definition.shown_from, "simulated_most": most_people(definition)}
    )


def _needs(draft: Json, mix: Sequence[int]) -> dict[str, Any]:
    """Returns how many people the draft needs for the half-width of its aim, or for the usual one, and changes that
    would need fewer."""
    aim = draft.get("aim")
    half_width = aim["half_width"] if aim else USUAL_HALF_WIDTH
    level = aimed_level(draft) if aim else None
    return {
        "aim": asdict(level) if level else None,
        "people": level.people if level else math.ceil(people_of(draft, mix, float(half_width))),
        "half_width": half_width,
        "proposals": proposals(draft, mix, float(half_width)),
    }


def rehearsal(survey: Survey, *, reports: str, mix: str, seed: str) -> dict[str, Any]:
    """Returns a rehearsal of a draft. The same seed gives the same people and the same reports."""
    definition = _unpublished(survey)
    people = _number(reports, "reports")
    drawn = _number(seed, "seed")
    mixed = planning.checked_mix(definition, _mix(definition, mix))
    outcome = rehearse(definition, people=people, mix=mixed, entropy=SeededEntropy(drawn))
    return outcome | {"simulated": True, "seed": drawn}


def _unpublished(survey: Survey) -> Definition:
    check_complete(survey.draft, timezone.now())
    unpublished = build(survey.draft, survey=str(survey.pk), number=0, bundle="", simulated=survey.simulated)
    return rules.read(text_of(unpublished))


def _mix(definition: Definition, mix: str) -> list[int]:
    shares = mix or ",".join(["1"] * len(definition.levels))
    return planning.numbers(shares, "mix", most=len(definition.levels), largest=100)


def _number(text: str, name: str) -> int:
    if "," in text:
        raise BadQuery(f"{name} is one whole number.", fields={name: "is not right"})
    return planning.numbers(text, name, most=1, largest=planning.LARGEST_SIZE)[0]

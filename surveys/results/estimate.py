"""Counts become estimates here, with intervals, and what each of them is worth."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.guarantee import Guarantee
from mechanisms.ldp.estimates.pooling import precision_weights
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.population import DUCHI, EVERYBODY, SAMPLE, SKIPPABLE, means_of_sample
from surveys.publishing.blocks import Mechanism
from surveys.publishing.definition import PER_QUESTION, PER_REPORT, Definition, Field, Question
from surveys.publishing.layout import Part as Slot
from surveys.publishing.level_choice import offered, worst_case
from surveys.reports.tally import Tally, counted, counts_of, reports_in
from surveys.results.cautions import draws_alike
from surveys.results.kinds.all import KINDS, kind_of
from surveys.results.kinds.kind import Part
from surveys.results.kinds.share import SHARE
from surveys.results.level_groups import groups
from surveys.results.margins import margin_of

WHOLE_REPORT = "any two sets of answers of one person, at the level they chose"
MEANS_OF_SAMPLE = {DUCHI: "means by Duchi's mechanism", SKIPPABLE: "means of numbers that may be skipped"}
Parts = Sequence[Part[Any]]


def results(
    definition: Definition,
    tallies: Mapping[int, Tally],
    *,
    distributions: bool = True,
    is_over: bool = False,
    population: str = SAMPLE,
) -> dict[str, Any]:
    """Returns the results of a version: levels, questions, guarantee and method; refuses to compute anything of too few
    reports. `is_over` says that the reports are all there will be, `population` whom the intervals are about.

    A distribution takes up to half a second a level, and its limits two: too long for a request, which goes without.
    """
    reports, shown = reports_in(definition, tallies), shown_parts(definition, tallies)
    if not shown:
        raise ValueError(f"{reports} reports; of no question {definition.shown_from} that may be shown")
    estimates: dict[str, list[dict[str, Any]]] = {
        kind.results: [] for kind in KINDS if kind is SHARE or any(map(kind.fits, definition.questions))
    }
    for question, parts in shown.items():
        kind, parts_of_population = kind_of(question), [replace(part, population=population) for part in parts]
        result = kind.result(question, parts_of_population, least=definition.shown_from, costly=distributions)
        estimates[kind.results].append(result | _left_out(definition, tallies, question, parts))
    return {
        "reports": reports,
        "population": population,
        "levels": _all_levels(definition, tallies) if definition.level_choice == PER_REPORT else [],
        **estimates,
        **_unshown(definition, shown),
        **({"draws": draws_alike(definition, tallies) if is_over else None} if definition.sends_some else {}),
        "pairs": [{"questions": list(field.of)} for field in definition.fields if field.kind == "joint"],
        "guarantee": _whole(definition, reports).to_json(),
        "method": _method(
            definition, [_reports(parts) for parts in shown.values()], _hold_for(definition, population, estimates)
        ),
    }


def of_everybody(definition: Definition, tallies: Mapping[int, Tally], of_sample: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the results for the respondents themselves; numbers that do not depend on the population come from the
    results of a sample."""
    outcome = results(definition, tallies, distributions=False, population=EVERYBODY)
    for number, known in zip(outcome.get("numbers", []), of_sample.get("numbers", []), strict=True):
        number |= {"distribution": known["distribution"]} if "distribution" in known else {}
    return outcome | ({"draws": of_sample["draws"]} if "draws" in of_sample else {})


def is_shown(definition: Definition, tallies: Mapping[int, Tally]) -> bool:
    """Returns whether there are results of any question."""
    return bool(shown_parts(definition, tallies))


def shown_parts(definition: Definition, tallies: Mapping[int, Tally]) -> dict[Question, Parts]:
    """Returns the parts of each question, without questions of which too few reports are left: where levels are chosen
    by question, each has its own."""
    every = {question: parts_of(definition, tallies, question) for question in definition.questions}
    return {question: parts for question, parts in every.items() if _reports(parts) >= definition.shown_from}


def parts_of(definition: Definition, tallies: Mapping[int, Tally], question: Question) -> Parts:
    """Returns the parts of a question: for each level one part, or one for each pair that holds the question."""
    noise = kind_of(question).noise
    each = [part for field in question.fields for part in parts_of_field(definition, tallies, field, noise)]
    if len(question.fields) == 1:
        return each
    by_level = sorted(each, key=lambda part: part.level.id)
    return [part for _, own in groupby(by_level, key=lambda part: part.level.id) for part in _weighed(question, own)]


def parts_of_field(
    definition: Definition, tallies: Mapping[int, Tally], field: Field, noise: Callable[[Slot], Any]
) -> Parts:
    """Returns the parts of a field, one for each level."""
    return [
        Part(level, field, noise(level.part(field.id)), counts, reports, people, people)
        for level, counts, reports, people in counts_of(definition, tallies, field.id)
    ]


def _weighed(question: Question, parts: Iterable[Part[FrequencyOracle]]) -> Parts:
    """Returns the parts of a question at one level; their people are divided in proportion to the precisions."""
    own = list(parts)
    spreads = [(margin_of(question, part.field, part.mechanism), part.reports) for part in own]
    people = max(part.people for part in own)  # A part that is left out has no people.
    weights = precision_weights(spreads)
    return [replace(part, people=people * weight) for part, weight in zip(own, weights, strict=True)]


def has_enough(definition: Definition, tallies: Mapping[int, Tally], field: Field) -> bool:
    """Returns whether a field has enough reports to be shown by itself."""
    reports = sum(reports for _, _, reports, _ in counts_of(definition, tallies, field.id))
    return reports >= definition.shown_from


def _reports(parts: Parts) -> int:
    return sum(part.reports for part in parts)


def _left_out(definition: Definition, tallies: Mapping[int, Tally], question: Question, parts: Parts) -> dict[str, Any]:
    """Returns the reports on a question at levels that too few chose for it, where each question has reports of its
    own; and the share of the people who chose such a level, in whole percent: the estimate is of the others."""
    if not definition.is_kept_by_block:
        return {}
    fields = [field.id for field in question.fields]
    of_levels = [tallies[level.id] for level in offered(definition, fields[0])]
    sent = sum(tally.reports_of(field) + tally.left_out.get(field, 0) for tally in of_levels for field in fields)
    people = sum(tally.reports for tally in of_levels)
    left_out = {"left_out": sent - _reports(parts)}
    if definition.sends_some:
        return left_out | {"unrepresented": round(1 - sum(part.people for part in parts) / people, 2)}
    return left_out


def _unshown(definition: Definition, shown: Container[Question]) -> dict[str, Any]:
    if not definition.is_kept_by_block:
        return {}  # Where reports are kept whole, all questions have the same reports: either all are shown or none.
    left = [question for question in definition.questions if question not in shown]
    return {
        "unshown": [{"id": question.id, "text": question.text, "row_label": question.row_label} for question in left]
    }


def _whole(definition: Definition, reports: int) -> Guarantee:
    oracles = [part.mechanism for level in definition.levels for part in level.parts]
    return Guarantee(
        mechanism=names_with_plus(oracle.slug for oracle in oracles),
        version=max(oracle.version for oracle in oracles),
        epsilon=decimal_text(worst_case(definition)),
        neighbours=WHOLE_REPORT,
        n=reports,
        error=None,
    )


def _all_levels(definition: Definition, tallies: Mapping[int, Tally]) -> list[dict[str, Any]]:
    reports = [counted(definition, tallies[level.id].reports) for level in definition.levels]
    return [_levels(definition, group, reports) for group in groups(reports, definition.shown_from)]


def _levels(definition: Definition, group: Sequence[int], reports: Sequence[int]) -> dict[str, Any]:
    members = [definition.levels[level] for level in group]
    return {
        "levels": list(group),
        "eps_report": decimal_text(max(level.eps_report for level in members)),
        "reports": sum(reports[level] for level in group),
    }


def _method(definition: Definition, by_question: Sequence[int], hold_for: str) -> str:
    levels = definition.levels
    drawn = [part.mechanism for level in levels for part in level.parts]
    names = ", ".join(dict.fromkeys(_spoken(mechanism) for mechanism in drawn))
    spent = " or ".join(decimal_text(level.eps_report) for level in levels) + " for a whole report, given the level"
    if definition.level_choice == PER_QUESTION:
        most = decimal_text(worst_case(definition))
        spent = f"at most {most} for a whole report, given the level for each question that"
    at_most = "at most " if len(set(by_question)) > 1 else ""
    what, limits, bounds = _of_what(definition)
    weighed = "the people who chose them" if definition.sends_some else "their number of reports"
    lots = " Each phone sent some of the questions, drawn by lot." if definition.sends_some else ""
    return (
        f"{what} are unbiased estimates from {at_most}{max(by_question)} reports that were perturbed on the "
        f"respondents' devices by {names}, with epsilon {spent} each respondent chose. Levels are "
        f"weighted by {weighed}; intervals are "
        f"{limits} for each level, put together by MOVER, and {hold_for}."
        f"{bounds}{lots} Survey version {definition.hash[:12]}."
    )


def _hold_for(definition: Definition, population: str, estimates: Mapping[str, Any]) -> str:
    """Returns the population that the intervals are about, and what they cover."""
    of_many = "hold for respondents drawn at random from many people"
    if population == SAMPLE:
        return of_many
    lots = " and the lots that decided which questions a phone sends" if definition.sends_some else ""
    means = " and ".join(MEANS_OF_SAMPLE[means] for means in means_of_sample(estimates))
    but = f"; except those of {means}, which {of_many}" if means else ""
    return f"hold for the respondents themselves: they cover the perturbation{lots}, and no draw of respondents{but}"


def _spoken(mechanism: Mechanism) -> str:
    """Returns the name of a mechanism as it stands within a sentence. Names of mechanisms for numbers keep their
    capital, as they are names of people or terms; so does PrivSet."""
    keeps_capitals = isinstance(mechanism, NumberMechanism) or mechanism.name.isalnum()
    return mechanism.name if keeps_capitals else mechanism.name.lower()


def _of_what(definition: Definition) -> tuple[str, str, str]:
    """Returns what is estimated, which population the intervals are about, and how numbers beyond the bounds were
    treated."""
    if not definition.of_numbers:
        return "Shares", "Wilson's", ""
    bounds, skippable = " A number beyond the bounds of its question counted as the bound.", definition.of_skippable
    if skippable:
        bounds += (
            " The mean of a number that may be skipped is of those who answered: a ratio of two unbiased estimates, "
            "with Fieller's limits."
        )
    if len(skippable) == len(definition.of_numbers):
        return "Shares" if definition.of_answers else "Shares who answered", "Wilson's", bounds
    if not definition.of_answers:
        return "Means", "those of the mechanism", bounds
    return "Shares and means", "Wilson's, of means those of the mechanism,", bounds


def names_with_plus(names: Iterable[str]) -> str:
    return " + ".join(dict.fromkeys(names))

"""What counts become: estimates, intervals, and what each of them is worth."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.guarantee import Guarantee
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.margin import Margin
from mechanisms.ldp.estimates.pooling import PooledEstimate, inverse_variance, share_pooled
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.confidences import CONFIDENCES
from surveys.publishing.blocks import Mechanism
from surveys.publishing.definition import PER_QUESTION, PER_REPORT, Definition, Level, Question
from surveys.publishing.level_choice import worst_case
from surveys.reports.tally import Tally, counted, counts_of, reports_in
from surveys.results.cautions import levels_agree, pushes
from surveys.results.kinds.number import NumberPart, number_result, shown_numbers
from surveys.results.kinds.number_or_skipped import SkippablePart, shown_skippable, skippable_result
from surveys.results.level_groups import groups
from surveys.results.margins import margin_of

WHOLE_REPORT = "any two sets of answers of one person, at the level they chose"


@dataclass(frozen=True)
class Part:
    """What one level says about one question."""

    level: Level
    oracle: FrequencyOracle
    margin: Margin
    counts: NDArray[np.int64]
    reports: int


def results(definition: Definition, tallies: Mapping[int, Tally], *, distributions: bool = True) -> dict[str, Any]:
    """Levels, questions, guarantee and method; refuses to compute anything of too few reports.

    A distribution takes up to half a second a level, and its limits two: too long for a request, which goes without.
    """
    reports, shown = reports_in(definition, tallies), shown_parts(definition, tallies)
    numbers, skippable = shown_numbers(definition, tallies), shown_skippable(definition, tallies)
    if not shown and not numbers and not skippable:
        raise ValueError(f"{reports} reports; of no question {definition.shown_from} that may be shown")
    return {
        "reports": reports,
        "levels": _all_levels(definition, tallies) if definition.level_choice == PER_REPORT else [],
        "questions": [_question(definition, question, parts, reports) for question, parts in shown.items()],
        **_numbers(definition, numbers, reports, distributions=distributions),
        **_skippable(definition, skippable, reports),
        **_unshown(definition, {*shown, *numbers, *skippable}),
        "pairs": [{"questions": list(field.of)} for field in definition.fields if field.kind == "joint"],
        "guarantee": _whole(definition, reports).to_json(),
        "method": _method(
            definition,
            [
                *map(_reports, shown.values()),
                *map(_reports, numbers.values()),
                *map(_reports, skippable.values()),
            ],
        ),
    }


def _reports(parts: Sequence[Part] | Sequence[NumberPart] | Sequence[SkippablePart]) -> int:
    return sum(part.reports for part in parts)


def is_shown(definition: Definition, tallies: Mapping[int, Tally]) -> bool:
    """Whether there are results of any question."""
    return any(shown(definition, tallies) for shown in (shown_parts, shown_numbers, shown_skippable))


def shown_parts(definition: Definition, tallies: Mapping[int, Tally]) -> dict[Question, list[Part]]:
    """The parts of questions with answers, without those of which too few reports are left: where levels are chosen by
    question, each has its own."""
    every = {question: parts_of(definition, tallies, question) for question in definition.of_answers}
    return {
        question: parts
        for question, parts in every.items()
        if sum(part.reports for part in parts) >= definition.shown_from
    }


def parts_of(definition: Definition, tallies: Mapping[int, Tally], question: Question) -> list[Part]:
    """The parts of a question with answers, one a level."""
    parts = []
    for level, counts, reports in counts_of(definition, tallies, question.field.id):
        oracle = level.part(question.field.id).oracle
        parts.append(Part(level, oracle, margin_of(question, oracle), counts, reports))
    return parts


def _numbers(
    definition: Definition, shown: Mapping[Question, Sequence[NumberPart]], reports: int, *, distributions: bool
) -> dict[str, Any]:
    """Only of versions that ask for means or distributions."""
    if not definition.of_numbers:
        return {}
    return {
        "numbers": [
            number_result(definition, question, parts, reports, distributions=distributions)
            for question, parts in shown.items()
        ]
    }


def _skippable(
    definition: Definition, shown: Mapping[Question, Sequence[SkippablePart]], reports: int
) -> dict[str, Any]:
    """Only of versions that ask for means that may be skipped."""
    if not definition.of_skippable:
        return {}
    results = [skippable_result(definition, question, parts, reports) for question, parts in shown.items()]
    return {"numbers_or_skipped": results}


def _unshown(definition: Definition, shown: Container[Question]) -> dict[str, Any]:
    if definition.level_choice == PER_REPORT:
        return {}  # every question has the same reports: all are shown or none
    left = [question for question in definition.questions if question not in shown]
    return {
        "unshown": [{"id": question.id, "text": question.text, "row_label": question.row_label} for question in left]
    }


def _question(definition: Definition, question: Question, parts: Sequence[Part], reports: int) -> dict[str, Any]:
    shown = groups([part.reports for part in parts], definition.shown_from)
    pooled, by_question = share_pooled(pool(parts)), definition.level_choice == PER_QUESTION
    return {
        "id": question.id,
        "question": question.item,
        "row": question.row,
        "type": question.type,
        "kind": "set" if question.field.kind == "set" else "one",
        "text": question.text,
        "row_label": question.row_label,
        "estimates": {"method": "share-pooled", "answers": _answers(question, pooled)},
        "inverse_variance": {
            "method": "inverse-variance",
            "answers": _answers(question, inverse_variance(pool(parts))),
        },
        "agreement": levels_agree([pool([parts[level] for level in group]) for group in shown]),
        "made_up": pushes([part.margin for part in parts]),
        "by_level": [_group(question, [parts[level] for level in group]) for group in shown],
        **({"left_out": reports - sum(part.reports for part in parts)} if by_question else {}),
        "guarantee": _guarantee(parts, pooled).to_json(),
    }


def _group(question: Question, parts: Sequence[Part]) -> dict[str, Any]:
    pooled = share_pooled(pool(parts))
    guarantee = _guarantee(parts, pooled)
    return {
        "levels": [part.level.id for part in parts],
        "mechanism": guarantee.mechanism,
        "epsilon": guarantee.epsilon,
        "reports": guarantee.n,
        "answers": _answers(question, pooled),
        "guarantee": guarantee.to_json(),
    }


def pool(parts: Sequence[Part]) -> list[tuple[Margin, NDArray[np.int64], int]]:
    return [(part.margin, part.counts, part.reports) for part in parts]


def _answers(question: Question, pooled: PooledEstimate) -> list[dict[str, Any]]:
    """The raw unbiased shares, which may leave [0, 1]; the consistent ones stand beside them, never in their place.

    Shares of a set's answers do not add up to 1: each is made consistent by itself.
    """
    limits = {name: pooled.interval(confidence) for name, confidence in CONFIDENCES.items()}
    is_set = question.field.kind == "set"
    consistent = np.clip(pooled.shares, 0, 1) if is_set else onto_simplex(pooled.shares)
    errors = np.sqrt(pooled.variances)
    together = pooled.interval(1 - 0.05 / len(question.answers))  # Bonferroni: all of them at once
    return [
        {
            "id": answer.id,
            "label": answer.label,
            "share": float(pooled.shares[place]),
            "standard_error": float(errors[place]),
            "intervals": {name: [float(end) for end in ends[place]] for name, ends in limits.items()},
            "simultaneous": [float(end) for end in together[place]],
            "consistent_share": float(consistent[place]),
        }
        for place, answer in enumerate(question.answers)
    ]


def _guarantee(parts: Sequence[Part], pooled: PooledEstimate) -> Guarantee:
    """Given the level. The weakest counts, whether or not anybody chose it: a level of few looks like one of nobody."""
    return Guarantee(
        mechanism=names_with_plus(part.oracle.slug for part in parts),
        version=max(part.oracle.version for part in parts),
        epsilon=decimal_text(max(Decimal(part.oracle.epsilon) for part in parts)),
        neighbours=parts[0].oracle.neighbours,
        n=sum(part.reports for part in parts),
        error=float(np.sqrt(pooled.variances).max()),
    )


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


def _method(definition: Definition, by_question: Sequence[int]) -> str:
    levels = definition.levels
    drawn = [part.mechanism for level in levels for part in level.parts]
    names = ", ".join(dict.fromkeys(_spoken(mechanism) for mechanism in drawn))
    spent = " or ".join(decimal_text(level.eps_report) for level in levels) + " for a whole report, given the level"
    if definition.level_choice == PER_QUESTION:
        most = decimal_text(worst_case(definition))
        spent = f"at most {most} for a whole report, given the level for each question that"
    at_most = "at most " if len(set(by_question)) > 1 else ""
    what, limits, bounds = _of_what(definition)
    return (
        f"{what} are unbiased estimates from {at_most}{max(by_question)} reports that were perturbed on the "
        f"respondents' devices by {names}, with epsilon {spent} each respondent chose. Levels are "
        "weighted by their number of reports; intervals are "
        f"{limits} for each level, put together by MOVER, and hold "
        f"for respondents drawn at random from many people.{bounds} Survey version {definition.hash[:12]}."
    )


def _spoken(mechanism: Mechanism) -> str:
    """Names of mechanisms for numbers are names of people, or words they gave a meaning of their own; so is PrivSet."""
    keeps_capitals = isinstance(mechanism, NumberMechanism) or mechanism.name.isalnum()
    return mechanism.name if keeps_capitals else mechanism.name.lower()


def _of_what(definition: Definition) -> tuple[str, str, str]:
    """What is estimated, whose intervals it has, and what became of numbers beyond the bounds."""
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

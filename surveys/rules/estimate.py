"""From counts to numbers: estimates, intervals, and what each of them is worth."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.guarantee import Guarantee
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.frequency_oracle import FrequencyOracle
from mechanisms.ldp.margin import Margin
from mechanisms.ldp.pooling import PooledEstimate, inverse_variance, share_pooled
from surveys.rules.definition import PER_QUESTION, PER_REPORT, Definition, Level, Question
from surveys.rules.doubts import levels_agree, pushes
from surveys.rules.level_choice import offered, worst_case
from surveys.rules.levels import groups
from surveys.rules.margins import margin_of

CONFIDENCES = {"50": 0.50, "80": 0.80, "95": 0.95}
WHOLE_REPORT = "any two sets of answers of one person, at the level they chose"


@dataclass(frozen=True)
class Tally:
    """The reports of one level: how many, and how many support each answer of each field.

    Where levels are chosen by question, every field has a number of its own.
    """

    reports: int
    supports: Mapping[str, Sequence[int]]
    of_fields: Mapping[str, int] = field(default_factory=dict)

    def reports_of(self, field_id: str) -> int:
        return self.of_fields.get(field_id, self.reports)


@dataclass(frozen=True)
class Part:
    """What one level says about one question."""

    level: Level
    oracle: FrequencyOracle
    margin: Margin
    counts: NDArray[np.int64]
    reports: int


def tally(level: Level, records: Sequence[bytes]) -> Tally:
    """Counts of packed records; those of two batches add."""
    if not records:
        return Tally(0, {part.field: [0] * part.oracle.answers for part in level.parts})
    packed = np.frombuffer(b"".join(records), dtype=np.uint8).reshape(len(records), level.record_bytes)
    return Tally(
        len(records),
        {
            part.field: part.oracle.count(np.ascontiguousarray(packed[:, part.start : part.stop])).tolist()
            for part in level.parts
        },
    )


def results(definition: Definition, tallies: Mapping[int, Tally]) -> dict[str, Any]:
    """Levels, questions, guarantee and method; refuses to compute anything of too few reports."""
    reports, shown = reports_in(definition, tallies), shown_parts(definition, tallies)
    if not shown:
        raise ValueError(f"{reports} reports; of no question {definition.shown_from} that may be shown")
    return {
        "reports": reports,
        "levels": _all_levels(definition, tallies) if definition.level_choice == PER_REPORT else [],
        "questions": [_question(definition, question, parts, reports) for question, parts in shown.items()],
        **_unshown(definition, shown),
        "pairs": [{"questions": list(field.of)} for field in definition.fields if field.kind == "joint"],
        "guarantee": _whole(definition, reports).to_json(),
        "method": _method(definition, [sum(part.reports for part in parts) for parts in shown.values()]),
    }


def reports_in(definition: Definition, tallies: Mapping[int, Tally]) -> int:
    """Where a report has one level, those that are counted. Else all: each question leaves out others of them."""
    if definition.level_choice == PER_REPORT:
        return sum(_counted(definition, tallies[level.id].reports) for level in definition.levels)
    return max(
        sum(tallies[level.id].reports_of(field.id) for level in offered(definition, field.id))
        for field in definition.fields
    )


def shown_parts(definition: Definition, tallies: Mapping[int, Tally]) -> dict[Question, list[Part]]:
    """Without questions of which too few reports are left: where levels are chosen by question, each has its own."""
    every = {question: parts_of(definition, tallies, question) for question in definition.questions}
    return {
        question: parts
        for question, parts in every.items()
        if sum(part.reports for part in parts) >= definition.shown_from
    }


def parts_of(definition: Definition, tallies: Mapping[int, Tally], question: Question) -> list[Part]:
    """A level that too few chose is left out: the digits of a sum can be taken apart.

    Where a report has one level the ingest leaves such reports out already, but not in versions older than this rule.
    """
    parts = []
    for level in offered(definition, question.field.id):
        counted = tallies[level.id]
        counts = np.asarray(counted.supports[question.field.id], dtype=np.int64)
        reports = _counted(definition, counted.reports_of(question.field.id))
        if reports == 0:
            counts = np.zeros_like(counts)
        oracle = level.part(question.field.id).oracle
        parts.append(Part(level, oracle, margin_of(question, oracle), counts, reports))
    return parts


def _unshown(definition: Definition, shown: Container[Question]) -> dict[str, Any]:
    if definition.level_choice == PER_REPORT:
        return {}  # every question has the same reports: all are shown or none
    left = [one for one in definition.questions if one not in shown]
    return {"unshown": [{"id": one.id, "text": one.text, "row_label": one.row_label} for one in left]}


def _counted(definition: Definition, of_level: int) -> int:
    return of_level if of_level >= definition.level_least else 0


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
        mechanism=joined(part.oracle.slug for part in parts),
        version=max(part.oracle.version for part in parts),
        epsilon=decimal_text(max(Decimal(part.oracle.epsilon) for part in parts)),
        neighbours=parts[0].oracle.neighbours,
        n=sum(part.reports for part in parts),
        error=float(np.sqrt(pooled.variances).max()),
    )


def _whole(definition: Definition, reports: int) -> Guarantee:
    oracles = [part.oracle for level in definition.levels for part in level.parts]
    return Guarantee(
        mechanism=joined(oracle.slug for oracle in oracles),
        version=max(oracle.version for oracle in oracles),
        epsilon=decimal_text(worst_case(definition)),
        neighbours=WHOLE_REPORT,
        n=reports,
        error=None,
    )


def _all_levels(definition: Definition, tallies: Mapping[int, Tally]) -> list[dict[str, Any]]:
    reports = [_counted(definition, tallies[level.id].reports) for level in definition.levels]
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
    names = joined(part.oracle.name.lower() for level in levels for part in level.parts).replace(" + ", ", ")
    spent = " or ".join(decimal_text(level.eps_report) for level in levels) + " for a whole report, given the level"
    if definition.level_choice == PER_QUESTION:
        most = decimal_text(worst_case(definition))
        spent = f"at most {most} for a whole report, given the level for each question that"
    at_most = "at most " if len(set(by_question)) > 1 else ""
    return (
        f"Shares are unbiased estimates from {at_most}{max(by_question)} reports that were perturbed on the "
        f"respondents' devices by {names}, with epsilon {spent} each respondent chose. Levels are "
        "weighted by their number of reports; intervals are Wilson's for each level, put together by MOVER, and hold "
        f"for respondents drawn at random from many people. Survey version {definition.hash[:12]}."
    )


def joined(names: Iterable[str]) -> str:
    return " + ".join(dict.fromkeys(names))

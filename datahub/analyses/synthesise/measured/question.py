"""A measured report compares synthetic rows with the true rows: these rules say what it asks, costs and tells. Nothing
here reads a row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from datahub.analyses.errors import nothing_measured
from datahub.analyses.synthesise.rules.plan import SyntheticPlan, rho_of
from datahub.analyses.synthesise.rules.report import columns_said
from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.zcdp import Cost
from mechanisms.common.canonical import digest
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.measured.error import MeasuredError
from mechanisms.synthesis.measured.prediction_scores import MOST_CELLS, PredictionScores, Score
from mechanisms.synthesis.measured.report import MeasuredReport

ENGINE = "measured-report/1"  # the meaning of a report under this name never changes


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question asks how close synthetic rows are to the true ones. `target` and `group` are places of the plan's
    columns; `rho` is what is charged."""

    rho: Decimal
    target: int | None
    group: int | None
    digest: str

    @property
    def cost(self) -> Cost:
        return Cost(rho=self.rho, delta=Decimal(0), epsilon=None)


def read_question(fields: Mapping[str, Any], plan: SyntheticPlan) -> Question:
    """Reads the question of a measured report. PlanRefused names the part that is not possible."""
    target, group = (_column_index(part, fields.get(part), plan) for part in ("target", "group"))
    if target is None and group is not None:
        raise nothing_measured("group", "is named, and no target: errors of groups are errors of what is predicted")
    if target is not None and len(plan.columns) < 2:
        raise nothing_measured("target", "is the only column: there is nothing to predict it from")
    if target is not None:
        sizes = plan.domain.sizes
        cells = max(sizes[target] ** 2, 1 if group is None else 2 * sizes[group])
        if cells > MOST_CELLS:
            raise nothing_measured("target", f"takes {cells} cells; at most {MOST_CELLS} are measured")
    rho = rho_of(fields["epsilon"], fields["delta"])
    content = {"engine": ENGINE, "of": plan.digest, "rho": decimal_text(rho), "target": target, "group": group}
    return Question(rho=rho, target=target, group=group, digest=digest(content))


def guarantee_of_report(fields: Mapping[str, Any], question: Question) -> str:
    return (
        f"({fields['epsilon']}, {fields['delta']})-differentially private, rho {decimal_text(question.rho)}: "
        "whether one row was added or removed; in addition to that of the rows"
    )


def found_in(report: MeasuredReport, plan: SyntheticPlan, question: Question) -> dict[str, Any]:
    """Returns the report, all of it noisy numbers, by the names of columns and values."""
    columns = columns_said(plan)
    names = [column["name"] for column in columns]
    values = [] if question.target is None else columns[question.target]["values"]
    groups = [None] if question.group is None else columns[question.group]["values"]
    return {
        "rows": max(1, round(report.rows)),
        "marginals": [_error(error, names) for error in report.errors],
        "propensities": [
            {
                "columns": _named(propensity.attributes, names),
                "value": propensity.value,
                "standard_error": propensity.standard_error,
            }
            for propensity in report.propensities
        ],
        "predictions": None if report.predictions is None else _predictions(report.predictions, values, groups),
    }


def _error(error: MeasuredError, names: Sequence[str]) -> dict[str, Any]:
    return {"columns": _named(error.attributes, names), **figures_of(error)}


def figures_of(error: MeasuredError) -> dict[str, float]:
    return {
        "estimate": max(0.0, min(1.0, error.estimate)),
        "low": error.low,
        "high": error.high,
        "noise_alone": error.noise_alone,
    }


def _predictions(
    scores: PredictionScores, values: Sequence[str | None], groups: Sequence[str | None]
) -> dict[str, Any]:
    return {
        "accuracy": _score(scores.accuracy),
        "most_common": _score(scores.most_common),
        "macro_f1": _score(scores.macro_f1),
        "left_out": [values[index] for index in scores.classes_left_out],
        "groups": [
            {"value": group, "error": _score(error)} for group, error in zip(groups, scores.error_of_group, strict=True)
        ],
        "widest_gap": _score(scores.widest_gap),
        "gap_of_noise": scores.gap_of_noise,
    }


def _score(score: Score | None) -> dict[str, float] | None:
    return None if score is None else {"value": score.value, "standard_error": score.standard_error}


def _named(attributes: Attributes, names: Sequence[str]) -> list[str]:
    return [names[index] for index in attributes]


def _column_index(part: str, name: str | None, plan: SyntheticPlan) -> int | None:
    if name is None:
        return None
    names = [column.name for column in plan.columns]
    if name not in names:
        raise nothing_measured(part, "is no column of these rows")
    return names.index(name)

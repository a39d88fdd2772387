"""The plan of an anonymised release is read and checked here: a role for every column, hierarchies, and candidates of
models.

Every fault that shows before the data are read is refused here, with its dotted path in the plan.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from datahub.analyses.anonymise.rules import anonymity_models, hierarchies
from datahub.analyses.errors import PlanRefused
from datahub.analyses.refusal_reasons import Why
from datahub.releases.read_tables import CONTROL, harmful
from datahub.vault.collections.rules.roles import PLANNED_ROLES, ROLES

OWN_BRANCH, SUPPRESS = "own branch", "suppress"
UNLISTED = ("refuse", OWN_BRANCH, SUPPRESS)
OVERLAPPING, DISJOINT = "overlapping", "disjoint"
BOXES = (OVERLAPPING, DISJOINT)
# A plan has at most this many columns; the search itself stops earlier, by combinations of levels.
MOST_QUASI = 50
MOST_CANDIDATES = 12
MOST_MODELS = 10
LONGEST_MISSING = 40
Fault = tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class Declared:
    """A declared column is one as its owner declared it; `values` is its domain, where the declaration lists it."""

    name: str
    type: str
    role: str
    values: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlannedColumn:
    """A planned column is one column of a plan: its role, and how it is generalised. `hierarchy` is empty for a column
    that has none; `order` lists values of a sensitive column, lowest first."""

    name: str
    role: str
    hierarchy: Mapping[str, Any]
    unlisted: str
    weight: int
    order: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A plan names the data set and the version that it compares with as the population."""

    data_set: str
    version: int


@dataclass(frozen=True, kw_only=True)
class Plan:
    """This is the plan of a release, checked: the columns that somebody wants, and how they are generalised.

    `missing` is the text written for a missing value: a value like any other. `boxes` says whether the boxes (ranges
    of generalised values) of two classes may overlap, which loses less, or must be disjoint, which lets less be
    downcoded. `population` is everybody whom the rows could be about, for models that ask how many people fit a class.
    """

    columns: tuple[PlannedColumn, ...]
    missing: str
    boxes: str
    population: Compared | None = None

    def of(self, *roles: str) -> tuple[PlannedColumn, ...]:
        return tuple(column for column in self.columns if column.role in roles)

    @property
    def released(self) -> tuple[PlannedColumn, ...]:
        """Returns the columns that a release has, in the order of the file."""
        return self.of("quasi", "sensitive", "insensitive")

    def said_of_columns(self) -> list[dict[str, str]]:
        """Returns the name and role of each column of the released file."""
        return [{"name": column.name, "role": column.role} for column in self.released]


def read_plan(fields: Mapping[str, Any], declared: Sequence[Declared]) -> Plan:
    """Returns the plan that `fields`, in the shape of the serializer, describe. PlanRefused names every fault."""
    columns = fields["columns"]
    faults = dict(_faults(columns, declared, fields["missing"]))
    if faults:
        raise PlanRefused(f"{len(faults)} things in the plan are missing or not right.", fields=faults)
    by_name = {column["name"]: column for column in columns}
    return Plan(
        columns=tuple(_column(by_name[column.name]) for column in declared),
        missing=fields["missing"],
        boxes=fields.get("boxes", OVERLAPPING),
        population=compared_in(fields),
    )


def for_no_rows(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the plan for somebody who may not see rows: rows that fit nowhere are suppressed unless the plan says
    otherwise.

    PlanRefused where it would refuse them: that would tell whether there are any.
    """
    faults = {
        f"columns.{index}.unlisted": Why("refuse_needs_rows", column=column["name"])
        for index, column in enumerate(fields["columns"])
        if column["role"] == "quasi" and column.get("unlisted") == UNLISTED[0]
    }
    if faults:
        raise PlanRefused(f"{len(faults)} things in the plan are not for you.", fields=faults)
    columns = [
        {"unlisted": SUPPRESS, **column} if column["role"] == "quasi" else column for column in fields["columns"]
    ]
    return {**fields, "columns": columns}


def compared_in(fields: Mapping[str, Any]) -> Compared | None:
    """Returns the population that a plan names, or None."""
    named = fields.get("population")
    return None if not named else Compared(data_set=str(named["data_set"]), version=named["version"])


def _column(fields: Mapping[str, Any]) -> PlannedColumn:
    return PlannedColumn(
        name=fields["name"],
        role=fields["role"],
        hierarchy=fields.get("hierarchy") or {},
        unlisted=fields.get("unlisted", UNLISTED[0]),
        weight=fields.get("weight", 1),
        order=tuple(fields.get("order", ())),
    )


def _faults(columns: Sequence[Mapping[str, Any]], declared: Sequence[Declared], missing: str) -> Iterator[Fault]:
    names = Counter(column["name"] for column in columns)
    known = {column.name: column for column in declared}
    for name in known:
        if not names[name]:
            yield "columns", Why("no_role", column=name)
    for index, column in enumerate(columns):
        at, name = f"columns.{index}", column["name"]
        if name not in known:
            yield f"{at}.name", Why("no_column")
        elif names[name] > 1:
            yield f"{at}.name", Why("twice", column=name, times=names[name])
        else:
            yield from ((f"{at}.{field}", why) for field, why in _faults_of(column, known[name], missing))
    quasi = sum(column["role"] == "quasi" for column in columns)
    if not 1 <= quasi <= MOST_QUASI:
        yield "columns", Why("quasi", many=quasi, most=MOST_QUASI)
    if sum(column.get("weight", 1) for column in columns if column["role"] == "quasi") == 0 < quasi:
        yield "columns", Why("weights")


def _faults_of(column: Mapping[str, Any], declared: Declared, missing: str) -> Iterator[Fault]:
    role, hierarchy = column["role"], column.get("hierarchy")
    if role not in ROLES:
        yield "role", f"is one of {', '.join(ROLES)}."
        return
    if role not in PLANNED_ROLES[declared.role]:
        yield "role", Why("declared", column=declared.name, declared=declared.role, role=role)
    if role == "quasi" and not hierarchy:
        yield "hierarchy", Why("no_hierarchy", column=declared.name)
    if hierarchy and role not in {"quasi", "sensitive"}:
        yield "hierarchy", Why("takes_none", column=declared.name, role=role)
    elif hierarchy:
        yield from hierarchies.faults(declared, hierarchy)
    if role == "identifying":  # it is left out of the release
        return
    if missing in declared.values:
        yield "name", Why("missing", missing=missing, column=declared.name)
    if harmful(declared.name):
        yield "name", Why("formula", column=declared.name)
    unseen = next(filter(CONTROL.search, (missing, *declared.values)), None)
    if unseen is not None:
        yield "name", Why("control", value=unseen, column=declared.name)


def candidates_of(candidates: Sequence[Mapping[str, Any]], plan: Plan, rows: int | None) -> list[list[dict[str, Any]]]:
    """Returns the anonymity models of each candidate, checked against the plan. PlanRefused names every fault.

    `rows` is how many rows the version has; a k larger than that is refused here. It is None for a viewer who may not
    know the number.
    """
    sensitive = [column.name for column in plan.of("sensitive")]
    faults: dict[str, str] = {}
    for index, candidate in enumerate(candidates):
        at = f"candidates.{index}.models"
        for number, model in enumerate(candidate["models"]):
            faults |= {f"{at}.{number}.{part}": why for part, why in _faults_of_model(model, plan, sensitive, rows)}
        if not any(model.get("model") in anonymity_models.LEAST for model in candidate["models"]):
            faults[at] = Why("no_k")
    if plan.population is not None and not any(
        anonymity_models.compares(candidate["models"]) for candidate in candidates
    ):
        faults["population"] = Why("nothing_compares")
    if faults:
        raise PlanRefused(f"{len(faults)} things in the candidates are not right.", fields=faults)
    return [[dict(model) for model in candidate["models"]] for candidate in candidates]


def _faults_of_model(
    model: Mapping[str, Any], plan: Plan, sensitive: Sequence[str], rows: int | None
) -> Iterator[Fault]:
    faults = list(anonymity_models.faults(model, sensitive))
    yield from faults
    if faults:
        return
    if model["model"] in anonymity_models.OF_A_POPULATION and plan.population is None:
        yield "model", Why("needs_population", model=model["model"])
    elif model["model"] in anonymity_models.OF_A_POPULATION and plan.boxes != DISJOINT:
        yield "model", Why("needs_disjoint", model=model["model"])
    if rows is not None and model["model"] == "k-anonymity" and model["k"] > rows:
        yield "k", Why("k_above_rows", k=model["k"], rows=rows)
    if model.get("distance") == "hierarchical":
        column = next(column for column in plan.columns if column.name == model["column"])
        if not column.hierarchy:
            yield "distance", Why("no_tree", column=column.name)

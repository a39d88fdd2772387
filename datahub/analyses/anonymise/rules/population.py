"""This module is about the population that a plan compares with: whether it fits the plan, and its people as counts of
the same values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from datahub.analyses.anonymise.rules.plan import Declared, Plan
from datahub.analyses.anonymise.rules.table import Columns, Integers, Prepared, different
from datahub.analyses.errors import PlanRefused
from datahub.analyses.refusal_reasons import Why
from datahub.api.names import unseen_in
from datahub.releases.rules.tables import lines_as_csv
from mechanisms.anonymity.hierarchy import SUPPRESSED
from mechanisms.anonymity.population import Population, population_of, refuse_strangers


class PeopleCounts(NamedTuple):
    """The people of a population are counted: `columns` has the plan's quasi-identifying columns of people who differ
    in them, `times` how many people are alike in each row."""

    columns: Columns
    times: Integers


@dataclass(frozen=True, kw_only=True, eq=False)
class People:
    """The people of a population, as they were read and as they are searched."""

    counts: PeopleCounts
    counted: Population

    @property
    def many(self) -> int:
        return self.counted.total()


def check_declared(plan: Plan, declared: Sequence[Declared], of_population: Sequence[Declared]) -> None:
    """Checks that the population has the columns of the plan. PlanRefused names each quasi-identifying column that the
    population lacks, or has as something else."""
    faults = list(
        _faults(plan, {column.name: column for column in declared}, {column.name: column for column in of_population})
    )
    if faults:
        raise PlanRefused("The population does not fit the plan.", fields={"population": faults})


def _faults(plan: Plan, own: Mapping[str, Declared], others: Mapping[str, Declared]) -> Iterator[str]:
    for column in plan.of("quasi"):
        there = others.get(column.name)
        if there is None:
            yield Why("lacks_column", column=column.name)
        elif there.type != own[column.name].type:
            yield Why("other_type", column=column.name, there=there.type, here=own[column.name].type)


def check_name(population: str) -> None:
    """Checks the name of a population. PlanRefused for a name that the verifier would refuse in a card after all the
    work."""
    sign = unseen_in(population)
    if sign:
        why = Why("unseen_name", sign=sign)
        raise PlanRefused("What is promised cannot name the population.", fields={"population": why})


def people_in(rows: Prepared, counts: PeopleCounts) -> People:
    """Returns the people of the population by the columns of the plan. PlanRefused, without a value, for people whom a
    hierarchy does not cover, and where rows are of nobody there."""
    codes = []
    for tree in rows.table.hierarchies:
        texts = counts.columns[tree.column]
        of_people = tree.encode_or_suppress(texts.values)[texts.codes]
        outside = int(counts.times[of_people == SUPPRESSED].sum())
        if outside:
            raise PlanRefused(Why("people_unlisted", people=outside, column=tree.column))
        codes.append(of_people)
    if rows.suppressed:
        raise PlanRefused(Why("suppressed", rows=rows.suppressed))
    counted, table = population_of(np.stack(codes, axis=1), counts.times), rows.table.counted
    try:
        refuse_strangers(table.tuples, table.cells.sum(axis=1), counted)
    except ValueError as why:
        raise PlanRefused(Why("strangers", why=why)) from None
    return People(counts=counts, counted=counted)


def as_file(people: People) -> bytes:
    """Returns the population as the CSV file that the verifier compares with: only the compared columns, sorted, so
    that nothing tells of the other ones."""
    names, columns = list(people.counts.columns), list(people.counts.columns.values())
    return lines_as_csv(names, different(columns).lines(columns, people.counts.times))

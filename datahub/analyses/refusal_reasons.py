"""These sentences say why a plan or a candidate is refused, each with a code, so that pages can show them in any
language."""

from collections.abc import Mapping
from typing import Self

from datahub.api.sentences import Sentence

SENTENCES: Mapping[str, str] = {
    "no_role": "{column} has no role; every column needs one, and identifying ones are left out.",
    "no_column": "is no column of this version.",
    "twice": "{column} stands here {times} times; each column has one role.",
    "quasi": "{many} columns are quasi-identifying; from 1 to {most} can be.",
    "weights": "All weights are 0; at least one is more.",
    "declared": "{column} is declared {declared}; it cannot be released as {role}.",
    "no_hierarchy": "{column} is quasi-identifying and has no hierarchy.",
    "takes_none": "{column} is {role} and takes none.",
    "missing": "{missing!r} is a value of {column}; choose another text for what is missing.",
    "formula": "The name {column!r} begins like a formula or holds a control character. A spreadsheet program would "
    "run it, so no release has it: leave the column out, or load a file and declare the column with another name.",
    "control": "{value!r} of {column} holds a control character, such as a line feed or a tab, which no release holds: "
    "leave the column out, or load a file with another word.",
    "no_k": "k-anonymity is missing; every release needs it, or k-map, also beside other models.",
    "nothing_compares": "No candidate compares with it: k-map and delta-presence do.",
    "needs_population": "{model} compares with a population; name one in the plan.",
    "needs_disjoint": "{model} is searched for in disjoint boxes alone; ask for them in the plan.",
    "k_above_rows": "k is {k} and the version has {rows} rows; no class can be so large.",
    "no_tree": "{column} has no hierarchy in this plan.",
    "t_above_one": "t is {t}; this distance is never larger than 1.",
    "most": "most is {most}; it is from least, {least}, to 1.",
    "not_sensitive": "is no column whose role in this plan is sensitive.",
    "whole": "{part} is {value}; a whole number from 2 on is needed.",
    "decimal": '{part} is {value}; a decimal text from 0 on is needed, such as "0.2".',
    "zero": "{part} is 0; more is needed.",
    "unlisted": "{why}",
    "no_row_left": "No row is left: every one holds a value that a hierarchy does not list.",
    "order_lacks": "The order of {column} lacks {value!r}; it lists every value once.",
    "order_twice": "The order of {column} lists a value twice; it lists every value once.",
    "too_many_people": "More than {most} rows of the table are different, identifying columns counted; load a version "
    "for which identifying columns are left out when its columns are declared.",
    "too_different": "More than {most} combinations of values occur; leave out a column that tells rows apart.",
    "no_rows": "The version has no rows; there is nothing to release.",
    "itself": "It is the data set itself; the population is another one, which holds these people and more.",
    "not_yours": "It is no data set that you may anonymise.",
    "not_loaded": "It has no version {version} that is loaded.",
    "too_large": "It has {rows} rows; up to {most} are compared with at once.",
    "too_small": "It has {rows} rows and the version {own}; it must hold everybody whom they are about.",
    "lacks_column": "It has no column {column}; it needs every quasi-identifying one, by name.",
    "other_type": "{column} is of type {there} there, and {here} here.",
    "people_unlisted": "{people} people of the population have a value in {column} that its hierarchy does not list; "
    "list those values, or let them have a branch of their own.",
    "refuse_needs_rows": "{column} would refuse values that its hierarchy does not list, and whoever may not see rows "
    "is not told whether there are any; suppress those rows, or give the values a branch of their own.",
    "population_needs_figures": "A comparison tells of single people. It is for whoever may see the rows of both data "
    "sets, or may ask for exact figures of them and accepts that no bound holds of the people from then on.",
    "rows_do_not_fit": "The rows do not fit the plan, or nothing that may be released comes of it. What it is, is told "
    "to whoever may see the rows.",
    "people_no_tree": "{column} gets no hierarchy: the values of the rows fit its rule, those of the population do not."
    " Choose another hierarchy, or let the columns of both be written alike.",
    "unseen_name": "The name of the population holds {sign}, which nobody sees, and recipients read it in the promise. "
    "Give that data set another name, and ask again.",
    "suppressed": "{rows} rows are suppressed, because a hierarchy does not list their values. They could be about "
    "anybody, so nothing can be promised against a population.",
    "strangers": "This is no population of these rows: {why}.",
    "impossible": "{why}",
    "kept_back": "It compares with a population, and why it was refused is for those who may anonymise that.",
    "of_release": "Of release {number} of {releases}, {groups} groups of rows would not hold what was promised; the "
    "smallest of them has {rows} rows.",
    "fewer_columns": "Give recipients fewer columns of the release that there is.",
    "against_people": "What is promised against a population is not known beside another release of the same people.",
    "nobody_tells": "No identifying column tells which rows of an earlier release are about the same people.",
    "another_data_set": "Another data set about the same people has a release, and its rows cannot be compared from "
    "here.",
}


class Why(Sentence):
    """This is the English sentence of a code; `about` has what it names, but for `why`, which is English already."""

    def __new__(cls, code: str, /, **about: object) -> Self:
        sentence = super().__new__(cls, SENTENCES, code, **about)
        sentence.about = {name: value for name, value in sentence.about.items() if name != "why"}
        return sentence

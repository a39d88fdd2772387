"""The attacks on one release."""

from functools import cache
from typing import Any

import numpy as np

from mechanisms.anonymity.attacks import promises
from mechanisms.anonymity.attacks.background_knowledge import background_knowledge
from mechanisms.anonymity.attacks.homogeneity import homogeneity
from mechanisms.anonymity.attacks.linkage import linkage
from mechanisms.anonymity.attacks.outcome import Outcome, drawn
from mechanisms.anonymity.attacks.published import Published
from mechanisms.anonymity.attacks.similarity import similarity
from mechanisms.anonymity.attacks.skewness import skewness
from mechanisms.anonymity.models.diversity import DistinctDiversity
from mechanisms.common.entropy import SeededEntropy
from reproductions.attacks.people import QUASI, SEED, Integers, codes, occupations, quasi
from reproductions.attacks.releases import CLOSE, DIVERSE, FIVE, RECURSIVE, C, K, L, T, bare, holding, words
from reproductions.attacks.room import Case, Room, percent

ATTACKED, PICKED, ACCUSED = 4_000, 500, 50
RARE = "Protective-serv"
INCOME = (*FIVE, DistinctDiversity("income", 2))
ITSELF = "the table itself"


def people() -> Integers:
    return drawn(len(quasi()), ATTACKED, SeededEntropy(SEED))


def about(release: Published, name: str) -> dict[str, Any]:
    """Returns the arguments of an attack on a sensitive column: the people drawn, and counts of the release."""
    chosen, values = people(), codes(name)
    return {"counts": release.counts(values), "class_of": release.class_of[chosen], "truth": values[chosen]}


def largest(values: Integers) -> float:
    return float(np.bincount(values).max() / len(values))


def linked(release: Published, names: tuple[str, ...] = QUASI) -> Outcome:
    chosen = people()
    return linkage(
        matches=release.matches(quasi(names)[chosen]),
        sizes=release.sizes,
        own=release.class_of[chosen],
        picked=PICKED,
        entropy=SeededEntropy(SEED),
    )


@cache
def by_linkage() -> Room:
    cases = [
        Case(against=ITSELF, release="bare", outcome=linked(bare())),
        Case(against=words(FIVE), release="k", outcome=linked(holding(FIVE)), promised=promises.by_k(K)),
    ]
    before, after = (percent(case.outcome.success) for case in cases)
    return Room(
        slug="linkage",
        heading=f"Linkage: who is easiest to find is found with {before}, in a 5-anonymous release with {after}",
        setup=(
            f"Who knows somebody's age, years of school, marital status, race and sex draws one of the rows that fit, for the {PICKED} of {ATTACKED} "
            "people whom the fewest rows fit. k-anonymity answers it: no class has fewer than five rows, so he is right at most once in five, of "
            "anybody."
        ),
        alt=f"The share of the people easiest to find whose row is found: {before} in the table itself, {after} in the 5-anonymous release, where 20 % are promised.",
        why=(
            "Many classes are larger than five, and a person may fit several boxes of a local recoding, so the attacker stays below what is promised."
        ),
        cases=cases,
    )


@cache
def by_homogeneity() -> Room:
    cases = [
        Case(against=ITSELF, release="bare", outcome=homogeneity(**about(bare(), "income"))),
        Case(against=words(FIVE), release="k", outcome=homogeneity(**about(holding(FIVE), "income"))),
        Case(
            against=f"{words(FIVE)}, 2-diverse in income",
            release="k-diverse",
            outcome=homogeneity(**about(holding(INCOME), "income")),
            promised=0.0,
        ),
    ]
    five = percent(cases[1].outcome.success)
    return Room(
        slug="homogeneity",
        heading=f"Homogeneity: 5-anonymity leaves the income of {five} of people certain, two values in each class of nobody",
        setup=(
            "Who knows the class of somebody needs no row if all of them say the same. k-anonymity says nothing about it; any l-diversity of 2 or more "
            "does. Counted are people whose income is certain."
        ),
        alt=f"The share of people whose income is certain: most in the table itself, {five} in the 5-anonymous release, none in the 2-diverse one.",
        why=(
            "Income has two values, of which one holds for three people in four, so whole classes share it: that is what k-anonymity "
            "allows. Two values in each class end the certainty, and nothing more: one of them may hold for all but one row."
        ),
        cases=cases,
    )


@cache
def by_background_knowledge() -> Room:
    def attacked(release: Published) -> Outcome:
        return background_knowledge(**about(release, "occupation"), ruled_out=1, picked=PICKED)

    cases = [
        Case(against=ITSELF, release="bare", outcome=attacked(bare())),
        Case(against=words(FIVE), release="k", outcome=attacked(holding(FIVE))),
        Case(against=words(DIVERSE), release="k-diverse", outcome=attacked(holding(DIVERSE))),
        Case(
            against=words(RECURSIVE),
            release="k-recursive",
            outcome=attacked(holding(RECURSIVE)),
            promised=promises.by_recursive_diversity(C),
        ),
    ]
    diverse, recursive = (percent(case.outcome.success) for case in cases[2:])
    return Room(
        slug="background-knowledge",
        heading=f"Background knowledge: one occupation ruled out, he is right of {diverse} with {L} values in each class, of {recursive} with recursive diversity",
        setup=(
            "The attacker knows of each person one occupation that it is not, the second commonest of the class, and names the commonest, for the "
            f"{PICKED} of {ATTACKED} people of whom he is surest. Recursive ({C}, {L})-diversity promises that he is right of fewer than {C} in "
            f"{C + 1}, as long as he can rule out {L - 2} value or none."
        ),
        alt=f"The share of right guesses among the surest: {diverse} against distinct diversity, {recursive} against recursive diversity, where {C} in {C + 1} are promised.",
        why=(
            "Distinct diversity lets one value hold for nearly all rows of a class, and the surest guesses are made just there."
        ),
        cases=cases,
    )


@cache
def by_skewness() -> Room:
    value = occupations().leaves.index(RARE)
    share = float((codes("occupation") == value).mean())

    def attacked(release: Published) -> Outcome:
        return skewness(**about(release, "occupation"), value=value, picked=ACCUSED)

    cases = [
        Case(against=ITSELF, release="bare", outcome=attacked(bare())),
        Case(against=words(FIVE), release="k", outcome=attacked(holding(FIVE))),
        Case(against=words(DIVERSE), release="k-diverse", outcome=attacked(holding(DIVERSE))),
        Case(
            against=words(CLOSE),
            release="k-close",
            outcome=attacked(holding(CLOSE)),
            promised=promises.by_closeness(share, float(T)),
        ),
    ]
    diverse, close = (percent(case.outcome.success) for case in cases[2:])
    return Room(
        slug="skewness",
        heading=f"Skewness: accused of a rare occupation, {diverse} have it in a diverse release, {close} in one that is {T}-close",
        setup=(
            f"{percent(share)} of people work in protective services. The attacker accuses the {ACCUSED} of {ATTACKED} people in whose classes that is "
            f"most frequent. Closeness answers it: no class is further than {T} from the table, so at most {percent(share + float(T))} of the accused "
            "are guilty."
        ),
        alt=f"The share of the accused who have the rare occupation: {diverse} against distinct diversity, {close} against closeness; {percent(share)} without a release.",
        why=(
            f"Closeness bounds what is learnt and does not end it: the promise leaves room for {percent(share + float(T))}, and what the attacker "
            "reached is on so few people that its error is large."
        ),
        cases=cases,
    )


@cache
def by_similarity() -> Room:
    tree = occupations()
    groups = tree.nodes[1][codes("occupation")]

    def attacked(release: Published) -> Outcome:
        return similarity(**about(release, "occupation"), hierarchy=tree, level=1, picked=PICKED)

    cases = [
        Case(against=ITSELF, release="bare", outcome=attacked(bare())),
        Case(against=words(FIVE), release="k", outcome=attacked(holding(FIVE))),
        Case(against=words(DIVERSE), release="k-diverse", outcome=attacked(holding(DIVERSE))),
        Case(
            against=words(CLOSE),
            release="k-close",
            outcome=attacked(holding(CLOSE)),
            promised=promises.by_closeness(largest(groups), float(T)),
        ),
    ]
    diverse, close = (percent(case.outcome.success) for case in cases[2:])
    return Room(
        slug="similarity",
        heading=f"Similarity: three occupations in each class, and their group is guessed right of {diverse}; of {close} in a {T}-close release",
        setup=(
            "Occupations that differ may mean the same: at a desk, with one's hands, in a service. The attacker names the group, for the "
            f"{PICKED} of {ATTACKED} people of whom he is surest. Closeness bounds the share of every set of values, so of a group too; for diversity all "
            "values are equally different."
        ),
        alt=f"The share of groups of occupations guessed right among the surest: {diverse} against distinct diversity, {close} against closeness.",
        why=(
            f"The largest group of the table holds {percent(largest(groups))} of people, so that naming it without looking is right so often, and "
            f"closeness promises {T} more at most."
        ),
        cases=cases,
    )

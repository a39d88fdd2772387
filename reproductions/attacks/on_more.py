"""The attacks that no model of one table answers: two releases, and how a release was made."""

from functools import cache

import numpy as np

from mechanisms.anonymity.attacks import promises
from mechanisms.anonymity.attacks.downcoding import Downcoding, downcoding
from mechanisms.anonymity.attacks.intersection import intersection
from mechanisms.anonymity.attacks.outcome import Outcome, drawn
from mechanisms.anonymity.attacks.published import Published, published
from mechanisms.anonymity.counting import distinct
from mechanisms.common.entropy import SeededEntropy
from reproductions.attacks.on_one import ATTACKED, PICKED, linked, people
from reproductions.attacks.people import CARRIED, QUASI, SEED, Integers, codes, hierarchies, quasi, shares
from reproductions.attacks.recodings import one_level, set_aside
from reproductions.attacks.releases import FIVE, HALVES, K, disjoint, holding
from reproductions.attacks.room import Case, Room, percent
from reproductions.page import digits

DOWNCODED = 2_000


def intersected(releases: tuple[Published, Published]) -> Outcome:
    """Returns the attack on releases over the two halves of the columns; everything else is released as it is in
    both."""
    _, combination = distinct(np.stack([codes(name) for name in CARRIED], axis=1))
    chosen = people()
    known = [quasi(names)[chosen] for names in HALVES]
    first, second = releases
    return intersection(
        matches=(first.matches(known[0]), second.matches(known[1])),
        rows=(first.counts(combination), second.counts(combination)),
        own=combination[chosen],
        picked=PICKED,
        entropy=SeededEntropy(SEED),
    )


@cache
def by_intersection() -> Room:
    apart = (holding(FIVE, HALVES[0]), holding(FIVE, HALVES[1]))
    frozen = holding(FIVE)
    projections = tuple(frozen.projected([QUASI.index(name) for name in names]) for names in HALVES)
    cases = [
        Case(
            against="the first of two, alone",
            release="one",
            outcome=linked(apart[0], HALVES[0]),
            promised=promises.by_k(K),
        ),
        Case(against="two releases, 5-anonymous each", release="two", outcome=intersected(apart)),
        Case(
            against="two projections of one frozen release",
            release="frozen",
            outcome=intersected((projections[0], projections[1])),
            promised=promises.by_k(K),
        ),
    ]
    both, frozen_projections = (percent(case.outcome.success) for case in cases[1:])
    return Room(
        slug="intersection",
        heading=f"Intersection: two 5-anonymous releases together give away {both} of whom they fit best, two projections of one release {frozen_projections}",
        setup=(
            "Two colleagues get the same people: one by age, school and sex, the other by age, marital status and race, both with occupation, income "
            "and hours of work as they are. Who sees both looks for rows of the first that fit the person and say what a fitting row of the second "
            f"does; he picks the {PICKED} of {ATTACKED} people for whom the fewest are left. One release, frozen, of which each colleague gets columns, "
            "keeps its classes whole in both, and the promise holds of both together."
        ),
        alt=f"The share of the people easiest to find whose row is found: {both} with two separate releases, {frozen_projections} with two projections of one frozen release, where 20 % are promised.",
        why=(
            "Each of the two alone keeps its promise. The columns that are released as they are do the damage: hours of work alone have "
            "some eighty values, and few rows of two classes agree in them."
        ),
        cases=cases,
    )


@cache
def by_downcoding() -> Room:
    trees = list(hierarchies().values())
    minimal = downcoded(*set_aside(trees, quasi(), K))
    lending = holding(FIVE)
    exact = (lending.levels[lending.class_of] == 0).all(axis=1)
    lent = downcoded(lending.levels[lending.class_of], np.where(exact, 0, 1))
    boxes, lost, lost_over = disjoint()
    apart = downcoded(boxes.levels[boxes.class_of], boxes.levels[boxes.class_of].sum(axis=1))
    whole = downcoded(*one_level(trees, quasi(), K))
    cases = [
        Case(against="minimal local recoding", release="minimal", outcome=minimal.named),
        Case(against="this library's, which lends rows", release="lending", outcome=lent.named),
        Case(
            against="this library's, in disjoint boxes",
            release="disjoint",
            outcome=apart.named,
            promised=apart.named.without,
        ),
        Case(against="one level for each column", release="one-level", outcome=whole.named),
    ]
    return Room(
        slug="downcoding",
        heading=f"Downcoding: {percent(minimal.shrunk)} of the boxes of a minimal recoding shrink for who knows how it was made",
        setup=(
            "Four 5-anonymous releases, and an attacker who has read the program. A minimal local recoding releases rows as finely as five of them "
            "agree and tries the others more coarsely; so no row of a coarse box has values of a box that was taken before, and the box shrinks. He "
            f"draws a cell of what is left for {DOWNCODED} people whose rows were generalised, in proportion to how common its values are; without the "
            "inference, of the whole box."
        ),
        alt=(
            f"The share of cells named rightly: {percent(minimal.named.success)} against {percent(minimal.named.without)} without the inference for minimal local "
            f"recoding; {percent(lent.named.success)} against {percent(lent.named.without)} for this library's; no difference for disjoint boxes, and for one level a column."
        ),
        why=(
            f"Of the minimal recoding the inference is sound: {percent(minimal.sound)} of people are in what is left. This library's search lends rows "
            "of frequent combinations to boxes that lack some, so a coarse box may hold what is also released as it is: the same inference shrinks "
            f"{percent(lent.shrunk)} of boxes and is wrong of {percent(1 - lent.sound)} of people, and still it "
            f"{'helps' if lent.named.advantage > 0 else 'does not help'}: lending is no protection that anybody has proven. Disjoint boxes leave "
            f"nothing to exclude, and one level for a column neither. What that costs: a GCP of {digits(lost)} in disjoint boxes, where it is "
            f"{digits(lost_over)} in those that lie over each other. What is proven against it is differential privacy."
        ),
        cases=cases,
        beside="the inference",
    )


def downcoded(levels: Integers, taken: Integers) -> Downcoding:
    """People whose row was generalised, by levels [row, column] and by when each row's box was taken."""
    release = published(list(hierarchies().values()), quasi(), levels)
    taken_of = np.zeros(len(release.levels), np.int64)
    taken_of[release.class_of] = taken
    generalised = np.flatnonzero(levels.any(axis=1))
    chosen = generalised[drawn(len(generalised), DOWNCODED, SeededEntropy(SEED))]
    return downcoding(
        release=release, taken=taken_of, people=release.class_of[chosen], known=quasi()[chosen], shares=shares()
    )

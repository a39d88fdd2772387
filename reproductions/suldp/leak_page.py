"""The page shows what whole reports give away: exactly in a small example, and for the people of the comparison."""

import math
from dataclasses import replace
from fractions import Fraction

from mechanisms.common.entropy import SeededEntropy
from reproductions.drawing.bounds import bounds
from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.page import Experiment, Table, digits
from reproductions.suldp.leak import (
    PLACES,
    SMALL,
    Given,
    Laws,
    corrected_laws,
    given_away,
    published_laws,
    published_wheel,
    share_of_holders_proved,
    share_proved_by_dummies,
)
from reproductions.suldp.setting import Setting, sets_of
from reproductions.suldp.sweep import SEED

EPSILONS = ("0.5", "1", "2", "4")
LARGE = {"8 of 128, 32 sensitive": Setting(), "3 of 16, 4 sensitive": Setting(answers=16, sensitive=4, members=3)}
WHEEL = "suWheel as published"


def by_listing() -> Experiment:
    leaks = {name: _given(laws) for name, laws in _all_laws().items()}
    published, corrected = leaks[WHEEL], leaks["suWheel as corrected"]
    names = list(leaks)
    return Experiment(
        heading=f"By listing: suWheel as published proves a sensitive answer in {_percent(published.proved)} of the cases where there is one",
        setup=(
            "Published is that the protected part of a report (y₀) is at most e^epsilon times likelier under any set than under any other, "
            "and that what is named in clear is not sensitive. A server sees both. Here everybody holds two of four answers, of which two are "
            f"sensitive, at epsilon 1, and every report of every set is listed, with its chance as a fraction; a wheel turns on {PLACES} "
            "places, so that it can be."
        ),
        picture=bounds(
            "suldp-bounds",
            "Ten mechanisms, each with the epsilon that its whole reports keep: nine lie at or below the 1 that was asked for, suWheel as published "
            "has no bound.",
            [(name, None if leak.whole is None else math.log(leak.whole)) for name, leak in leaks.items()],
            limit=float(SMALL.epsilon),
            unit="epsilon of the whole report",
        ),
        table=Table(
            headings=(
                "largest ratio",
                "reported, of y₀",
                "y₀ alone",
                "names nothing",
                "whole report",
                "holders proved",
            ),
            rows=[
                ("e^epsilon", "", *[digits(math.e, 8)] * 3, ""),
                *(
                    (
                        name,
                        "2.718" if name.endswith("published") else "",
                        _ratio(leaks[name].protected),
                        _ratio(leaks[name].silent),
                        _ratio(leaks[name].whole),
                        _percent(leaks[name].proved),
                    )
                    for name in names
                ),
            ],
        ),
        why=(
            "*y₀ alone* and *names nothing* compare any two sets; *whole report* compares those that hold what it names, because a name proves that "
            "anyhow. *No bound*: some set sends what another one, which holds the same names, cannot. *Holders proved*: how often a set with a "
            "sensitive answer, all such sets alike, sends what no set without one can.\n\n**Why suWheel leaks.** y₀ keeps epsilon, as reported. But a "
            "non-sensitive member is always named unless y₀ lies in its arc, and whoever knows the hash function sees in which arcs y₀ lies. A name "
            "that is missing and that no arc explains belongs to a sensitive answer.\n\n**What the correction of suWheel asks for.** Its names are "
            "drawn without looking at y₀, and members of both kinds are filled up with dummies that are named as answers are. That bounds the whole "
            "report. It does not hide *how many* non-sensitive answers somebody holds: who knows that everybody holds exactly two in all learns from a "
            f"named dummy that one is missing, in {_percent(corrected.proved)} of the sets with a sensitive answer. Where sets may have any size, as in "
            "a question of which any number of answers may be ticked, a missing one says nothing."
        ),
    )


def by_sending() -> Experiment:
    curves_of = {title: _shares(setting) for title, setting in LARGE.items()}
    first, last = (" and ".join(f"{_percent(of[at][0])}" for of in curves_of.values()) for at in (0, -1))
    return Experiment(
        heading=f"On the real circle suWheel as published proves {first} of the holders at epsilon {EPSILONS[0]}, and {last} at {EPSILONS[-1]}",
        setup=(
            "The same for the people of the comparison, 10 000 in each of two settings, on a circle of 2³¹ − 1 places: a report is a proof if "
            "fewer missing names are explained by an arc than are missing. Nothing of this kind is reported."
        ),
        picture=curves(
            "suldp-proved",
            f"Share of holders proved against epsilon in two settings. As published it rises from {first} to {last}; as corrected it stays far below, "
            "and where sets may have any size it is none.",
            [_panel(title, of) for title, of in curves_of.items()],
            x=Axis(title="epsilon", logarithmic=True, ticks=[float(epsilon) for epsilon in EPSILONS]),
            y=Axis(title="holders proved, %"),
            labels=96,
        ),
        table=Table(
            headings=("holders proved", "reported", *(f"epsilon {epsilon}" for epsilon in EPSILONS)),
            rows=[
                (
                    f"{title}, {kind}",
                    "0, tacitly" if kind == "as published" else "",
                    *(_percent(pair[side]) for pair in of),
                )
                for title, of in curves_of.items()
                for side, kind in enumerate(("as published", "as corrected, m known"))
            ],
        ),
        why=(
            "More epsilon makes the leak larger and not only the bound: arcs get shorter, so chance explains fewer missing names. The corrected form "
            "is counted for somebody who knows that everybody holds exactly m (*m known*), exactly, from how often a dummy is named; where sets may "
            "have *any size* nothing is proved."
        ),
    )


def _shares(setting: Setting) -> list[tuple[float, float]]:
    """Returns the shares of the published form and of the corrected one, for each epsilon."""
    pairs = []
    for epsilon in EPSILONS:
        at = replace(setting, epsilon=epsilon)
        entropy = SeededEntropy(SEED)
        truth = sets_of(at, entropy)
        pairs.append((share_of_holders_proved(published_wheel(at), truth, entropy), share_proved_by_dummies(at, truth)))
    return pairs


def _all_laws() -> dict[str, Laws]:
    return {**published_laws(), **{f"{name} as corrected": laws for name, laws in corrected_laws().items()}}


def _given(laws: Laws) -> Given:
    return given_away(laws, SMALL.sensitive)


def _panel(title: str, shares: list[tuple[float, float]]) -> Panel:
    published, corrected = (
        [(float(epsilon), 100 * pair[side]) for epsilon, pair in zip(EPSILONS, shares, strict=True)] for side in (0, 1)
    )
    return Panel(
        title=title,
        series=[
            Series(name="m known", line=corrected),
            Series(name="any size", line=[(float(epsilon), 0.0) for epsilon in EPSILONS]),
            Series(name="as published", line=published, dots=published),
        ],
    )


def _ratio(ratio: Fraction | None) -> str:
    return "no bound" if ratio is None else digits(float(ratio), 8)


def _percent(share: Fraction | float) -> str:
    return f"{float(100 * share):.0f} %"

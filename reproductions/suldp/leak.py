"""Whole reports may reveal an answer: every report of every set is listed in a small example, and counted for many
people."""

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.ldp.as_published.reproduction import Reproduction
from mechanisms.ldp.as_published.su_grr import SuGRRAsPublished, SuGRRSampleAsPublished
from mechanisms.ldp.as_published.su_rap import SuRAPAsPublished, SuRAPSampleAsPublished
from mechanisms.ldp.as_published.su_wheel import SuWheelAsPublished
from mechanisms.ldp.sets.sensitive_answers import SensitiveAnswers
from mechanisms.ldp.sets.su_grr import SuGRR
from mechanisms.ldp.sets.su_rap import SuRAP, UtilityOptimizedRappor
from mechanisms.ldp.sets.su_wheel import SuWheel, sensitive_wheel_channel
from mechanisms.ldp.sets.utility_optimized_randomized_response import UtilityOptimizedRandomizedResponse
from mechanisms.ldp.shapes.channel import Report
from reproductions.suldp.setting import Setting, Truth

Sent = tuple[object, frozenset[int]]  # The protected part of a report, and the non-sensitive answers that it names.
Law = Mapping[Sent, Fraction]
Laws = Mapping[frozenset[int], Law]

SMALL = Setting(epsilon="1", answers=4, sensitive=2, members=2)
PLACES, WORD_BITS = 7, 12  # On the small circle an arc is 1 of 7 positions; on the published one it is 0.1185.


@dataclass(frozen=True, kw_only=True)
class Given:
    """Largest ratios; None where what one set may send is impossible under another. Shares are of all sets alike.

    `protected` is of the protected part, whatever is named, between any two sets; `silent` of reports that name
    nothing, between any two; `whole` of all reports, between any two that hold what is named. `proved` is how often a
    set with sensitive answers sends what no set without them can send.
    """

    protected: Fraction | None
    silent: Fraction | None
    whole: Fraction | None
    proved: Fraction


def given_away(laws: Laws, sensitive: int) -> Given:
    sent = {report for law in laws.values() for report, chance in law.items() if chance}
    none = Fraction(0)
    silent = [[law.get(report, none) for law in laws.values()] for report in sent if not report[1]]
    whole = [[law.get(report, none) for members, law in laws.items() if report[1] <= members] for report in sent]
    holders = [law for members, law in laws.items() if min(members) < sensitive]
    innocent = [law for members, law in laws.items() if min(members) >= sensitive]
    proofs = {report for report in sent if not any(law.get(report, none) for law in innocent)}
    proved = sum((chance for law in holders for report, chance in law.items() if report in proofs), none)
    return Given(
        protected=_worst(_of_protected_parts(laws)),
        silent=_worst(silent),
        whole=_worst(whole),
        proved=proved / len(holders),
    )


def _of_protected_parts(laws: Laws) -> list[list[Fraction]]:
    laws_of_part: dict[object, dict[frozenset[int], Fraction]] = defaultdict(lambda: dict.fromkeys(laws, Fraction(0)))
    for members, law in laws.items():
        for (part, _), chance in law.items():
            laws_of_part[part][members] += chance
    return [list(chances.values()) for chances in laws_of_part.values()]


def _worst(rows: list[list[Fraction]]) -> Fraction | None:
    if any(not min(row) and max(row) for row in rows):
        return None
    return max(max(row) / min(row) for row in rows)


def all_sets(setting: Setting) -> list[frozenset[int]]:
    return [frozenset(members) for members in itertools.combinations(range(setting.answers), setting.members)]


def published_laws() -> dict[str, Laws]:
    common = {"answers": SMALL.answers, "sensitive": SMALL.sensitive, "members": SMALL.members}
    kinds: tuple[type[Reproduction], ...] = (
        SuGRRAsPublished,
        SuGRRSampleAsPublished,
        SuRAPAsPublished,
        SuRAPSampleAsPublished,
    )
    mechanisms = [kind(**common, epsilon=SMALL.epsilon) for kind in kinds]
    wheel = replace(published_wheel(SMALL), places=PLACES, word_bits=WORD_BITS)
    return {
        mechanism.name: {members: _as_sent(mechanism, members) for members in all_sets(SMALL)}
        for mechanism in (*mechanisms, wheel)
    }


def _as_sent(mechanism: Reproduction, members: frozenset[int]) -> Law:
    return {(sent.protected, sent.named): chance for sent, chance in mechanism.reports(members).items()}


def corrected_laws() -> dict[str, Laws]:
    both = {"answers": SMALL.answers, "sensitive": SMALL.sensitive, "epsilon": SMALL.epsilon}
    su_grr = SuGRR(**both, pad_to=SMALL.members)  # type: ignore[arg-type]  # numbers and a text
    su_rap = SuRAP(**both, most=2 * SMALL.members)  # type: ignore[arg-type]
    u_rr = UtilityOptimizedRandomizedResponse(**both)  # type: ignore[arg-type]
    u_rap = UtilityOptimizedRappor(**both)  # type: ignore[arg-type]
    sets = all_sets(SMALL)
    return {
        "suGRR": {members: _named_numbers(su_grr.report_probabilities(members)) for members in sets},
        "uRR of one": {members: _named_numbers(_of_one_member(u_rr, members)) for members in sets},
        "suRAP": {members: _named_bits(su_rap.report_probabilities(members), 0) for members in sets},
        "uRAPPOR of one": {members: _named_bits(_of_one_member(u_rap, members), 0) for members in sets},
        "suWheel": su_wheel_laws(sets),
    }


def su_wheel_laws(sets: Sequence[frozenset[int]], places: int = PLACES) -> Laws:
    """Returns the laws of the catalogue's suWheel, with its non-sensitive dummies as members: they are named as answers
    are."""
    channel = sensitive_wheel_channel(
        SMALL.answers,
        SMALL.sensitive,
        (SMALL.members, SMALL.members),
        Fraction(SMALL.epsilon),
        places=places,
        word_bits=WORD_BITS,
    )
    skipped = 8 * channel.wheel.report_bytes - SMALL.sensitive  # The names begin with the first non-sensitive answer.
    laws = {}
    for members in sets:
        missing = SMALL.members - sum(member >= SMALL.sensitive for member in members)
        padded = members | set(range(SMALL.answers, SMALL.answers + missing))
        laws[padded] = _named_bits(channel.report_probabilities(members), skipped, dummies=SMALL.members)
    return laws


def _of_one_member(mechanism: SensitiveAnswers, members: frozenset[int]) -> dict[int | bytes, Fraction]:
    law: dict[int | bytes, Fraction] = defaultdict(Fraction)
    for member in members:
        for report, chance in mechanism.report_probabilities(member).items():
            assert isinstance(report, int | bytes)
            law[report] += chance / len(members)
    return law


def _named_numbers(law: Mapping[Report, Fraction]) -> Law:
    """Splits each report into its protected part and the answers it names: numbers from the first non-sensitive answer
    to the last are names, and those beyond are sensitive dummies."""
    reports_of: dict[Sent, Fraction] = {}
    for report, chance in law.items():
        assert isinstance(report, int)
        named = SMALL.sensitive <= report < SMALL.answers
        reports_of[None if named else report, frozenset({report} if named else ())] = chance
    return reports_of


def _named_bits(law: Mapping[Report, Fraction], skipped: int, dummies: int = 0) -> Law:
    """Splits reports of bits into their protected part and the answers they name. `skipped` bits come before that of
    answer 0, and `dummies` that may be named after that of the last.

    All that comes before the first non-sensitive answer is protected.
    """
    reports_of: dict[Sent, Fraction] = {}
    for report, chance in law.items():
        assert isinstance(report, bytes)
        bits = np.unpackbits(np.frombuffer(report, dtype=np.uint8))
        clear = range(SMALL.sensitive, SMALL.answers + dummies)
        protected = bits[: skipped + SMALL.sensitive].tobytes()
        reports_of[protected, frozenset(answer for answer in clear if bits[skipped + answer])] = chance
    return reports_of


def published_wheel(setting: Setting) -> SuWheelAsPublished:
    return SuWheelAsPublished(
        answers=setting.answers, sensitive=setting.sensitive, members=setting.members, epsilon=setting.epsilon
    )


def share_of_holders_proved(wheel: SuWheelAsPublished, truth: Truth, entropy: Entropy) -> float:
    """Returns the share of people with a sensitive answer whose report of suWheel as published nobody without one can
    send."""
    inside = wheel.channel.supports(wheel.channel.perturb_many(truth, entropy)).astype(np.bool_)
    holders = truth[:, : wheel.sensitive].any(axis=1)
    return float(proofs(wheel, truth, inside)[holders].mean())


def proofs(wheel: SuWheelAsPublished, truth: Truth, inside: Truth) -> Truth:
    """Returns which reports prove a sensitive answer, by whose arcs hold the place: [people, answers].

    A name that is missing is explained by the arc of any answer that holds the place. With fewer explained than
    missing, something else is held, and everything else is sensitive.
    """
    others = slice(wheel.sensitive, wheel.answers)
    named = (truth[:, others] & ~inside[:, others]).sum(axis=1)
    explained = inside[:, others].sum(axis=1)
    return np.asarray(named + explained < wheel.members)


def share_proved_by_dummies(setting: Setting, truth: Truth) -> float:
    """Returns the same for the catalogue's suWheel, where somebody knows that everybody holds exactly m answers.

    Who holds none that are sensitive holds m others and no dummy; a dummy that is named says otherwise.
    """
    wheel = SuWheel(
        answers=setting.answers,
        sensitive=setting.sensitive,
        pad_sensitive=setting.members,
        pad_clear=setting.members,
        epsilon=setting.epsilon,
    )
    sensitive_counts = truth[:, : setting.sensitive].sum(axis=1)
    return float(1 - np.mean((1 - float(wheel.clear)) ** sensitive_counts[sensitive_counts > 0]))

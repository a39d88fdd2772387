"""Draws of the mechanisms that protect some answers, on written-down words."""

from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.ldp.sets.sensitive_answers import SensitiveAnswers
from mechanisms.ldp.sets.su_grr import SuGRR
from mechanisms.ldp.sets.su_rap import SuRAP, UtilityOptimizedRappor
from mechanisms.ldp.sets.su_wheel import SuWheel
from mechanisms.ldp.sets.utility_optimized_randomized_response import UtilityOptimizedRandomizedResponse
from mechanisms.ldp.shapes.channel import Answer
from mechanisms.vectors.draws import UNREAD

_LONGEST = 64
_SETS = tuple(frozenset(members) for members in ((0,), (4,), (1, 2), (0, 3), (3, 4), (0, 1, 4)))

CASES: tuple[tuple[SensitiveAnswers, tuple[Answer, ...]], ...] = (
    (UtilityOptimizedRandomizedResponse(answers=5, sensitive=3, epsilon="1"), (0, 2, 3, 4)),
    (UtilityOptimizedRandomizedResponse(answers=300, sensitive=1, epsilon="2"), (0, 1, 299)),
    (UtilityOptimizedRappor(answers=9, sensitive=4, epsilon="1"), (0, 3, 4, 8)),
    (SuGRR(answers=5, sensitive=3, pad_to=3, epsilon="1"), (frozenset(), *_SETS)),
    (SuRAP(answers=5, sensitive=3, most=5, epsilon="2"), _SETS),
    (SuWheel(answers=5, sensitive=3, pad_sensitive=2, pad_clear=2, epsilon="1"), (frozenset(), *_SETS)),
)


def sensitive_vectors() -> dict[str, object]:
    return {"cases": [_case(oracle, answers) for oracle, answers in CASES]}


def _case(oracle: SensitiveAnswers, answers: tuple[Answer, ...]) -> dict[str, object]:
    background = SeededEntropy(oracle.answers)
    tapes = [background.words(_LONGEST).tolist() for _ in range(6)]
    edges = [[0] * _LONGEST, [2**32 - 1, 0] + [1] * (_LONGEST - 2)]
    return {
        "mechanism": oracle.slug,
        "version": oracle.version,
        "epsilon": oracle.epsilon_text,
        "spent": f"{oracle.epsilon_spent():f}",
        "spec": oracle.client_spec(),
        "words": oracle.words,
        "record_bytes": oracle.report_bytes,
        "draws": [_draw(oracle, answer, words) for answer in answers for words in (*tapes, *edges)],
    }


def _draw(oracle: SensitiveAnswers, answer: Answer, words: list[int]) -> dict[str, object]:
    tape = Tape(words)
    record = oracle.pack(oracle.perturb(answer, tape))
    written = answer if isinstance(answer, int) else sorted(answer)
    return {"answer": written, "tape": [*words[: tape.read], UNREAD], "read": tape.read, "record": record.hex()}

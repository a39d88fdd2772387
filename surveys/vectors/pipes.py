"""These test vectors hold texts that quote earlier answers: what each becomes for a respondent, and which are
refused.
"""

from collections.abc import Mapping, Sequence

from surveys.drafts.expressions import TextRefused
from surveys.drafts.piping import check_piping, piped
from surveys.vectors.samples import EVERY

SAID: tuple[Mapping[str, Sequence[str]], ...] = (
    {},
    {
        "q1": ["Yes"],
        "q2": ["Green"],
        "q5": ["18.50"],
        "q6": ["2024-02-29"],
        "q7": ["Tea", "Coffee"],
        "q8.mon": ["Home"],
    },
    {"q1": ["\u0646\u0639\u0645"], "q2": ["{q1}"], "q7": ["\u8336", "\u5496\u5561", "a, b"], "q8.tue": ["$&"]},
)
TEXTS = (
    *("No answer here.", "", "You said {q1}.", "{q1}", "{q1}{q2}", "{q2} and {q1} and {q2}", "{q5} years", "On {q6}"),
    *(
        "You drink {q7}",
        "On Mondays {q8.mon}, on Tuesdays {q8.tue}",
        "{{q1}",
        "{{{q1}",
        "{{{{",
        "}",
        "}}",
        "a } b {{ c",
    ),
    *("{{", "{q3} or {q4}", "\u4f60\u559d{q7}\u3002", "\U0001f600 {q1}"),
    *(
        "{",
        "{ q1}",
        "{q1 }",
        "{q1",
        "{}",
        "{Q1}",
        "{q77}",
        "{q9}",
        "{s1}",
        "{c1}",
        "{p1}",
        "{q8}",
        "{q8.wed}",
        "{q1.a}",
    ),
    *(
        "{q1.a}",
        "{q8.}",
        "{.mon}",
        "{q1.b.c}",
        "ok {q1} then {",
        "{{ {q77}",
        "{1}",
        "{q1|upper}",
        "{{{",
        "a {q1} {b} {q77}",
    ),
)
OF_OTHERS = (("q1", "{q1}"), ("q2", "{q1}"), ("q2", "{q3}"), ("p1", "{q8.tue}"), ("p1", "{q9}"))


def piping_vectors() -> dict[str, object]:
    return {
        "items": list(EVERY),
        "said": [dict(answers) for answers in SAID],
        "cases": [_case("q9", text) for text in TEXTS] + [_case(*row) for row in OF_OTHERS],
    }


def _case(asking: str, text: str) -> dict[str, object]:
    try:
        check_piping(text, EVERY, asking)
    except TextRefused as refusal:
        return {"asking": asking, "text": text, "refused": {"place": refusal.place, "code": refusal.code}}
    return {"asking": asking, "text": text, "piped": [piped(text, answers) for answers in SAID]}

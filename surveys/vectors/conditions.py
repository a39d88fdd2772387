"""These test vectors of conditions hold conditions with their truth in given states, and refused conditions with place
and rule."""

from collections.abc import Mapping, Sequence

from surveys.drafts.expressions import TextRefused, holds, parse
from surveys.drafts.references import check_condition
from surveys.vectors.samples import EVERY

ASKING = "q9"  # The condition belongs to this item where no other is named.

Given = Mapping[str, str | Sequence[str]]

FULL: Given = {
    "q1": "yes", "q2": "green", "q3": "china", "q4": "-1", "q5": "18.50", "q6": "2024-02-29", "q7": ["coffee", "tea"],
    "q8.mon": "home", "q8.tue": "away",
}  # fmt: skip
STATES: tuple[Given, ...] = (
    {},
    FULL,
    {
        "q1": "no", "q2": "red", "q3": "spain", "q4": "2", "q5": "18.5", "q6": "1999-12-31", "q7": ["none"],
        "q8.mon": "away",
    },
    {"q4": "0", "q5": "-0.500001", "q6": "2000-01-01", "q7": ["tea"], "q8.tue": "office"},
    {"q2": "blue", "q5": "999999999999.999999", "q4": "-2"},
)  # fmt: skip

READ = (
    *(f"{operand} answered" for operand in ("q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8.mon", "q8.tue")),
    *(f"not {operand} answered" for operand in ("q1", "q7", "q8.mon")),
    *("q1 = 'yes'", "q1 != 'yes'", "q1 in ('yes', 'no')", "q1 in ('no')", "not q1 = 'yes'", "not q1 != 'yes'"),
    *("q2 = 'green'", "q2 != 'green'", "q2 in ('red', 'blue')", "q2 in ('red','green','blue')", "q2='red'"),
    *("q3 = 'china'", "q3 != 'egypt'", "q3 in ('spain')"),
    *(f"q4 {operator} -1" for operator in ("=", "!=", "<", "<=", ">", ">=")),
    *(f"q4 {operator} 0" for operator in ("=", "!=", "<", "<=", ">", ">=")),
    *("q4 in (-2, 2)", "q4 < 0.5", "q4 >= 100", "q4 < -1.5", "q4 = -2"),
    *(f"q5 {operator} 18.5" for operator in ("=", "!=", "<", "<=", ">", ">=")),
    *("q5 = 18.50", "q5 = 18.500000", "q5 in (18.500, 7)", "q5 < 1000000000000", "q5 > 999999999999.999998"),
    *("q5 < -0.5", "q5 <= -0.500001", "q5 = -0.500001", "q5 > 0", "q5 >= 999999999999.999999", "q5 < 9", "q5 > 100"),
    *(f"q6 {operator} '2000-01-01'" for operator in ("=", "!=", "<", "<=", ">", ">=")),
    *("q6 = '2024-02-29'", "q6 in ('1999-12-31', '2024-02-29')", "q6 > '0001-01-01'", "q6 < '9999-12-31'"),
    *("q7 includes 'tea'", "q7 includes 'none'", "not q7 includes 'tea'", "q7 includes 'tea' and q7 includes 'coffee'"),
    *("q8.mon = 'home'", "q8.mon != 'home'", "q8.tue in ('away', 'office')", "q8.mon = 'home' or q8.tue = 'office'"),
    *("q1 = 'yes' and q2 = 'green'", "q1 = 'yes' or q2 = 'red'", "q1 = 'no' and q2 = 'red' and q3 = 'spain'"),
    *("q1 = 'no' or q2 = 'blue' or q3 = 'egypt'", "q1 = 'yes' or q2 = 'red' and q3 = 'egypt'"),
    *("(q1 = 'yes' or q2 = 'red') and q3 = 'egypt'", "q1 = 'no' and q2 = 'red' or q4 = -1"),
    *("q1 = 'no' and (q2 = 'red' or q4 = -1)", "not q1 = 'no' and q2 = 'red'", "not (q1 = 'no' and q2 = 'red')"),
    *("not (q1 answered or q2 answered)", "not not q1 answered", "not not not q1 answered"),
    *("(q1 answered)", "((q1 answered))", "  q1   answered  ", "q1 in('yes','no')", "(q1 answered)and(q2 answered)"),
    *("not(q1 answered)", "q5<18.5or q5>=65", "q5 = 5and q1 answered", "q4>-1", "q4=-1"),
    "(" * 20 + "q1 answered" + ")" * 20,
    "not " * 20 + "q1 answered",
    "q1 = 'yes'" + " or q1 = 'yes'" * 35,
)
UNREAD = (
    *("", " ", "q1", "answered", "q1 answered q2 answered", "q1 answered and", "q1 answered or", "and q1 answered"),
    *("not", "q1 not answered", "not and", "()", "(", ")", "(q1 answered", "q1 answered)", "((q1 answered)", "q1 ="),
    *("q1 = yes", "q1 = 'yes", 'q1 = "yes"', "q1 == 'yes'", "q1 <> 'yes'", "q1 =! 'yes'", "q1 ! 'yes'", "'yes' = q1"),
    *("5 < q5", "q1 = q2", "q1 in 'yes'", "q1 in ()", "q1 in ('yes'", "q1 in ('yes',)", "q1 in ('yes' 'no')", "q1 in"),
    *(
        "q1 includes",
        "q7 includes ('tea')",
        "q1 answered 'yes'",
        "q1 AND q2",
        "Q1 answered",
        "q1 = 'yes' && q2 = 'red'",
    ),
    *("q5 < 05", "q5 < -0", "q5 < -0.0", "q5 < 1.", "q5 < .5", "q5 < 1.2345678", "q5 < 1234567890123", "q5 < - 5"),
    *("q5 < +5", "q5 < 1e3", "q5 < 1.2.3", "q5 < 1,5", "q8 .mon = 'home'", "q8. mon = 'home'", "q8.mon.tue = 'home'"),
    *("or answered", "in answered", "not = 'yes'", "q1 answered;", "q1\tanswered", "q1 answered\n", "q1 = 'y\u00e9s'"),
    *("q1 = 'yes\u00a0'", "q1\u00a0= 'yes'", "q1 = 'it''s'", "{q1} answered", "q1 = 'yes' # always"),
    "(" * 21 + "q1 answered" + ")" * 21,
    "not " * 21 + "q1 answered",
    "q1 = 'yes'" + " or q1 = 'yes'" * 36,
    "q1 = '" + "y" * 600 + "'",
)
WRONG = (
    *("q77 answered", "q9 answered", "q9 = 'yes'", "s1 answered", "c1 answered", "p1 answered", "q8 answered"),
    *("q8 = 'home'", "q8.wed = 'home'", "q1.mon = 'yes'", "q7.tea answered", "s1.r1 answered"),
    *("q1 = 'maybe'", "q1 = 'prefer_not_to_say'", "q1 = 'not_asked'", "q1 = ''", "q1 = 1", "q1 < 'yes'"),
    *("q1 includes 'yes'", "q2 >= 'green'", "q2 in ('red', 'pink')", "q3 = 7", "q3 > 'spain'"),
    *("q4 = 'p1'", "q4 = 3", "q4 = 0.5", "q4 != -3", "q4 in (1, 2, 3)", "q4 = 1.0", "q4 includes 1"),
    *("q5 = 'many'", "q5 in (1, '2')", "q5 includes 5", "q6 = 2024", "q6 = '2024-02-30'", "q6 = '2023-02-29'"),
    *("q6 < '2024-2-1'", "q6 in ('2024-01-01', 'later')", "q6 includes '2024-01-01'", "q6 = '0000-01-01'"),
    *("q7 = 'tea'", "q7 != 'tea'", "q7 in ('tea')", "q7 includes 'milk'", "q7 includes 3", "q8.mon = 'mon'"),
    *("q8.mon < 'home'", "q8.mon includes 'home'", "q1 = 'yes' and q77 answered", "q1 = 'maybe' or q9 answered"),
)
OF_OTHERS = (  # Each entry names an item and its condition.
    ("q1", "q1 answered"),
    ("q1", "q2 answered"),
    ("q2", "q1 answered"),
    ("p1", "q8.tue answered"),
    ("p1", "q9 answered"),
    ("s1", "q7 includes 'tea'"),
)


def condition_vectors() -> dict[str, object]:
    return {
        "items": list(EVERY),
        "states": [dict(state) for state in STATES],
        "cases": [_case(ASKING, text) for text in (*READ, *UNREAD, *WRONG)] + [_case(*row) for row in OF_OTHERS],
    }


def _case(asking: str, text: str) -> dict[str, object]:
    try:
        condition = parse(text)
        check_condition(condition, EVERY, asking)
    except TextRefused as refusal:
        return {"asking": asking, "text": text, "refused": {"place": refusal.place, "code": refusal.code}}
    truths = [holds(condition, _given(state)) for state in STATES]
    return {"asking": asking, "text": text, "printed": str(condition), "holds": truths}


def _given(state: Given) -> dict[str, str | frozenset[str]]:
    return {name: value if isinstance(value, str) else frozenset(value) for name, value in state.items()}

"""These tests cover levels that are chosen question by question: tiny questionnaires, every choice of levels and every
answer."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from mechanisms.common.entropy import Entropy, Words
from mechanisms.ldp.sets.bitwise_randomized_response import BitwiseRandomizedResponse
from mechanisms.ldp.sets.privset import PrivSet
from mechanisms.ldp.shapes.channel import Answer as Given
from surveys.drafts.questionnaire import check_complete, check_shape
from surveys.errors import BadRecord, DraftRefused, UnknownLevel, WrongLength
from surveys.intake import spelling
from surveys.intake.report import check
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.publishing.inbox_row import pad, unpad_by_block
from surveys.publishing.layout import Layout
from surveys.publishing.level_choice import apart, layout_of, lengths_of, levels_of, worst_case
from surveys.questions.checks import moment
from surveys.tests.factories import COLOURS, body_of, draft, question, text

DRINKS = [{"id": name, "label": name.title(), "exclusive": name == "none"} for name in ("tea", "coffee", "none")]
SEVERAL = {
    **question("q4", may_skip=False), "type": "multiple_choice", "options": DRINKS, "shuffle": False,
    "most_choices": None,
}  # fmt: skip
LONG = [{"id": f"o{place}", "label": f"Option {place}"} for place in range(20)]
ROWS = [{"id": name, "label": name} for name in ("r1", "r2")]
MATRIX = {**question("q2"), "type": "matrix", "options": COLOURS, "rows": ROWS}
LEVELS = [{"epsilon": epsilon} for epsilon in ("0.2", "0.6", "1.5")]
TINY: dict[str, dict[str, Any]] = {
    "every answer to the next": {"questions": [question(), question("q2") | {"show_if": "q1 = 'yes'"}]},
    "a set between two": {"questions": [question(), SEVERAL, question("q5", options=COLOURS)]},
    "a planned pair": {
        "questions": [question(), question("q2", options=COLOURS), question("q3")],
        "pairs": [["q1", "q3"]],
    },
    "a matrix": {"questions": [question(), MATRIX]},
    "a long list, whose mechanism hangs on the level": {"questions": [question("q1", options=LONG), question("q2")]},
}


class Often:
    """This entropy gives everybody the same words: one word again and again, never rejected, and every seventh another
    word.

    A set of answers is drawn until two kinds of tries have come, which one word alone might never do.
    """

    def __init__(self, word: int) -> None:
        self.value, self.read = word, 0

    def word(self) -> int:
        return int(self.words(1)[0])

    def words(self, count: int) -> Words:
        places = np.arange(self.read, self.read + count)
        self.read += count
        others = (places * 2_654_435_761) % 2**31
        return np.where(places % 7 == 6, others, self.value).astype(np.uint32)


@pytest.fixture(params=TINY)
def chosen(request: pytest.FixtureRequest) -> Definition:
    whole = draft(**TINY[request.param], levels=LEVELS) | {"level_choice": "question"}
    built = build(whole, survey="6a2f41a3-c54c-fce8-32d2-0324e1c32e22", number=1, bundle="b" * 64, simulated=False)
    return read(text_of(built))


def choices(definition: Definition) -> Iterator[str]:
    for levels in product(*("0" if block.conditional else "012" for block in definition.blocks)):
        yield "".join(levels)


def answers(layout: Layout) -> Iterator[list[Given]]:
    own: list[list[Given]] = []
    for part in layout.parts:
        single: list[Given] = list(range(part.oracle.answers))
        if isinstance(part.oracle, BitwiseRandomizedResponse | PrivSet):
            single = [frozenset(bits) for most in (1, 2) for bits in combinations(range(part.oracle.answers), most)]
        own.append(single)
    yield from (list(each) for each in product(*own))


def drawn(layout: Layout, truth: list[Given], entropy: Entropy) -> bytes:
    packed = [
        part.oracle.pack(part.oracle.perturb(own, entropy)) for part, own in zip(layout.parts, truth, strict=True)
    ]
    return b"".join(packed)


def a_body(definition: Definition, level: str, record: bytes) -> bytes:
    return body_of(
        {"key": text(b"k" * 16), "level": level, "proof": "", "record": text(record), "version": definition.hash}
    )


@pytest.mark.parametrize("word", [0, 1, 2**31, 2**32 - 65_536])
def test_length_of_the_message_and_words_read_depend_on_levels_alone(chosen: Definition, word: int) -> None:
    for level in choices(chosen):
        layout = layout_of(chosen, level)
        seen = set()
        for truth in answers(layout):
            entropy = Often(word)
            record = drawn(layout, truth, entropy)
            check(spelling.read(a_body(chosen, level, record)), chosen)
            seen.add((len(a_body(chosen, level, record)), len(pad(level, record, chosen.row_bytes)), entropy.read))
        assert len(seen) == 1, level


def test_rows_of_every_choice_have_one_length_and_open_again(chosen: Definition) -> None:
    longest = 0
    for level in choices(chosen):
        layout = layout_of(chosen, level)
        record = bytes(range(layout.record_bytes))
        row = pad(level, record, chosen.row_bytes)
        assert (len(row), unpad_by_block(row, chosen)) == (chosen.row_bytes, (level, record))
        longest = max(longest, len(level) + len(record))
    assert longest <= chosen.row_bytes


def test_a_report_is_broken_into_blocks_each_with_its_own_level_alone(chosen: Definition) -> None:
    for level in choices(chosen):
        layout = layout_of(chosen, level)
        record = bytes(range(layout.record_bytes))
        pieces = list(apart(lengths_of(chosen), level, record))
        assert b"".join(piece for _, piece in pieces) == record
        for block, (own, piece) in zip(chosen.blocks, pieces, strict=True):
            parts = [chosen.levels[own].part(field) for field in block.fields]
            assert len(piece) == sum(part.oracle.report_bytes for part in parts)
            assert [part.oracle for part in layout.parts if part.field in block.fields] == [
                part.oracle for part in parts
            ]


def test_the_worst_case_is_that_of_all_choices_and_within_the_cap(chosen: Definition) -> None:
    assert worst_case(chosen) == max(layout_of(chosen, level).eps_report for level in choices(chosen)) <= Decimal(8)


def test_a_block_under_a_condition_is_at_the_most_protective_level_for_everybody(chosen: Definition) -> None:
    for place, block in enumerate(chosen.blocks):
        for level in "12":
            stated = "0" * place + level + "0" * (len(chosen.blocks) - place - 1)
            if block.conditional:
                with pytest.raises(UnknownLevel, match=block.id):
                    levels_of(chosen, stated)
            else:
                assert levels_of(chosen, stated)[place] == int(level)


def test_only_a_page_of_the_version_could_have_sent_what_is_let_in(chosen: Definition) -> None:
    level = "0" * len(chosen.blocks)
    record = drawn(layout_of(chosen, level), next(answers(layout_of(chosen, level))), Often(0))
    check(spelling.read(a_body(chosen, level, record)), chosen)
    with pytest.raises(WrongLength):
        check(spelling.read(a_body(chosen, level, record + b"\0")), chosen)
    with pytest.raises(BadRecord):
        check(spelling.read(a_body(chosen, level, b"\xff" * len(record))), chosen)
    for other in (level + "0", level[:-1] or "00", 0):
        with pytest.raises(UnknownLevel):
            levels_of(chosen, other)


def test_a_version_with_one_level_for_all_takes_no_list_of_them() -> None:
    whole = read(text_of(build(draft(), survey="6a", number=1, bundle="b" * 64, simulated=False)))
    assert (whole.level_choice, layout_of(whole, 1), worst_case(whole)) == ("report", whole.levels[1], Decimal(2))
    for stated in ("0", "01", 2):
        with pytest.raises(UnknownLevel):
            layout_of(whole, stated)


def test_nothing_of_this_changes_the_definition_of_other_surveys() -> None:
    plain = build(draft(), survey="6a", number=1, bundle="b" * 64, simulated=False)
    assert plain == build(draft(level_choice="report"), survey="6a", number=1, bundle="b" * 64, simulated=False)
    assert "level_choice" not in plain


def test_a_choice_for_each_question_needs_something_to_choose() -> None:
    now = moment("2026-01-01T00:00:00Z")
    assert now is not None
    check_complete(draft(level_choice="report"), now)
    check_complete(draft(level_choice="question"), now)
    with pytest.raises(DraftRefused) as refused:
        check_complete(draft(level_choice="question", levels=LEVELS[:1]), now)
    assert set(refused.value.fields) == {"level_choice"}
    with pytest.raises(DraftRefused):
        check_shape(draft(level_choice="whatever"))

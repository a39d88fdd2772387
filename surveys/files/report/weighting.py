"""These parts of a report show shares weighted to known shares of everybody, beside the unweighted ones."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from surveys.files.report.parts import Heading, Part, Rows, Text
from surveys.files.report.sentences import Json, decimals_of, percent
from surveys.files.report.words import Words
from surveys.files.table import question_text


@dataclass(frozen=True)
class WeightingWords:
    title: str
    note: str
    margin: str
    of_margin: tuple[str, str, str]
    question: str
    of_question: tuple[str, str, str, str]
    not_joined: str
    too_few: str
    not_pairable: str
    may_be_empty: str


WEIGHTING: Mapping[str, WeightingWords] = {
    "en": WeightingWords(
        title="Weighted to known shares",
        note=(
            "Post-stratification by the answer to a question whose shares are known of everybody, one such question at "
            "a time. It corrects for who took part as far as people with the same answer to that question are alike."
        ),
        margin="Known of everybody: {margin}",
        of_margin=("Answer", "Known", "Estimated"),
        question="{question}, weighted by: {margin}",
        of_question=("Answer", "Unweighted", "Weighted", "95 % interval"),
        not_joined="Not weighted, as no planned pair joins it to a known share: {questions}",
        too_few="Not weighted, as too few reports came on the planned pair with a known share: {questions}",
        not_pairable="Not weighted, as questions of this kind stand in no pair: {questions}",
        may_be_empty="Not weighted, as an answer with a known share may have been given by nobody: {questions}",
    ),
    "zh-CN": WeightingWords(
        title="按已知比例加权",
        note="按一道已知全体比例的题目的答案做事后分层，每次只用一道这样的题目。只有在该题答案相同的人彼此相似时，它才能校正谁参与了调查。",
        margin="全体的已知比例：{margin}",
        of_margin=("答案", "已知", "估计"),
        question="{question}，加权依据：{margin}",
        of_question=("答案", "未加权", "加权", "95 % 区间"),
        not_joined="未加权，因为没有计划的题对把它与已知比例相连：{questions}",
        too_few="未加权，因为与已知比例相连的题对报告太少：{questions}",
        not_pairable="未加权，因为这类题目不在任何题对中：{questions}",
        may_be_empty="未加权，因为某个有已知比例的答案可能无人选择：{questions}",
    ),
}


def weighted_parts(weighted: Json, words: Words) -> Iterator[Part]:
    told = WEIGHTING[words.tag]
    yield Heading(told.title)
    yield Text(told.note)
    names = {margin["id"]: question_text(margin) for margin in weighted["margins"]}
    for margin in weighted["margins"]:
        yield Text(told.margin.format(margin=names[margin["id"]]))
        yield Rows((told.of_margin, *_margin_rows(margin, words)), headed=True)
    for question in weighted["questions"]:
        if question["answers"] is not None:
            yield Text(told.question.format(question=question_text(question), margin=names[question["margin"]]))
            yield Rows((told.of_question, *_weighted_rows(question, words)), headed=True)
    for template, states in (
        (told.not_joined, {"not_joined"}),
        (told.too_few, {"too_few"}),
        (told.not_pairable, {"not_pairable", "is_set", "is_number"}),
        (told.may_be_empty, {"may_be_empty"}),
    ):
        if left := [question_text(question) for question in weighted["questions"] if question["state"] in states]:
            yield Text(template.format(questions="; ".join(left)), quiet=True)


def _margin_rows(margin: Json, words: Words) -> Sequence[tuple[str, ...]]:
    return [
        (
            _label(answer, words),
            "" if answer["known"] is None else percent(answer["known"], 1, words),
            percent(answer["estimated"], decimals_of(2 * answer["standard_error"]), words),
        )
        for answer in margin["answers"]
    ]


def _weighted_rows(question: Json, words: Words) -> Sequence[tuple[str, ...]]:
    rows = []
    for answer in question["answers"]:
        low, high = answer["intervals"]["95"]
        decimals = decimals_of((high - low) / 2)
        shares = (answer["unweighted_share"], answer["share"])
        limits = f"{percent(low, decimals, words)} … {percent(high, decimals, words)}"
        rows.append((_label(answer, words), *(percent(share, decimals, words) for share in shares), limits))
    return rows


def _label(answer: Json, words: Words) -> str:
    added = {"prefer_not_to_say": words.skipped, "not_asked": words.not_asked}
    return added.get(answer["id"], str(answer["label"]))

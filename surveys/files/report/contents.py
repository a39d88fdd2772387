"""The contents of a report are its parts in order, before they are drawn as HTML or PDF."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from surveys.confidences import DOUBTFUL
from surveys.files.report.numbers import number_parts, skippable_parts
from surveys.files.report.parts import Chart, Estimate, Heading, Part, Rows, Text
from surveys.files.report.picture import Scale, picture_of, scale_over
from surveys.files.report.population import hold_for
from surveys.files.report.sentences import (
    decimals_of,
    left_out_texts,
    mechanisms_in,
    most_sure,
    percent,
    points,
    with_levels,
)
from surveys.files.report.weighting import weighted_parts
from surveys.files.report.words import Words
from surveys.files.table import question_text

Json = Mapping[str, Any]


def contents(shown: Json, tables: Sequence[Json], words: Words, weighted: Json | None = None) -> Iterator[Part]:
    """Yields the parts of a report on stored results, on the cross-tabulations of planned pairs, and on results
    weighted to known shares."""
    version = shown["version"]
    computed: datetime = shown["computed_at"]
    yield Text(words.facts.format(reports=shown["reports"], number=version["number"], day=f"{computed:%Y-%m-%d}"))
    yield from _cautions(shown, words)
    yield Heading(words.label_title)
    yield _label(shown, words)
    yield Heading(words.mix_title)
    yield _mix(shown, words)
    for question in shown["questions"]:
        yield from _of_question(question, words)
    for number in _numbers(shown):
        yield Heading(str(number["text"]))
        yield from number_parts(number, words)
    for number in _skippable(shown):
        yield Heading(str(number["text"]))
        yield from skippable_parts(number, words)
    if shown["questions"]:
        yield Text(words.legend, quiet=True)
    if tables:
        yield Heading(words.pairs_title)
    for table in tables:
        yield from _pair(table, words)
    if weighted:
        yield from weighted_parts(weighted, words)
    yield Heading(words.method_title)
    yield Text(_method(shown, words))


def _cautions(shown: Json, words: Words) -> Iterator[Text]:
    """Yields the cautions of a report: that people are simulated, and what the results leave out."""
    if shown["simulated"]:
        yield Text(words.simulated)
    if shown["left_out"]:
        yield Text(words.left_out.format(reports=shown["left_out"]))
    if unshown := shown.get("unshown"):
        yield Text(words.unshown.format(questions="; ".join(map(question_text, unshown))))
    if (draws := shown.get("draws")) and draws["chance"] < DOUBTFUL:
        yield Text(words.draws_off)


def _of_question(question: Json, words: Words) -> Iterator[Part]:
    yield Heading(question_text(question))
    yield _chart(question, words)
    yield from map(Text, left_out_texts(question, words))
    yield Text(_doubts(question, words, several=len(question["by_level"]) > 1), quiet=True)
    yield Text(_guarantee(question["guarantee"], words), quiet=True)


def _numbers(shown: Json) -> Sequence[Json]:
    numbers: Sequence[Json] = shown.get("numbers", [])
    return numbers


def _skippable(shown: Json) -> Sequence[Json]:
    numbers: Sequence[Json] = shown.get("numbers_or_skipped", [])
    return numbers


def label_of(answer: Json, words: Words) -> str:
    added = {"prefer_not_to_say": words.skipped, "not_asked": words.not_asked}
    return added.get(answer["id"], str(answer["label"]))


def _label(shown: Json, words: Words) -> Rows:
    epsilon = shown["guarantee"]["epsilon"]
    sure = most_sure(float(epsilon), words)
    return Rows(tuple((term, fact.format(sure=sure, epsilon=epsilon)) for term, fact in words.label), headed=False)


def _mix(shown: Json, words: Words) -> Rows:
    groups = [("", group, group["eps_report"]) for group in shown["levels"]] or [
        (f"{named}: ", group, group["epsilon"])
        for named, question in [
            *((question_text(question), question) for question in shown["questions"]),
            *((str(number["text"]), number) for number in (*_numbers(shown), *_skippable(shown))),
        ]
        for group in question["by_level"]
        if group["reports"] > 0
    ]
    every = [*shown["questions"], *_numbers(shown), *_skippable(shown)]
    count = max(sum(len(group["levels"]) for group in question["by_level"]) for question in every)
    rows = [
        (
            of + " + ".join(words.levels[count - 1][level] for level in group["levels"]),
            str(group["reports"]),
            percent(group["reports"] / shown["reports"], 0, words),
            epsilon,
        )
        for of, group, epsilon in groups
    ]
    return Rows((words.mix, *rows), headed=True)


def _chart(question: Json, words: Words) -> Chart:
    answers = question["estimates"]["answers"]
    scale = scale_over([answer["intervals"]["95"] for answer in answers])
    finest = 1 if len(scale.ticks) > 1 and scale.ticks[1] - scale.ticks[0] < 0.01 else 0
    return Chart(
        question_text(question),
        (words.answer, words.estimate, words.interval),
        tuple(_estimate(answer, scale, words) for answer in answers),
        scale,
        tuple(percent(tick, finest, words) for tick in scale.ticks),
    )


def _estimate(answer: Json, scale: Scale, words: Words) -> Estimate:
    low, high = answer["intervals"]["95"]
    decimals = decimals_of((high - low) / 2)
    return Estimate(
        label_of(answer, words),
        picture_of(answer["share"], answer["intervals"], scale),
        percent(answer["share"], decimals, words),
        f"{percent(low, decimals, words)} … {percent(high, decimals, words)}",
    )


def _doubts(question: Json, words: Words, *, several: bool) -> str:
    one_percent, five = (points(max(push["up"], push["down"]), 1) for push in question["made_up"])
    return with_levels(words.made_up.format(one=one_percent, five=five), question, words, several=several)


def _guarantee(guarantee: Json, words: Words) -> str:
    return words.guarantee.format(**{
        **guarantee,
        "mechanism": mechanisms_in(guarantee["mechanism"], words),
        "error": points(guarantee["error"], 2),
    })  # fmt: skip


def _pair(table: Json, words: Words) -> Iterator[Part]:
    yield Text(words.pair.format(rows=table["rows"]["text"], columns=table["columns"]["text"]))
    head = ("", *(label_of(answer, words) for answer in table["columns"]["answers"]))
    rows = [
        (label_of(answer, words), *(_cell(cell, words) for cell in cells))
        for answer, cells in zip(table["rows"]["answers"], table["cells"], strict=True)
    ]
    yield Rows((head, *rows), headed=True)
    yield Text(words.pair_note.format(epsilon=table["guarantee"]["epsilon"]), quiet=True)


def _cell(cell: Json, words: Words) -> str:
    low, high = cell["intervals"]["95"]
    half = (high - low) / 2
    return f"{percent(cell['share'], decimals_of(half), words)} ± {points(half, decimals_of(half))}"


def _method(shown: Json, words: Words) -> str:
    numbers, skippable = _numbers(shown), _skippable(shown)
    told = [(words.method, shown["questions"]), (words.means_alone, numbers), (words.answered_alone, skippable)]
    sentence, every = next((sentence, every) for sentence, every in told if every)
    epsilons = sorted({Decimal(group["eps_report"]) for group in shown["levels"]})
    reports = {question["guarantee"]["n"] for question in every}
    text = sentence.format(
        reports=(words.at_most if len(reports) > 1 else "{reports}").format(reports=max(reports)),
        mechanisms=mechanisms_in(_slugs(every), words),
        epsilons=words.or_.join(str(epsilon) for epsilon in epsilons) or f"≤ {shown['guarantee']['epsilon']}",
        hash=shown["version"]["hash"][:12],
        hold=hold_for(shown, words),
    )
    if numbers and every is not numbers:
        text += words.means.format(mechanisms=mechanisms_in(_slugs(numbers), words))
    return text + words.of_answered.format(mechanisms=mechanisms_in(_slugs(skippable), words)) if skippable else text


def _slugs(questions: Sequence[Json]) -> str:
    return " + ".join(dict.fromkeys(
        slug for question in questions for slug in question["guarantee"]["mechanism"].split(" + ")
    ))  # fmt: skip

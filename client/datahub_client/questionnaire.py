"""This module is about a draft in the platform's words, made by functions that say what each kind of question needs.

A question with a condition, or with a least or most value, keeps `may_skip`: publishing refuses it otherwise, because
who can finish must not depend on an answer.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

Item = dict[str, Any]
Options = Mapping[str, str] | Sequence[str]


def draft(
    title: str,
    items: Sequence[Item],
    *,
    epsilons: Sequence[str | Decimal] = ("1",),
    description: str = "",
    language: str = "en",
    pairs: Sequence[tuple[str, str]] = (),
    closes_at: str | None = None,
    level_choice: str = "report",
) -> dict[str, Any]:
    """Returns a whole draft of a questionnaire. `epsilons`: one to three levels, per question, most protective first;
    `level_choice` is question where respondents choose one for each question."""
    return {
        "title": title,
        "description": description,
        "language": language,
        "questions": list(items),
        "pairs": [list(pair) for pair in pairs],
        "levels": [{"epsilon": str(epsilon)} for epsilon in epsilons],
        "closes_at": closes_at,
        "level_choice": level_choice,
    }


def yes_no(id: str, text: str, *, may_skip: bool = True, help: str = "", show_if: str = "") -> Item:
    options = [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}]
    return _item(id, "yes_no", text, help, show_if) | {"options": options, "may_skip": may_skip}


def single_choice(
    id: str,
    text: str,
    options: Options,
    *,
    dropdown: bool = False,
    shuffle: bool = False,
    may_skip: bool = True,
    help: str = "",
    show_if: str = "",
) -> Item:
    """Returns a question with one answer; `options`: id -> label, or ids that are their own labels."""
    kind = "dropdown" if dropdown else "single_choice"
    return _item(id, kind, text, help, show_if) | {
        "options": _options(options),
        "may_skip": may_skip,
        "shuffle": shuffle,
    }


def multiple_choice(
    id: str,
    text: str,
    options: Options,
    *,
    exclusive: Sequence[str] = (),
    most_choices: int | None = None,
    shuffle: bool = False,
    may_skip: bool = True,
    help: str = "",
    show_if: str = "",
) -> Item:
    """Returns a question with several answers; `exclusive`: options that stand alone, such as "none". A small
    `most_choices` makes every share surer."""
    offered = [option | {"exclusive": option["id"] in exclusive} for option in _options(options)]
    return _item(id, "multiple_choice", text, help, show_if) | {
        "options": offered,
        "most_choices": most_choices,
        "shuffle": shuffle,
        "may_skip": may_skip,
    }


def scale(
    id: str,
    text: str,
    least: int,
    most: int,
    *,
    least_label: str = "",
    most_label: str = "",
    labels: Mapping[int, str] | None = None,
    may_skip: bool = True,
    help: str = "",
    show_if: str = "",
) -> Item:
    """Returns a question that is answered with a point from `least` to `most`; `labels` are of points between them."""
    points: Item = {"least": least, "most": most, "least_label": least_label, "most_label": most_label}
    if labels:
        points["labels"] = [{"point": point, "label": label} for point, label in labels.items()]
    return _item(id, "scale", text, help, show_if) | {"scale": points, "may_skip": may_skip}


def slider(
    id: str,
    text: str,
    low: int,
    high: int,
    *,
    step: int = 1,
    edges: Sequence[int | str | Decimal] = (),
    of: str = "mean",
    least_label: str = "",
    most_label: str = "",
    unit: str = "",
    may_skip: bool = False,
    help: str = "",
    show_if: str = "",
) -> Item:
    """Asks for a number on a track from `low` to `high`, in steps. With `edges` it is sent as its bin; without, its
    mean is estimated, or its distribution (`of`), as `mean` and `distribution` do."""
    if edges:
        question = number(id, text, edges, unit=unit, least=low, most=high, help=help, show_if=show_if)
    else:
        most = 1 if may_skip else min(1000 if of == "mean" else 100, high - low)
        question = _estimated(of, id, text, low, high, most, unit, help)
    track = {"step": step, "least_label": least_label, "most_label": most_label}
    return question | {"type": "slider", "slider": track, "may_skip": may_skip, "show_if": show_if}


def ranking(
    id: str,
    text: str,
    options: Options,
    *,
    shuffle: bool = False,
    may_skip: bool = True,
    help: str = "",
    show_if: str = "",
) -> Item:
    """Asks for an order of three to five options: the rank of each is sent, or of some of them."""
    return _item(id, "ranking", text, help, show_if) | {
        "rows": _options(options),
        "shuffle": shuffle,
        "may_skip": may_skip,
    }


def number(
    id: str,
    text: str,
    edges: Sequence[int | str | Decimal],
    *,
    unit: str = "",
    least: int | str | Decimal | None = None,
    most: int | str | Decimal | None = None,
    may_skip: bool = True,
    help: str = "",
    show_if: str = "",
) -> Item:
    """Asks for a number that is sent as the bin it falls in: below the first edge, between two, at or above the
    last."""
    bins = {
        "edges": [str(edge) for edge in edges],
        "unit": unit,
        "least": None if least is None else str(least),
        "most": None if most is None else str(most),
    }
    return _item(id, "number", text, help, show_if) | {"number": bins, "may_skip": may_skip}


def mean(
    id: str,
    text: str,
    low: int,
    high: int,
    *,
    steps: int | None = None,
    unit: str = "",
    may_skip: bool = False,
    help: str = "",
    show_if: str = "",
) -> Item:
    """Asks for a number whose mean is estimated. It is sent as a place on a grid, and counts as the nearest of `low`
    and `high` if it lies beyond them; `steps` are as many as there are whole numbers between, up to 1000, unless fewer
    are wanted. Everybody is asked, and answers, unless it `may_skip`, as it must where it has a condition: then it is
    sent as one of its bounds, or that there is none, and who answered is estimated too. Such a mean takes more
    people."""
    most = 1 if may_skip else min(1000, high - low)
    question = _estimated("mean", id, text, low, high, steps or most, unit, help)
    return question | {"may_skip": may_skip, "show_if": show_if}


def distribution(
    id: str, text: str, low: int, high: int, *, steps: int | None = None, unit: str = "", help: str = ""
) -> Item:
    """Asks for a number as `mean` does, but for the shares of at most 100 steps and their quantiles; its mean is less
    exact than a mean alone."""
    return _estimated("distribution", id, text, low, high, steps or min(100, high - low), unit, help)


def date(
    id: str,
    text: str,
    edges: Sequence[str],
    *,
    least: str | None = None,
    most: str | None = None,
    may_skip: bool = True,
    help: str = "",
    show_if: str = "",
) -> Item:
    """Asks for a day, written YYYY-MM-DD, that is sent as the bin it falls in."""
    bins = {"edges": list(edges), "least": least, "most": most}
    return _item(id, "date", text, help, show_if) | {"date": bins, "may_skip": may_skip}


def _estimated(of: str, id: str, text: str, low: int, high: int, steps: int, unit: str, help: str) -> Item:
    estimate = {"of": of, "low": low, "high": high, "steps": steps}
    number: Item = {"edges": [], "unit": unit, "least": None, "most": None, "estimate": estimate}
    return _item(id, "number", text, help, "") | {"number": number, "may_skip": False}


def matrix(
    id: str, text: str, rows: Options, columns: Options, *, may_skip: bool = True, help: str = "", show_if: str = ""
) -> Item:
    return _item(id, "matrix", text, help, show_if) | {
        "rows": _options(rows),
        "options": _options(columns),
        "may_skip": may_skip,
    }


def section(id: str, text: str, *, help: str = "", show_if: str = "") -> Item:
    return _item(id, "section", text, help, show_if)


def consent(id: str, text: str, label: str, *, help: str = "") -> Item:
    """Returns a consent, without whose tick nobody goes on; it is never sent. It has no condition: who finishes must
    say nothing."""
    return _item(id, "consent", text, help, "") | {"label": label}


def page(id: str, text: str = "", *, shuffle: bool = False, show_if: str = "") -> Item:
    """Begins a new page. `show_if` then holds for all of it."""
    return _item(id, "page", text, "", show_if) | {"shuffle": shuffle}


def _item(id: str, type: str, text: str, help: str, show_if: str) -> Item:
    return {"id": id, "type": type, "text": text, "help": help, "show_if": show_if}


def _options(options: Options) -> list[dict[str, Any]]:
    pairs = options.items() if isinstance(options, Mapping) else [(option, option) for option in options]
    return [{"id": id, "label": label} for id, label in pairs]

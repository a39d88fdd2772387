"""These parts of a report are about a number whose mean or distribution is estimated, in the question's unit."""

from collections.abc import Iterator

from surveys.files.report.parts import Bars, Part, Rows, Text
from surveys.files.report.sentences import (
    Json,
    decimals_of,
    figure,
    left_out_texts,
    mechanisms_in,
    percent,
    whole,
    with_levels,
)
from surveys.files.report.words import Words


def number_parts(number: Json, words: Words) -> Iterator[Part]:
    mean, guarantee = number["estimates"]["mean"], number["guarantee"]
    unit = _unit(number)
    yield Text(_sentence(words.mean, mean, unit))
    yield _bounds(number, words)
    yield from _distribution(number, words)
    yield from map(Text, left_out_texts(number, words))
    pushed = [max(push["up"], push["down"]) for push in number["made_up"]]
    one_percent, five = (figure(push, push) for push in pushed)
    sentence = words.mean_made_up.format(one=one_percent, five=five, unit=unit)
    yield Text(with_levels(sentence, number, words, several=len(number["by_level"]) > 1), quiet=True)
    told = {
        **guarantee,
        "mechanism": mechanisms_in(guarantee["mechanism"], words),
        "error": figure(guarantee["error"], guarantee["error"]),
        "of": unit,
    }
    yield Text(words.mean_guarantee.format(**told), quiet=True)


def skippable_parts(number: Json, words: Words) -> Iterator[Part]:
    """Yields the parts on a number that may be skipped: the share who answered, and the mean of the people who
    answered."""
    share, mean = number["estimates"]["answered"], number["estimates"]["mean"]
    low, high = share["intervals"]["95"]
    decimals = decimals_of((high - low) / 2)
    told = {"share": share["share"], "low": low, "high": high}
    yield Text(words.answered.format(**{name: percent(value, decimals, words) for name, value in told.items()}))
    yield Text(words.no_mean if mean is None else _sentence(words.mean_of_answered, mean, _unit(number)))
    yield _bounds(number, words)
    yield from map(Text, left_out_texts(number, words))
    guarantee = number["guarantee"]
    named = {**guarantee, "mechanism": mechanisms_in(guarantee["mechanism"], words)}
    yield Text(words.skippable_guarantee.format(**named), quiet=True)


def _sentence(sentence: str, mean: Json, unit: str) -> str:
    low, high = mean["intervals"]["95"]
    half = (high - low) / 2
    return sentence.format(value=figure(mean["value"], half), low=figure(low, half), high=figure(high, half), unit=unit)


def _bounds(number: Json, words: Words) -> Text:
    return Text(words.bounds.format(low=whole(number["low"]), high=whole(number["high"]), unit=_unit(number)))


def _unit(number: Json) -> str:
    return f" {number['unit']}" if number["unit"] else ""


def _distribution(number: Json, words: Words) -> Iterator[Part]:
    """Yields the parts of a report on the distribution of a number; none where only a mean is estimated."""
    distribution = number.get("distribution")
    if distribution is None:
        if number["of"] == "distribution":
            yield Text(words.unsettled)
        return
    step = (number["high"] - number["low"]) / number["steps"]
    yield Rows(
        (words.quantiles, *(_quantile(quantile, step, words) for quantile in distribution["quantiles"])), headed=True
    )
    shares = [point["share"] for point in distribution["points"]]
    yield Bars(
        tuple(share / max(shares) for share in shares),
        (whole(number["low"]), whole(number["high"])),
        words.bars.format(largest=percent(max(shares), 0, words)),
    )
    yield Text(words.distribution, quiet=True)


def _quantile(quantile: Json, step: float, words: Words) -> tuple[str, str, str]:
    """Returns a row on a quantile: its share, its value, its limits. Below epsilon 1 it has no limits, and as many
    decimals as the steps of its grid mean."""
    share, value = percent(quantile["share"], 0, words), quantile["value"]
    if quantile["intervals"] is None:
        return share, figure(value, step), words.unmeasured
    low, high = quantile["intervals"]["95"]
    half = (high - low) / 2
    return share, figure(value, half), f"{figure(low, half)} … {figure(high, half)}"

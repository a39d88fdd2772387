"""A comparison says how sure it is that more people gave one answer than another."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.comparison import PRIOR, chance_larger
from mechanisms.ldp.estimates.covariance import Covariance, covariance, pooled_covariance
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.errors import BadQuery
from surveys.publishing.definition import Definition, Question
from surveys.reports.tally import Tally
from surveys.results.estimate import has_enough, parts_of_field, shown_parts
from surveys.results.kinds.kind import Part, people_of_parts
from surveys.results.kinds.share import SHARE
from surveys.results.margins import margin_of
from surveys.results.pair_key import pair_key


def covariances(definition: Definition, tallies: Mapping[int, Tally]) -> dict[str, Any]:
    """Returns the covariance of each question in its stored form: a diagonal, less one outer product for each level."""
    stored = {}
    for question, parts in shown_parts(definition, tallies).items():
        if not SHARE.fits(question):
            continue
        own = _of_question(question, parts)
        stored[question.id] = _stored(own)
    return stored


def pair_covariances(definition: Definition, tallies: Mapping[int, Tally]) -> dict[str, Any]:
    """Returns the covariance of the cells of each planned pair in its stored form."""
    pairs = [field for field in definition.fields if field.kind == "joint" and has_enough(definition, tallies, field)]
    return {
        pair_key(field.of): _stored(of_fields(parts_of_field(definition, tallies, field, SHARE.noise), is_set=False))
        for field in pairs
    }


def _stored(covariance: Covariance) -> dict[str, Any]:
    return {"diagonal": covariance.diagonal.tolist(), "less": covariance.less.tolist()}


def of_fields(parts: Sequence[Part[FrequencyOracle]], *, is_set: bool) -> Covariance:
    """Returns the covariance of the share-pooled estimates of a field's answers, at the nearest possible shares of each
    level. The shares of sets do not add up to 1, so each is corrected by itself."""
    used = [part for part in parts if part.reports > 0]
    return pooled_covariance([_of_part(part, is_set=is_set) for part in used], _weights(used))


def _of_question(question: Question, parts: Sequence[Part[FrequencyOracle]]) -> Covariance:
    """Returns the covariance of the estimates of a question's answers, which may be in several fields."""
    used = [part for part in parts if part.reports > 0]
    return pooled_covariance(
        [
            _of_part(part, is_set=part.field.kind == "set").summed(
                margin_of(question, part.field, part.mechanism).groups
            )
            for part in used
        ],
        _weights(used),
    )


def _of_part(part: Part[FrequencyOracle], *, is_set: bool) -> Covariance:
    shares = part.mechanism.estimate(part.counts, part.reports)
    return covariance(part.mechanism, np.clip(shares, 0, 1) if is_set else onto_simplex(shares), part.reports)


def _weights(parts: Sequence[Part[FrequencyOracle]]) -> list[float]:
    people = people_of_parts(parts)
    return [own / sum(people) for own in people]


def compare(
    shown: Mapping[str, Any], kept: Mapping[str, Any], question: str, answer_id: str, other: str
) -> dict[str, Any]:
    """Returns the chance that answer `answer_id` is more frequent than `other`; of results as they were stored."""
    result = next((each for each in shown["questions"] if each["id"] == question), None)
    numbers = (*shown.get("numbers", []), *shown.get("numbers_or_skipped", []))
    if any(each["id"] == question for each in numbers):
        raise BadQuery("question is a number; it has no answers to compare.", fields={"question": "is a number"})
    if result is None:
        raise BadQuery("question is none of this survey.", fields={"question": "is not known here"})
    answers = {answer["id"]: place for place, answer in enumerate(result["estimates"]["answers"])}
    for name, answer in (("a", answer_id), ("b", other)):
        if answer not in answers:
            raise BadQuery(f"{name} is no answer of this question.", fields={name: "is not known here"})
    if answer_id == other:
        raise BadQuery("a and b are two different answers.", fields={"b": "is a"})
    first, second = (result["estimates"]["answers"][answers[answer]] for answer in (answer_id, other))
    spread = Covariance(np.array(kept[question]["diagonal"]), np.array(kept[question]["less"]))
    variance = spread.of_difference(answers[answer_id], answers[other])
    difference = first["share"] - second["share"]
    return {
        "question": question,
        "a": answer_id,
        "b": other,
        "difference": difference,
        "standard_error": float(np.sqrt(variance)),
        "chance": chance_larger(difference, variance),
        "prior": PRIOR,
        "guarantee": result["guarantee"],
    }

"""A margin turns the counts of a question's field into its shares."""

from mechanisms.ldp.estimates.margin import Margin, alone, of_pair
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.publishing.definition import Field, Question


def margin_of(question: Question, field: Field, oracle: FrequencyOracle) -> Margin:
    """Returns the part of a pair's field that belongs to the question; the whole field where it holds no pair."""
    if field.kind != "joint":
        return alone(oracle)
    own, index = len(question.answers), field.of.index(question.id)
    other = field.answers // own
    return of_pair(oracle, (other, own) if index else (own, other))[index]

"""This module holds the base of mechanisms whose answer is a set of limited size, padded with dummies."""

from dataclasses import dataclass
from typing import ClassVar

from numpy.typing import ArrayLike

from mechanisms.common.entropy import Entropy
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Answer, Packed
from mechanisms.ldp.shapes.sets.padding import is_set_of, sizes_of, truth_of_sets


@dataclass(frozen=True, kw_only=True)
class PaddedSets(FrequencyOracle):
    """This is a question whose answer is a set of at most `pad_to` of its answers; smaller ones are filled up with
    dummies.

    A larger set is refused. Who cuts larger sets down beforehand estimates other shares: of each holder of an answer
    only the part pad_to / (size of the set) that the cut leaves, when it is drawn at random.
    """

    neighbours: ClassVar[str] = "any two sets of answers of one person that are allowed, whatever their sizes"
    pairs_alike: ClassVar[bool] = False

    pad_to: int

    def _check_answers(self) -> None:
        super()._check_answers()
        if not isinstance(self.pad_to, int) or isinstance(self.pad_to, bool) or not 1 <= self.pad_to <= self.answers:
            raise ValueError(f"pad_to is {self.pad_to!r}; a set of {self.answers} answers has 1 to {self.answers}")

    def _check_answer(self, answer: Answer) -> None:
        if not is_set_of(answer, self.answers):
            raise ValueError(f"the answer is not a set of some of the {self.answers} of this question")
        if len(answer) > self.pad_to:
            raise ValueError(f"the answer is a set of {len(answer)}; this question takes at most {self.pad_to}")

    def perturb_many(self, answers: ArrayLike, entropy: Entropy) -> Packed:
        """Returns packed reports [people, report_bytes] of sets [people, answers] of truth values.

        Equal to `perturb` for one person after the other.
        """
        truth = truth_of_sets(answers, self.answers)
        if truth.size and int(sizes_of(truth).max()) > self.pad_to:
            raise ValueError(f"a person's set holds more than the {self.pad_to} answers that this question takes")
        return self.channel.perturb_many(truth, entropy)

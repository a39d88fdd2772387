"""PCKV-GRR reports keys with numbers: a report names one end of one key, usually that of the drawn key."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.key_values.key_values import KeyValues
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.end_of_a_key import EndOfAKeyChannel


@dataclass(frozen=True, kw_only=True)
class PCKVGRR(KeyValues):
    """Draw one key of the padded set, round its number to an end, and report this end by randomised response.

    Guarantee    epsilon-LDP per report (neighbours: any two sets of at most m = pad_to keys with numbers within the
                 bounds of one person); also hidden is how many keys the person holds.
    Sensitivity  the whole range, and whether a key is held.
    Shapes       answer mapping of at most m int in [0, k) to int in [low, high], in units, or bool[people, k] with
                 int[people, k]; report 1 or 2 bytes, an end of one key or a dummy; shares float[k], the part of people
                 who hold the key; means in units, of those who hold it.
    Error        shares and leanings are unbiased for sets of up to m, with exact variances that grow with m^2; larger
                 sets are refused, never cut. A mean is a ratio of the two, consistent, with Fieller's interval; its
                 variance has no closed form, and nothing is said where the share may be 0. For few keys.
    Source       Gu, Li, Cheng, Xiong, Cao, "PCKV: locally differentially private correlated key-value data collection
                 with optimized utility", USENIX Security 2020, arXiv:1911.12834, sec. 4 and 5.
    Departures   the dummies of one set are all different, and a dummy has no number, so that 2 k + m are reported on
                 and not 2 (k + m): more reports say what is true. The chances are the published best ones, which treat
                 the 2 k ends alike: e^eps' = m (e^epsilon - 1) + 1, rounded down to a multiple of 2**-32.
    """

    slug: ClassVar[str] = "pckv-grr"
    name: ClassVar[str] = "PCKV-GRR"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = EndOfAKeyChannel.shape
    # A channel numbers the 2 k ends and m dummies, so a third of its answers bounds the keys.
    most_keys: ClassVar[int] = ChoiceChannel.most_answers // 3

    def _integers(self, epsilon: Fraction) -> EndOfAKeyChannel:
        members = 2 * self.keys + self.pad_to

        def kept(growth: Fraction) -> Fraction:
            weight = self.pad_to * (growth - 1) + 1
            return WORDS * weight / (weight + members - 1)

        keep_below = floor_at_exp(kept, epsilon)  # The threshold is rounded down: keeping more ends would spend more.
        choice = ChoiceChannel(answers=members, keep_below=keep_below)
        return EndOfAKeyChannel(keys=self.keys, dummies=self.pad_to, choice=choice)

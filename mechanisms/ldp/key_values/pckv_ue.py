"""PCKV-UE reports keys with numbers: a report names for every key an end or none; one key is drawn and more often
true.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, ceil_at_exp, floor_at_exp
from mechanisms.ldp.key_values.key_values import KeyValues
from mechanisms.ldp.shapes.ends_of_keys import EndsOfKeysChannel


@dataclass(frozen=True, kw_only=True)
class PCKVUE(KeyValues):
    """Draw one key of the padded set and round its number to an end; report of every key one end, the other or neither.

    Guarantee    epsilon-LDP per report (neighbours: any two sets of at most m = pad_to keys with numbers within the
                 bounds of one person); also hidden is how many keys the person holds.
    Sensitivity  the whole range, and whether a key is held.
    Shapes       answer mapping of at most m int in [0, k) to int in [low, high], in units, or bool[people, k] with
                 int[people, k]; report ceil(2 k / 8) bytes, a bit for each end, never both of a key; shares float[k],
                 the part of people who hold the key; means in units, of those who hold it.
    Error        shares and leanings are unbiased for sets of up to m, with exact variances that grow with m^2 and not
                 with k; larger sets are refused, never cut. A mean is a ratio of the two, consistent, with Fieller's
                 interval; its variance has no closed form, and nothing is said where the share may be 0. For many keys.
    Source       Gu, Li, Cheng, Xiong, Cao, "PCKV: locally differentially private correlated key-value data collection
                 with optimized utility", USENIX Security 2020, arXiv:1911.12834, sec. 4 and 5.
    Departures   the dummies have no place in the report, where they would tell nothing of any key. The chances are the
                 published best ones: the drawn key is named by half of the reports, by its own end e^epsilon times as
                 often as by the other; any end of another key with 1 / (e^epsilon + 3). The first is rounded down, the
                 last up to a multiple of 2**-32.
    """

    slug: ClassVar[str] = "pckv-ue"
    name: ClassVar[str] = "PCKV-UE"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = EndsOfKeysChannel.shape
    most_keys: ClassVar[int] = EndsOfKeysChannel.most_keys

    def _integers(self, epsilon: Fraction) -> EndsOfKeysChannel:
        half = WORDS // 2
        return EndsOfKeysChannel(
            keys=self.keys,
            # This threshold is rounded down, so that the other end is named no less often than the ideal.
            same_below=floor_at_exp(lambda e: half * e / (e + 1), epsilon),
            either_below=half,
            # This threshold is rounded up: more noise spends less.
            noise_below=ceil_at_exp(lambda e: WORDS / (e + 3), epsilon),
        )

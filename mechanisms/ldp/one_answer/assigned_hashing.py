"""Local hashing whose hash functions are assigned: H(token, question), which whoever counts makes anew.

In local hashing a person draws a function of their own and sends it with the report. Who wants to push an estimate does
not draw it: among many functions there is one that throws all answers to be pushed together, and its report supports
them all. Here the function follows from a token, which the platform hands out for one report, and from the question;
what is sent is the value alone. Nobody can choose a function, and a report weighs 1 byte or 2 instead of 17 or 18.

seed = the first 16 bytes of SHA-256(TAG + length of the token in 2 bytes, higher first + token + question in UTF-8).
The length keeps (token, question) apart from every other pair; the tag keeps the seed apart from other uses of a token.

Guarantee    epsilon-LDP per report, as that of the mechanism: it holds under each hash function by itself, so also for
             whoever knows the token. But a token says whose report it is: the guarantee of mixed reports does not hold.
Error        that of the mechanism, over the draw of tokens: they must be random and each used once. Seeds of different
             tokens are taken for independent and uniform, as SHA-256 is for a random function.
Source       Cheu, Smith, Ullman, S&P 2021, for functions chosen by the server; Wang, Blocki, Li, Jha 2017 for the rest.
"""

import hashlib
from collections.abc import Sequence
from unicodedata import is_normalized

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Packed
from mechanisms.ldp.shapes.hashed import HashedChannel
from mechanisms.ldp.shapes.hashing import SEED_BYTES

TAG = b"datahub local hashing 1\0"
LEAST_TOKEN_BYTES, MOST_TOKEN_BYTES = 16, 1024


def assigned_seed(token: bytes, question: str) -> bytes:
    """Returns the 16 bytes of a and b of shapes.hashing, for this person's report on this question."""
    if not LEAST_TOKEN_BYTES <= len(token) <= MOST_TOKEN_BYTES:
        raise ValueError(
            f"the token has {len(token)} bytes; {LEAST_TOKEN_BYTES} to {MOST_TOKEN_BYTES} are a token nobody guesses"
        )
    if not question:
        raise ValueError("the question has no name; with one name for all the answers of a person share a function")
    if not is_normalized("NFC", question):
        raise ValueError(
            "the question is not in Unicode's normal form NFC; a device that writes it so has another function"
        )
    message = len(token).to_bytes(2, "big") + token + question.encode()
    return hashlib.sha256(TAG + message).digest()[:SEED_BYTES]


def perturb_assigned(oracle: FrequencyOracle, answer: int, *, token: bytes, question: str, entropy: Entropy) -> bytes:
    """Returns the packed value that the device sends: 1 byte up to 256 values, else 2. It reads the words of shape
    `choice`."""
    channel = _channel(oracle)
    if not isinstance(answer, int) or isinstance(answer, bool) or not 0 <= answer < oracle.answers:
        raise ValueError(f"the answer is not one of the {oracle.answers} of this question")
    return channel.perturb_seeded(assigned_seed(token, question), answer, entropy)[SEED_BYTES:]


def assigned_reports(
    oracle: FrequencyOracle, values: Sequence[bytes], *, tokens: Sequence[bytes], question: str
) -> Packed:
    """Returns the reports that `oracle.count` takes, [people, report_bytes]: each value behind the seed that its token
    stands for.

    Errors: ValueError for a token that is used twice, for lists of different lengths, for what is no value.
    """
    channel = _channel(oracle)
    if len(values) != len(tokens):
        raise ValueError(f"there are {len(values)} reports for {len(tokens)} tokens")
    if len(set(tokens)) < len(tokens):
        raise ValueError("a token stands for more than one report; each is good for one")
    for value in values:
        channel.choice.check_report(value)
    records = b"".join(assigned_seed(token, question) + value for token, value in zip(tokens, values, strict=True))
    return np.frombuffer(records, dtype=np.uint8).reshape(len(values), oracle.report_bytes)


def _channel(oracle: FrequencyOracle) -> HashedChannel:
    if not isinstance(oracle.channel, HashedChannel):
        raise ValueError(f"{oracle.slug} draws no hash function; none can be assigned")
    return oracle.channel

"""A published version says what is asked, and makes a report to it."""

import base64
import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from datahub_client.answering import record_of, stated
from datahub_client.door import Door
from datahub_client.errors import NotADataHub, VersionChanged
from mechanisms.common.canonical import digest
from mechanisms.common.entropy import Entropy, SystemEntropy

KEY_BYTES = 16
FORMAT = "datahub-survey-version/2"


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """A receipt is what a respondent keeps of a report: with its number it can be taken back until its batch is
    closed."""

    version: str
    level: int | str
    record: str
    number: str


class Version:
    """This is a published version, read once and checked: its definition hashes to its name."""

    def __init__(self, door: Door, entry: Mapping[str, Any], expected: str | None = None) -> None:
        self._door = door
        self.definition: dict[str, Any] = entry["definition"]
        self.hash: str = digest(self.definition)
        if self.hash not in (entry["hash"], expected) or (expected or self.hash) != self.hash:
            raise VersionChanged(f"the definition hashes to {self.hash}; {expected or entry['hash']} was asked for")
        if self.definition["format"] != FORMAT:
            raise NotADataHub(f"the format is {self.definition['format']!r}; this client reads {FORMAT}")
        self.open: bool = entry["state"] == "open"

    def answer(
        self,
        answers: Mapping[str, object],
        *,
        level: int | Mapping[str, int] = 0,
        entropy: Entropy | None = None,
        key: bytes | None = None,
    ) -> Receipt:
        """Perturbs the answers on this machine, sends them once, and returns the receipt. `answers`: question ->
        answer; a matrix is answered row by row as "q3.r1". Whoever leaves out a question skips it, or was not asked it
        where it has a condition. Level 0 is the most protective; where levels are chosen by question, `level` may map
        questions to levels, and must be chosen before the answers are.

        Raises BadAnswer before anything is sent. The perturbation is drawn once: a repetition sends the same bytes.
        """
        chosen = stated(self.definition, level)
        record = record_of(self.definition, answers, chosen, entropy or SystemEntropy())
        secret = secrets.token_bytes(KEY_BYTES) if key is None else key
        report = {
            "version": self.hash,
            "level": chosen,
            "key": _text(secret),
            "proof": "",
            "record": _text(record),
        }
        self._door.post("reports/", report, repeat=True)  # The report's own key makes a repetition harmless.
        return Receipt(version=self.hash, level=chosen, record=record.hex(), number=hashlib.sha256(secret).hexdigest())

    def withdraw(self, receipt: Receipt) -> None:
        """Takes a report back. The answer is the same whether it was still there."""
        self._door.post("reports/withdrawals/", {"version": receipt.version, "receipt": receipt.number}, repeat=True)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")

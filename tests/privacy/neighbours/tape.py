"""This module is about entropy and clock on a tape, so that two worlds that are built alike are alike to the byte."""

import hashlib
import os
import random
from datetime import UTC, datetime

import pytest
import time_machine
from django.db.models.functions import Now

MOMENT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


class Tape:
    """These are the random bytes of one step after the other. What a step draws does not move what the next ones draw:
    a step that draws more in one world than in the other leaves no trace behind it."""

    def __init__(self) -> None:
        self._step, self._drawn = "", 0

    def step(self, name: str) -> None:
        self._step, self._drawn = name, 0

    def __call__(self, length: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"{self._step} {self._drawn}".encode()).digest(length)


def on_tape(monkeypatch: pytest.MonkeyPatch) -> tuple[Tape, time_machine.travel]:
    """Returns the tape that is drawn from from now on, and the clock to be entered, which stands still."""
    tape = Tape()
    monkeypatch.setattr(os, "urandom", tape)
    monkeypatch.setattr(random, "_urandom", tape)  # `secrets` and `SystemRandom` draw from this function.
    moment = f"'{MOMENT:%Y-%m-%d %H:%M:%S.000000}'"
    monkeypatch.setattr(Now, "as_sqlite", lambda *_, **__: (moment, []))
    return tape, time_machine.travel(MOMENT, tick=False)

"""An adversary who knows a person's level and draw, and sees every table, cannot say which pieces of two blocks are the
person's.

The adversary looks after every step, so each piece is seen in its batch, block and level, and in any order that the
database gives. Their guess, who know one piece and besides how many sent which draw, is right no oftener than 1 in 20;
no order of the tables makes it better. Answers are so many that a piece tells whose it is, to the test alone. 1/20 and
four standard errors are passed by chance in less than 1 of 10 000 runs, for each order.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations
from math import sqrt

import pytest
from django.db import connection

from datahub.accounts.models import Person
from datahub_client.answering import record_of
from mechanisms.common.entropy import SeededEntropy
from surveys.models import Counts, Report, Version
from surveys.reports import ingest
from surveys.running.close import close
from surveys.tests.factories import a_version, question, read, send, sweep_and_work, text, work

pytestmark = pytest.mark.django_db(transaction=True)

MANY = [{"id": f"o{number}", "label": str(number)} for number in range(60)]
QUESTIONS = [question(f"q{number}", options=MANY, may_skip=False) for number in range(1, 6)]
SEND = {"questions": "some", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}
LEVELS = [{"epsilon": "4"}, {"epsilon": "6"}]  # These levels send two and three of the five questions.
PEOPLE, BURST = 450, 150
MOST = 1 / 20

Piece = tuple[str, int, bytes]  # The block, level and bytes of a piece.
Sent = tuple[int, dict[str, bytes]]  # A person's level, and the bytes of each block.


@pytest.fixture(autouse=True)
def no_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves out the estimates, which name no report, and take longer than all else."""
    monkeypatch.setattr("surveys.results.services.estimate", lambda claim: claim.fail("not_wanted"))


@pytest.fixture
def answered(ana: Person) -> Callable[[], tuple[Version, list[Sent]]]:
    """Returns the people by arrival, two thirds of them at the first level; the version closes at the end."""

    def answer() -> tuple[Version, list[Sent]]:
        version = a_version(ana, questions=QUESTIONS, levels=LEVELS, send=SEND)
        sent = []
        for number in range(PEOPLE):
            level = int(number % 3 == 0)
            record = a_record(version, level, number)
            sent.append((level, pieces_of(version, level, record)))
            key = text(number.to_bytes(16, "big"))
            report = {"key": key, "level": level, "proof": "", "record": text(record), "version": version.hash}
            assert send(report).status == 202
            if number % BURST == BURST - 1:
                sweep_and_work()
        close(actor=None, rule="test", survey_id=version.survey_id, number=1)
        work()
        return version, sent

    return answer


def a_record(version: Version, level: int, number: int) -> bytes:
    # All people give the same answers, so answers tell nobody apart.
    answers = {item["id"]: "o7" for item in QUESTIONS}
    return record_of(json.loads(version.definition), answers, level, SeededEntropy(number))


def pieces_of(version: Version, level: int, record: bytes) -> dict[str, bytes]:
    return {part.block: record[part.start : part.stop] for part in read(version).levels[level].drawn(record[0]).parts}


def tables() -> dict[str, list[tuple[str, Piece]]]:
    """Returns every report with its batch, in the order of each view."""
    vendor = {"postgresql": "ctid", "sqlite": "rowid"}[connection.vendor]
    return {order: _rows(order) for order in ("id", "record", vendor)}


def _rows(order: str) -> list[tuple[str, Piece]]:
    with connection.cursor() as cursor:
        table = Report._meta.db_table
        # The names are constants.
        cursor.execute(f"SELECT batch_id, block, level, record FROM {table} ORDER BY {order}")  # noqa: S608
        return [(str(batch), (block, level, bytes(record))) for batch, block, level, record in cursor.fetchall()]


def guesses(rows: Sequence[tuple[str, Piece]], sent: Sequence[Sent]) -> tuple[int, int]:
    """Returns how many links of two pieces are right, and how many are guessed. A guess links pieces of two blocks, of
    the same batch and level, at the same position of a view, counted from either end."""
    cells = defaultdict[tuple[str, int, str], list[bytes]](list)
    batch_of = {piece: batch for batch, piece in rows}
    for batch, (block, level, record) in rows:
        cells[batch, level, block].append(record)
    forth = back = guessed = 0
    for level, pieces in sent:
        for (first, own), (other, wanted) in combinations(pieces.items(), 2):
            batch = batch_of[first, level, own]
            known, candidates = cells[batch, level, first], cells[batch, level, other]
            along = (known.index(own) + 0.5) / len(known)
            forth += candidates[int(along * len(candidates))] == wanted
            back += candidates[int((1 - along) * len(candidates))] == wanted
            guessed += 1
    return max(forth, back), guessed


def best_chance(rows: Sequence[tuple[str, Piece]], sent: Sequence[Sent]) -> float:
    """Returns the best chance that two pieces are one person's, for an observer who knows how many people of each batch
    sent both blocks."""
    batch_of = {piece: batch for batch, piece in rows}
    cells = Counter((batch, level, block) for batch, (block, level, _) in rows)
    together = Counter(
        (batch_of[first, level, pieces[first]], level, first, other)
        for level, pieces in sent
        for first, other in combinations(pieces, 2)
    )
    return max(
        both / (cells[batch, level, first] * cells[batch, level, other])
        for (batch, level, first, other), both in together.items()
    )


def test_two_pieces_of_a_person_whose_level_and_draw_are_known_are_linked_no_oftener_than_1_in_20(
    answered: Callable[[], tuple[Version, list[Sent]]],
) -> None:
    version, sent = answered()
    seen = tables()
    pieces = [(block, level, own) for level, of_person in sent for block, own in of_person.items()]
    assert len(set(pieces)) == len(pieces)
    assert {len(of_person) for _, of_person in sent} == {2, 3}
    stored = [piece for _, piece in seen["id"]]
    assert sorted(stored) == sorted(pieces)
    cells = Counter((batch, level, block) for batch, (block, level, _) in seen["id"])
    assert len({batch for batch, _, _ in cells}) > 1
    assert min(cells.values()) >= 20
    assert best_chance(seen["id"], sent) <= MOST
    links = {order: guesses(rows, sent) for order, rows in seen.items()}
    for right, guessed in links.values():
        assert guessed == sum(len(of_person) * (len(of_person) - 1) // 2 for _, of_person in sent)
        assert right <= MOST * guessed + 4 * sqrt(MOST * guessed), links
    assert {counts.left_out for counts in Counts.objects.filter(version=version)} == {0}


@pytest.mark.slow
@pytest.mark.depends_on("surveys", "datahub", "mechanisms", "client")
def test_an_ingest_that_keeps_the_order_of_arrival_is_caught(
    answered: Callable[[], tuple[Version, list[Sent]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """This fault leaves the pieces of each block in the order of arrival."""
    monkeypatch.setattr(ingest, "in_random_order", list)
    _, sent = answered()
    links = {order: guesses(rows, sent) for order, rows in tables().items()}
    right, guessed = links.get("rowid") or links["ctid"]
    assert right > MOST * guessed + 4 * sqrt(MOST * guessed), links

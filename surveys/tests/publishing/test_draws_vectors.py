"""The test vectors of the answer page hold for the platform too: the draw that a word chooses, and the parts of a
record."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mechanisms.catalogue import mechanism
from mechanisms.ldp.shapes.lots import lot_of
from surveys.errors import BadRecord, WrongLength
from surveys.intake.report import Report, check
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.publishing.draws import CIRCLE, Draw, check_draws
from surveys.publishing.layout import Level, Part
from surveys.tests.factories import draft

VECTORS = json.loads((Path(__file__).resolve().parents[3] / "tests" / "vectors" / "draws.json").read_text("utf-8"))
MOST_DRAWS = 255
# Every byte is a report of this mechanism.
ANY_BYTE = mechanism("generalized-randomized-response", answers=256, epsilon="2")


@pytest.mark.parametrize("listed", VECTORS["lists"], ids=lambda listed: f"{len(listed['draws'])} draws")
def test_every_word_chooses_the_draw_that_it_chooses_on_the_page(listed: Any) -> None:
    draws = [Draw(draw["weight"], tuple(draw["blocks"])) for draw in listed["draws"]]
    check_draws(draws, {block: [block] for block in sorted({block for draw in draws for block in draw.blocks})})
    assert [lot_of(word, [draw.weight for draw in draws]) for word, _ in listed["words"]] == [
        index for _, index in listed["words"]
    ]
    assert {index for _, index in listed["words"]} == set(range(len(draws)))


def a_definition(draw: int, reports: int, length: int) -> Definition:
    """Returns a definition with one level and the most draws allowed; the named draw sends so many blocks of one
    byte.
    """
    parts = tuple(
        Part(field=f"b{number}.1", block=f"b{number}", mechanism=ANY_BYTE, start=number, stop=number + 1)
        for number in range(1, length)
    )
    blocks = [tuple(part.block for part in parts)] * MOST_DRAWS
    blocks[draw] = blocks[draw][:reports]
    draws = tuple(Draw(CIRCLE // MOST_DRAWS + (not index), own) for index, own in enumerate(blocks))
    whole = read(text_of(build(draft(), survey="s", number=1, bundle="b" * 64, simulated=False)))
    level = Level(id=0, eps_report=whole.levels[0].eps_report, record_bytes=length, parts=parts, draws=draws)
    return replace(whole, levels=(level,))


def arriving(record: bytes) -> Report:
    return Report(version="", level=0, key=b"", proof="", record=record, body=b"")


@pytest.mark.parametrize("vector", VECTORS["records"], ids=lambda vector: vector["record"])
def test_the_intake_takes_a_record_of_the_page_and_finds_its_reports(vector: Any) -> None:
    record, reports = bytes.fromhex(vector["record"]), bytes.fromhex(vector["reports"])
    definition = a_definition(vector["draw"], len(reports), vector["length"])
    check(arriving(record), definition)
    layout = definition.levels[0].drawn(record[0])
    assert record[0] == vector["draw"]
    assert b"".join(record[part.start : part.stop] for part in layout.parts) == reports


@pytest.mark.parametrize("vector", VECTORS["refused"], ids=lambda vector: vector["record"])
def test_the_intake_refuses_what_the_page_refuses(vector: Any) -> None:
    record = bytes.fromhex(vector["record"])
    definition = a_definition(record[0], vector["bytes"], vector["length"])
    code = BadRecord if len(record) == vector["length"] else WrongLength
    with pytest.raises(code):
        check(arriving(record), definition)

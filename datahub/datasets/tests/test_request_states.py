"""These tests cover every step of every party in every state: what the table does not name is refused. Runs without
Django."""

import csv
import itertools
from pathlib import Path

import pytest

from datahub.datasets.errors import NotInThisState
from datahub.datasets.rules.requests import DEEDS, ENDED, PARTIES, STATES, Deed, Party, State, after, possible

ROWS = list(csv.DictReader((Path(__file__).parent / "requests_table.csv").read_text().splitlines()))
TABLE = {(row["state"], row["deed"], party): row[party] for row in ROWS for party in PARTIES}


def test_the_table_has_every_cell_once() -> None:
    assert set(TABLE) == set(itertools.product(STATES, DEEDS, PARTIES))
    assert len(ROWS) * len(PARTIES) == len(TABLE)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("party", PARTIES)
def test_a_step_leads_where_the_table_says_or_is_refused(state: State, deed: Deed, party: Party) -> None:
    wanted = TABLE[state, deed, party]
    assert (deed in possible(state, party)) == bool(wanted)
    if wanted:
        assert after(state, deed, party) == wanted
        return
    with pytest.raises(NotInThisState, match=f"The request is {state}"):
        after(state, deed, party)


def test_what_has_ended_stays_ended() -> None:
    assert not any(possible(state, party) for state in ENDED for party in PARTIES)


def test_nobody_but_the_owner_leads_to_an_approval() -> None:
    assert {(state, party) for (state, _, party), to in TABLE.items() if to == "approved"} == {("submitted", "owner")}

"""Requests for access follow this one state machine, for pages and programs alike. No Django, no clock."""

from collections.abc import Mapping
from typing import Literal

from datahub.datasets.errors import NotInThisState

State = Literal["draft", "submitted", "questions", "approved", "refused", "revoked"]
Deed = Literal["edit", "submit", "withdraw", "ask", "approve", "refuse", "revoke"]
Party = Literal["asker", "owner"]
STATES: tuple[State, ...] = ("draft", "submitted", "questions", "approved", "refused", "revoked")
DEEDS: tuple[Deed, ...] = ("edit", "submit", "withdraw", "ask", "approve", "refuse", "revoke")
PARTIES: tuple[Party, ...] = ("asker", "owner")
ENDED: frozenset[State] = frozenset({"refused", "revoked"})

TRANSITIONS: Mapping[tuple[State, Deed, Party], State] = {
    ("draft", "edit", "asker"): "draft",
    ("draft", "submit", "asker"): "submitted",
    ("submitted", "withdraw", "asker"): "draft",
    ("submitted", "ask", "owner"): "questions",
    ("submitted", "approve", "owner"): "approved",
    ("submitted", "refuse", "owner"): "refused",
    ("questions", "edit", "asker"): "questions",
    ("questions", "submit", "asker"): "submitted",
    ("questions", "withdraw", "asker"): "draft",
    ("questions", "refuse", "owner"): "refused",
    ("approved", "revoke", "owner"): "revoked",
    ("approved", "revoke", "asker"): "revoked",
}
DEED_OF: Mapping[str, Deed] = {  # each state that somebody may ask for, with the deed that leads to it
    "submitted": "submit",
    "draft": "withdraw",
    "questions": "ask",
    "approved": "approve",
    "refused": "refuse",
    "revoked": "revoke",
}


def after(state: State, deed: Deed, party: Party) -> State:
    """Returns the state of a request after a step. NotInThisState if this party cannot do this now."""
    step = TRANSITIONS.get((state, deed, party))
    if step is None:
        raise NotInThisState(f"The request is {state}: {_possible(state, party)}")
    return step


def possible(state: State, party: Party) -> list[Deed]:
    return [deed for deed in DEEDS if (state, deed, party) in TRANSITIONS]


def _possible(state: State, party: Party) -> str:
    deeds = possible(state, party)
    return f"the {party} can {', '.join(deeds)} it." if deeds else f"there is nothing for the {party} to do."

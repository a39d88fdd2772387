"""A transaction that locks a person keeps no other waiting that only names this person in a row of its own."""

from collections.abc import Callable

import pytest
from django.db import OperationalError, connection, transaction

from datahub.accounts.models import Person
from datahub.accounts.services import _check_room_for_token
from datahub.policies.hold.invitations import _check_room
from datahub.policies.services import check_room
from datahub.policies.tests.people import a_person

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one lock for the whole file"),
]


def of_surveys(person: Person) -> None:
    check_room(person, kind="survey", most=1000)


@pytest.mark.parametrize("turn", [of_surveys, _check_room, _check_room_for_token])
def test_a_row_that_names_a_person_is_written_while_somebody_has_their_turn(turn: Callable[[Person], None]) -> None:
    """A foreign key is checked by a lock on the row it names, which would wait for a lock FOR UPDATE."""
    person = a_person("bo")
    other = connection.copy()
    try:
        with transaction.atomic():
            turn(person)
            with other.cursor() as cursor:
                cursor.execute("SELECT 1 FROM accounts_person WHERE id = %s FOR KEY SHARE NOWAIT", [person.pk])
                assert cursor.fetchone() == (1,)
    finally:
        other.close()


def test_two_who_want_a_turn_at_one_person_take_turns() -> None:
    person = a_person("bo")
    other = connection.copy()
    try:
        with transaction.atomic():
            of_surveys(person)
            with other.cursor() as cursor, pytest.raises(OperationalError):
                cursor.execute("SELECT 1 FROM accounts_person WHERE id = %s FOR NO KEY UPDATE NOWAIT", [person.pk])
    finally:
        other.close()

"""These tests cover what the store's operator sees: the lines of docs/concepts/who-learns-what.md, declared leaks
included."""

from collections import Counter
from collections.abc import Collection as Ids
from collections.abc import Iterator
from datetime import date

import pytest

from datahub.api.ref import Ref
from datahub.vault.collections.rules.plan import Field, Plan
from datahub.vault.models import SecureCollection
from datahub.vault.services import create_collection, open_collection
from datahub.vault.store.port import Document, DocumentStore
from datahub.vault.tests.factories import a_data_set, a_permit

pytestmark = pytest.mark.django_db
PLAN = Plan(
    (
        Field(name="surname", type="text", width=30),
        Field(name="diagnosis", type="text", width=30),
        Field(name="born", type="date"),
        Field(name="town", type="text", width=20, kind="eq", bits=20),
    )
)
TOWNS = ("Budapest", "Szeged", "Pécs")
PEOPLE = [
    (f"Surname{number}", ("asthma", "diabetes mellitus")[number % 2], date(1950 + number, 1, 1), TOWNS[number % 3])
    for number in range(30)
]


@pytest.fixture
def people(store: DocumentStore) -> Ref:
    ref = a_data_set()
    create_collection(a_permit(ref), ref, PLAN, name="patients").bulk_load(PEOPLE)
    return ref


def seen(store: DocumentStore, ref: Ref) -> list[Document]:
    return [
        document for piece in store.scan(SecureCollection.objects.get(ref=str(ref)).stored_as) for document in piece
    ]


def test_a_copy_of_the_store_holds_no_value_and_no_name(store: DocumentStore, people: Ref) -> None:
    stored_as = SecureCollection.objects.get(ref=str(people)).stored_as
    everything = stored_as.encode() + b"".join(
        document.id
        + document.sealed
        + document.tag
        + b"".join(name.encode() + token for name, token in document.tokens.items())
        for document in seen(store, people)
    )
    words = {"patients", *PLAN.names, *(str(value) for row in PEOPLE for value in row)}
    assert not [word for word in words if word.encode() in everything or word.encode().hex().encode() in everything]


def test_all_records_have_one_length(store: DocumentStore, people: Ref) -> None:
    assert len({(len(document.sealed), *map(len, document.tokens.values())) for document in seen(store, people)}) == 1


def test_a_copy_tells_how_many_records_there_are_and_which_share_a_token(store: DocumentStore, people: Ref) -> None:
    """The leak that is declared: three towns have ten people each."""
    documents = seen(store, people)
    assert len(documents) == 30
    tokens = Counter(token for document in documents for token in document.tokens.values())
    assert sorted(tokens.values()) == [10, 10, 10]
    assert len({document.sealed for document in documents}) == 30


def test_who_watches_sees_which_token_is_asked_and_how_many_answer(
    store: DocumentStore, people: Ref, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The leak of a question is the one declared, and it names no value."""
    questions: list[tuple[str, tuple[bytes, ...], int]] = []
    real = type(store).find

    def watched(itself: DocumentStore, collection: str, name: str, tokens: Ids[bytes]) -> Iterator[Document]:
        answer = list(real(itself, collection, name, tokens))
        questions.append((name, tuple(tokens), len(answer)))
        return iter(answer)

    monkeypatch.setattr(type(store), "find", watched)
    for _ in range(2):
        open_collection(a_permit(people), people, name="patients").find(equal={"town": "Szeged"})
    first, second = questions
    assert first == second  # the same question gives the same token
    assert first[2] == 10
    assert b"Szeged" not in b"".join(first[1])
    assert "town" not in first[0]

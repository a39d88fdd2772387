"""Anybody may read what the platform perturbs with."""

from django.test import Client

from mechanisms.catalogue import MECHANISMS


def test_the_catalogue_is_public_and_whole(db: None) -> None:
    answer = Client().get("/api/v1/mechanisms/")
    assert answer.status_code == 200
    assert [row["slug"] for row in answer.json()] == [offered.slug for offered in MECHANISMS]
    assert all(row["guarantee"] and row["source"] for row in answer.json())

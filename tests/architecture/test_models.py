"""Foreign keys point down; import-linter cannot see those that are named in strings."""

from collections.abc import Iterable

from django.apps import apps
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models import ForeignKey, Model
from django.db.models.signals import post_migrate

from datahub.jobs.shares import Share, share_of

LOWEST_FIRST = (
    "contenttypes",
    "auth",
    "sessions",
    "api",
    "audit",
    "jobs",
    "accounts",
    "account",
    "mfa",
    "policies",
    "vault",
    "ledger",
    "datasets",
    "releases",
    "analyses",
    "evaluations",
    "surveys",
    "processes",
)


def upward(keys: Iterable[tuple[str, str]]) -> list[str]:
    """Returns the faults among pairs (room that holds the key, room it points to)."""
    return [
        f"{source} points up to {target}"
        for source, target in keys
        if LOWEST_FIRST.index(target) > LOWEST_FIRST.index(source)
    ]


def keys_of(models: Iterable[type[Model]]) -> list[tuple[str, str]]:
    return [
        (model._meta.app_label, field.related_model._meta.app_label)
        for model in models
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey) and isinstance(field.related_model, type)
    ]


def test_every_foreign_key_points_down() -> None:
    keys = keys_of(apps.get_models())
    assert ("surveys", "surveys") in keys  # The walk finds at least this key.
    assert upward(keys) == []


def test_a_key_that_points_up_is_found() -> None:
    assert upward([("jobs", "surveys")]) == ["jobs points up to surveys"]


def test_every_room_with_models_has_its_place() -> None:
    assert {model._meta.app_label for model in apps.get_models()} <= set(LOWEST_FIRST)


def test_every_object_has_a_description_and_every_clock_kind_is_a_job() -> None:
    assert set(settings.CLOCK) <= set(settings.JOBS)
    assert {"person", "survey", "job"} <= set(settings.OBJECTS)


def test_every_kind_of_job_is_done_by_one_kind_of_worker() -> None:
    listed = [*settings.LONG, *settings.SLOW, *settings.PROMPT]
    assert len(listed) == len(set(listed))
    assert set(listed) | set(settings.NEVER_REFUSED) | set(settings.ON_DEMAND) <= set(settings.JOBS)
    assert {share_of(kind) for kind in settings.PROMPT} == {Share.USUAL}


def test_what_takes_long_is_done_by_a_worker_of_its_own() -> None:
    """A new kind of analysis or evaluation is put among the long ones, or here: somebody has measured it."""
    short = {"analyses.count"}
    heavy = {kind for kind in settings.JOBS if kind.startswith(("analyses.", "evaluations."))}
    assert {kind for kind in heavy if share_of(kind) == Share.USUAL} == short


def test_only_django_writes_rows_after_migrations() -> None:
    """Tests that commit do not have those rows written anew when they have emptied the tables: see `conftest.py`."""
    receivers = {receiver for app in apps.get_app_configs() for receiver in post_migrate._live_receivers(app)[0]}
    assert receivers == {create_permissions, create_contenttypes}

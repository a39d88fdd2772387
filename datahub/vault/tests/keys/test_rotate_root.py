"""Every data set opens as before when the root is new, the old root is gone, and a kill at any step loses nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from datahub.api.ref import Ref
from datahub.vault.keys import keyring, kms, roots
from datahub.vault.models import DataSetKey, RootKey
from datahub.vault.tests.factories import a_data_set, a_permit

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """A kill is not an Exception, so that no code catches it."""


@pytest.fixture
def data_sets(data_set: Ref) -> dict[Ref, bytes]:
    refs = [data_set, a_data_set(), a_data_set()]
    for ref in refs[1:]:
        keyring.create(ref)
    return {ref: keyring.keys_of(a_permit(ref), ref).field("a", "b", "rnd").secret for ref in refs}


def opened(refs: dict[Ref, bytes]) -> dict[Ref, bytes]:
    return {ref: keyring.keys_of(a_permit(ref), ref).field("a", "b", "rnd").secret for ref in refs}


def silent(done: int, total: int) -> None:
    return None


def kept(key_folder: Path) -> set[str]:
    return set(json.loads((key_folder / kms.FILE).read_bytes())["roots"])


def test_every_data_set_opens_and_the_old_root_is_gone(data_sets: dict[Ref, bytes], key_folder: Path) -> None:
    old = RootKey.objects.get().pk
    wrapped = set(DataSetKey.objects.values_list("wrapped", flat=True))
    new = roots.rotate_root(silent)
    assert opened(data_sets) == data_sets
    assert kept(key_folder) == {new} == {root.pk for root in RootKey.objects.all()}
    assert old != new
    assert not wrapped & set(DataSetKey.objects.values_list("wrapped", flat=True))


@pytest.mark.parametrize(
    ("where", "name"),
    [
        (kms.PassphraseFile, "add_root"),
        (kms.PassphraseFile, "wrap"),
        (kms.PassphraseFile, "drop_root"),
        (roots, "rewrap"),
        (roots, "drop_unused"),
        (roots, "record"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_killed_at_any_step_everything_opens_and_the_next_run_ends_it(
    data_sets: dict[Ref, bytes],
    key_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    where: Any,
    name: str,
    before: bool,
) -> None:
    real: Callable[..., Any] = getattr(where, name)

    def cut(*args: Any, **kwargs: Any) -> Any:
        if not before:
            real(*args, **kwargs)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(where, name, cut)
        with pytest.raises(Killed):
            roots.rotate_root(silent)
    monkeypatch.setattr(kms, "_adapters", {})  # the process forgets the opened roots, as a new one has none
    assert opened(data_sets) == data_sets
    new = roots.rotate_root(silent)
    assert opened(data_sets) == data_sets
    assert kept(key_folder) == {new}


def test_a_data_set_made_while_the_root_changes_opens_after(data_sets: dict[Ref, bytes]) -> None:
    ref = a_data_set()

    def make_one(done: int, total: int) -> None:
        keyring.create(ref)

    roots.rotate_root(make_one)
    assert keyring.keys_of(a_permit(ref), ref).ref == ref


def test_a_root_that_a_row_is_under_is_never_dropped(data_sets: dict[Ref, bytes], key_folder: Path) -> None:
    roots._add()
    roots.drop_unused()
    assert len(kept(key_folder)) == 2
    assert opened(data_sets) == data_sets

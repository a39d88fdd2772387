"""A long table is handed out block by block, and one that is too long for memory is refused."""

from pathlib import Path

import pytest

from datahub.analyses.anonymise.tests.test_guard_a_release import left_on_disk
from datahub.analyses.tests.factories import released
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor
from datahub.releases import folders
from datahub.releases.services import keep
from datahub.releases.views import releases

pytestmark = pytest.mark.django_db


def test_a_table_that_is_too_long_for_memory_is_refused(
    owner: Visitor, data_set: DataSet, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keep, "MOST_BYTES", 100)
    release = released(owner, data_set)
    assert (release["state"], left_on_disk(data_folder)) == ("failed", [])


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_long_table_is_handed_out_in_blocks_with_the_same_bytes(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.setattr(folders, "PIECE_BYTES", 64)
    path = f"releases/{released(owner, data_set)['id']}/file/"
    whole = owner.get(path, **{"as": form})
    monkeypatch.setattr(releases, "AT_ONCE_BYTES", 100)
    streamed = owner.get(path, **{"as": form})
    assert (whole.streaming, streamed.streaming) == (False, True)
    assert streamed.getvalue() == whole.content
    assert streamed["Content-Disposition"] == whole["Content-Disposition"]

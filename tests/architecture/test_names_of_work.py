"""Every kind of work that is under way has a name, because whoever looks at it reads names: administrators see every
kind there is."""

import re
from pathlib import Path

import pytest
from django.conf import settings

WORDS = Path(__file__).resolve().parents[2] / "frontend/src/studio/words"


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_every_kind_of_work_has_a_name_on_the_first_page(language: str) -> None:
    home = (WORDS / language / "home.ts").read_text("utf-8")
    named = dict(re.findall(r'^      "(\w+\.\w+)": "(.+)",$', home, re.MULTILINE))
    assert set(named) == set(settings.JOBS)
    assert len(set(named.values())) == len(named)

"""Whatever is sent as a SurveyJS questionnaire becomes a draft, or is refused in words."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surveys.drafts.portable import draft_in, portable
from surveys.drafts.surveyjs.survey import draft_of
from surveys.errors import DraftRefused

NAMES = """
    pages elements questions type name title choices value text default de visibleIf rows columns
    rateMin rateMax rateValues min max inputType html triggers visible locale isRequired panel
    hasOther radiogroup checkbox rating matrix boolean dropdown slider number date {q}=1 {name} <b>
    a|b \u202e
"""
WORDS = st.sampled_from(NAMES.split())
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-200, 200) | st.floats(allow_nan=False) | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=3), inner, max_size=6),
    max_leaves=40,
)


@settings(deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(WORDS, VALUES, max_size=6), st.lists(st.dictionaries(WORDS, VALUES, max_size=8), max_size=5))
def test_whatever_is_sent_becomes_a_draft_or_is_refused(survey: dict[str, Any], elements: list[dict[str, Any]]) -> None:
    try:
        draft, _ = draft_of(survey | {"pages": [{"elements": elements}, *elements]})
    except DraftRefused:
        return
    assert draft_in(portable(draft)) == draft  # draft_in() checks the shape, and a file loses nothing.

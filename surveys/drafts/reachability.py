"""These rules make sure that no answer decides whether a respondent can finish: otherwise an accepted report would
reveal that answer unperturbed.

What stands between a person and Send is a tick, an answer that is needed, and a value outside its limits. A tick and
an answer that are asked of everybody say nothing, as long as every answer is taken; whatever else is needed is refused.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from surveys.questions.all import item_type
from surveys.questions.checks import Faults
from surveys.questions.domain import conditional, has_limits
from surveys.questions.number_estimate import why_not_asked

Item = Mapping[str, Any]


def check_finishing(items: Sequence[Item], faults: Faults) -> None:
    """The items are whole, with ids of their own."""
    unasked = conditional(items)
    for number, item in enumerate(items):
        if item_type(item).needs_tick and item["id"] in unasked:
            faults[f"questions.{number}.show_if"] = (
                "is not allowed on a consent, nor on its page: who can finish would depend on an answer"
            )
        elif refused := why_not_asked(item, may_be_unasked=item["id"] in unasked):
            field, rule = refused
            faults[f"questions.{number}.{field}"] = rule
        elif not item.get("may_skip", True) and (why := why_skippable(item, may_be_unasked=item["id"] in unasked)):
            faults[f"questions.{number}.may_skip"] = f"must be true, as {why}: who can finish would depend on an answer"


def why_skippable(item: Item, *, may_be_unasked: bool) -> str:
    """Returns why a question must allow skipping; empty where it need not."""
    if may_be_unasked:
        return "not everybody is asked"
    if has_limits(item):
        return "not every value is taken"
    return ""

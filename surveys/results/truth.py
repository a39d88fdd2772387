"""State what a demonstration's computed people answered, so that results can be compared with it."""

from collections.abc import Mapping

from surveys.errors import NotSimulated
from surveys.models import SimulatedTruth, Version


def state_truth(*, version: Version, shares: Mapping[str, Mapping[str, float]]) -> SimulatedTruth:
    """States the true shares of a simulated survey. Errors: refused for a survey of real people, whose truth the
    platform must not know and cannot store."""
    if not version.survey.simulated:
        raise NotSimulated("Only a simulated survey has a truth that is known.")
    truth, _ = SimulatedTruth.objects.update_or_create(
        version=version, defaults={"shares": {question: dict(answers) for question, answers in shares.items()}}
    )
    return truth

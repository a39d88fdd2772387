"""What settings.JOBS runs for this room."""

from datahub.evaluations import services
from datahub.jobs.claims import Claim


def run(claim: Claim) -> None:
    services.run(claim)

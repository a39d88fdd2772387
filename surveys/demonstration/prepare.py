"""This module creates the demonstration's researcher and survey once; a second call finds them again."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from datahub.accounts import services as accounts
from datahub.accounts.models import Person
from surveys.demonstration.people import People, questionnaire, true_shares
from surveys.drafts import services
from surveys.models import Survey, Version
from surveys.publishing import definition as definitions
from surveys.publishing.publish import publish
from surveys.results.truth import state_truth

ADDRESS = "researcher@demonstration.example"
NAME = "Demonstration researcher"
TOKEN_LIFE = timedelta(days=1)
RULE = "the demonstration prepares its own survey"


@dataclass(frozen=True)
class Demonstration:
    """A demonstration is the state that one start keeps for the next. `seed` reproduces its simulated people; `sent`
    says that all their reports were accepted; `data_set` is the id of its data set once that is complete."""

    survey: UUID
    seed: int
    sent: bool = False
    data_set: UUID | None = None

    def keep(self, path: Path) -> None:
        aside = path.with_suffix(".new")
        aside.write_text(json.dumps(asdict(self), default=str), encoding="ascii")
        os.replace(aside, path)


def recall(path: Path) -> Demonstration | None:
    """Returns the demonstration that an earlier start kept, unless its survey is gone."""
    if not path.is_file():
        return None
    kept = json.loads(path.read_text(encoding="ascii"))
    data_set = kept.get("data_set")  # Demonstrations of earlier versions had no data set.
    demonstration = Demonstration(
        survey=UUID(kept["survey"]), seed=kept["seed"], sent=kept["sent"], data_set=UUID(data_set) if data_set else None
    )
    return demonstration if Survey.objects.filter(pk=demonstration.survey).exists() else None


@transaction.atomic
def researcher() -> Person:
    """Signs in by link only: the password is drawn and thrown away."""
    person = Person.objects.filter(email=ADDRESS).first()
    if person is None:
        person = accounts.register(email=ADDRESS, password=uuid4().hex + uuid4().hex, name=NAME)
        accounts.prove_address(actor=None, person=person, reason=RULE)
    return person


@transaction.atomic
def publish_survey(person: Person, people: People) -> Version:
    survey = services.create(actor=person, id=uuid4(), draft=questionnaire(), simulated=True)
    version = publish(actor=accounts.ref_of(person), rule=RULE, survey_id=survey.pk)
    state_truth(version=version, shares=truth(version, people))
    return version


def truth(version: Version, people: People) -> dict[str, dict[str, float]]:
    shares = true_shares(people)
    return {
        question.id: {answer.id: share for answer, share in zip(question.answers, shares[question.id], strict=True)}
        for question in definitions.read(version.definition).questions
    }


def definition_of(version: Version) -> dict[str, Any]:
    definition: dict[str, Any] = json.loads(version.definition)
    return definition


@contextmanager
def token_for(person: Person, *scopes: str) -> Iterator[str]:
    """Yields a token that is revoked when the work is done; one whose process was killed ends within a day."""
    token, text = accounts.create_token(
        actor=person, name="Demonstration", scopes=list(scopes), expires_at=timezone.now() + TOKEN_LIFE
    )
    try:
        yield str(text)
    finally:
        accounts.revoke_token(actor=person, token=token)

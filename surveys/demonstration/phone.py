"""*Your phone in 20 seconds*: a small survey in which one more answer visibly moves the dot.

Some simulated people have answered it, because nothing is shown of fewer than twenty; the next one is whoever scans
the code. As in every simulated survey, a batch may hold a single report.
"""

import io
import secrets
from pathlib import Path
from uuid import uuid4

import numpy as np
import segno

from datahub.accounts import services as accounts
from datahub.accounts.models import Person
from surveys.demonstration import prepare
from surveys.demonstration.answers import reports
from surveys.demonstration.people import People
from surveys.demonstration.send import send
from surveys.drafts import services
from surveys.drafts.questionnaire import empty_draft, with_parts
from surveys.models import Version
from surveys.publishing.publish import publish

PEOPLE, WITH_COFFEE = 40, 22
EPSILON = "2"  # Among so few people a smaller epsilon would hide even which half is larger.


def in_place(person: Person, kept: Path, url: str) -> Version:
    """Returns the survey with its simulated people, made at the first start."""
    phone = prepare.recall(kept)
    if phone is None:
        survey = services.create(actor=person, id=uuid4(), draft=questionnaire(), simulated=True)
        publish(actor=accounts.ref_of(person), rule=prepare.RULE, survey_id=survey.pk)
        phone = prepare.Demonstration(survey=survey.pk, seed=secrets.randbits(64), sent=False)
        phone.keep(kept)
    version = Version.objects.select_related("survey").get(survey=phone.survey, number=1)
    if not phone.sent:
        with prepare.token_for(person, "reports:bulk") as token:
            send(reports(prepare.definition_of(version), version.hash, people(), phone.seed), url=url, token=token)
        prepare.Demonstration(survey=phone.survey, seed=phone.seed, sent=True).keep(kept)
    return version


def questionnaire() -> dict[str, object]:
    question = {
        "id": "coffee",
        "type": "yes_no",
        "text": "Did you drink coffee today?",
        "help": "",
        "show_if": "",
        "options": [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}],
        "may_skip": False,
    }
    start = with_parts(empty_draft(), {"levels": [{"epsilon": EPSILON}]})
    return start | {
        "title": "Your phone in 20 seconds",
        "description": f"{PEOPLE} simulated people have answered. The next one is you.",
        "questions": [question],
    }


def people() -> People:
    return People({"coffee": np.array([0] * WITH_COFFEE + [1] * (PEOPLE - WITH_COFFEE))})


def code_for_terminal(link: str) -> str:
    """Returns a QR code of the link in half blocks, so that it fits a window; its light is white and its dark black,
    whatever the window's are."""
    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in drawn.getvalue().splitlines())

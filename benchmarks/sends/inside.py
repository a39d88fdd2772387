"""`python -m benchmarks.sends.inside prepare FILE COUNT | count`: acts on the DataHub that is measured."""

import base64
import json
import os
import secrets
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from datahub.accounts.services import ref_of  # noqa: E402
from mechanisms.common.entropy import SystemEntropy  # noqa: E402
from surveys.demonstration import prepare  # noqa: E402
from surveys.drafts import services  # noqa: E402
from surveys.models import InboxRow, Report, Version  # noqa: E402
from surveys.publishing import definition as rules  # noqa: E402
from surveys.publishing.publish import publish  # noqa: E402

QUESTIONS = 20


def questions() -> list[dict[str, Any]]:
    options = [{"id": f"o{number}", "label": str(number)} for number in range(5)]
    yes_no = [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}]
    scale = {"least": 1, "most": 5, "least_label": "", "most_label": ""}
    kinds: list[dict[str, Any]] = [
        {"type": "yes_no", "options": yes_no},
        {"type": "single_choice", "options": options, "shuffle": True},
        {"type": "scale", "scale": scale},
        {"type": "dropdown", "options": options, "shuffle": False},
    ]
    common = {"text": "Which?", "help": "", "show_if": "", "may_skip": True}
    return [{"id": f"q{number}", **common, **kinds[number % len(kinds)]} for number in range(QUESTIONS)]


def published() -> Version:
    draft: dict[str, Any] = {
        "title": "Twenty questions", "description": "", "language": "en", "languages": [], "translations": {},
        "questions": questions(), "pairs": [], "levels": [{"epsilon": "0.2"}, {"epsilon": "0.4"}], "opens_at": None,
        "closes_at": None, "cap_reports": None,
    }  # fmt: skip
    person = prepare.researcher()
    survey = services.create(actor=person, id=uuid4(), draft=draft, simulated=False)
    return publish(actor=ref_of(person), rule="the bench prepares its own survey", survey_id=survey.pk)


def bodies(version: Version, count: int) -> list[str]:
    definition, entropy = rules.read(version.definition), SystemEntropy()
    texts = []
    for number in range(count):
        level = definition.levels[number % len(definition.levels)]
        parts = [part.oracle.pack(part.oracle.perturb(0, entropy)) for part in level.parts]
        report = {
            "key": text(secrets.token_bytes(16)), "level": level.id, "proof": "", "record": text(b"".join(parts)),
            "version": version.hash,
        }  # fmt: skip
        texts.append(json.dumps(report, separators=(",", ":"), sort_keys=True))
    return texts


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        Path(sys.argv[2]).write_text("\n".join(bodies(published(), int(sys.argv[3]))), encoding="ascii")
    else:
        print(InboxRow.objects.filter(sealed__isnull=False).count() + Report.objects.count())

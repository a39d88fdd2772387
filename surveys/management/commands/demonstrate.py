"""Fills the demonstration survey and puts in its data set, both through the one door of a running DataHub, and prints
a link that signs in once."""

import secrets
from argparse import ArgumentParser
from dataclasses import replace
from http.client import HTTPException
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from datahub.accounts import services as accounts
from surveys.demonstration import data_set, phone, prepare
from surveys.demonstration.answers import reports
from surveys.demonstration.door import DoorClosed
from surveys.demonstration.people import everybody
from surveys.demonstration.send import NotAccepted, send
from surveys.models import Version

KEPT, PHONE = settings.DATA / "demonstration.json", settings.DATA / "phone.json"


class Command(BaseCommand):
    help = "Seed the demonstration survey and data set once and print the link that signs in as its researcher."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", required=True, help="where DataHub answers, for instance http://127.0.0.1:8000")
        parser.add_argument("--phones", default="", help="where phones of this network reach it; prints a QR code")

    def handle(self, *args: Any, url: str, phones: str, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError("The demonstration belongs to the embedded form; DATABASE_URL is set.")
        person = prepare.researcher()
        demonstration = prepare.recall(KEPT)
        if demonstration is None:
            version = prepare.publish_survey(person, everybody())
            demonstration = prepare.Demonstration(survey=version.survey_id, seed=secrets.randbits(64))
            demonstration.keep(KEPT)
        version = Version.objects.get(survey=demonstration.survey, number=1)
        path = accounts.issue_sign_in_link(person=person)
        self.say(f"Sign in as the demonstration's researcher (works once): {url}{path}")
        self.say(f"Answer the demonstration survey yourself:               {url}/s/{version.survey.slug}/")
        if phones:
            try:
                self.invite_phones(phone.in_place(person, PHONE, url), url, phones)
            except (DoorClosed, NotAccepted) as refusal:
                raise CommandError(f"No phone can be invited: {refusal}. Starting again continues.") from refusal
        if not demonstration.sent:
            with prepare.token_for(person, "reports:bulk") as token:
                demonstration = self.seed(demonstration, version, url, token)
        if demonstration.data_set is None:
            with prepare.token_for(person, *data_set.SCOPES) as token:
                self.put_under_lock(demonstration, url, token)

    def invite_phones(self, version: Version, url: str, phones: str) -> None:
        link = f"{phones}/s/{version.survey.slug}/"
        self.say(phone.code_for_terminal(link))
        self.say(f"Your phone in 20 seconds: scan the code, or open      {link}")
        self.say(f"Then watch your answer arrive:                        {url}/surveys/{version.survey_id}/results")

    def seed(
        self, demonstration: prepare.Demonstration, version: Version, url: str, token: str
    ) -> prepare.Demonstration:
        people = everybody()
        self.say(f"{len(people)} simulated people are answering ...")
        simulated = reports(prepare.definition_of(version), version.hash, people, demonstration.seed)
        try:
            send(simulated, url=url, token=token)
        except (DoorClosed, NotAccepted) as refusal:
            raise CommandError(
                f"The demonstration is not complete: {refusal}. Starting again continues it."
            ) from refusal
        demonstration = replace(demonstration, sent=True)
        demonstration.keep(KEPT)
        self.say("All of them have answered; the results page counts them batch by batch.")
        return demonstration

    def put_under_lock(self, demonstration: prepare.Demonstration, url: str, token: str) -> None:
        try:
            id_ = data_set.put_in(url=url, token=token, table=data_set.table())
        except (DoorClosed, OSError, HTTPException) as refusal:
            raise CommandError(f"The data set is not complete: {refusal}. Starting again continues it.") from refusal
        replace(demonstration, data_set=UUID(id_)).keep(KEPT)
        self.say(f"The same people as a data set under lock:               {url}/data/{id_}")

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

"""This module is about the whole job once, checked against the truth: publish, answer by program and in a browser,
estimate, compare."""

import secrets
import shutil
import time
from argparse import ArgumentParser
from typing import Any

import numpy as np
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from surveys.demonstration import door, prepare, verdict
from surveys.demonstration.answers import reports
from surveys.demonstration.people import EVERYBODY, TRAINING, People, everybody, true_shares
from surveys.demonstration.platform import running
from surveys.demonstration.send import send
from surveys.demonstration.visitors import answer_in_browser

VISITORS = 20
SCOPES = ("surveys:read", "surveys:write", "reports:bulk")
PATIENCE_SECONDS = 180
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Command(BaseCommand):
    help = "Rehearse in an empty data folder; fails if a truth lies outside its interval or an interval is too wide."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, help="repeat the people's draws of an earlier rehearsal")
        parser.add_argument("--people", type=int, default=TRAINING, help="how many answer over HTTP")
        parser.add_argument("--visitors", type=int, default=VISITORS, help="how many more answer in Chromium")
        parser.add_argument("--browser", default="", help="path of Chromium; default: the one on the PATH")

    def handle(self, *args: Any, seed: int | None, people: int, visitors: int, browser: str, **options: Any) -> None:
        if (settings.DATA / "datahub.sqlite3").exists() or not settings.EMBEDDED:
            raise CommandError(
                "A rehearsal needs an empty data folder and no DATABASE_URL; scripts/run --rehearse makes one."
            )
        if people + visitors > EVERYBODY:
            raise CommandError(f"There are {EVERYBODY} people, too few for {people} and {visitors} more.")
        browser = browser or next((path for name in BROWSERS if (path := shutil.which(name))), "")
        if visitors and not browser:
            raise CommandError("Chromium was not found: name it with --browser, or leave it out with --visitors 0.")
        seed = secrets.randbits(64) if seed is None else seed
        self.say(f"Rehearsal with seed {seed}: {people} people over HTTP, {visitors} in Chromium.")
        started = time.monotonic()
        everyone = everybody().part(0, people + visitors)
        with running(settings.BASE_DIR / "manage.py", settings.DATA / "serve.log") as url:
            results, definition = self.collect(url, everyone, visitors, seed, browser)
        self.judge(results, definition, everyone, time.monotonic() - started)

    def collect(self, url: str, everyone: People, visitors: int, seed: int, browser: str) -> tuple[Any, Any]:
        person = prepare.researcher()
        version = prepare.publish_survey(person, everyone)
        definition, survey = prepare.definition_of(version), str(version.survey_id)
        phones = len(everyone) - visitors
        with prepare.token_for(person, *SCOPES) as token:
            send(reports(definition, version.hash, everyone.part(0, phones), seed), url=url, token=token)
            if visitors:
                answer_in_browser(
                    definition,
                    everyone.part(phones, len(everyone)),
                    url=f"{url}/s/{version.survey.slug}/",
                    browser=browser,
                    frontend=settings.BASE_DIR / "frontend",
                )
            closing = f"/api/v1/surveys/{survey}/versions/1/"
            door.ask(url, closing, token=token, method="PATCH", body={"state": "closed"})
            results = door.wait_for_results(
                url, survey, token=token, reports=len(everyone), patience_seconds=PATIENCE_SECONDS
            )
        return results, definition

    def judge(self, results: Any, definition: Any, everyone: People, seconds: float) -> None:
        compared = verdict.lines(results, definition, true_shares(everyone))
        self.say(verdict.table(compared))
        inside = np.mean([line.low <= line.truth <= line.high for line in compared])
        share = f"{100 * inside:.0f} % of the 95 % intervals hold the truth"
        self.say(f"{results['reports']} reports in {seconds:.0f} s; {share}.")
        faults = verdict.faults(compared)
        if faults:
            raise CommandError("The rehearsal failed:\n" + "\n".join(faults))
        self.say(
            f"Passed: every truth lies inside its interval at family-wise error {verdict.FAMILY_ERROR:g}, "
            f"and no half-width exceeds {verdict.WIDEST} times the closed form."
        )

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

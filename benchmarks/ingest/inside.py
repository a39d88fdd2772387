"""`python -m benchmarks.ingest.inside prepare REPORTS ROWS | estimate | recount | ingest | plain`: acts on the bench's
DataHub.

All but the first print CPU seconds of what they did and the most memory this process held, as JSON.
"""

import itertools
import json
import os
import resource
import secrets
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
import numpy as np  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from datahub.accounts.services import ref_of  # noqa: E402
from datahub.jobs.execution import run  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402
from datahub.jobs.services import submit  # noqa: E402
from mechanisms.common.canonical import canonical  # noqa: E402
from mechanisms.common.entropy import SeededEntropy  # noqa: E402
from surveys.demonstration import prepare  # noqa: E402
from surveys.drafts import services  # noqa: E402
from surveys.drafts.services import ref_to  # noqa: E402
from surveys.intake import inbox  # noqa: E402
from surveys.intake.group_commit import MOST_AT_ONCE  # noqa: E402
from surveys.intake.inbox import Outcome, Row  # noqa: E402
from surveys.intake.report import Report as Sent  # noqa: E402
from surveys.models import Batch, Counts, Report, Version  # noqa: E402
from surveys.publishing import definition as rules  # noqa: E402
from surveys.publishing.definition import Definition  # noqa: E402
from surveys.publishing.publish import publish  # noqa: E402
from surveys.reports.random_order import in_random_order  # noqa: E402
from surveys.reports.tally import Tally, tally  # noqa: E402
from surveys.results.estimate import results  # noqa: E402
from surveys.running.close import close  # noqa: E402
from surveys.running.forget import forget_marks  # noqa: E402

ANSWERS, EPSILON, AT_ONCE = 128, "1", 50_000
MECHANISM = "subset-selection"
STORED, WAITING, PLAIN = "stored", "waiting", "plain"  # The titles of the three surveys.
RULE = "the bench prepares its own survey"


def published(title: str) -> Version:
    options = [{"id": f"o{number}", "label": str(number)} for number in range(ANSWERS)]
    question = {
        "id": "q1", "type": "single_choice", "text": "Which?", "help": "", "show_if": "", "options": options,
        "may_skip": False, "shuffle": False,
    }  # fmt: skip
    draft: dict[str, Any] = {
        "title": title, "description": "", "language": "en", "languages": [], "translations": {},
        "questions": [question], "pairs": [], "levels": [{"epsilon": EPSILON}], "opens_at": None, "closes_at": None,
        "cap_reports": None,
    }  # fmt: skip
    person = prepare.researcher()
    survey = services.create(actor=person, id=uuid4(), draft=draft, simulated=False)
    version = publish(actor=ref_of(person), rule=RULE, survey_id=survey.pk)
    [part] = rules.read(version.definition).levels[0].parts
    if part.oracle.slug != MECHANISM:
        raise RuntimeError(f"the question is answered by {part.oracle.slug}, not by {MECHANISM}")
    return version


def records(definition: Definition, count: int) -> Iterator[list[bytes]]:
    """Zipf's law over the answers, perturbed and packed."""
    entropy, [part] = SeededEntropy(2026), definition.levels[0].parts
    shares = 1 / np.arange(1, ANSWERS + 1)
    for start in range(0, count, AT_ONCE):
        size = min(AT_ONCE, count - start)
        people = np.random.default_rng(start).choice(ANSWERS, size=size, p=shares / shares.sum())
        yield [row.tobytes() for row in part.oracle.perturb_many(people, entropy)]


def store(count: int) -> None:
    """Stores reports in the form that an ingest leaves: rows in batches of a thousand, and their counts."""
    version = published(STORED)
    definition = rules.read(version.definition)
    size = definition.batch_most
    for packed in records(definition, count):
        with transaction.atomic():
            for start in range(0, len(packed), size):
                piece = packed[start : start + size]
                batch = Batch.objects.create(version=version, size=len(piece), short=False)
                Report.objects.bulk_create(
                    Report(id=uuid.uuid4(), batch=batch, level=0, record=record) for record in piece
                )
                add(version, tally(definition.levels[0], piece))


def add(version: Version, more: Tally) -> None:
    for counts in Counts.objects.filter(version=version):
        counts.reports += more.reports
        counts.people += more.reports
        counts.supports = [a + b for a, b in zip(counts.supports, more.supports[counts.block], strict=True)]
        counts.save(update_fields=["reports", "people", "supports"])


def wait(title: str, count: int) -> None:
    """Accepted and sealed, in a version that has just closed."""
    version = published(title)
    definition = rules.read(version.definition)
    for packed in records(definition, count):
        rows = iter([row_of(record, version, definition) for record in packed])
        while group := list(itertools.islice(rows, MOST_AT_ONCE)):
            if set(inbox.accept(group)) != {Outcome.ACCEPTED}:
                raise RuntimeError("a report was not accepted")
    close(actor=None, rule=RULE, survey_id=version.survey_id, number=version.number)


def row_of(record: bytes, version: Version, definition: Definition) -> Row:
    key = secrets.token_bytes(16)
    body = canonical({"key": key.hex(), "record": record.hex()})  # The body is as long as that of a page.
    report = Sent(version=version.hash, level=0, key=key, proof="", record=record, body=body)
    return Row(report, version.pk, definition.row_bytes, capped=False)


def estimate() -> None:
    version = _named(STORED)
    job = submit(kind="surveys.estimate", subject=ref_to(version.survey), payload={"version": version.pk})
    run(job.pk)


def recount() -> None:
    """Estimates from the stored records instead of the stored counts, a batch at a time."""
    version = _named(STORED)
    definition = rules.read(version.definition)
    level = definition.levels[0]
    supports, reports = np.zeros(ANSWERS, dtype=np.int64), 0
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT record FROM {Report._meta.db_table}")  # noqa: S608 - only constant names
        while rows := cursor.fetchmany(definition.batch_most):
            counted = tally(level, [record for (record,) in rows])
            supports += np.asarray(counted.supports[level.parts[0].field])
            reports += counted.reports
    results(definition, {0: Tally(reports, {level.parts[0].field: supports.tolist()})})
    kept = Counts.objects.get(version=version)
    if (kept.reports, kept.supports) != (reports, supports.tolist()):
        raise RuntimeError(f"the records of {reports} reports do not add up to the counts of {kept.reports}")


def ingest() -> None:
    [job] = [job for job in Job.objects.filter(kind="surveys.ingest") if job.payload["version"] == _named(WAITING).pk]
    run(job.pk)


def plain() -> None:
    """Moves as many rows by the same transactions in SQL, and opens and counts nothing. Each transaction takes rows
    from everywhere in the inbox, as batches must."""
    version = _named(PLAIN)
    size = rules.read(version.definition).batch_most
    with connection.cursor() as cursor:
        cursor.execute("SELECT key_mac, sealed FROM surveys_inbox WHERE version_id = %s", [version.pk])
        rows = in_random_order(cursor.fetchall())
        for start in range(0, len(rows), size):
            piece = rows[start : start + size]
            with transaction.atomic():
                batch = Batch.objects.create(version=version, size=len(piece), short=False)
                marks = [(mark,) for mark, _ in piece]
                cursor.executemany(
                    "UPDATE surveys_inbox SET sealed = NULL, batch_key_id = NULL WHERE key_mac = %s", marks
                )
                reports = [(mark.hex()[:32], batch.pk, "", 0, sealed) for mark, sealed in piece]
                cursor.executemany(
                    "INSERT INTO surveys_report (id, batch_id, block, level, record) VALUES (%s, %s, %s, %s, %s)",
                    reports,
                )
    version.batch_keys.update(state="done")
    forget_marks(version_id=version.pk)


def _named(title: str) -> Version:
    return Version.objects.get(survey__title=title)


def measured(act: Callable[[], None]) -> dict[str, Any]:
    before = time.process_time()
    act()
    spent = time.process_time() - before
    broken = Job.objects.exclude(state__in=[Job.State.QUEUED, Job.State.DONE]).values_list("kind", "state")
    if broken:
        raise RuntimeError(f"jobs that did not end well: {list(broken)}")
    return {"cpu_seconds": spent, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000}


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        store(int(sys.argv[2]))
        wait(WAITING, int(sys.argv[3]))
        wait(PLAIN, int(sys.argv[3]))
    else:
        acts = {"estimate": estimate, "recount": recount, "ingest": ingest, "plain": plain}
        print(json.dumps(measured(acts[sys.argv[1]])))

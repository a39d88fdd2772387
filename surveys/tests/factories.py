"""The tests of surveys are made of these: a draft, a published version, reports, and a worker without a process."""

import base64
import io
import json
import secrets
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Any
from uuid import uuid4

from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.jobs.execution import run
from datahub.jobs.models import Job
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.sets.bitwise_randomized_response import BitwiseRandomizedResponse
from mechanisms.ldp.sets.privset import PrivSet
from mechanisms.ldp.shapes.channel import Answer as Given
from surveys.drafts.services import create
from surveys.files.reports import archive_of
from surveys.intake.route import PATH, branch
from surveys.models import Batch, Estimate, Report, Survey, Version
from surveys.publishing import definition
from surveys.publishing.blocks import Mechanism
from surveys.publishing.definition import Definition
from surveys.publishing.layout import Part
from surveys.publishing.publish import publish
from surveys.reports.tally import Tally
from surveys.results.compare import covariances, pair_covariances
from surveys.results.estimate import of_everybody, results
from surveys.results.selectors import reports_and_people, results_of_reports
from surveys.running.forget import forget_left_over
from surveys.running.sweep import sweep

YES_NO = [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}]
COLOURS = [{"id": name, "label": name.title()} for name in ("red", "green", "blue", "black")]
# The records of two reports on `a_version`: Yes and the first two colours, No and the other two.
TWO_RECORDS = (b"\x00\xc0", b"\x01\x30")


def question(id: str = "q1", *, options: list[dict[str, str]] | None = None, may_skip: bool = True) -> dict[str, Any]:
    common = {"id": id, "text": "Have you ever?", "help": "", "show_if": "", "may_skip": may_skip}
    if options is None:
        return common | {"type": "yes_no", "options": YES_NO}
    return common | {"type": "single_choice", "options": options, "shuffle": False}


def draft(**parts: Any) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "title": "Health at work",
        "description": "",
        "language": "en",
        "languages": [],
        "translations": {},
        "questions": [question(), question("q2", options=COLOURS, may_skip=False)],
        "pairs": [],
        "levels": [{"epsilon": "0.5"}, {"epsilon": "1"}],
        "opens_at": None,
        "closes_at": None,
        "cap_reports": None,
    }
    return deepcopy(whole | parts)  # A test may change the copy it receives.


def a_survey(owner: Person, *, simulated: bool = False, **parts: Any) -> Survey:
    return create(actor=owner, id=uuid4(), draft=draft(**parts), simulated=simulated)


def a_version(owner: Person, *, simulated: bool = False, **parts: Any) -> Version:
    survey = a_survey(owner, simulated=simulated, **parts)
    return publish(actor=ref_of(owner), rule="test", survey_id=survey.pk)


def read(version: Version) -> Definition:
    return _read(version.definition)


# A test makes hundreds of reports on one version, and reading the version takes longer than making a report.
@lru_cache(maxsize=64)
def _read(written: str) -> Definition:
    return definition.read(written)


def alike(mechanism: Mechanism, reports: int) -> list[int]:
    counted = supported_by(mechanism, reports) if isinstance(mechanism, FrequencyOracle) else reports
    each, more = divmod(counted, mechanism.count_length)
    return [each + (place < more) for place in range(mechanism.count_length)]


def an_estimate(version: Version, reports: int = 60, count: Callable[[Mechanism, int], list[int]] = alike) -> Estimate:
    """Returns an estimate as the job stores it, from reports that support all answers equally unless `count` says
    otherwise; the first reports are repeated if more are needed."""
    definition = read(version)
    counted = {
        level.id: Tally(reports, {part.field: count(part.mechanism, reports) for part in level.parts})
        for level in definition.levels
    }
    return Estimate.objects.create(
        version=version,
        reports=reports * len(definition.levels),
        batches=1,
        short_batch=False,
        result=(result := results(definition, counted)),
        of_everybody=of_everybody(definition, counted, result),
        covariances=covariances(definition, counted) | pair_covariances(definition, counted),
        computed_at=timezone.now(),
    )


def supported_by(oracle: FrequencyOracle, reports: int) -> int:
    """Returns how many answers a number of reports supports in all: for sets the size of a set each, for bits any
    number."""
    return reports * int(oracle.client_spec().get("size", 1))


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def a_record(version: Version, level: int, seed: int = 1, answers: Mapping[str, Given | None] | None = None) -> bytes:
    """Returns a record of perturbed answers. By default each field has its first answer, or a number's lower bound;
    None skips a number that may be skipped."""
    entropy = SeededEntropy(seed)
    parts = read(version).levels[level].parts
    return b"".join(_report_of(part, (answers or {}).get(part.field, first_of(part)), entropy) for part in parts)


def _report_of(part: Part, answer: Given | None, entropy: SeededEntropy) -> bytes:
    if isinstance(part.mechanism, NumberOrSkipped):
        assert answer is None or isinstance(answer, int)
        return part.mechanism.pack(part.mechanism.perturb(answer, entropy))
    if isinstance(part.mechanism, NumberMechanism):
        assert isinstance(answer, int)
        return part.mechanism.pack(part.mechanism.perturb(answer, entropy))
    assert answer is not None
    return part.oracle.pack(part.oracle.perturb(answer, entropy))


def first_of(part: Part) -> Given:
    if isinstance(part.mechanism, NumberMechanism | NumberOrSkipped):
        return part.mechanism.grid.low
    return frozenset([0]) if isinstance(part.oracle, BitwiseRandomizedResponse | PrivSet) else 0


def a_report(version: Version, *, level: int = 0, key: bytes | None = None, **changed: Any) -> dict[str, Any]:
    key = secrets.token_bytes(16) if key is None else key
    record = a_record(version, level, seed=int.from_bytes(key[:4], "big"))
    return {
        "key": text(key), "level": level, "proof": "", "record": text(record), "version": version.hash,
    } | changed  # fmt: skip


def body_of(report: Any) -> bytes:
    return json.dumps(report, separators=(",", ":"), sort_keys=True).encode()


class Answer:
    """This is the answer of the intake's branch of the web server."""

    def __init__(self, status: str, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.json = int(status.split()[0]), headers, json.loads(body)

    @property
    def code(self) -> str:
        return str(self.json["code"])


def send(body: bytes | dict[str, Any], **environ: str) -> Answer:
    raw = body if isinstance(body, bytes) else body_of(body)
    heard: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
        heard.extend([status, dict(headers)])

    parts = branch(_no_django)(
        {
            "PATH_INFO": PATH,
            "REQUEST_METHOD": "POST",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(raw)),
            "REMOTE_ADDR": "192.0.2.7",
            "wsgi.input": io.BytesIO(raw),
            **environ,
        },
        start_response,
    )
    return Answer(heard[0], heard[1], b"".join(parts))


def _no_django(environ: Any, start_response: Any) -> list[bytes]:
    raise AssertionError("the intake passed a report on to Django")


def leave_out(version: Version, count: int) -> None:
    """Stores additional copies of a shown report as left out, as an ingest does with the last few."""
    batch = Batch.objects.create(version=version, size=count, short=True, left_out=True)
    like = Report.objects.filter(batch__version=version, level=0)[:count]
    Report.objects.bulk_create(Report(id=uuid4(), batch=batch, level=0, record=bytes(report.record)) for report in like)


def work() -> None:
    """Does the work of a worker: every queued job, and the jobs that follow."""
    while job := Job.objects.filter(state=Job.State.QUEUED).order_by("created_at").first():
        run(job.id)


def sweep_and_work() -> None:
    """Runs what the clock starts, and then the work of a worker."""
    sweep()
    work()
    forget_left_over()


def archive(version: Version, form: str) -> bytes:
    """Returns the perturbed reports of a version as a downloaded archive."""
    definition = read(version)
    packed, people = reports_and_people(version, definition)
    return archive_of(definition, "s", packed, form, results_of_reports(definition, packed, people), people)[0]

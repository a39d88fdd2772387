"""These tests cover the mathematics as a package of its own: built, put in an empty environment with NumPy alone, and
used there."""

import json
import re
import subprocess
import sys
import venv
from datetime import timedelta
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from datahub.accounts.models import Person
from datahub.accounts.services import create_token
from mechanisms import catalogue
from mechanisms.central.offered import CENTRAL
from surveys.models import InboxRow
from surveys.running.close import close
from surveys.tests.conftest import ana, built_page, fresh_intake, key_folder  # noqa: F401 - fixtures
from surveys.tests.factories import COLOURS, a_version, question, read, sweep_and_work

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "mechanisms" / "README.md"
PEOPLE = 20  # Results are hidden for fewer people.
ANSWERING = """
import sys
from datahub_client.hub import Hub

address, name, people = sys.argv[1:]
version = Hub(address).version(name)
for _ in range(int(people)):
    print(version.answer({"q1": "yes", "q2": "blue"}, level=1).record)
"""
READING = """
import json, sys
from datahub_client.hub import Hub

address, token, survey = sys.argv[1:]
results = Hub(address, token).survey(survey).results()
print(json.dumps({"reports": results.reports, "shares": [row["share"] for row in results.rows()]}))
"""
NOISE = """
import numpy as np
from mechanisms.central.geometric import GeometricMechanism
from mechanisms.central.samplers import SamplersMissing

noise = GeometricMechanism(epsilon=1, sensitivity=1)
print(noise.cost().epsilon)
try:
    print(noise.release(np.zeros(1, np.int64)))
except SamplersMissing as missing:
    print(missing)
"""
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("mechanisms", tmp_path_factory.mktemp("wheel"))


def built(part: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, check=True, cwd=ROOT / part, capture_output=True, text=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    return wheel


def asked_for(wheel: Path) -> set[str]:
    """Returns the names that would be requested from an index, without their versions, with those of extras."""
    return {match[1] for line in metadata_of(wheel) if (match := re.match(r"Requires-Dist: ([\w-]+)", line))}


def metadata_of(wheel: Path) -> list[str]:
    (metadata,) = (name for name in ZipFile(wheel).namelist() if name.endswith("METADATA"))
    return ZipFile(wheel).read(metadata).decode().splitlines()


@pytest.fixture(scope="session")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns an environment that holds the wheel and NumPy, and not even pip."""
    return environment(wheel, tmp_path_factory.mktemp("environment"), {"numpy", "numpy.libs"})


def environment(wheel: Path, folder: Path, others: set[str]) -> Path:
    """Returns an environment with the wheel and these packages of the checkout's own environment, so that no index is
    asked."""
    venv.create(folder, with_pip=False, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    ZipFile(wheel).extractall(packages)
    for name in others:
        here = Path(np.__file__).parents[1] / name
        if here.exists():  # Some builds of NumPy have this folder, others contain its libraries.
            (packages / name).symlink_to(here)
    return folder / "bin" / "python"


def run(python: Path, *words: str, folder: Path) -> str:
    """Runs Python in a folder where nothing of the project lies, and told of none."""
    done = subprocess.run([str(python), "-I", *words], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_the_library_and_not_its_tests(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert {
        "mechanisms/__init__.py",
        "mechanisms/py.typed",
        "mechanisms/catalogue.py",
        "mechanisms/proofs.json",
    } <= set(names)
    assert {name.split("/")[0] for name in names} == {"mechanisms", "datahub_mechanisms-0.1.0.dist-info"}
    assert not [name for name in names if "tests" in name.split("/") or "vectors" in name.split("/")]


def test_numpy_is_all_it_asks_for_without_extras(wheel: Path) -> None:
    assert asked_for(wheel) == {"numpy", "opendp", "cryptography"}
    assert "Requires-Dist: cryptography~=50.0; extra == 'aes'" in metadata_of(wheel)
    assert "Requires-Dist: opendp==0.16.0; extra == 'central'" in metadata_of(wheel)


def test_the_client_brings_the_mathematics_along(tmp_path: Path) -> None:
    """The wheel must be at hand: an index would give whatever somebody registers under the name."""
    client = built("client", tmp_path)
    assert asked_for(client) == {"numpy", "urllib3", "pandas"}
    assert {"datahub_client/hub.py", "mechanisms/catalogue.py"} <= set(ZipFile(client).namelist())


def test_every_module_loads_with_numpy_alone(python: Path, wheel: Path, tmp_path: Path) -> None:
    modules = [name[:-3].replace("/", ".") for name in ZipFile(wheel).namelist() if name.endswith(".py")]
    modules.remove("mechanisms.common.aes_ctr_entropy")  # Whoever imports it has asked for the extra `aes`.
    run(python, "-c", "\n".join(f"import {name.removesuffix('.__init__')}" for name in modules), folder=tmp_path)


def test_the_catalogue_is_the_one_of_the_checkout(python: Path, tmp_path: Path) -> None:
    output = run(python, "-m", "mechanisms.catalogue", "--json", folder=tmp_path)
    here = subprocess.run(
        [sys.executable, "-m", "mechanisms.catalogue", "--json"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert output == here.stdout
    assert all(f'"{offered.slug}"' in output for offered in catalogue.OFFERED)
    assert all(f'"{offered.slug}"' in output for offered in CENTRAL)


def test_noise_of_a_curator_is_costed_with_numpy_alone_and_not_drawn(python: Path, tmp_path: Path) -> None:
    output = run(python, "-c", NOISE, folder=tmp_path).splitlines()
    assert output[0] == "1.000000000000000"
    assert output[1].endswith("pip install 'datahub-mechanisms[central]'")
    assert output[2:] == []


def test_the_first_example_of_its_page_estimates(python: Path, tmp_path: Path) -> None:
    assert re.fullmatch(r"spent 0\.99\d+ of 1\n", run(python, "-c", EXAMPLES[0], folder=tmp_path))


def test_the_third_example_counts_reports_whose_hash_functions_were_assigned(python: Path, tmp_path: Path) -> None:
    """Everybody gives the answer that is counted; the standard error is 0.07."""
    assert abs(float(run(python, "-c", EXAMPLES[2], folder=tmp_path)) - 1) < 0.5


@pytest.mark.django_db(transaction=True)
def test_the_second_example_answers_a_survey_over_the_api(
    live_server: LiveServer,
    ana: Person,  # noqa: F811 - this parameter is the fixture
    python: Path,
    tmp_path: Path,
) -> None:
    version = a_version(ana, questions=[question(may_skip=False)], pairs=[])
    script = tmp_path / "answer.py"
    script.write_text(EXAMPLES[1], encoding="utf-8")
    output = run(python, str(script), f"{live_server.url}/api/v1", version.hash, "yes", folder=tmp_path)
    assert output == "202\n"
    assert InboxRow.objects.filter(version=version).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_client_answers_a_survey_over_the_api_and_the_estimate_counts_it(
    live_server: LiveServer,
    ana: Person,  # noqa: F811 - this parameter is the fixture
    tmp_path: Path,
) -> None:
    """The client has its wheel, NumPy and urllib3 alone: the estimate is that of the records which were drawn there."""
    python = environment(built("client", tmp_path), tmp_path / "environment", {"numpy", "numpy.libs", "urllib3"})
    questions = [question(may_skip=False), question("q2", options=COLOURS, may_skip=False)]
    version = a_version(ana, questions=questions, pairs=[])
    output = run(python, "-c", ANSWERING, live_server.url, version.hash, str(PEOPLE), folder=tmp_path)
    close(actor=None, rule="test", survey_id=version.survey_id, number=version.number)
    sweep_and_work()
    _, token = create_token(
        actor=ana, name="reader", scopes=["surveys:read"], expires_at=timezone.now() + timedelta(hours=1)
    )
    told = run(python, "-c", READING, live_server.url, str(token), str(version.survey_id), folder=tmp_path)
    records = np.array([list(bytes.fromhex(line)) for line in output.split()], dtype=np.uint8)
    expected = [
        part.oracle.estimate(part.oracle.count(records[:, part.start : part.stop]), PEOPLE)
        for part in read(version).levels[1].parts
    ]
    assert json.loads(told) == {"reports": PEOPLE, "shares": pytest.approx(np.concatenate(expected).tolist())}

"""A bench measures only code that a user reaches: through a route, a job, a command, the client or a script that is
shipped."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.imports import imports_of, modules_named_by

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("datahub/", "surveys/")  # `mechanisms` is a library: all of it is public
ENTRANCES = ("datahub/urls.py", "datahub/settings.py", "datahub/wiring.py", "datahub/wsgi.py", "datahub/celery.py")
FOLDERS = (
    "datahub/*/management/commands/*.py", "surveys/management/commands/*.py", "datahub/processes/*.py",
    "client/datahub_client/**/*.py", "scripts/**/*.py", "manage.py",
)  # fmt: skip


def entrances(root: Path) -> list[str]:
    there = [path for pattern in FOLDERS for path in root.glob(pattern) if "tests" not in path.parts]
    return [*(path for path in ENTRANCES if (root / path).is_file()), *(str(path.relative_to(root)) for path in there)]


def reached(root: Path) -> set[str]:
    """Returns the paths of all modules that an entrance imports, or that it or a module it reaches names in a text."""
    paths: set[str] = set()
    waiting = entrances(root)
    while waiting:
        path = waiting.pop()
        if path not in paths:
            paths.add(path)
            waiting += [*imports_of(root, path), *modules_named_by(root, path)]
    return paths


def measured(root: Path, bench: str) -> Iterable[str]:
    """Returns the modules of the product that a module of a bench imports itself, or starts by their name."""
    return {path for path in (*imports_of(root, bench), *modules_named_by(root, bench)) if path.startswith(ROOMS)}


def unreached(root: Path) -> list[str]:
    """Returns a line for each module that is measured and that nobody reaches."""
    product = reached(root)
    benches = sorted(str(path.relative_to(root)) for path in (root / "benchmarks").rglob("*.py"))
    return [
        f"{bench} measures {path}"
        for bench in benches
        if not bench.startswith("benchmarks/tests/")
        for path in sorted(measured(root, bench))
        if path not in product
    ]


def test_a_bench_measures_only_code_that_a_route_or_a_job_reaches() -> None:
    assert unreached(ROOT) == []


def test_what_is_reached_has_jobs_routes_and_commands() -> None:
    product = reached(ROOT)
    assert {
        "datahub/analyses/anonymise/release.py",
        "datahub/releases/views/releases.py",
        "datahub/evaluations/management/commands/evaluate.py",
    } <= product
    assert not [path for path in product if path.startswith("benchmarks/") or "/tests/" in path]


@pytest.mark.parametrize("bench", ["from datahub import fast\n", 'COMMAND = ["-m", "datahub.fast"]\n'])
def test_notices_a_bench_of_code_that_nobody_reaches(tmp_path: Path, bench: str) -> None:
    fault = ["benchmarks/fast.py measures datahub/fast.py"]
    assert unreached(_product(tmp_path / "alone", bench, urls="")) == fault
    assert unreached(_product(tmp_path / "tested", bench, test="from datahub import fast\n")) == fault
    assert unreached(_product(tmp_path / "routed", bench, urls="from datahub import fast\n")) == []
    assert unreached(_product(tmp_path / "named", bench, urls='JOBS = {"count": "datahub.fast.count"}\n')) == []


def _product(root: Path, bench: str, *, urls: str = "", test: str = "") -> Path:
    """Writes a product of one module, its routes, a test and a bench."""
    modules = {"datahub/fast.py": "", "datahub/urls.py": urls, "datahub/tests/test_fast.py": test}
    for path, text in {**modules, "datahub/__init__.py": "", "benchmarks/fast.py": bench}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root

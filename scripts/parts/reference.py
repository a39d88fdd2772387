"""Write docs/reference from the code, and what README.md shows of a rehearsal. `--check` says what is out of date."""

import ast
import importlib
import os
import pkgutil
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from scripts.parts import rehearsal
from scripts.parts.extension_points import extension_points_page
from scripts.parts.mechanisms_page import mechanisms_page

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "reference"
ROOMS = ("datahub", "surveys")
SETTINGS_FILES = (
    "datahub/settings.py",
    "datahub/api/settings.py",
    "datahub/jobs/settings.py",
    "datahub/accounts/settings.py",
    "datahub/analyses/settings.py",
    "datahub/datasets/settings.py",
)


class Undocumented(Exception):
    """A part of the code has no place in the reference."""


def environment_variables() -> Iterator[tuple[str, str, str]]:
    """Yields (variable, meaning, default as written) for every call of `environment.<reader>("NAME", …)` in the
    settings. The meaning stands above it, in lines that begin with `#:`."""
    seen = set()
    for file in SETTINGS_FILES:
        source = (ROOT / file).read_text("utf-8")
        for statement in ast.parse(source).body:
            for name, default in variables_in(statement):
                if name not in seen:
                    seen.add(name)
                    yield name, meaning_above(source.splitlines(), statement.lineno), default


def variables_in(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yields (variable, default as written) for every environment variable that the statement reads."""
    for node in ast.walk(statement):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "environment"
            and node.func.attr.islower()  # a reader, not an error
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            default = next((ast.unparse(word.value) for word in node.keywords if word.arg == "default"), "")
            if len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
                default = str(node.args[1].value)
            yield str(node.args[0].value), default


def meaning_above(lines: Sequence[str], number: int) -> str:
    """Returns the text of the lines above line `number` that begin with `#:`; empty if there are none."""
    first = number - 1
    while first and lines[first - 1].startswith("#: "):
        first -= 1
    return " ".join(line.removeprefix("#: ") for line in lines[first : number - 1])


def settings_page() -> str:
    variables = sorted(environment_variables())
    if missing := [name for name, meaning, _ in variables if not meaning]:
        raise Undocumented(f"settings without a description above them: {missing}")
    rows = [f"| `{name}` | {meaning} | {f'`{default}`' if default else ''} |" for name, meaning, default in variables]
    return "\n".join(
        [
            "# Settings",
            "",
            "Read once from environment variables. Any of them may instead be given as `NAME_FILE`, the path of a file that holds it.",
            "",
            "| variable | meaning | default |",
            "|---|---|---|",
            *rows,
        ]
    )


def routes(patterns: list[Any], prefix: str = "/") -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            if "allauth" not in str(getattr(pattern, "urlconf_name", "")):
                yield from routes(pattern.url_patterns, path)
        else:
            yield path, getattr(pattern.callback, "cls", None)


def first_sentence(docstring: str | None) -> str:
    """Returns the first sentence of a docstring, on one line; empty if there is none."""
    paragraph = " ".join((docstring or "").split("\n\n")[0].split())
    return re.split(r"(?<=\.) (?=[A-Z0-9`])", paragraph)[0]


def operations_of(view: Any) -> Iterator[str]:
    """The methods of a view, each with its operation, or why it is public. Undocumented if it states neither."""
    operations: dict[str, str] = getattr(view, "operations", {}) or {}
    public = getattr(view, "public", "")
    for method in sorted(name.upper() for name in view.http_method_names if hasattr(view, name) and name != "options"):
        if method not in operations and not public:
            raise Undocumented(f"{view.__module__}.{view.__name__} states neither an operation nor why it is public")
        yield f"{method} `{operations[method]}`" if method in operations else f"{method} (public: {public})"


def routes_page(patterns: list[Any]) -> str:
    rows = {f"| `{path}` | {', '.join(operations_of(view))} |" for path, view in routes(patterns) if view is not None}
    return "\n".join(
        [
            "# Routes",
            "",
            "Every route, with the operation that the policies decide for each method. Sign-in is under `/api/v1/auth/`. [OpenAPI](openapi.yaml), or",
            "`/api/v1/schema/` on a running server, says what each does, takes and answers.",
            "",
            "| path | methods and operations |",
            "|---|---|",
            *sorted(rows),
        ]
    )


def modules() -> Iterator[str]:
    for room in ROOMS:
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            if module.name.endswith(".errors"):
                yield module.name


def errors_page(*bases: type[Exception]) -> str:
    for name in modules():
        importlib.import_module(name)

    def below(kind: type[Exception]) -> Iterator[type[Any]]:
        for child in kind.__subclasses__():
            yield child
            yield from below(child)

    rows = {
        f"| `{kind.code}` | {kind.status} | {first_sentence(kind.__doc__)} |"
        for base in bases
        for kind in below(base)
        if kind.__module__.startswith(ROOMS)
    }
    return "\n".join(
        [
            "# Errors",
            "",
            'Every failure is answered as `{"code", "detail", "fields"}`. Codes are stable; texts may change. `fields` names what was wrong where.',
            "",
            "| code | status | meaning |",
            "|---|---|---|",
            *sorted(rows),
        ]
    )


ROLES_BEGIN, ROLES_END = "<!-- roles: written by scripts/fix -->", "<!-- end of roles -->"
ROLES_ON = {
    "survey": ("owner", "editor", "analyst", "viewer", "steward"),
    "organisation": ("administrator", "member"),
    "dataset": ("owner",),
}


def may(rules: Any, vocabulary: Any, kind: str, role: str, operation: str) -> bool:
    """Returns whether the rules allow an operation to a person with this role and no other."""
    ref, facts = importlib.import_module("datahub.api.ref"), importlib.import_module("datahub.api.facts")
    thing = facts.Facts(name="", url="", owner=None, parent=None, state="")
    subject = vocabulary.Subject(
        person=ref.Ref("person", "x"), verified=True, administrator=False, roles=frozenset({role}), scopes=None
    )
    return bool(rules.decide(rules.Question(subject, operation, ref.Ref(kind, "x"), thing)).allowed)


def roles_table(rules: Any, vocabulary: Any) -> str:
    """Returns a table of what each role may do, a row a role."""
    lines = ["", "| on | role | may |", "|---|---|---|"]
    for kind, roles in ROLES_ON.items():
        if set(roles) != set(vocabulary.ROLES[kind]):
            raise Undocumented(
                f"the roles on a {kind} are {sorted(vocabulary.ROLES[kind])}, and the table shows {roles}"
            )
        for role in roles:
            allowed = [f"`{name}`" for name in rules.OPERATIONS if may(rules, vocabulary, kind, role, name)]
            lines.append(f"| {kind} | {role} | {', '.join(allowed)} |")
    return "\n".join([*lines, ""])


def who_may_page(rules: Any) -> str:
    text = (FOLDER.parent / "concepts" / "who-may.md").read_text(encoding="utf-8")
    before, begin, rest = text.partition(ROLES_BEGIN)
    _, end, after = rest.partition(ROLES_END)
    if not (begin and end):
        raise Undocumented("docs/concepts/who-may.md has no place for the table of roles")
    return f"{before}{begin}\n{roles_table(rules, importlib.import_module('datahub.policies.decide.vocabulary'))}\n{end}{after}".rstrip(
        "\n"
    )


def pages() -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATAHUB_DATA"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
        importlib.import_module("django").setup()
        problem = importlib.import_module("datahub.api.problem")
        return {
            "settings.md": settings_page(),
            "routes.md": routes_page(importlib.import_module("datahub.urls").urlpatterns),
            "errors.md": errors_page(problem.Problem, problem.Outage),
            "../concepts/who-may.md": who_may_page(importlib.import_module("datahub.policies.decide.rules")),
            "mechanisms.md": mechanisms_page(),
            "extension-points.md": extension_points_page(),
            "../../README.md": rehearsal.readme(),
        }


def main(arguments: list[str]) -> int:
    stale = []
    for name, text in pages().items():
        path = FOLDER / name
        if path.is_file() and path.read_text(encoding="utf-8") == text + "\n":
            continue
        stale.append(name)
        if "--check" not in arguments:
            path.write_text(text + "\n", encoding="utf-8")
    if stale:
        print(f"{'out of date' if '--check' in arguments else 'written'}: {', '.join(stale)}")
    return int(bool(stale) and "--check" in arguments)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""Write docs/reference from the code, and what README.md shows of a rehearsal. `--check` says what is out of date."""

import ast
import importlib
import os
import pkgutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.parts import rehearsal
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

SETTINGS = {
    "DATAHUB_DATA": "Folder of everything the embedded form keeps: database, batch keys, mail, secret. Default: `data` beside `manage.py`.",
    "DATAHUB_DEBUG": "Django's debug pages. Never in production.",
    "DATAHUB_SECRET_KEY": "At least 32 characters. Without it a secret is drawn once and kept in the data folder.",
    "DATAHUB_HOSTS": "Host names the platform answers to, separated by commas. Default: this machine only.",
    "DATAHUB_PORT": "Port of the web process.",
    "DATAHUB_HTTPS": "`yes` behind a proxy that ends TLS: secure `__Host-` cookies, HSTS, redirect to HTTPS.",
    "DATAHUB_HSTS": "With HTTPS, browsers remember for a year to use it for this host. `subdomains`: for all below it too; `preload`: and the domain may be put on browsers' lists, which is hard to take back.",
    "DATAHUB_LOG": "`json`: one object a line on standard error (`at`, `level`, `logger`, `message`). Without it: the same as text.",
    "DATAHUB_METRICS_TOKEN": "Whoever sends it (`Authorization: Bearer`) may read `/metrics` of the web process. Without it the path does not exist.",
    "DATAHUB_SHARED_AT": "Where others reach a platform that is opened on its own machine, as `http://192.0.2.2:8000`: links and codes to share then say so. `serve --lan` sets it.",
    "DATAHUB_SECURITY_CONTACT": "`mailto:` or `https:` address for reports of weaknesses, served as `/.well-known/security.txt`. Without it there is no such file.",
    "DATAHUB_ROOT_PASSPHRASE": "Opens the root key of all data sets, at least 16 characters; better `DATAHUB_ROOT_PASSPHRASE_FILE`, a path. Without it one is drawn into `keys/root.passphrase` of the data folder, where it protects copies of the database and nothing else. See docs/how-to/keep-keys.md.",
    "DATAHUB_ABANDONED_UPLOAD_DAYS": "Days after which a file that nobody goes on sending, declaring or loading is dropped with its pieces.",
    "DATAHUB_BACKUP_DAYS": "Days for which backups of the database are kept; the signed record of a deletion names the day after which none holds the destroyed keys. You promise it, DataHub cannot check it.",
    "MONGO_URL": "`mongodb://user:password@host:port/name`: new data sets keep their contents there. Without it: in the SQL database.",
    "DATABASE_URL": "`postgres://user:password@host:port/name`. Without it: SQLite in the data folder.",
    "DATAHUB_MOST_WAITING_JOBS": "How many jobs that may take minutes one person may have waiting; ten times as many short ones. More are refused with 429.",
    "REDIS_URL": "`redis://host:port/0`: Celery messages between processes and a shared cache. Without it: a queue inside the worker.",
    "EMAIL_URL": "`smtp://user:password@host:port?tls=yes` or `smtps://…`. Without it: mail is written to `mail/` in the data folder.",
    "DATAHUB_THREADS": "Threads of the web process; three quarters of them may wait in the intake, the rest answer 429 at once.",
    "DATAHUB_WEB_PROCESSES": "How many web processes share the visitors. Limits of requests and reports are counted in memory, by each process up to its part; those of sign-in too where `REDIS_URL` is not set.",
    "DATAHUB_INTAKE_PER_MINUTE": "Reports accepted from one address in a minute; generous, so that a classroom behind one address can answer. 0 turns it off.",
    "DATAHUB_PROXIES": "How many proxies stand in front and add to `X-Forwarded-For`; 0 trusts no such header.",
    "DATAHUB_ADMINISTRATORS_NEED_SECOND_FACTOR": "`yes`: an administrator without a second factor may do no more than anybody else.",
    "DATAHUB_SESSION_HOURS": "Hours after which everybody signs in again, however busy the session is.",
    "DATAHUB_SESSION_IDLE_HOURS": "Hours without a request after which a session ends.",
    "DATAHUB_MOST_SURVEYS": "Surveys one person may own.",
    "DATAHUB_MOST_DATASETS": "Data sets one person may own.",
    "DATAHUB_LARGEST_UPLOAD": "Bytes of the largest file that a data set is made of.",
    "DATAHUB_READER_MEGABYTES": "Memory of the process in which an uploaded Parquet file or workbook is read; one that needs more is refused. macOS does not keep to it.",
    "DATAHUB_MOST_TOKENS": "Tokens of one person that have not ended.",
    "DATAHUB_MOST_INVITATIONS": "Invitations of one person that wait for an answer.",
    "DATAHUB_SIGN_UPS_A_MINUTE": "New accounts from one address in a minute; a class that signs up together behind one address needs more.",
    "DATAHUB_SIGN_INS_A_MINUTE": "Times that people may sign in from one address in a minute; failed attempts have limits of their own.",
    "DATAHUB_AIM_PYTHON": "Path of the Python that `scripts/aim` has set up: synthetic rows may then also be made by OpenDP's AIM, in a worker of its own (`manage.py worker --slow`; `serve` starts one). Web and workers need the same value. Without it: not offered. See docs/how-to/offer-aim.md.",
    "DATAHUB_AIM_HOURS": "Hours after which AIM is stopped, at most 20. What was spent stays spent.",
    "DATAHUB_AIM_MEGABYTES": "Memory that the process of AIM may allocate, in millions of bytes.",
    "DATAHUB_MAIL_FROM": "Sender of the platform's mail.",
}


class Undocumented(Exception):
    """Something of the code has no place in the reference."""


def environment_variables() -> Iterator[tuple[str, str]]:
    """(variable, default as written) for every call of `environment.<reader>("NAME", …)` in the settings."""
    seen = set()
    for node in (node for file in SETTINGS_FILES for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8")))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "environment"
            and node.func.attr.islower()  # a reader, not an error
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            name = str(node.args[0].value)
            default = next((ast.unparse(word.value) for word in node.keywords if word.arg == "default"), "")
            if len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
                default = str(node.args[1].value)
            if name not in seen:
                seen.add(name)
                yield name, default


def settings_page() -> str:
    variables = dict(environment_variables())
    if missing := set(variables) ^ set(SETTINGS):
        raise Undocumented(f"settings without a description, or descriptions without a setting: {sorted(missing)}")
    rows = [
        f"| `{name}` | {SETTINGS[name]} | {f'`{default}`' if default else ''} |"
        for name, default in sorted(variables.items())
    ]
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


def routes_page(patterns: list[Any]) -> str:
    rows = []
    for path, view in routes(patterns):
        if view is None:
            continue
        operations: dict[str, str] = getattr(view, "operations", {}) or {}
        public = getattr(view, "public", "")
        for method in sorted(name for name in view.http_method_names if hasattr(view, name) and name != "options"):
            if method.upper() not in operations and not public:
                raise Undocumented(
                    f"{view.__module__}.{view.__name__} states neither an operation nor why it is public"
                )
            needs = f"`{operations[method.upper()]}`" if method.upper() in operations else f"public: {public}"
            says = " ".join((getattr(view, method).__doc__ or "").split("\n\n")[0].split())
            rows.append(f"| {method.upper()} | `{path}` | {needs} | {says} |")
    return "\n".join(
        [
            "# Routes",
            "",
            "Every route of the one door and the operation that the policies decide. Sign-in lives under `/api/v1/auth/` (see",
            "`openapi.yaml`). Shapes: `openapi.yaml`, or `/api/v1/schema/` on a running server.",
            "",
            "| method | path | operation | worth knowing |",
            "|---|---|---|---|",
            *sorted(set(rows), key=lambda row: (row.split("|")[2], row)),
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
        f"| `{kind.code}` | {kind.status} | {' '.join((kind.__doc__ or '').split())} | `{kind.__module__.removesuffix('.errors')}` |"
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
            "| code | status | meaning | room |",
            "|---|---|---|---|",
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
    """Asked of the rules themselves, for a person with this role and no other."""
    ref, facts = importlib.import_module("datahub.api.ref"), importlib.import_module("datahub.api.facts")
    thing = facts.Facts(name="", url="", owner=None, parent=None, state="")
    subject = vocabulary.Subject(
        person=ref.Ref("person", "x"), verified=True, administrator=False, roles=frozenset({role}), scopes=None
    )
    return bool(rules.decide(rules.Question(subject, operation, ref.Ref(kind, "x"), thing)).allowed)


def roles_tables(rules: Any, vocabulary: Any) -> str:
    lines = []
    for kind, roles in ROLES_ON.items():
        if set(roles) != set(vocabulary.ROLES[kind]):
            raise Undocumented(
                f"the roles on a {kind} are {sorted(vocabulary.ROLES[kind])}, and the tables show {roles}"
            )
        lines += ["", f"| {kind} | {' | '.join(roles)} |", "|---|" + ":-:|" * len(roles)]
        for operation in rules.OPERATIONS:
            answers = [may(rules, vocabulary, kind, role, operation) for role in roles]
            if any(answers):
                lines.append(f"| `{operation}` | {' | '.join('yes' if answer else '' for answer in answers)} |")
    return "\n".join([*lines, ""])


def who_may_page(rules: Any) -> str:
    text = (FOLDER.parent / "concepts" / "who-may.md").read_text(encoding="utf-8")
    before, begin, rest = text.partition(ROLES_BEGIN)
    _, end, after = rest.partition(ROLES_END)
    if not (begin and end):
        raise Undocumented("docs/concepts/who-may.md has no place for the table of roles")
    return f"{before}{begin}\n{roles_tables(rules, importlib.import_module('datahub.policies.decide.vocabulary'))}\n{end}{after}".rstrip(
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

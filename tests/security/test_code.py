"""The service's own code never does these things, whatever a visitor sends."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# These folders call this service itself, or run on a terminal.
OF_THE_MACHINE = ("processes/", "demonstration/", "management/")
EXECUTING = {"eval", "exec", "compile", "__import__", "yaml.load", "yaml.full_load", "yaml.unsafe_load"}
REDIRECTS = {"redirect", "HttpResponseRedirect", "HttpResponsePermanentRedirect"}


def sources() -> Iterator[tuple[str, str, ast.Module]]:
    for room in ("datahub", "surveys", "mechanisms"):
        for path in sorted((ROOT / room).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if "/tests/" not in name and "/migrations/" not in name:
                text = path.read_text("utf-8")
                yield name, text, ast.parse(text)


def imports(tree: ast.Module) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def test_nothing_is_executed_that_was_received() -> None:
    for name, _, tree in sources():
        assert not imports(tree) & {"pickle", "marshal", "shelve", "dill", "joblib"}, name
        assert not {called for called, _ in calls(tree)} & EXECUTING, name


def test_sql_is_put_together_from_our_own_names_only() -> None:
    """Ruff flags SQL that is not a constant; each exception says beside it what it is put together from."""
    for name, text, _ in sources():
        for line in text.splitlines():
            if "S608" in line:
                assert re.search(r"# noqa: S608 - \w+", line), f"{name}: {line}"
        assert ".raw(" not in text, name
        assert ".extra(" not in text, name
        assert "RawSQL" not in text, name


def test_the_service_asks_nobody_else() -> None:
    clients = {"requests", "httpx", "aiohttp", "urllib3", "urllib.request", "http.client", "socket", "ftplib"}
    for name, _, tree in sources():
        if not any(part in name for part in OF_THE_MACHINE):
            assert not imports(tree) & clients, name


def test_no_pattern_is_made_from_what_was_received() -> None:
    patterns = {
        f"re.{verb}" for verb in ("compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer")
    }
    for name, _, tree in sources():
        for called, node in calls(tree):
            if called in patterns:
                assert is_constant(node.args[0]), f"{name}:{node.lineno} {ast.unparse(node)}"


def test_redirects_are_to_constant_places() -> None:
    for name, _, tree in sources():
        for called, node in calls(tree):
            if called.rpartition(".")[2] in REDIRECTS:
                assert is_constant(node.args[0]), f"{name}:{node.lineno} {ast.unparse(node)}"


def is_constant(node: ast.expr) -> bool:
    """Returns whether an expression is a constant text, or is put together from constants of this module and from what
    stands in its constant tables."""
    if isinstance(node, ast.JoinedStr):
        return all(is_constant(part) for part in node.values)
    if isinstance(node, ast.FormattedValue | ast.Attribute | ast.Subscript):
        return is_constant(node.value)
    if isinstance(node, ast.BinOp):
        return is_constant(node.left) and is_constant(node.right)
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id.isupper())


def test_every_locked_package_has_a_hash() -> None:
    for lock in ("requirements.txt", "requirements-dev.txt"):
        packages = re.split(r"\n(?=\S)", (ROOT / lock).read_text("utf-8").strip())
        named = [package for package in packages if "==" in package.partition("\n")[0]]
        assert len(named) > 40
        assert all("--hash=sha256:" in package for package in named), lock


def test_keys_are_opened_without_a_permit_by_the_upkeep_of_the_vault_alone() -> None:
    openers = {name for name, text, _ in sources() if "keys_for_upkeep" in text}
    # The second file only checks whether the keys open.
    upkeep = {"datahub/vault/upkeep.py", "datahub/vault/integrity/keys.py"}
    assert openers == {"datahub/vault/keys/keyring.py", *upkeep}

"""Every request of an example in docs/how-to is one that a route takes, and its JSON can be read."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import resolve

PAGES = sorted((Path(__file__).resolve().parents[2] / "docs" / "how-to").glob("*.md"))
UUID = "3b0c52a6-7a3f-4b0e-9c1d-2f5a8c1e4d77"
HOST = "https://datahub.example"


def requests_of(page: Path) -> Iterator[tuple[str, str, str]]:
    """(method, path, body) of every request in the blocks of shell on the page."""
    page_text = page.read_text(encoding="utf-8")
    base = re.search(r"^API=(\S+)$", page_text, flags=re.MULTILINE)
    for block in re.findall(r"```sh\n(.*?)```", page_text, flags=re.DOTALL):
        for text in re.split(r"^\s*(?=call |curl )", block.replace("\\\n", " "), flags=re.MULTILINE)[1:]:
            address = re.search(r"(\$API/[^\s\"]*|https://\S*?/api/v1/[^\s\"]*)", text)
            if address:
                yield _method(text), _path(address[1], base[1] if base else ""), _body(text)


def _method(text: str) -> str:
    named = re.search(r"-X (\w+)", text)
    return named[1] if named else "POST" if re.search(r"\s-d ", text) else "GET"


def _path(address: str, base: str) -> str:
    path = address.replace("$API", base).removeprefix(HOST).partition("?")[0]
    return re.sub(r"\$[A-Za-z_]+", lambda name: "0" if name[0] == "$number" else UUID, path)


def _body(text: str) -> str:
    body = re.search(r"-d '(.*)'", text, flags=re.DOTALL)
    return re.sub(r"'\$[A-Z]+'", UUID, re.sub(r"'\$\(.*?\)'", "1", body[1])) if body else ""


REQUESTS = [(page.stem, *request) for page in PAGES for request in requests_of(page)]


def test_there_are_examples() -> None:
    assert len(REQUESTS) > 40


@pytest.mark.parametrize(("page", "method", "path", "body"), REQUESTS, ids=lambda part: str(part)[:60])
def test_a_route_takes_the_request(page: str, method: str, path: str, body: str) -> None:
    view = getattr(resolve(path).func, "cls", None)
    assert hasattr(view, method.lower()), page
    assert body == "" or json.loads(body)

"""This module lists every route of the URLconf for tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.views import APIView

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


@dataclass(frozen=True)
class Route:
    """`view` is None for a route that does not pass the Door."""

    path: str
    view: type[APIView] | None

    def methods(self) -> list[str]:
        return [method for method in METHODS if hasattr(self.view, method.lower())]


def routes() -> list[Route]:
    return list(_walk(get_resolver().url_patterns, ""))


def _walk(patterns: list[Any], before: str) -> Iterator[Route]:
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, path)
        else:
            assert isinstance(pattern, URLPattern)
            view = getattr(pattern.callback, "cls", None)
            is_api = isinstance(view, type) and issubclass(view, APIView)
            yield Route(path, view if is_api else None)

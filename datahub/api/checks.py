"""`manage.py check` resolves every dotted path by which one package serves another."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.utils.module_loading import import_string


def resolve_dotted_paths(**kwargs: Any) -> list[CheckMessage]:
    problems: list[CheckMessage] = []
    tables: dict[str, Mapping[str, str]] = {"OBJECTS": settings.OBJECTS, "LOCKS": settings.LOCKS, "JOBS": settings.JOBS}
    tables |= {
        name: {path: path for path in getattr(settings, name)}
        for name in ("METRICS", "CALLED_OFF", "DELETED", "DESTROYED")
    }
    for name, table in tables.items():
        for kind, dotted in table.items():
            try:
                import_string(dotted)
            except ImportError as error:
                problems.append(Error(f"settings.{name}[{kind!r}] is {dotted!r}: {error}", id="api.E001"))
    problems += [
        Error(f"settings.CLOCK names {kind!r}, which is no kind of settings.JOBS", id="api.E002")
        for kind in settings.CLOCK
        if kind not in settings.JOBS
    ]
    return problems

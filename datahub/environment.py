"""Settings are read from environment variables; a value that cannot be read stops the process and says why."""

import os
import secrets
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

# A network may fail silently: it counts as failed when data are not acknowledged for five seconds.
NETWORK = {"connect_timeout": "5", "tcp_user_timeout": "5000", "keepalives_idle": "10", "keepalives_interval": "5"}


class SettingRefused(ValueError):
    """An environment variable has a value that the setting cannot take."""


def text(name: str, default: str = "") -> str:
    """Returns the value of a variable, or the contents of the file that `<name>_FILE` names."""
    path = os.environ.get(f"{name}_FILE")
    if path is None:
        return os.environ.get(name, default)
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise SettingRefused(f"{name}_FILE is {path!r}: {error.strerror}") from error


def flag(name: str, *, default: bool) -> bool:
    value = text(name)
    if not value:
        return default
    if value.lower() not in {"0", "1", "no", "yes", "false", "true"}:
        raise SettingRefused(f"{name} is {value!r}; say yes or no")
    return value.lower() in {"1", "yes", "true"}


def number(name: str, default: int) -> int:
    value = text(name) or str(default)
    if not value.isdecimal():
        raise SettingRefused(f"{name} is {value!r}; it needs a whole number")
    return int(value)


def choice(name: str, allowed: tuple[str, ...]) -> str:
    value = text(name)
    if value not in allowed:
        raise SettingRefused(f"{name} is {value!r}; it may be one of {', '.join(filter(None, allowed))}, or not be set")
    return value


def words(name: str, default: tuple[str, ...] = ()) -> list[str]:
    return [word.strip() for word in text(name).split(",") if word.strip()] or list(default)


def secret(name: str, kept_in: Path) -> str:
    """Returns the value of a variable, or a secret that is drawn once and kept in the data folder, readable by its
    owner alone."""
    given = text(name)
    if given:
        if len(given) < 32:
            raise SettingRefused(f"{name} has {len(given)} characters; a secret needs at least 32")
        return given
    try:
        return kept_in.read_text(encoding="ascii")
    except FileNotFoundError:
        pass
    drawn = secrets.token_urlsafe(48)
    aside = kept_in.with_name(f".{kept_in.name}.{os.getpid()}.{secrets.token_hex(4)}")
    aside.touch(mode=0o600, exist_ok=False)
    aside.write_text(drawn, encoding="ascii")
    try:
        os.link(aside, kept_in)  # fails if another process was first: its secret then counts
    except FileExistsError:
        return kept_in.read_text(encoding="ascii")
    finally:
        aside.unlink()
    return drawn


def postgres(url: str) -> dict[str, object]:
    """Returns `postgres://user:password@host:port/name?option=value` as Django's database settings."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise SettingRefused("DATABASE_URL must read postgres://user:password@host:port/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": NETWORK | dict(parse_qsl(parts.query)),
    }


def mail(url: str, folder: Path) -> dict[str, object]:
    """Returns `smtp://user:password@host:port?tls=yes` as Django's settings; without a URL, mail is written to files in
    `folder`."""
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend", "EMAIL_FILE_PATH": folder}
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise SettingRefused("EMAIL_URL must read smtp://user:password@host:port?tls=yes, or smtps://")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": dict(parse_qsl(parts.query)).get("tls") == "yes",
        "EMAIL_TIMEOUT": 20,
    }

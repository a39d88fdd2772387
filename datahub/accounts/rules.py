"""These are the rules of tokens: their scopes, how their text is made and how it is read. Standard library only."""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta

READ_SURVEYS, WRITE_SURVEYS, BULK_REPORTS = "surveys:read", "surveys:write", "reports:bulk"
READ_DATASETS, USE_DATASETS, WRITE_DATASETS = "datasets:read", "datasets:use", "datasets:write"
SCOPES = (  # tokens have these scopes; policies.decide.rules says what each permits
    *(READ_SURVEYS, WRITE_SURVEYS, BULK_REPORTS),
    *(READ_DATASETS, USE_DATASETS, WRITE_DATASETS),
)
LANGUAGES = ("", "en", "zh-CN")  # the studio has these languages; empty: as the browser prefers
LONGEST_ADDRESS = 254  # no mail goes to an address of more letters (RFC 5321)
LONGEST_TOKEN_LIFE = timedelta(days=366)
SIGN_IN_LINK_LIFE = timedelta(hours=24)
_BROWSERS = (  # the order matters, because most browsers also call themselves Chrome and Safari
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
_TOKEN = re.compile(r"dh_([0-9a-f]{12})_([A-Za-z0-9_-]{43})", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class TokenText:
    """The text of a token is `dh_<prefix>_<secret>`: the prefix finds the row and may be shown, the secret has 256
    random bits."""

    prefix: str
    secret: str = field(repr=False)  # no traceback shows the secret

    def __str__(self) -> str:
        return f"dh_{self.prefix}_{self.secret}"


def draw_secret() -> str:
    """Returns 256 random bits as 43 letters that need no escaping in a URL."""
    return secrets.token_urlsafe(32)


def draw_token() -> TokenText:
    return TokenText(prefix=secrets.token_hex(6), secret=draw_secret())


def read_token(text: str) -> TokenText | None:
    match = _TOKEN.fullmatch(text)
    return TokenText(prefix=match[1], secret=match[2]) if match else None


def hash_of(secret: str) -> str:
    """Returns the hash under which a secret is kept. Plain SHA-256 is enough for 256 random bits: there is no
    dictionary of them to try."""
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret: str, secret_hash: str) -> bool:
    return hmac.compare_digest(hash_of(secret), secret_hash)


def state_of_token(*, expires_at: datetime, revoked_at: datetime | None, now: datetime) -> str:
    if revoked_at is not None:
        return "revoked"
    return "active" if now < expires_at else "expired"


def refusal_of_expiry(expires_at: datetime, *, now: datetime) -> str | None:
    if expires_at <= now:
        return "This time has passed; a token needs an end in the future."
    if expires_at > now + LONGEST_TOKEN_LIFE:
        return f"A token lives at most {LONGEST_TOKEN_LIFE.days} days."
    return None


def refusal_of_scopes(scopes: list[str]) -> str | None:
    unknown = sorted(set(scopes) - set(SCOPES))
    if unknown:
        return f"{', '.join(unknown)}: not a scope. The scopes are {', '.join(SCOPES)}."
    if not scopes:
        return f"A token needs at least one scope of {', '.join(SCOPES)}."
    if len(set(scopes)) != len(scopes):
        return "Each scope is named once."
    return None


def is_over(*, begun_at: datetime, seen_at: datetime, longest: timedelta, idle: timedelta, now: datetime) -> bool:
    return now >= begun_at + longest or now >= seen_at + idle


def device_in(user_agent: str) -> str:
    """Returns browser and system in two words, as far as they are named: enough to recognise one's own, too little to
    follow."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "A program")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return f"{browser}, {system}" if system else browser

"""Every setting of the platform is read here, once, from the environment. docs/reference/settings.md lists
the variables.

Each real part is turned on by one variable: PostgreSQL by DATABASE_URL, Redis by REDIS_URL, mail by EMAIL_URL.
Without them DataHub runs in its embedded form: SQLite, a queue inside the worker, mail written to files.
"""

import gc
from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF

from datahub import environment

# Imports make millions of objects that stay; with the interpreter's threshold a tenth of the start of every process is
# a search for garbage among them.
gc.set_threshold(50_000, 20, 20)
BASE_DIR = Path(__file__).resolve().parent.parent
#: Folder of everything the embedded form keeps: database, batch keys, mail, secret. Default: `data` beside
#: `manage.py`.
DATA = Path(environment.text("DATAHUB_DATA", str(BASE_DIR / "data"))).resolve()
DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
BATCH_KEYS = DATA / "keys"  # outside the SQL database and its backups; shared by web and worker
ROOT_KEYS = DATA / "keys"  # holds the root key of all data sets, under a passphrase
#: Opens the root key of all data sets, at least 16 characters; better `DATAHUB_ROOT_PASSPHRASE_FILE`, a path. Without
#: it one is drawn into `keys/root.passphrase` of the data folder, where it protects copies of the database and nothing
#: else. See docs/how-to/keep-keys.md.
ROOT_PASSPHRASE = environment.text("DATAHUB_ROOT_PASSPHRASE")
#: Days for which backups of the database are kept; the signed record of a deletion names the day after which none
#: holds the destroyed keys. You promise it, DataHub cannot check it.
BACKUP_DAYS = environment.number("DATAHUB_BACKUP_DAYS", 30)
LEDGER_FOLDER = DATA / "ledger"  # the journal of spent budget; outside the database, its backups and its restores
#: Folder with fonts (`.ttf`, `.otf`, `.ttc`) for letters that DataHub's own fonts lack; PDF reports use them. Read when
#: a process draws its first report. Default: `fonts` in the data folder.
FONTS = Path(environment.text("DATAHUB_FONTS", str(DATA / "fonts"))).resolve()
RESPOND_BUNDLE = BASE_DIR / "frontend" / "dist" / "respond"
STUDIO_BUNDLE = BASE_DIR / "frontend" / "dist" / "studio"
CHECKER_PAGE = BASE_DIR / "frontend" / "dist" / "checker" / "datahub-check.html"

#: Django's debug pages. Never in production.
DEBUG = environment.flag("DATAHUB_DEBUG", default=False)
#: At least 32 characters. Without it a secret is drawn once and kept in the data folder.
SECRET_KEY = environment.secret("DATAHUB_SECRET_KEY", DATA / "secret_key")
#: Host names the platform answers to, separated by commas. Default: this machine only.
ALLOWED_HOSTS = environment.words("DATAHUB_HOSTS", ("localhost", "127.0.0.1", "[::1]"))
#: Port of the web process.
PORT = environment.number("DATAHUB_PORT", 8000)
#: Threads of the web process; three quarters of them may wait in the intake, the rest answer 429 at once.
THREADS = environment.number("DATAHUB_THREADS", 64)
INTAKE_AT_ONCE = max(1, THREADS * 3 // 4)  # reports; the other threads still serve pages while the disk is slow
#: Reports accepted from one address in a minute; generous, so that a classroom behind one address can answer. 0 turns
#: it off.
INTAKE_PER_MINUTE = environment.number("DATAHUB_INTAKE_PER_MINUTE", 6000)
#: `yes` behind a proxy that ends TLS: secure `__Host-` cookies, HSTS, redirect to HTTPS.
HTTPS = environment.flag("DATAHUB_HTTPS", default=False)
#: With HTTPS, browsers remember for a year to use it for this host. `subdomains`: for all below it too; `preload`: and
#: the domain may be put on browsers' lists, which is hard to take back.
HSTS = environment.choice("DATAHUB_HSTS", ("", "subdomains", "preload"))
if DEBUG and HTTPS:
    raise environment.SettingRefused("DATAHUB_DEBUG shows settings and code to visitors; not with DATAHUB_HTTPS")
#: `json`: one object a line on standard error (`at`, `level`, `logger`, `message`). Without it: the same as text.
LOG = environment.choice("DATAHUB_LOG", ("", "json"))
#: Whoever sends it (`Authorization: Bearer`) may read `/metrics` of the web process. Without it the path does not
#: exist.
METRICS_TOKEN = environment.text("DATAHUB_METRICS_TOKEN")
# Functions that return metrics when `/metrics` is read.
METRICS = ["datahub.jobs.metrics.jobs", "surveys.metrics.batches"]
#: Where others reach a platform that is opened on its own machine, as `http://192.0.2.2:8000`: links and codes to
#: share then say so. `serve --lan` sets it.
SHARED_AT = environment.text("DATAHUB_SHARED_AT")
#: `mailto:` or `https:` address for reports of weaknesses, served as `/.well-known/security.txt`. Without it there is
#: no such file.
SECURITY_CONTACT = environment.text("DATAHUB_SECURITY_CONTACT")
#: `postgres://user:password@host:port/name`. Without it: SQLite in the data folder.
DATABASE_URL = environment.text("DATABASE_URL")
#: `mongodb://user:password@host:port/name`: new data sets keep their contents there. Without it: in the SQL database.
MONGO_URL = environment.text("MONGO_URL")
EMBEDDED = not DATABASE_URL
from datahub.jobs.settings import *  # noqa: E402, F403 - Django reads the settings from one module

# --- Applications ----------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "datahub.accounts",  # before Django's own accounts, because the first of two commands of one name is used
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.headless",
    "datahub.api",
    "datahub.audit",
    "datahub.jobs",
    "datahub.policies",
    "datahub.vault",
    "datahub.datasets",
    "datahub.ledger",
    "datahub.releases",
    "datahub.analyses",
    "datahub.evaluations",
    "surveys",
    "datahub.processes",
]
from datahub.wiring import *  # noqa: E402, F403 - Django reads the settings from one module

MIDDLEWARE = [
    "datahub.api.middleware.timed",
    "datahub.api.middleware.closed_to_others",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "datahub.api.middleware.text_without_nul",
    "datahub.api.middleware.private_answers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "datahub.accounts.middleware.strict_auth_bodies",
    "datahub.accounts.middleware.known_devices",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "datahub.accounts.middleware.living_sessions",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "datahub.urls"
WSGI_APPLICATION = "datahub.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [STUDIO_BUNDLE],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ]
        },
    }
]

# --- Database: PostgreSQL, or SQLite that has synced to disk before it answers ---------------------------------------
SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA / "datahub.sqlite3",
    # A file, as in service: an SQLite database in memory locks threads in another way.
    "TEST": {"NAME": DATA / "test.sqlite3"},
    "CONN_MAX_AGE": 60,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    },
}
DATABASES = {"default": environment.postgres(DATABASE_URL) if DATABASE_URL else SQLITE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- People ----------------------------------------------------------------------------------------------------------
from datahub.accounts.settings import *  # noqa: E402, F403 - Django reads the settings from one module

#: `smtp://user:password@host:port?tls=yes` or `smtps://…`. Without it: mail is written to `mail/` in the data folder.
vars().update(environment.mail(environment.text("EMAIL_URL"), DATA / "mail"))
#: Sender of the platform's mail.
DEFAULT_FROM_EMAIL = environment.text("DATAHUB_MAIL_FROM", "datahub@localhost")

# --- The API ---------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "datahub.accounts.authentication.TokenAuthentication",
        "datahub.accounts.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["datahub.policies.permissions.Door"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["datahub.api.parsers.StrictJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "datahub.api.paging.CursorPage",
    "DEFAULT_THROTTLE_CLASSES": ["datahub.api.limits.throttles.MemoryThrottle"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "datahub.api.handlers.answer_problem",
    "COERCE_DECIMAL_TO_STRING": True,
    "URL_FORMAT_OVERRIDE": None,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "DEFAULT_METADATA_CLASS": None,  # else OPTIONS would describe a route to everybody; the OpenAPI document is public
}
#: How many proxies stand in front and add to `X-Forwarded-For`; 0 trusts no such header. With any, no visitor counts as
#: one on this very machine: links that sign in once do not work, and no page says where mail lies.
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES = environment.number("DATAHUB_PROXIES", 0)
CSRF_FAILURE_VIEW = "datahub.api.handlers.csrf_failure"
from datahub.analyses.settings import *  # noqa: E402, F403 - Django reads the settings from one module
from datahub.api.settings import *  # noqa: E402, F403 - Django reads the settings from one module
from datahub.datasets.settings import *  # noqa: E402, F403 - Django reads the settings from one module

DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
# No upload is written to the disk unsealed.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

# --- Pages -----------------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "build" / "static"
STATICFILES_DIRS = (  # without studio.html, which as a static file would come without its security policy
    [("assets", STUDIO_BUNDLE / "assets")] if STUDIO_BUNDLE.is_dir() else []
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},  # Vite has put hashes into the names
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_IMMUTABLE_FILE_TEST = r"/assets/.+-[A-Za-z0-9_-]{8}\.\w+$"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "connect-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "frame-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "no-referrer"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = HSTS in {"subdomains", "preload"}  # binds other hosts of the domain
    SECURE_HSTS_PRELOAD = HSTS == "preload"
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-session"
    DEVICE_COOKIE_NAME = "__Secure-device"
    CSRF_COOKIE_NAME = "__Host-csrf"

LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Logs: what happened to the platform, never who answered what ----------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"},
        "json": {"()": "datahub.api.operation.logs.OneObject"},
    },
    "filters": {"nothing sent": {"()": "datahub.api.operation.logs.NothingSent"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG or "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django.request": {"level": "ERROR", "filters": ["nothing sent"]},
        "django.server": {"level": "ERROR"},
        "celery": {"level": "WARNING"},
    },
}

"""Every setting of the platform, read once from the environment. docs/reference/settings.md lists the variables.

Each real part is turned on by one variable: PostgreSQL by DATABASE_URL, Redis by REDIS_URL, mail by EMAIL_URL.
Without them DataHub runs in its embedded form: SQLite, a queue inside the worker, mail written to files.
"""

from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF

from datahub import environment

BASE_DIR = Path(__file__).resolve().parent.parent
DATA = Path(environment.text("DATAHUB_DATA", str(BASE_DIR / "data"))).resolve()
DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
BATCH_KEYS = DATA / "keys"  # outside the SQL database and its backups; shared by web and worker
ROOT_KEYS = DATA / "keys"  # the root key of all data sets, under a passphrase
ROOT_PASSPHRASE = environment.text("DATAHUB_ROOT_PASSPHRASE")  # without one it is drawn and kept beside the root
BACKUP_DAYS = environment.number("DATAHUB_BACKUP_DAYS", 30)  # named in the record of a deletion
LEDGER_FOLDER = DATA / "ledger"  # the journal of what was spent; outside the database, its backups and its restores
RESPOND_BUNDLE = BASE_DIR / "frontend" / "dist" / "respond"
STUDIO_BUNDLE = BASE_DIR / "frontend" / "dist" / "studio"
CHECKER_PAGE = BASE_DIR / "frontend" / "dist" / "checker" / "datahub-check.html"

DEBUG = environment.flag("DATAHUB_DEBUG", default=False)
SECRET_KEY = environment.secret("DATAHUB_SECRET_KEY", DATA / "secret_key")
ALLOWED_HOSTS = environment.words("DATAHUB_HOSTS", ("localhost", "127.0.0.1", "[::1]"))
PORT = environment.number("DATAHUB_PORT", 8000)
THREADS = environment.number("DATAHUB_THREADS", 64)  # of the web process
INTAKE_AT_ONCE = max(1, THREADS * 3 // 4)  # reports; the other threads still serve pages while the disk is slow
INTAKE_PER_MINUTE = environment.number("DATAHUB_INTAKE_PER_MINUTE", 6000)  # reports of one address; 0: no limit
HTTPS = environment.flag("DATAHUB_HTTPS", default=False)
HSTS = environment.choice("DATAHUB_HSTS", ("", "subdomains", "preload"))
if DEBUG and HTTPS:
    raise environment.SettingRefused("DATAHUB_DEBUG shows settings and code to visitors; not with DATAHUB_HTTPS")
LOG = environment.choice("DATAHUB_LOG", ("", "json"))
METRICS_TOKEN = environment.text("DATAHUB_METRICS_TOKEN")  # without one there are no metrics to read
METRICS = ["datahub.jobs.metrics.jobs", "surveys.metrics.batches"]  # each gives what it counts when it is asked
SHARED_AT = environment.text("DATAHUB_SHARED_AT")
SECURITY_CONTACT = environment.text("DATAHUB_SECURITY_CONTACT")
DATABASE_URL = environment.text("DATABASE_URL")
MONGO_URL = environment.text("MONGO_URL")  # contents of data sets; without it they stand in the SQL database
EMBEDDED = not DATABASE_URL
from datahub.jobs.settings import *  # noqa: E402, F403 - Django reads one module

# --- Rooms -------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "datahub.accounts",  # before Django's own accounts: of two commands with one name the first is found
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
OBJECTS = {
    "person": "datahub.accounts.objects.describe_people",
    "token": "datahub.accounts.objects.describe_tokens",
    "organisation": "datahub.accounts.objects.describe_organisations",
    "team": "datahub.accounts.objects.describe_teams",
    "job": "datahub.jobs.objects.describe",
    "dataset": "datahub.datasets.objects.describe",
    "dataset_version": "datahub.datasets.objects.describe_versions",
    "lineage": "datahub.datasets.objects.describe_people",
    "access_request": "datahub.datasets.objects.describe_requests",
    "release": "datahub.releases.objects.describe",
    "anonymisation": "datahub.analyses.objects.describe",
    "synthesis": "datahub.analyses.objects.describe_syntheses",
    "evaluation": "datahub.evaluations.objects.describe",
    "survey": "surveys.objects.describe",
}
JOBS = {
    "audit.verify": "datahub.audit.tasks.verify",
    "accounts.mail": "datahub.accounts.tasks.mail",
    "accounts.forget": "datahub.accounts.tasks.forget",
    "datasets.look": "datahub.datasets.services.look.look",
    "datasets.look_long": "datahub.datasets.services.look.look",
    "datasets.load": "datahub.datasets.services.load.load",
    "datasets.preview": "datahub.datasets.services.preview.preview",
    "datasets.end": "datahub.datasets.tasks.end",
    "datasets.sweep": "datahub.datasets.tasks.sweep",
    "datasets.destroy": "datahub.datasets.services.destroy.destroy",
    "ledger.sweep": "datahub.ledger.tasks.sweep",
    "vault.sign_head": "datahub.vault.tasks.sign_head",
    "policies.look": "datahub.policies.tasks.look",
    "vault.rotate": "datahub.vault.rotation.rotate",
    "vault.upkeep": "datahub.vault.tasks.look_after",
    "releases.sweep": "datahub.releases.tasks.sweep",
    "analyses.count": "datahub.analyses.anonymise.count.count",
    "analyses.candidates": "datahub.analyses.anonymise.job.try_candidates",
    "analyses.release": "datahub.analyses.anonymise.release.make",
    "analyses.release_rows": "datahub.analyses.synthesise.release.make",
    "analyses.synthesise": "datahub.analyses.synthesise.job.make",
    "analyses.synthesise_slowly": "datahub.analyses.synthesise.job.make",
    "analyses.appraise": "datahub.analyses.synthesise.measured.job.make",
    "analyses.synthesise_joined": "datahub.analyses.synthesise.two_tables.job.make",
    "analyses.appraise_joined": "datahub.analyses.synthesise.two_tables.measured.job.make",
    "evaluations.run": "datahub.evaluations.services.run",
    "surveys.sweep": "surveys.tasks.sweep",
    "surveys.tidy": "surveys.tasks.tidy",
    "surveys.ingest": "surveys.tasks.ingest",
    "surveys.estimate": "surveys.results.services.estimate",
    "surveys.destroy": "surveys.running.destroy.destroy",
    "surveys.crosstab": "surveys.results.crosstabs.services.compute",
}
CALLED_OFF = [  # each is told of a job in the transaction that ends it; the ledger writes into the log, so it is last
    "datahub.releases.services.begin.call_off",
    "datahub.ledger.services.carry_out.give_back",
]
DESTROYED = ["datahub.releases.services.withdraw.with_data_set"]  # each is told of a data set whose keys are gone
CLOCK = {  # kind -> seconds between its slots
    "audit.verify": 24 * 3600,
    "surveys.sweep": 3,
    "surveys.tidy": 60,
    "accounts.forget": 3600,
    "datasets.end": 60,
    "datasets.sweep": 3600,
    "ledger.sweep": 600,
    "policies.look": 600,
    "releases.sweep": 600,
    "vault.sign_head": 3600,
    "vault.upkeep": 600,
}

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

# --- Facts: PostgreSQL, or SQLite that has synced to disk before it answers ------------------------------------------
SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA / "datahub.sqlite3",
    "TEST": {"NAME": DATA / "test.sqlite3"},  # a file as in service: in memory, two threads meet locks of another kind
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
from datahub.accounts.settings import *  # noqa: E402, F403 - Django reads one module

vars().update(environment.mail(environment.text("EMAIL_URL"), DATA / "mail"))
DEFAULT_FROM_EMAIL = environment.text("DATAHUB_MAIL_FROM", "datahub@localhost")

# --- The one door ----------------------------------------------------------------------------------------------------
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
    "DEFAULT_METADATA_CLASS": None,  # OPTIONS would describe a route to whoever asks; the schema is public
}
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES = environment.number("DATAHUB_PROXIES", 0)  # add to X-Forwarded-For
CSRF_FAILURE_VIEW = "datahub.api.handlers.csrf_failure"
from datahub.analyses.settings import *  # noqa: E402, F403 - engines beside our own, and which jobs are slow
from datahub.api.settings import *  # noqa: E402, F403 - how often it may be asked, and what its description says
from datahub.datasets.settings import *  # noqa: E402, F403 - how much may be put in

DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]  # nothing sent is written unsealed

# --- Pages -----------------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "build" / "static"
STATICFILES_DIRS = (  # without studio.html: served as a file it would come without its policy
    [("assets", STUDIO_BUNDLE / "assets")] if STUDIO_BUNDLE.is_dir() else []
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},  # Vite has hashed the names
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
    SECURE_HSTS_INCLUDE_SUBDOMAINS = HSTS in {"subdomains", "preload"}  # binds hosts that are not ours to decide about
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

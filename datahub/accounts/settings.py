"""These settings say how people sign in, what guards their accounts, and how long they stay: a part of
datahub.settings."""

from datahub import environment
from datahub.api.settings import WEB_PROCESSES
from datahub.jobs.settings import REDIS_URL

AUTH_USER_MODEL = "accounts.Person"
# A single backend, so that each attempt computes one password hash.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "name")},
    },
]
ACCOUNT_ADAPTER = "datahub.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60  # seconds; a worker has to send the mail within them
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_MAX_EMAIL_ADDRESSES = 1
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300  # a password or code shown within so many seconds allows changes of credentials
#: New accounts from one address in a minute; a class that signs up together behind one address needs more.
SIGN_UPS_A_MINUTE = environment.number("DATAHUB_SIGN_UPS_A_MINUTE", 20)
#: Times that people may sign in from one address in a minute; failed attempts have limits of their own.
SIGN_INS_A_MINUTE = environment.number("DATAHUB_SIGN_INS_A_MINUTE", 30)


def _part(limit: int) -> int:
    """Returns the part of a limit that one web process counts up to. Redis counts for all of them; without it each
    counts for itself."""
    return limit if REDIS_URL else max(1, limit // WEB_PROCESSES)


ACCOUNT_RATE_LIMITS = {  # these limits guard passwords; accounts.adapter makes their keys
    "signup": f"{_part(SIGN_UPS_A_MINUTE)}/m/ip",
    "login": f"{_part(SIGN_INS_A_MINUTE)}/m/ip",
    "login_failed": f"{_part(10)}/m/ip,{_part(5)}/5m/key",
    "login_anywhere": f"{_part(100)}/h/key",
    "login_known": f"{_part(5)}/5m/key",
}
MFA_ADAPTER = "datahub.accounts.second_factors.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "DataHub"
MFA_TOTP_TOLERANCE = 1  # a clock may be half a minute wrong; accounts.second_factors refuses a code used twice
#: `yes`: an administrator without a second factor may do no more than anybody else.
ADMINISTRATORS_NEED_SECOND_FACTOR = environment.flag("DATAHUB_ADMINISTRATORS_NEED_SECOND_FACTOR", default=False)
#: Surveys one person may own.
MOST_SURVEYS = environment.number("DATAHUB_MOST_SURVEYS", 1000)
#: Tokens of one person that have not ended.
MOST_TOKENS = environment.number("DATAHUB_MOST_TOKENS", 100)
#: Invitations of one person that wait for an answer.
MOST_INVITATIONS = environment.number("DATAHUB_MOST_INVITATIONS", 100)
HEADLESS_ONLY = True
HEADLESS_CLIENTS = ("browser",)
HEADLESS_SERVE_SPECIFICATION = True
HEADLESS_SPECIFICATION_TEMPLATE_NAME = None  # allauth's page would load its program from another host
# Codes in mails need no links.
HEADLESS_FRONTEND_URLS = {"account_reset_password": "/reset", "account_signup": "/sign-up"}
#: Hours after which everybody signs in again, however busy the session is.
SESSION_HOURS = environment.number("DATAHUB_SESSION_HOURS", 14 * 24)
#: Hours without a request after which a session ends.
SESSION_IDLE_HOURS = environment.number("DATAHUB_SESSION_IDLE_HOURS", 3 * 24)
SESSION_COOKIE_AGE = SESSION_HOURS * 3600
SESSION_SERIALIZER = "datahub.accounts.sealing.SealedJSON"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Strict"
DEVICE_COOKIE_NAME = "device"
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # The cache counts sign-in attempts: with the usual 300 entries, guesses at other accounts would push a count
        # out.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

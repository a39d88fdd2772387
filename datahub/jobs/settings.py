"""These settings configure the queue: the Job table is the truth, a Celery message only says "look now". A part of
datahub.settings."""

from datahub import environment

#: `redis://host:port/0`: Celery messages between processes and a shared cache. Without it: a queue inside the worker.
REDIS_URL = environment.text("REDIS_URL")
QUEUE_APP = "datahub.celery.app"  # the application is imported by its path, because it belongs to a higher layer
# Kinds done before all others, because people wait for them.
PROMPT = ["accounts.mail", "surveys.sweep", "surveys.ingest", "surveys.estimate"]
LONG = [  # kinds of jobs that may take minutes: only `manage.py worker --long` does them
    "analyses.appraise",
    "analyses.appraise_joined",
    "analyses.candidates",
    "analyses.release",
    "analyses.release_rows",
    "analyses.synthesise",
    "analyses.synthesise_joined",
    "audit.verify",
    "datasets.destroy",
    "datasets.load",
    "datasets.look_long",
    "evaluations.run",
    "surveys.destroy",
    "vault.rotate",
]
# Kinds that no limit of waiting jobs refuses.
NEVER_REFUSED = [*PROMPT, "audit.verify", "datasets.destroy", "surveys.destroy", "vault.rotate"]
#: How many jobs that may take minutes one person may have waiting; ten times as many short ones. More are refused with
#: 429.
MOST_WAITING_JOBS = environment.number("DATAHUB_MOST_WAITING_JOBS", 20)
ON_DEMAND = ["audit.verify"]  # an administrator may ask for these kinds, which the clock also submits
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"  # without a host kombu logs a warning for each connection
# The default, 1.0, lets a job wait a second.
CELERY_BROKER_TRANSPORT_OPTIONS = {} if REDIS_URL else {"polling_interval": 0.05}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # workers reconnect to a broker whenever it comes back
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

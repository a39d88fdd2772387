"""This module makes the Celery application. Two tasks exist, both in `datahub.jobs.celery_tasks`; all else is a row
of the Job table."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")

app = Celery("datahub", include=["datahub.jobs.celery_tasks"])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.set_default()  # else a shared task called from another thread would look for another broker

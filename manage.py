#!/usr/bin/env python
"""DataHub's command line: `python manage.py help` lists what it can do."""

import os
import sys

from django.core.management import execute_from_command_line

from datahub.processes.family import end_with_parent

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
    end_with_parent()
    execute_from_command_line(sys.argv)

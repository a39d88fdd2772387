"""The web server calls this application. Reports take a branch of their own before Django's handler
(docs/decisions/0003)."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from datahub.api.bodies import whole_bodies
from datahub.processes.family import end_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
end_with_parent()
_django = get_wsgi_application()

# Models can be imported only once Django has been set up.
from datahub.processes.data_folder.start import join_or_end  # noqa: E402
from surveys.intake.route import branch  # noqa: E402

join_or_end()

# Of the threads that reports leave free, half may receive bodies, and the others serve pages.
_beside = (settings.THREADS - settings.INTAKE_AT_ONCE) // 2
application = branch(whole_bodies(_django, at_once=max(1, _beside)))

"""`python -m tests.faults.opening prepare | look`: data sets that are opened right after a start. JSON comes out.

prepare     one data set that was looked at, and LOOKS more whose files a worker has still to look at
look        the states of those jobs
"""

import json
import os
import sys
from collections import Counter
from datetime import timedelta
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from django.core.management import call_command  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

from datahub.accounts.services import create_token  # noqa: E402
from datahub.datasets.tests.factories import CSV, Visitor, a_data_set, begin, somebody, upload  # noqa: E402
from datahub.jobs.models import Job  # noqa: E402

LOOKS = 8


def prepare() -> dict[str, Any]:
    call_command("migrate", verbosity=0)
    owner = Visitor(somebody("ana"))
    data_set = a_data_set(owner.person)
    draft = upload(owner, data_set, CSV.encode())
    for number in range(LOOKS):
        other = a_data_set(owner.person, name=f"Incomes {number}")
        path = f"datasets/{other.pk}/uploads/{begin(owner, other, CSV.encode())['id']}/"
        assert owner.piece(f"{path}0/", CSV.encode()).status_code == 204
        assert owner.send("PATCH", path, {"state": "looking"}).status_code == 202
    ends = timezone.now() + timedelta(hours=1)
    _, token = create_token(actor=owner.person, name="drill", scopes=["datasets:write"], expires_at=ends)
    return {"path": f"/api/v1/datasets/{data_set.pk}/versions/{draft['version']}/", "token": str(token)}


def look() -> dict[str, int]:
    return Counter(Job.objects.filter(kind="datasets.look").values_list("state", flat=True))


if __name__ == "__main__":
    setup_test_environment()
    json.dump(prepare() if sys.argv[1] == "prepare" else look(), sys.stdout)

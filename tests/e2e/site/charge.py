"""Charge uses of people's data to the budget of a served site, as an analysis does: reserve, start, commit.

Called by charge.ts with the id of a data set and its uses as JSON: the services that an analysis calls, without one.
"""

import json
import os
import sys
from decimal import Decimal

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from datahub.accounts.models import Person  # noqa: E402
from datahub.accounts.services import ref_of  # noqa: E402
from datahub.api.ref import Ref  # noqa: E402
from datahub.datasets.models import DataSet  # noqa: E402
from datahub.ledger.services.carry_out import commit, give_up, start  # noqa: E402
from datahub.ledger.services.limits import unbounded  # noqa: E402
from datahub.ledger.services.reserve import reserve  # noqa: E402
from datahub.policies.services import authorise  # noqa: E402
from mechanisms.accounting.zcdp import gaussian, pure  # noqa: E402


def charge(data_set: DataSet, use: dict[str, str]) -> None:
    person = Person.objects.get(email=use["email"])
    ref, people = Ref("dataset", str(data_set.pk)), Ref("lineage", str(data_set.lineage_id))
    permit = authorise(viewer=person, operation=use["operation"], ref=ref)
    if use["becomes"] == "unbounded":
        unbounded(permit=permit, people=people, reason=use["note"])
        return
    cost = pure(Decimal(use["epsilon"])) if "epsilon" in use else gaussian(Decimal(use["sigma"]))
    accounts = [people, ref_of(person)]
    spend = reserve(permit=permit, request=use["request"], accounts=accounts, cost=cost, note=use["note"])
    if use["becomes"] == "released":
        give_up(spend.pk, fence=1)
    elif use["becomes"] == "committed":
        start(spend.pk, fence=1)
        commit(spend.pk, fence=1, answer=None)


if __name__ == "__main__":
    charged_data_set = DataSet.objects.get(pk=sys.argv[1])
    for planned_use in json.loads(sys.argv[2]):
        charge(charged_data_set, planned_use)

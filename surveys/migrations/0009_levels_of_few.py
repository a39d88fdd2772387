"""What was computed before the rule that no level of few is shown is destroyed, and asked for again under the rule.

Of versions with a level of 1 to 19 reports, everything stored was computed from them too. Where levels are chosen by
question every result says now how many reports each question leaves out, and the batches, each of which said whose
blocks came together, become one.
"""

import json
from typing import Any

from django.db import migrations
from django.db.models import Sum


def compute_again(apps: Any, schema_editor: Any) -> None:
    models = {name: apps.get_model("surveys", name) for name in ("Version", "Batch", "Report", "Counts")}
    tables = [apps.get_model("surveys", name) for name in ("Estimate", "CrossTab")]
    jobs = apps.get_model("jobs", "Job")
    for version in models["Version"].objects.all().iterator():
        definition = json.loads(version.definition)
        by_question = definition.get("level_choice") == "question"
        if not by_question and not _has_levels_of_few(models["Counts"], version, definition["ingest"]):
            continue
        if by_question:
            _into_one_batch(models["Batch"], models["Report"], version)
        for table in tables:
            table.objects.filter(version=version).delete()
        jobs.objects.get_or_create(
            key=f"surveys.estimate:{version.pk}:levels-of-few",
            defaults={
                "kind": "surveys.estimate",
                "subject": f"survey:{version.survey_id}",
                "payload": {"version": version.pk},
            },
        )


def _has_levels_of_few(counts: Any, version: Any, ingest: dict[str, int]) -> bool:
    few = counts.objects.filter(version=version, reports__gt=0, reports__lt=ingest["shown_from"])
    return ingest["batch_least"] > 1 and few.exists()


def _into_one_batch(batches: Any, reports: Any, version: Any) -> None:
    own = batches.objects.filter(version=version)
    first = own.order_by("pk").first()
    if first is not None:
        first.size = own.aggregate(all=Sum("size"))["all"]
        first.short = first.size < version.batch_least
        reports.objects.filter(batch__version=version).update(batch=first)
        own.exclude(pk=first.pk).delete()
        first.save(update_fields=["size", "short"])


class Migration(migrations.Migration):

    dependencies = [
        ("jobs", "0002_breakdowns"),
        ("surveys", "0008_by_block"),
    ]

    operations = [migrations.RunPython(compute_again, migrations.RunPython.noop)]

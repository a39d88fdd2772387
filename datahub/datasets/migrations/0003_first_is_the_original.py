"""Of people who are known already, the first data set is the original: until now it named them."""

from django.db import migrations
from django.db.models import OuterRef, Subquery


def name_the_first(apps, schema_editor):
    first = apps.get_model("datasets", "DataSet").objects.filter(lineage=OuterRef("pk")).order_by("created_at", "pk")
    apps.get_model("datasets", "Lineage").objects.filter(original=None).update(
        original=Subquery(first.values("pk")[:1])
    )


class Migration(migrations.Migration):
    dependencies = [("datasets", "0002_original_of_people")]
    operations = [migrations.RunPython(name_the_first, migrations.RunPython.noop)]  # the column goes with 0002

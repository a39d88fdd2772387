import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("datasets", "0001_data_sets")]
    operations = [
        migrations.AddField(
            model_name="lineage",
            name="original",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="datasets.dataset"
            ),
        ),
    ]
